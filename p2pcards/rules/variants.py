"""The presets of the Spades family: one class each, which names its own defaults and seats."""

from __future__ import annotations

import dataclasses
from typing import Any, ClassVar

from p2pcards.rules.option import again
from p2pcards.rules.spades import Spades


def _alone() -> Any:
    return again(Spades, "team_count", "none", choices=("none",), help="everybody plays alone")


@dataclasses.dataclass(frozen=True)
class Classic(Spades):
    """Partnership Spades as everybody plays it: four seats, two sides, nil 100, ten bags cost 100."""

    game: str = "classic"

    seats: ClassVar[tuple[int, ...]] = (4,)


@dataclasses.dataclass(frozen=True)
class Quentin(Spades):
    """Spades at QuentinC's Playroom (document 001): 3 to 6 seats, a void hand must trump, bonuses for low and high
    bids."""

    game: str = "spades"
    must_trump_when_void: bool = again(Spades, "must_trump_when_void", True)
    exact_low_bonus: int = again(Spades, "exact_low_bonus", 20)
    high_bid_bonus: int = again(Spades, "high_bid_bonus", 10)


@dataclasses.dataclass(frozen=True)
class Cutthroat(Spades):
    """Cutthroat Spades (document 003): three seats, each alone, 17 cards; four seats alone; two with a stock."""

    game: str = "cutthroat"
    target_score: int = again(Spades, "target_score", 500, usual=(500, 200))
    team_count: str = _alone()
    bag_remainder: str = again(Spades, "bag_remainder", "reset")

    seats: ClassVar[tuple[int, ...]] = (2, 3, 4)
    usual_seats: ClassVar[int] = 3


@dataclasses.dataclass(frozen=True)
class Royal(Spades):
    """Spades Royal (document 004): four seats, each alone, no nil, a missed bid scores nothing, no bags."""

    game: str = "royal"
    target_score: int = again(Spades, "target_score", 500, usual=(500, 200))
    team_count: str = _alone()
    min_bid: int = again(Spades, "min_bid", 1)
    nil_bid: bool = again(Spades, "nil_bid", False)
    set_score: str = again(Spades, "set_score", "zero")
    bag_limit: int = again(Spades, "bag_limit", 0)

    seats: ClassVar[tuple[int, ...]] = (4,)
