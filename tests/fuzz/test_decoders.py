"""Everything that reads foreign bytes, driven by coverage: `pip install atheris`, then `pytest -m soak tests/fuzz`.

P2PCARDS_FUZZ_SECONDS says how long, 60 without it; P2PCARDS_FUZZ_SEED repeats a run.
"""

from __future__ import annotations

import importlib.util
import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).with_name("decoders.py")


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_no_bytes_bring_a_decoder_down(tmp_path: Path) -> None:
    if importlib.util.find_spec("atheris") is None:
        pytest.skip("atheris is not installed")
    seconds = int(os.environ.get("P2PCARDS_FUZZ_SECONDS", "60"))
    seed = int(os.environ.get("P2PCARDS_FUZZ_SEED", "0")) or random.SystemRandom().randrange(1, 2**31)
    first, found = tmp_path / "first", tmp_path / "found"
    first.mkdir()
    found.mkdir()
    begin = f"import sys; sys.path.insert(0, {str(PROGRAM.parent)!r}); import pathlib, decoders"
    subprocess.run(
        [sys.executable, "-c", f"{begin}; decoders.write_inputs(pathlib.Path({str(first)!r}))"],
        check=True,
        capture_output=True,
    )
    options = [f"-max_total_time={seconds}", f"-seed={seed}", "-max_len=8192", "-timeout=10", "-print_final_stats=1"]
    run = subprocess.run(
        [sys.executable, str(PROGRAM), *options, f"-artifact_prefix={tmp_path}/", str(found), str(first)],
        capture_output=True,
        text=True,
    )
    said = run.stdout + run.stderr
    assert run.returncode == 0, f"seed {seed}; the input is in {tmp_path}:\n{said[-4000:]}"
    runs = re.search(r"number_of_executed_units: (\d+)", said)
    assert runs is not None, said[-2000:]
    print(f"seed {seed}: {runs[1]} inputs in {seconds} s, {len(list(found.iterdir()))} that reach something new")
    assert int(runs[1]) > len(list(first.iterdir())), "it never came past the golden bytes"
