"""`arena`: duplicate deals from the command line; the same seed gives the same figures, and a run can go on."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner
from p2pcards_cli.main import cli


def arena(*args: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(cli, ["arena", *args], standalone_mode=False)
    code = result.return_value if result.exception is None else 2
    return code, result.stdout, str(result.exception or "")


def test_the_same_seed_gives_the_same_figures() -> None:
    first = arena("normal", "random", "classic", "--pairs", "4", "--json", "--seed", "x")
    again = arena("normal", "random", "classic", "--pairs", "4", "--json", "--seed", "x", "--jobs", "2")
    figures = [json.loads(said) for _, said, _ in (first, again)]
    for found in figures:
        del found["seconds_a_move"]
    assert figures[0] == figures[1]
    assert figures[0]["pairs"] == 4
    assert figures[0]["mean"] > 0


def test_a_run_goes_on_where_it_was(tmp_path: Path) -> None:
    kept = str(tmp_path / "run.json")
    arena("normal", "random", "spar", "--pairs", "3", "--resume", kept)
    before = json.loads(Path(kept).read_text())["pairs"]
    _, said, _ = arena("normal", "random", "spar", "--pairs", "5", "--resume", kept, "--json")
    after = json.loads(Path(kept).read_text())["pairs"]
    assert after[:3] == before
    assert json.loads(said)["pairs"] == 5
    _, _, error = arena("normal", "easy", "spar", "--resume", kept)
    assert "another run" in error


def test_a_file_that_cannot_be_kept_is_told_of_before_anything_is_played(tmp_path: Path) -> None:
    code, said, error = arena("normal", "random", "spar", "--pairs", "3", "--resume", str(tmp_path / "no" / "run.json"))
    assert code != 0
    assert "run.json" in error
    assert "of 3" not in said + error


def test_text_names_the_interval() -> None:
    code, said, _ = arena("easy", "random", "hearts", "--pairs", "3")
    assert code == 0
    assert "95 % interval" in said


def test_an_unknown_bot_is_named() -> None:
    code, _, error = arena("normal", "genius")
    assert code == 2
    assert "genius" in error
