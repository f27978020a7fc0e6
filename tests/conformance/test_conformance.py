"""The worked cases of the five documents and the games recorded with OpenSpiel."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from conformance.records import NOTES, check_record
from conformance.run import check_case, main

HERE = Path(__file__).parent
FILES = ("cases.json", "openspiel_spades.json", "openspiel_hearts.json")


def load(name: str) -> Any:
    return json.loads((HERE / name).read_text(encoding="utf-8"))


CASES = load("cases.json")["cases"]
RECORDS = [(data["game"], game) for data in map(load, FILES[1:]) for game in data["games"]]


def test_counts() -> None:
    assert (len(CASES), len(RECORDS)) == (118, 60)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_case(case: dict[str, Any]) -> None:
    assert check_case(case) == [], case["rule"]


@pytest.mark.parametrize(
    ("game", "record"), RECORDS, ids=lambda value: value if isinstance(value, str) else value["id"]
)
def test_record(game: str, record: dict[str, Any]) -> None:
    assert check_record(game, record) == []


@pytest.mark.parametrize("name", FILES[1:])
def test_every_difference_from_openspiel_has_a_name(name: str) -> None:
    assert set(load(name)["rule_notes"]) <= set(NOTES)


def test_runner_counts_and_names(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad, broken = (json.loads(json.dumps(CASES[1])) for _ in range(3))
    bad["id"], bad["expected"]["points"][0] = "BAD", 41
    broken["id"], broken["input"]["bids"] = "BROKEN", None
    path = tmp_path / "some.json"
    path.write_text(json.dumps({"cases": [good, bad, broken]}), encoding="utf-8")
    assert main([str(path)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "BAD points: expected [41, 31, -30, 21], got [40, 31, -30, 21]"
    assert lines[1].startswith("BROKEN error: expected no error, got TypeError")
    assert lines[2] == "1 passed, 2 failed"


def test_runner_on_a_spoilt_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = load("openspiel_spades.json")
    data["games"] = data["games"][:2]
    data["games"][1]["plays"][3]["legal"].pop()
    path = tmp_path / "record.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    assert main([str(path)]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "1 passed, 1 failed"


def test_runner_refuses_other_files(tmp_path: Path) -> None:
    path = tmp_path / "other.json"
    path.write_text("{}", encoding="utf-8")
    assert main([str(path)]) == 2
    assert main([]) == 2


def test_a_hearts_hand_may_begin_after_the_pass() -> None:
    case = json.loads(json.dumps(next(case for case in CASES if case["id"] == "P000-F1")))
    del case["input"]["original_hands"], case["input"]["passes"], case["expected"]["chooser"]
    assert check_case(case) == []
