"""Scores that explain themselves: a sheet carried from deal to deal, and lines of keys and numbers.

Every line has the number `points` (what it adds to its side's total, never missing); the sum of a side's lines is what
the deal gave it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from p2pcards.cards.seat import Seat, Side

#: Every key of a ScoreLine with the names of its numbers. All ints.
LINES: Mapping[str, tuple[str, ...]] = {
    # spades
    "made": ("bid", "took", "bid_points", "over", "over_points", "points"),
    "failed": ("bid", "took", "points"),
    "nil-made": ("points",),
    "nil-failed": ("took", "points"),  # points include those of its tricks, where a table counts them
    "blind-made": ("points",),
    "blind-failed": ("took", "points"),
    "exact-low": ("bid", "points"),
    "high-bid": ("bid", "took", "threshold", "points"),
    "bags": ("before", "added", "limit", "penalty", "left", "points"),  # points = -penalty
    "quicksand": ("bid", "took", "bid_points", "over", "over_points", "points"),
    # hearts
    "base": ("points",),
    "no-tricks": ("points",),
    "hearts": ("count", "each", "points"),
    "queen": ("points",),
    "jack": ("points",),
    "moon": ("points",),
    "moon-others": ("shooter", "points"),  # shooter: a seat
    # spar
    "last-trick": ("card", "points"),
    "double": ("card", "points"),
    # forfeits
    "forfeit-bid": ("bid", "points"),
    "forfeit-nil": ("points",),
    "forfeit-no-bid": ("share", "points"),  # no bid was made: an even share of the tricks counts as bid
    "forfeit-made": ("bid", "points"),  # the deal was cut short: made exactly
    "forfeit-cards": ("points",),  # all the penalty points
    "forfeit-point": ("points",),
}


@dataclass(frozen=True, slots=True)
class Sheet:
    """What deals hand on: points and bags per side, deals scored, and how many of them were Hearts deals."""

    points: tuple[int, ...]
    bags: tuple[int, ...]
    deals: int = 0
    hearts_deals: int = 0

    @staticmethod
    def blank(sides: int) -> Sheet:
        """The sheet before the first deal."""
        return Sheet((0,) * sides, (0,) * sides)


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One reason for points. seat: None where the side as a whole scores. numbers: as LINES says for `key`."""

    side: Side
    seat: Seat | None
    key: str
    numbers: Mapping[str, int]

    @property
    def points(self) -> int:
        """What the line adds to the total of its side."""
        return self.numbers["points"]


@dataclass(frozen=True, slots=True)
class Score:
    """What a deal gave. points: per side, bag penalties included. sheet: the new sheet."""

    points: tuple[int, ...]
    lines: tuple[ScoreLine, ...]
    sheet: Sheet


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended. winners: sides, several when the win is shared. reason: a key of REASONS."""

    winners: tuple[Side, ...]
    reason: str


#: Every reason of a Result.
REASONS: Mapping[str, str] = {
    "target": "a side has reached the target",
    "max-hands": "the agreed number of deals is played",
    "deal-cap": "the cap on deals is reached",
    "loss-floor": "a side has fallen to the floor",
    "host-cheat": "the host broke the deal: nobody wins",
    "host-silent": "the host did not open a deal that cannot be judged without it: nobody wins",
}


def line(side: Side, seat: Seat | None, key: str, **numbers: int) -> ScoreLine:
    """A score line. Raises KeyError or ValueError when it is not one that LINES announces: a bug."""
    if set(LINES[key]) != set(numbers):
        raise ValueError(f"score line {key!r} with {sorted(numbers)}")
    return ScoreLine(side, seat, key, numbers)


def total(lines: tuple[ScoreLine, ...] | list[ScoreLine], sides: int) -> tuple[int, ...]:
    """The points per side of some lines."""
    points = [0] * sides
    for entry in lines:
        points[entry.side] += entry.points
    return tuple(points)
