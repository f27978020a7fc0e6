"""Votes to put somebody out of a seat.

Who sat at the table as a person when a vote was opened may vote, but for the one it is about; more than half of them
decide. Against a person it takes two at least: where only two people sit with bots, neither can put the other out. A
bot has no vote, and goes when the owner of the table says so (or half of the people).

A vote lapses when it cannot be won any more, when the one it is about comes back or is somebody else, and at the end of
the deal. What is decided stands until it is carried out, between deals.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

LEAST = 2
"""People who must want a person out."""

Outcome = Literal["open", "decided", "lost", "too-few", "no-vote"]


@dataclass(slots=True)
class _Vote:
    voters: frozenset[int]
    least: int
    cast: dict[int, bool] = field(default_factory=dict)

    def count(self, yes: bool) -> int:
        return sum(vote is yes for voter, vote in self.cast.items() if voter in self.voters)


class Kicks:
    """The votes of one match. Seats are 0..n-1."""

    def __init__(self) -> None:
        self.decided: set[int] = set()
        """Seats that are put out at the end of the deal."""
        self.by_host: set[int] = set()
        """Those among them that the host's console wants out; no vote is needed."""
        self._open: dict[int, _Vote] = {}

    @property
    def open(self) -> tuple[int, ...]:
        """Seats that are being voted on."""
        return tuple(sorted(self._open))

    def vote(
        self, voter: int, about: int, yes: bool, people: tuple[int, ...], *, bot: bool = False, owner: bool = False
    ) -> Outcome:
        """A vote. people: who sits here as a person now; bot: whether the seat that it is about is a bot's; owner:
        whether the voter is the owner of the table."""
        if about in self.decided:
            return "decided"
        vote = self._open.get(about)
        if vote is None:
            voters = frozenset(people) - {about}
            if voter not in voters or not yes:
                return "no-vote"
            if not bot and len(voters) < LEAST:
                return "too-few"
            vote = self._open[about] = _Vote(voters, 1 if bot else LEAST)
        if voter not in vote.voters:
            return "no-vote"
        vote.cast[voter] = yes
        in_favour = vote.count(True)
        if (bot and owner and yes) or (2 * in_favour > len(vote.voters) and in_favour >= vote.least):
            del self._open[about]
            self.decided.add(about)
            return "decided"
        if 2 * vote.count(False) >= len(vote.voters):
            del self._open[about]
            return "lost"
        return "open"

    def lapse(self, seat: int) -> bool:
        """The one in a seat is back: whether a vote about it was open, and is over now."""
        return self._open.pop(seat, None) is not None

    def changed(self, seat: int) -> bool:
        """Somebody else has the seat for good: nothing about it stands, and its vote is gone. Whether a vote was
        open."""
        self.decided.discard(seat)
        self.by_host.discard(seat)
        for vote in self._open.values():
            vote.voters -= {seat}
        return self.lapse(seat)

    def deal_over(self) -> tuple[int, ...]:
        """The deal has ended: the seats whose votes lapse undecided."""
        over, self._open = self.open, {}
        return over
