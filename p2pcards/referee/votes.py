"""Who plays the seats, who is away, and what the others vote about them.

A vote "away" is about a seat that is away; more than half of the people who are not away decide. A vote "kick" is to
put the player of a seat out: the host counts it, and what it says of the outcome must stand in the chain. Votes on a
claim are in `requests.py`; other questions are free.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import event
from .due import HOST
from .requests import CLAIM

if TYPE_CHECKING:
    from .referee import Referee

AWAY = "away"
"""The question of a vote about a seat that is away."""

KICK = "kick"
"""The question of a vote to put somebody out of a seat."""

CHOICES = {"sealed": ("end", "wait"), "dealer": ("end", "bot", "wait")}
"""What can be voted for about a seat that is away, by kind of deal: no bot opens a sealed hand without its seed."""


class Votes:
    """The lower half of `Interrupts`."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee
        self.away: dict[int, str] = {}
        self.left: set[int] = set()
        self.handed: dict[int, Any] = {}
        """The last `leave` body of a seat: its seed may be boxed in it."""
        self.standins: set[int] = set()
        """Seats that a bot plays for their owner."""
        self.unasked: set[int] = set()
        """Those among them that it has taken in this deal by the host's word alone: nobody left, nobody voted for it.
        It plays on, but agrees to nothing."""
        self.bots = {seat for seat, terms in enumerate(referee.terms.seats) if terms.operator}
        """Seats that are no person's own."""
        self.votes: dict[tuple[str, int], dict[int, str]] = {}
        self._out: dict[int, set[int]] = {}
        """Who wants the player of a seat out, since that player came."""

    def voters(self, about: int) -> tuple[int, ...]:
        """Who decides about a seat that is away: the people in the other seats who are not away themselves."""
        others = (seat for seat in range(self._referee.n) if seat != about)
        gone = {*self.away, *self.left, *self.standins, *self.bots}
        return tuple(seat for seat in others if seat not in gone)

    def decided(self, about: int) -> str | None:
        """What more than half of the voters want about a seat that is away; None while there is no such choice."""
        voters, votes = self.voters(about), self.votes.get((AWAY, about), {})
        for choice in CHOICES[self._referee.terms.deal]:
            if 2 * sum(votes.get(seat) == choice for seat in voters) > len(voters) > 0:
                return choice
        return None

    def wanted_out(self, seat: int) -> int:
        """How many people want the player of a seat out."""
        return len(self._out.get(seat, ()))

    def voted_out(self, seat: int) -> bool:
        """Whether so many that a host may say so: two for a person, one for a bot. (It asks for more than half of those
        who are here; who is here does not stand in the chain.)"""
        return self.wanted_out(seat) >= (1 if seat in self.bots | self.standins else 2)

    def _check_vote(self, author: int, body: Any) -> tuple[str, str] | None:
        if body.about is not None and body.about >= self._referee.n:
            return "body", "no-such-seat"
        if body.question == CLAIM:
            return self._referee.requests.check_vote(author, body)
        if body.question != AWAY:
            return None
        if body.about not in self.away:
            return "phase", "not-away"
        if author not in self.voters(body.about):
            return "phase", "no-vote"
        return None if body.choice in CHOICES[self._referee.terms.deal] else ("body", "no-such-choice")

    def _vote(self, seat: int, body: Any) -> None:
        about = HOST if body.about is None else body.about
        self.votes.setdefault((body.question, about), {})[seat] = body.choice
        self._referee.flow.tell(event.Voted(seat, about, body.choice))
        if body.question == KICK and seat not in self.bots | self.standins and seat != about:
            wanted = self._out.setdefault(about, set())
            (wanted.add if body.choice == "yes" else wanted.discard)(seat)
        choice = self.decided(about) if body.question == AWAY else None
        if choice is not None:
            self._referee.flow.tell(event.Decided(about, choice))
        if choice == "wait":
            del self.votes[AWAY, about]
