"""Spades scores: the worked examples of the documents as one-liners, and the options one by one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import SimpleNamespace

import pytest

from p2pcards.rules.presets import make_rules
from p2pcards.rules.score import LINES, Score, Sheet, line
from p2pcards.rules.spades import Spades
from p2pcards.rules.spades_score import score_spades


def rules(preset: str = "classic", **changes: object) -> Spades:
    made = make_rules(preset, changes)
    made = made.in_force("spades") if made.choices else made
    assert isinstance(made, Spades)
    return made


def scored(
    made: Spades, bids: Sequence[int], takes: Sequence[int], bags: Sequence[int] = (), blind: Sequence[int] = ()
) -> Score:
    """The score of a deal that starts from 0 points."""
    n = len(bids)
    sides = len(made.sides(n))
    sheet = Sheet((0,) * sides, tuple(bags) or (0,) * sides)
    return score_spades(made, bids, [seat in blind for seat in range(n)], takes, sheet)


def said(score: Score, side: int = 0) -> list[tuple[str, Mapping[str, int]]]:
    return [(each.key, each.numbers) for each in score.lines if each.side == side]


def test_a_line_that_explains_itself() -> None:
    """ "bid 4, took 6: 40 + 2; bags 9 + 2 = 11: -100, 1 stays" """
    score = scored(rules(), [2, 3, 2, 4], [3, 3, 3, 4], [9, 0])
    assert said(score) == [
        ("made", {"bid": 4, "took": 6, "bid_points": 40, "over": 2, "over_points": 2, "points": 42}),
        ("bags", {"before": 9, "added": 2, "limit": 10, "penalty": 100, "left": 1, "points": -100}),
    ]
    assert (score.points, score.sheet.bags) == ((-58, 70), (1, 0))


@pytest.mark.parametrize(
    ("preset", "changes", "bids", "takes", "points"),
    [
        ("sparts", {}, [4, 3, 3, 0], [4, 4, 2, 3], (40, 31, -30, -50)),  # 000 L93-107
        ("spades", {}, [2, 4, 2, 3], [3, 4, 3, 3], (42, 70)),  # 001 L36
        ("spades", {}, [2, 4, 3, 3], [2, 5, 2, 4], (-50, 72)),  # 001 L37
        ("spades", {}, [0, 5, 4, 2], [0, 6, 3, 4], (60, 73)),  # 001 L44
        ("spades", {}, [0, 4, 4, 3], [1, 4, 5, 3], (-59, 70)),  # 001 L45, A001-8
        ("spades", {}, [0, 4, 4, 3], [1, 5, 3, 4], (-140, 72)),  # 001 L46
        ("spades", {}, [0, 4, 0, 3], [0, 7, 2, 4], (0, 74)),  # 001 L50
        ("spades", {}, [1, 2, 9], [1, 3, 13], (30, 21, 94)),  # 001 L54
        ("spades", {}, [6, 1, 4, 2], [7, 1, 4, 1], (141, -30)),  # 001 L58
        ("spades", {"quicksand": True}, [4, 3, 3, 3], [5, 2, 4, 2], (50, -20)),  # 001 L71-72
        ("cutthroat", {}, [6, 8, 5], [6, 5, 6], (60, -80, 51)),  # 003 L50-52
        ("cutthroat", {"nil_value": 50}, [5, 0, 8], [5, 1, 11], (50, -50, 83)),  # 003 L64
        ("royal", {}, [7, 2, 1, 2], [7, 3, 1, 2], (70, 21, 10, 20)),  # 004 L19
        ("royal", {}, [5, 4, 1, 2], [8, 3, 1, 1], (53, 0, 10, 0)),  # 004 L19-20
    ],
)
def test_worked_examples(
    preset: str, changes: Mapping[str, object], bids: list[int], takes: list[int], points: tuple[int, ...]
) -> None:
    assert scored(rules(preset, **changes), bids, takes).points == points


@pytest.mark.parametrize(
    ("changes", "points", "bags"),
    [
        ({}, (-99 + 40, 70), (3, 0)),
        ({"failed_nil_tricks": "ignored"}, (-99 + 40, 70), (1, 0)),
        ({"failed_nil_tricks": "bags_and_points"}, (-97 + 40, 70), (3, 0)),
        ({"failed_nil_tricks": "help_partner"}, (-97 + 40, 70), (3, 0)),
        ({"nil_value": 50}, (-49 + 40, 70), (3, 0)),
        ({"overtrick_points": 0}, (-100 + 40, 70), (3, 0)),
        ({"bag_limit": 0}, (-99 + 40, 70), (0, 0)),
        ({"bag_limit": 2, "bag_penalty": 20}, (-99 + 40 - 20, 70), (1, 0)),
        ({"bag_limit": 2, "bag_penalty": 20, "bag_remainder": "reset"}, (-99 + 40 - 20, 70), (0, 0)),
        ({"bag_limit": 1, "bag_penalty": 20}, (-99 + 40 - 60, 70), (0, 0)),
        ({"bag_scope": "round"}, (-99 + 40, 70), (0, 0)),
    ],
)
def test_options_of_a_failed_nil_beside_an_overtrick(
    changes: Mapping[str, object], points: tuple[int, int], bags: tuple[int, int]
) -> None:
    score = scored(rules(**changes), [0, 4, 4, 3], [2, 4, 5, 2 + 1])
    assert (score.points, score.sheet.bags) == (points, bags)


def test_help_partner_lets_a_failed_nil_save_the_bid() -> None:
    assert scored(rules(failed_nil_tricks="help_partner"), [0, 4, 4, 3], [1, 5, 3, 4]).points == (-60, 72)


def test_bags_of_a_failed_bid_may_wait() -> None:
    made = rules(bag_penalty_when_failed=False, failed_nil_tricks="bags")
    score = scored(made, [0, 4, 4, 3], [2, 5, 3, 3], [9, 0])
    assert (score.points[0], score.sheet.bags[0]) == (-140, 11)


def test_blind_nil_is_twice_the_nil_unless_said() -> None:
    for changes, worth in (({}, 200), ({"nil_value": 50}, 100), ({"blind_nil_value": 150}, 150)):
        made = rules("cutthroat", blind_nil=True, **changes)
        assert scored(made, [7, 0, 9], [7, 0, 10], blind=[1]).points == (70, worth, 91)
        assert scored(made, [7, 0, 9], [7, 1, 9], blind=[1]).points == (70, -worth, 90)


def test_bonuses_by_player() -> None:
    made = rules("spades", bonus_scope="player")
    assert scored(made, [1, 3, 2, 4], [1, 5, 3, 4]).points == (31 + 20, 72)


def test_a_missing_trick_may_cost_ten() -> None:
    assert scored(rules(set_score="minus_missing"), [4, 3, 3, 3], [3, 4, 3, 3]).points == (-10, 61)


@pytest.mark.parametrize(
    ("points", "seat", "eligible"),
    [((0, 100), 0, True), ((0, 100), 2, True), ((0, 100), 1, False), ((1, 100), 0, False), ((0, 0), 0, False)],
)
def test_blind_nil_wants_a_side_far_behind(points: tuple[int, int], seat: int, eligible: bool) -> None:
    sheet = Sheet(points, (0, 0))
    assert rules(blind_nil=True).may_blind(sheet, 4, seat) is eligible
    assert rules().may_blind(sheet, 4, seat) is False


def bids_open(made: Spades, bids: Sequence[int | None], seat: int) -> tuple[int, ...]:
    return made.bids(SimpleNamespace(n=len(bids), bids=tuple(bids)), seat)  # type: ignore[arg-type]


def test_bids() -> None:
    assert bids_open(rules(), [None] * 4, 0) == tuple(range(14))
    assert bids_open(rules(max_bid=5, forbidden_bids=[1, 3]), [None] * 4, 0) == (0, 2, 4, 5)
    assert bids_open(rules(team_bid_cap=13), [9, 1, None, None], 2) == (0, 1, 2, 3, 4)
    assert bids_open(rules("cutthroat"), [None] * 2, 0) == tuple(range(14))
    six = rules("spades", suicide=True, team_count="three")
    assert bids_open(six, [None] * 6, 0) == (0, 4, 5, 6, 7, 8)
    assert bids_open(six, [4, 0, 0, None, None, None], 3) == (0,)
    assert bids_open(six, [0, 4, 0, None, None, None], 3) == (0, 4, 5, 6, 7, 8)


def test_no_hell_binds_the_last_and_yields_to_suicide() -> None:
    made = rules("spades", no_hell=True)
    assert 3 not in bids_open(made, [3, 4, 3, None], 3)
    assert 6 in bids_open(made, [3, 4, None, None], 2)
    assert bids_open(rules("spades", no_hell=True, suicide=True), [0, 6, 7, None], 3) == (0,)
    assert bids_open(rules(no_hell=True, min_bid=1, max_bid=1, cards_each=4), [1, 1, 1, None], 3) == (1,)


def test_a_line_that_nobody_announced_is_a_bug() -> None:
    with pytest.raises(ValueError):
        line(0, None, "made", points=1)
    with pytest.raises(KeyError):
        line(0, None, "luck", points=1)
    assert all("points" in numbers for numbers in LINES.values())
