"""Every listed game has a recorded playthrough, and it still goes like that."""

from __future__ import annotations

from pathlib import Path

import pytest
from playthroughs.record import playthrough

from p2pcards.rules.base import Rules
from p2pcards.rules.presets import GAMES

HERE = Path(__file__).parent


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.game)
def test_playthrough(rules: Rules) -> None:
    path = HERE / f"{rules.game}.txt"
    assert path.exists(), "record it: python tests/playthroughs/record.py"
    recorded = path.read_text(encoding="utf-8")
    assert playthrough(rules) == recorded, (
        "if the change is meant: python tests/playthroughs/record.py, and read the diff"
    )


def test_no_playthrough_without_a_game() -> None:
    assert {path.stem for path in HERE.glob("*.txt")} == {rules.game for rules in GAMES}
