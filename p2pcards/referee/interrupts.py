"""What may come at (almost) any time, beside the script: pauses, votes, changes of the key in a seat, voids,
forfeits, contests.

The host alone says voids, forfeits, time limits and who is away, so each of them must be justified by what stands in
the chain, and every peer checks that:

    void      only until hands are out; it names a seat that owes the next message, or the host itself
    timeout   a seat whose decision is due, once for each decision
    forfeit   of a seat that left and has no stand-in ("left"), or of one that is away when more than half of the people
              who are not away have voted to end the deal ("away")
    take      for a seat that left, is away, or made three attempts void
    pause     about a seat that is not away yet; a seat may ask for itself only
    kick      by "vote" where two people want a person out, or one a bot; else it says that it is the host's own word

What one seat asks of the others, a claim or a take-back, is in `requests.py`.

What cannot be checked is counted, by seat: `counts`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from p2pcards_protocol.errors import TranscriptError
from p2pcards_protocol.transcript import Message

from . import event
from .due import HOST, Due, Forfeited, Frozen, Granted, Said, Voided
from .requests import CLAIM

if TYPE_CHECKING:
    from .referee import Referee

INTERRUPTS = frozenset(
    {"pause", "resume", "vote", "leave", "take", "reclaim", "join", "timeout", "void", "contest", "kick", "takeback"}
)
"""Kinds that the script does not wait for. `forfeit` is one too where the script does not ask for it."""

DECISIONS = frozenset({"look", "bid", "play", "choose", "pass.commit"})
"""Kinds that wait for a person's decision: all others a program says by itself."""

AWAY = "away"
"""The question of a vote about a seat that is away."""

KICK = "kick"
"""The question of a vote to put somebody out of a seat."""

CHOICES = {"sealed": ("end", "wait"), "dealer": ("end", "bot", "wait")}
"""What can be voted for about a seat that is away, by kind of deal: no bot opens a sealed hand without its seed."""

VOIDS = 3
"""Attempts that a seat can make void before a bot gets its place."""


