"""Where a playout starts and ends."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Table:
    """The state of a playout, changed as it goes. Lists are per seat unless said otherwise.

    hands: a seat that has played to the current trick has one card less. led: suit or -1. best: the card that wins so
    far, master: its seat (-1, -1 before a lead). count, pile: cards on the table. first: in the first trick. took:
    tricks. captured: cards in them (Hearts). wins: winner and winning card of each finished trick (Spar).
    """

    hands: list[int]
    turn: int
    led: int
    best: int
    master: int
    count: int
    pile: int
    broken: bool
    first: bool
    took: list[int]
    captured: list[int]
    wins: list[tuple[int, int]]

    def copy(self, hands: list[int]) -> Table:
        """The same place with other hands."""
        return Table(
            hands,
            self.turn,
            self.led,
            self.best,
            self.master,
            self.count,
            self.pile,
            self.broken,
            self.first,
            self.took[:],
            self.captured[:],
            self.wins[:],
        )
