"""docs/adding-a-game.md, tried: its code is read from the page, listed, and played."""

from __future__ import annotations

import random
import re
import sys
import types
from pathlib import Path

import pytest
from table.playing import deal_out, play_out

from p2pcards.rules import presets, score
from p2pcards.rules.base import Rules
from p2pcards.rules.presets import find_game, make_rules, read_rules
from p2pcards.table import Match, seen_by

PAGE = Path(__file__).parent.parent.parent / "docs" / "adding-a-game.md"


@pytest.fixture
def knaves(monkeypatch: pytest.MonkeyPatch) -> Rules:
    """The toy game of the page, added the way the page says."""
    code, lines, games = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL)
    module = types.ModuleType("p2pcards.rules.knaves")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    exec(code, module.__dict__)
    exec(lines + games, module.__dict__)
    for key, names in module.__dict__["LINES"].items():
        monkeypatch.setitem(score.LINES, key, names)
    monkeypatch.setattr(presets, "GAMES", presets.GAMES + module.__dict__["GAMES"])
    return find_game("knaves")


@pytest.mark.parametrize("seats", [3, 4])
def test_the_toy_game_plays_a_match(knaves: Rules, seats: int) -> None:
    rng = random.Random(seats)
    rules = make_rules("knaves", {"jack_penalty": 2})
    assert read_rules("knaves", rules.to_options()) == rules != knaves
    match = Match.begin(rules, seats, 0)
    while not match.over:
        match, _ = match.start_deal(deal_out(rules, seats, rng))
        assert match.deal is not None
        deal = play_out(match.deal, rng)
        assert seen_by(deal, 0).takes == deal.takes
        match, _ = match.with_deal(deal).finish()
        made = match.deals[-1].score
        assert sum(made.points) == 52 // seats - 2 * 4
        assert {line.key for line in made.lines} <= {"tricks", "jacks"}
    assert match.result is not None
    assert max(match.sheet.points) >= 20


def test_the_toy_game_can_be_forfeited(knaves: Rules) -> None:
    match, _ = Match.begin(knaves, 4, 0).start_deal()
    match, _ = match.forfeit(2, finished=False)
    assert match.sheet.points == (0, 0, -16, 0)
