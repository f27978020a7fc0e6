"""What rules may ask of a deal. The table's Deal answers it; rules know no table."""

from __future__ import annotations

from typing import Protocol

from p2pcards.cards.card import CardSet
from p2pcards.cards.seat import Seat
from p2pcards.rules.score import Sheet


class DealFacts(Protocol):
    """A deal as far as rules look at it. Seats 0..n-1; tuples are per seat."""

    @property
    def n(self) -> int: ...
    @property
    def dealer(self) -> Seat: ...
    @property
    def sheet(self) -> Sheet: ...
    @property
    def bids(self) -> tuple[int | None, ...]: ...
    @property
    def blind(self) -> tuple[bool, ...]: ...
    @property
    def takes(self) -> tuple[int, ...]:
        """Tricks taken so far, per seat."""

    @property
    def captured(self) -> tuple[CardSet, ...]:
        """Cards in the tricks taken so far, per seat."""

    @property
    def wins(self) -> tuple[tuple[Seat, int], ...]:
        """For each finished trick, in order: who won it and with which card."""