class Interrupts:
    """Who is away and what was voted."""

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
        self.timeouts: dict[int, int] = {}
        self.voids: dict[int, int] = {}
        self.pauses: dict[int, int] = {}
        self.forfeits: dict[int, int] = {}
        self.contests: list[tuple[int, int, str]] = []
        self._late: tuple[object, frozenset[int]] = (None, frozenset())
        self._voids_running: dict[int, int] = {}

    # -- questions ----------------------------------------------------------------------------------------------------

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

    def voided_too_often(self, seat: int) -> bool:
        """Whether a seat has made so many attempts void, since its player changed, that a bot takes its place."""
        return self._voids_running.get(seat, 0) >= VOIDS

    @property
    def timed_out(self) -> frozenset[int]:
        """Seats whose time for the decision that is due has run out."""
        decision, seats = self._late
        return seats if decision == self.decision else frozenset()

    @property
    def decision(self) -> object:
        """What tells the decision that is due from every other one."""
        flow, due = self._referee.flow, self._referee.due
        done = 0 if flow.public is None else len(flow.public.log)
        again = self._referee.requests.taken_back
        return self._referee.number, flow.attempt, None if due is None else due.kinds[0], done, again

    # -- entries ------------------------------------------------------------------------------------------------------

    def check(self, message: Message, body: Any) -> None:
        """Raises TranscriptError unless this may be said now."""
        refuse = getattr(self, f"_check_{message.kind}", None)
        why: tuple[str, str] | None = None if refuse is None else refuse(message.seat, body)
        if why is None and message.kind == "vote" and body.question == CLAIM:
            why = self._referee.requests.check_seen(message.seen_seq)
        if why is not None:
            raise TranscriptError(why[0], self._referee.ledger.seq + 1, why[1])

    def _check_void(self, author: int, body: Any) -> tuple[str, str] | None:
        flow, due = self._referee.flow, self._referee.due
        if flow.dealing is None or flow.hands_out or self._referee.deal is None:
            return "phase", "hands-are-out"
        if body.seat != HOST and (due is None or body.seat not in due.seats):
            return "phase", "owes-nothing"
        return None

    def _check_forfeit(self, author: int, body: Any) -> tuple[str, str] | None:
        if not self._referee.flow.playing:
            return "phase", "no-deal-under-way"
        left = body.reason == "left" and body.seat in self.left
        ended = body.reason == "away" and body.seat in self.away and self.decided(body.seat) == "end"
        return None if left or ended else ("phase", "not-justified")

    def _check_timeout(self, author: int, body: Any) -> tuple[str, str] | None:
        due: Due | None = self._referee.due
        if due is None or due.kinds[0] not in DECISIONS or body.seat not in due.seats or self._referee.paused:
            return "phase", "owes-nothing"
        return ("phase", "timed-out-already") if body.seat in self.timed_out else None

    def _check_leave(self, author: int, body: Any) -> tuple[str, str] | None:
        return ("phase", "spoke-already") if author in self.left else None

    def _check_take(self, author: int, body: Any) -> tuple[str, str] | None:
        seat = body.seat
        free = seat in self.left or seat in self.away or self.voided_too_often(seat)
        return self._check_key() or (None if free else ("phase", "not-justified"))

    def _check_reclaim(self, author: int, body: Any) -> tuple[str, str] | None:
        return self._check_key()

    def _check_join(self, author: int, body: Any) -> tuple[str, str] | None:
        return self._check_key() or (("phase", "deal-under-way") if self._referee.flow.hands_out else None)

    def _check_key(self) -> tuple[str, str] | None:
        """Between an acknowledged deal and the next commitments the keys stand: they are in what is committed to."""
        due = self._referee.due
        opening = due is not None and due.kinds == ("open",) and due.phase == "commit"
        return ("phase", "keys-stand") if opening else None

    def _check_kick(self, author: int, body: Any) -> tuple[str, str] | None:
        if body.seat >= self._referee.n:
            return "body", "no-such-seat"
        if self._referee.flow.hands_out:
            return "phase", "deal-under-way"
        return None if body.reason == "host" or self.voted_out(body.seat) else ("phase", "not-justified")

    def _check_pause(self, author: int, body: Any) -> tuple[str, str] | None:
        about = author if body.about is None else body.about
        if about != HOST and about >= self._referee.n:
            return "body", "no-such-seat"
        if author not in (HOST, about):
            return "phase", "not-your-seat"
        return ("phase", "paused") if about in self.away else None

    def _check_resume(self, author: int, body: Any) -> tuple[str, str] | None:
        if not self.away:
            return "phase", "not-paused"
        return None if author == HOST or author in self.away else ("phase", "not-your-seat")

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

    def _check_takeback(self, author: int, body: Any) -> tuple[str, str] | None:
        return self._referee.requests.check_take_back(author, body)

    def _check_contest(self, author: int, body: Any) -> tuple[str, str] | None:
        return ("body", "no-such-entry") if body.entry > self._referee.ledger.seq else None

    def take(self, said: Said) -> Voided | Forfeited | Frozen | Granted | None:
        """Note it; returns what must be thrown into the script."""
        message, body, flow = said.message, said.body, self._referee.flow
        kind, seat = message.kind, message.seat
        if kind == "pause":
            about = seat if body.about is None else body.about
            self.away[about] = body.reason
            _count(self.pauses, about)
            flow.tell(event.Paused(about, body.reason))
        elif kind == "resume":
            self.away.clear()
            self.votes.clear()
            flow.tell(event.Resumed())
        elif kind == "takeback":
            return self._referee.requests.take_take_back(seat, body)
        elif kind == "vote" and body.question == CLAIM:
            return self._referee.requests.take_vote(seat, body)
        elif kind == "vote":
            self._vote(seat, body)
        elif kind == "leave":
            self.left.add(seat)
            self.handed[seat] = body
            flow.tell(event.Left(seat))
        elif kind in ("take", "reclaim", "join"):
            self._change_key(kind, body)
        elif kind == "timeout":
            self._late = (self.decision, self.timed_out | {body.seat})
            _count(self.timeouts, body.seat)
            flow.tell(event.TimedOut(body.seat))
        elif kind == "contest":
            self.contests.append((seat, body.entry, body.reason))
            flow.tell(event.Contested(seat, body.entry, body.reason))
            if flow.playing and flow.dealing is not None and flow.dealing.contest(message, body):
                return Frozen(body.reason, seat, self._referee.ledger.seq)
        elif kind == "forfeit":
            _count(self.forfeits, body.seat)
            return Forfeited(body.seat, body.reason)
        elif kind == "void":
            _count(self.voids, body.seat)
            _count(self._voids_running, body.seat)
            return Voided(body.seat, body.reason)
        return None

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

    def _change_key(self, kind: str, body: Any) -> None:
        seat = body.seat
        if kind != "take":
            self.unasked.discard(seat)
        elif seat not in self.left and self.decided(seat) != "bot":
            self.unasked.add(seat)
        self.left.discard(seat)
        self.standins.discard(seat)
        self._voids_running.pop(seat, None)
        if kind == "take":
            self.standins.add(seat)
        elif kind == "join":
            self._out.pop(seat, None)
            for wanted in self._out.values():
                wanted.discard(seat)
            (self.bots.add if body.operator else self.bots.discard)(seat)
        self._referee.flow.tell(event.KeyChanged(seat, kind, body.key))


def _count(counts: dict[int, int], seat: int) -> None:
    counts[seat] = counts.get(seat, 0) + 1
