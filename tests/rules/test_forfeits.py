"""Forfeits, as docs/rules works them out."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from p2pcards.rules.deal_facts import DealFacts
from p2pcards.rules.presets import make_rules
from p2pcards.rules.score import Sheet


def facts(
    bids: Sequence[int | None], takes: Sequence[int], points: Sequence[int], bags: Sequence[int] = ()
) -> DealFacts:
    """A deal as far as a forfeit looks at it."""
    n = len(takes)
    sheet = Sheet(tuple(points), tuple(bags) or (0,) * len(points))
    made: Any = SimpleNamespace(
        n=n, dealer=0, sheet=sheet, bids=tuple(bids), blind=(False,) * n, takes=tuple(takes), wins=()
    )
    checked: DealFacts = made
    return checked


CASES = [
    # preset, options, bids, tricks, points before, bags before, who, played out, points, bags after
    ("classic", {}, (4, 3, 3, 2), (5, 3, 4, 1), (0, 0), (0, 0), 0, True, (-40 + 31, -50), (1, 0)),
    ("classic", {}, (4, 3, 3, 2), (2, 3, 1, 1), (0, 0), (3, 4), 0, False, (-40 - 30, 50), (3, 4)),
    ("classic", {}, (4, 3, 3, 2), (2, 2, 4, 1), (0, 0), (3, 4), 0, False, (-40 + 30, 50), (3, 4)),
    ("classic", {}, (0, 3, 4, 4), (0, 4, 4, 5), (0, 0), (0, 0), 0, True, (-100 + 40, 72), (0, 2)),
    ("classic", {}, (4, 3, 0, 2), (1, 1, 0, 1), (0, 0), (0, 0), 0, False, (-40 + 100, 50), (0, 0)),
    ("classic", {}, (None, None, 3, 4), (0, 0, 0, 0), (0, 0), (0, 0), 0, False, (-30 - 30, 40), (0, 0)),
    ("spades", {}, (4, 3, 2, 2), (5, 3, 2, 3), (0, 0), (0, 0), 0, True, (-40 + 20, 51), (0, 1)),
    ("spades", {}, (2, 5, 5), (2, 8, 7), (0, 0, 0), (0, 0, 9), 0, True, (-20, 53, 52 - 100), (0, 3, 1)),
    ("spades", {}, (2, 10, 5), (1, 4, 3), (0, 0, 0), (0, 0, 9), 0, False, (-20, 100, 50), (0, 0, 9)),
    ("cutthroat", {}, (0, 8, 7), (0, 9, 8), (0, 0, 0), (0, 0, 0), 0, True, (-100, 81, 71), (0, 1, 1)),
    ("cutthroat", {}, (6, 5, 0), (3, 1, 2), (0, 0, 0), (0, 0, 0), 0, False, (-60, 50, 100), (0, 0, 0)),
    ("royal", {}, (4, 3, 3, 2), (4, 3, 4, 2), (0, 0, 0, 0), (0,) * 4, 0, True, (0, 30, 31, 20), (0,) * 4),
    ("royal", {}, (4, 3, 3, 2), (1, 1, 0, 0), (0, 0, 0, 0), (0,) * 4, 1, False, (40, 0, 30, 20), (0,) * 4),
    ("hearts", {}, (None,) * 4, (3, 1, 0, 0), (50, 20, 30, 10), (0,) * 4, 2, False, (0, 0, 26, 0), (0,) * 4),
    ("hearts", {}, (None,) * 4, (4, 4, 5, 0), (50, 20, 30, 10), (0,) * 4, 2, True, (0, 0, 26, 0), (0,) * 4),
    ("spar", {}, (None,) * 4, (1, 1, 0, 0), (4, 2, 0, 1), (0,) * 4, 1, False, (0, -1, 0, 0), (0,) * 4),
    ("spar", {}, (None,) * 4, (2, 2, 0, 1), (4, 2, 0, 1), (0,) * 4, 2, True, (0, 0, 0, 0), (0,) * 4),
]


@pytest.mark.parametrize(
    ("preset", "changes", "bids", "takes", "points", "bags", "seat", "finished", "gained", "bags_after"), CASES
)
def test_forfeit(
    preset: str,
    changes: dict[str, object],
    bids: Sequence[int | None],
    takes: Sequence[int],
    points: Sequence[int],
    bags: Sequence[int],
    seat: int,
    finished: bool,
    gained: tuple[int, ...],
    bags_after: tuple[int, ...],
) -> None:
    score = make_rules(preset, changes).forfeit(facts(bids, takes, points, bags), seat, finished)
    assert (score.points, score.sheet.bags) == (gained, bags_after)


@pytest.mark.parametrize(
    ("game", "bids", "takes", "seat", "finished", "gained", "hearts_deals"),
    [
        ("spades", (4, 3, 0, 2), (4, 4, 0, 5), 0, True, (-40, 31, 50, 23), 0),
        ("spades", (4, 3, 0, 2), (1, 1, 0, 0), 2, False, (40, 30, -50, 20), 0),
        ("hearts", (None,) * 4, (5, 4, 4, 0), 3, True, (40, 40, 40, -12), 1),
        (None, (None,) * 4, (0, 0, 0, 0), 1, False, (40, -12, 40, 40), 0),
    ],
)
def test_forfeits_in_sparts(
    game: str | None,
    bids: Sequence[int | None],
    takes: Sequence[int],
    seat: int,
    finished: bool,
    gained: tuple[int, ...],
    hearts_deals: int,
) -> None:
    score = make_rules("sparts").in_force(game).forfeit(facts(bids, takes, (0,) * 4), seat, finished)
    assert (score.points, score.sheet.hearts_deals) == (gained, hearts_deals)


def test_after_a_forfeited_spar_deal_the_deal_moves_on() -> None:
    rules = make_rules("spar")
    assert rules.next_dealer(facts((None,) * 4, (0,) * 4, (0,) * 4), forfeited=True) == 1
