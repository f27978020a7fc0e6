"""`verify --bots`: in words, as JSON, and in another process than the match was played in."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from bots.bot_table import BotTable
from bots.test_replay import OtherCard, Silent
from p2pcards_cli.main import run
from p2pcards_cli.present.replays import GAPS, replay_lines
from p2pcards_cli.say.people import Names

from p2pcards.bots import replay as replays
from p2pcards.bots.replay import SeatReplay

ONE = {"max_hands": 1}


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in list(os.environ):
        if name.startswith("P2PCARDS_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setenv("P2PCARDS_STATE_DIR", str(tmp_path / "state"))


def written(table: BotTable, tmp_path: Path) -> str:
    file = tmp_path / "match.p2pcards"
    file.write_bytes(table.run().file())
    return str(file)


def test_a_search_is_repeated_by_another_program(tmp_path: Path) -> None:
    """Nothing that a process remembers plays a part: this one has just played the match, that one has not."""
    table = BotTable("classic", 4, changes=ONE, labels=("hard:bold", "easy:bold", "hard:steady", ""), seed=9)
    file = written(table, tmp_path)
    done = subprocess.run(
        [sys.executable, "-m", "p2pcards_cli", "verify", "--bots", "--json", file],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert "Bots: deal 1 of 1" in done.stderr
    told = json.loads(done.stdout)
    assert [(one["seat"], one["ok"], one["bots"]) for one in told["bots"]] == [
        (0, True, ["hard:bold"]),
        (1, True, ["easy:bold"]),
        (2, True, ["hard:steady"]),
    ]
    assert all(one["decisions"] == 14 and one["gaps"] == {} for one in told["bots"])


def test_a_decision_that_does_not_follow_is_told_with_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = written(OtherCard("spar", 3, changes=ONE, seed=8), tmp_path)
    assert run(["verify", "--bots", file]) == 3
    lines = capsys.readouterr().out.splitlines()
    assert "VERIFIED: every card, every move and every point holds." in lines
    assert "p0 (normal:steady): 5 decisions taken again." in lines
    (line,) = [line for line in lines if "This bot decides otherwise" in line]
    assert line.startswith("p1, deal 1, entry ")
    assert lines[-1] == "BOTS NOT VERIFIED: not everything follows from what their seats knew."
    assert run(["verify", file]) == 0, "only whoever asks about the bots is told"


def test_a_promise_that_is_not_kept_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(BotTable("spar", 3, changes=ONE, kinds={2: Silent}, seed=4), tmp_path)
    assert run(["verify", "--bots", file]) == 3
    assert "p2: deals whose record was promised and is missing: 1." in capsys.readouterr().out


def test_a_match_of_people_has_nothing_to_replay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(BotTable("spar", 3, changes=ONE, labels="", seed=4), tmp_path)
    assert run(["verify", "--bots", file]) == 0
    assert capsys.readouterr().out.endswith("No bot has played a deal to its end in this match.\n")
    assert run(["verify", "--bots", "--json", file]) == 0
    assert json.loads(capsys.readouterr().out)["bots"] == []


def test_a_broken_file_has_its_own_verdict(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "x.p2pcards"
    file.write_bytes(b"P2PCARDS\x00\x63")
    assert run(["verify", "--bots", str(file)]) == 3
    assert "NOT VERIFIED." in capsys.readouterr().out


def test_every_gap_has_words() -> None:
    assert set(GAPS) == set(replays.GAPS)
    names = Names(("Anna",))
    for gap in replays.GAPS:
        lines = replay_lines([SeatReplay(0, set(), 0, [], Counter({gap: 2}))], names)
        assert lines[1].startswith("Anna: ")
        assert lines[1].endswith(": 2.")
