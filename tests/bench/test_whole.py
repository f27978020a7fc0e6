"""Figures of the whole program for docs/performance.md: `pytest tests/bench/test_whole.py -m bench`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from p2pcards_protocol.verified import SIGNATURES
from referee.memory_table import MemoryTable

from p2pcards.verify import Report, verify_bytes

pytestmark = pytest.mark.bench

P2PCARDS = [sys.executable, "-m", "p2pcards"]


@pytest.mark.parametrize("deal", ["dealer", "sealed"])
def test_verify_a_file_of_ten_deals(benchmark: Any, deal: str) -> None:
    data = MemoryTable("classic", 4, deal=deal, changes={"max_hands": 10}, seed=1).run().file()

    def verify() -> Report:
        SIGNATURES.clear()
        return verify_bytes(data)

    report = benchmark.pedantic(verify, rounds=5)
    benchmark.extra_info["bytes"] = len(data)
    assert report.ok


@pytest.mark.parametrize("args", [("--help",), ("--version",), ("rules", "spades")], ids=" ".join)
def test_start_up(benchmark: Any, args: tuple[str, ...]) -> None:
    benchmark.pedantic(
        lambda: subprocess.run([*P2PCARDS, *args], check=True, stdout=subprocess.DEVNULL), rounds=7, warmup_rounds=1
    )


@pytest.mark.parametrize("deal", ["dealer", "sealed"])
def test_a_demo_match(benchmark: Any, deal: str, tmp_path: Path) -> None:
    """Ten deals of Spades: host and four bots over TLS in one process, the file written and verified."""
    command = [*P2PCARDS, "-q", "demo", "--deal", deal, "--set", "max_hands=10", "--set", "target_score=100000"]
    environment = {**os.environ, "P2PCARDS_STATE_DIR": str(tmp_path)}
    benchmark.pedantic(
        lambda: subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL), rounds=3
    )
