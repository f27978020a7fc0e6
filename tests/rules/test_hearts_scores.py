"""Scores of Hearts, of the Hearts deals of Sparts, and of Spar; the end of a match."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from p2pcards.cards import parse_card, parse_cards
from p2pcards.rules.hearts import Hearts
from p2pcards.rules.hearts_score import Haul, score_hearts, score_sparts_hearts
from p2pcards.rules.presets import make_rules
from p2pcards.rules.score import Sheet
from p2pcards.rules.spar import Spar, score_spar
from p2pcards.rules.sparts import SpartsHearts

BLANK = Sheet.blank(4)


def hearts(haul: Haul, **changes: object) -> tuple[int, ...]:
    rules = make_rules("hearts", changes)
    assert isinstance(rules, Hearts)
    return score_hearts(rules, haul, BLANK).points


def sparts(haul: Haul) -> tuple[int, ...]:
    rules = make_rules("sparts").in_force("hearts")
    assert isinstance(rules, SpartsHearts)
    return score_sparts_hearts(rules, haul, BLANK).points


MOON = Haul((9, 2, 2, 0), (13, 0, 0, 0), 0, 1)
SPREAD = Haul((6, 4, 3, 0), (10, 3, 0, 0), 0, 2)


@pytest.mark.parametrize(
    ("haul", "changes", "points"),
    [
        (SPREAD, {}, (23, 3, 0, 0)),
        (SPREAD, {"jack_of_diamonds": -10}, (23, 3, -10, 0)),
        (SPREAD, {"no_tricks_bonus": -5}, (23, 3, 0, -5)),
        (SPREAD, {"heart_points": 2, "queen_points": 26}, (46, 6, 0, 0)),
        (MOON, {}, (0, 26, 26, 26)),
        (MOON, {"moon": "shooter_down"}, (-26, 0, 0, 0)),
        (MOON, {"moon": "off"}, (26, 0, 0, 0)),
        (MOON, {"no_tricks_bonus": -5, "jack_of_diamonds": -10}, (0, 16, 26, 26)),
        (Haul((9, 2, 2, 0), (13, 0, 0, 0), 1, None), {}, (13, 13, 0, 0)),
    ],
)
def test_hearts(haul: Haul, changes: Mapping[str, object], points: tuple[int, ...]) -> None:
    assert hearts(haul, **changes) == points


def test_sparts_hearts() -> None:
    assert sparts(SPREAD) == (-6, 34, 40, 50)  # 000 L231-233
    assert sparts(MOON) == (50, 0, 0, 0)  # 000 L235


def test_haul_is_read_from_the_cards() -> None:
    captured = [parse_cards("2H 3H QS"), parse_cards("JD"), 0, parse_cards("AH")]
    assert Haul.of((1, 1, 0, 1), captured) == Haul((1, 1, 0, 1), (2, 0, 0, 1), 0, 1)


@pytest.mark.parametrize(
    ("double", "tricks", "points"),
    [
        (False, [(0, "6C"), (0, "6D")], (3, 0, 0, 0)),
        (False, [(0, "AC"), (1, "7D")], (0, 2, 0, 0)),
        (False, [(0, "AC"), (2, "8D")], (0, 0, 1, 0)),
        (True, [(3, "7C"), (3, "6S")], (0, 0, 0, 5)),
        (True, [(3, "6C"), (3, "6S")], (0, 0, 0, 6)),
        (True, [(3, "7C"), (3, "7S")], (0, 0, 0, 4)),
        (True, [(1, "JD"), (1, "7S")], (0, 2, 0, 0)),
        (True, [(0, "6C"), (3, "7H")], (0, 0, 0, 2)),
        (True, [(2, "7D"), (2, "9S")], (0, 0, 1, 0)),
    ],
)
def test_spar(double: bool, tricks: list[tuple[int, str]], points: tuple[int, ...]) -> None:
    rules = make_rules("spar", {"double_count": double})
    assert isinstance(rules, Spar)
    assert score_spar(rules, 4, [(seat, parse_card(card)) for seat, card in tricks], BLANK).points == points


@pytest.mark.parametrize(
    ("preset", "changes", "points", "deals", "end"),
    [
        ("classic", {}, (499, 300), 9, None),
        ("classic", {}, (505, 498), 9, ("target", (0,))),
        ("classic", {}, (540, 540), 9, None),
        ("classic", {"tie_rule": "shared"}, (540, 540), 9, ("target", (0, 1))),
        ("classic", {"max_hands": 8}, (320, 410), 8, ("max-hands", (1,))),
        ("classic", {"max_hands": 8}, (410, 410), 8, ("max-hands", (0, 1))),
        ("classic", {"max_hands": 8}, (510, 410), 8, ("target", (0,))),
        ("classic", {"deal_cap": 8}, (-300, -400), 8, ("deal-cap", (0,))),
        ("classic", {"loss_floor": -200}, (-199, 40), 3, None),
        ("classic", {"loss_floor": -200}, (-200, 40), 3, ("loss-floor", (1,))),
        ("classic", {"loss_floor": -200}, (-200, -200), 3, None),
        ("hearts", {}, (99, 50, 60, 3), 6, None),
        ("hearts", {}, (104, 50, 60, 46), 6, ("target", (3,))),
        ("hearts", {}, (104, 50, 50, 56), 6, None),
        ("spar", {}, (9, 9, 10, 9), 20, ("target", (2,))),
        ("royal", {}, (505, 410, 410, 390), 13, ("target", (0,))),
    ],
)
def test_the_end(
    preset: str,
    changes: Mapping[str, object],
    points: tuple[int, ...],
    deals: int,
    end: tuple[str, tuple[int, ...]] | None,
) -> None:
    result = make_rules(preset, changes).result(Sheet(points, (0,) * len(points), deals))
    assert (result and (result.reason, result.winners)) == end


@pytest.mark.parametrize(
    ("seats", "words"),
    [
        (3, "left right none left"),
        (4, "left right across none"),
        (5, "left right none left"),
        (6, "left right across none"),
    ],
)
def test_pass_cycle(seats: int, words: str) -> None:
    rules = make_rules("hearts")
    assert isinstance(rules, Hearts)
    blank = (0,) * seats
    sheets = [Sheet(blank, blank, deals, deals) for deals in range(4)]
    assert [rules.pass_word(sheet, seats) for sheet in sheets] == words.split()
    for sheet in sheets:
        receivers = [rules.receiver(sheet, seats, seat) for seat in range(seats)]
        assert sorted(receivers) == list(range(seats))


def test_sparts_turns_the_pass_with_hearts_deals_only() -> None:
    rules = make_rules("sparts").in_force("hearts")
    assert isinstance(rules, SpartsHearts)
    assert rules.pass_word(Sheet((0,) * 4, (0,) * 4, deals=7, hearts_deals=1), 4) == "right"
