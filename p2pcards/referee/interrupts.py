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
from .votes import Votes

if TYPE_CHECKING:
    from .referee import Referee

INTERRUPTS = frozenset(
    {"pause", "resume", "vote", "leave", "take", "reclaim", "join", "timeout", "void", "contest", "kick", "takeback"}
)
"""Kinds that the script does not wait for. `forfeit` is one too where the script does not ask for it."""

DECISIONS = frozenset({"look", "bid", "play", "choose", "pass.commit"})
"""Kinds that wait for a person's decision: all others a program says by itself."""

VOIDS = 3
"""Attempts that a seat can make void before a bot gets its place."""


class Interrupts(Votes):
    """See the module. Who is away, and what is voted about it, is in votes.py."""

    def __init__(self, referee: Referee) -> None:
        super().__init__(referee)
        self.timeouts: dict[int, int] = {}
        self.voids: dict[int, int] = {}
        self.pauses: dict[int, int] = {}
        self.forfeits: dict[int, int] = {}
        self.contests: list[tuple[int, int, str]] = []
        self._late: tuple[object, frozenset[int]] = (None, frozenset())
        self._voids_running: dict[int, int] = {}

    # -- questions ----------------------------------------------------------------------------------------------------

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
