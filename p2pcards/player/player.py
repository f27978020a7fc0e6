"""A seat at a table, without I/O: it answers the deal protocol by itself and asks only for decisions.

Feed it every entry of the transcript (`receive`) and every private message of its own link (`private`); it
returns effects, in the order in which they must happen: a `Save` before the `Submit` that depends on it. A
decision that it asked for (`Ask`) is given back with `act`. People and bots sit on the same class; a bot knows no
more than its `view`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace
from p2pcards_protocol import body as bodies
from p2pcards_protocol.transcript import Entry

from . import effect
from .effect import Effect
from .requesting import Requesting
from .sealed import SealedPart
from .voice import ASIDE, ASKED


class Player(Requesting):
    """One seat in one match.

    seat: 0..n-1. secrets: what was saved for this match before (a restart). rng: n -> n random bytes. alone: this
    process plays no other seat. bot: which bot plays it, None for a person. referee: of one who has watched so far, and
    takes the seat between two deals.
    """

    _contested: Any = None

    # -- input ---------------------------------------------------------------------------------------------------------

    def receive(self, entry: Entry) -> list[Effect]:
        """The next entry. Raises TranscriptError, IllegalAction or FairnessError when it is not what an honest host
        would have relayed."""
        return self._in_order(lambda: self._take(entry))

    def private(self, deal: int, attempt: int, kind: str, body: dict[str, Any]) -> list[Effect]:
        """A private message of the host; one of another deal or attempt is dropped. Raises FairnessError."""
        return self._in_order(lambda: self._take_private(deal, attempt, kind, body))

    def worked(self, result: Any) -> list[Effect]:
        """The result of a `Compute`."""
        effects = self._told(self.referee.worked(result))
        effects += self._go_on()
        while self._inbox and self.referee.work is None:
            effects += self._inbox.popleft()()
        return effects

    def caught_up(self) -> list[Effect]:
        """The host has no further entries: say what is owed, say again what was lost on the way, ask what is open.
        Raises FairnessError when the host shows another history than before a restart."""
        self.live = True
        self._contested = None
        return self._in_order(self._say_again)

    def interrupted(self) -> None:
        """The link is gone; nothing is said until `caught_up`."""
        self.live = False
        self._asked = None
        self._outbox.clear()

    def refused(self, code: str) -> list[Effect]:
        """The host did not take what was sent: a stale message is signed again, after anything else the question is
        put again; also after a card that crossed with the wish to take one back, which it would have refused."""
        if self._pending is None:
            return []
        wish = self._pending
        if code == "stale" and self._still_meant(wish):
            return [self._submit(wish)]
        self._pending = None
        if wish.kind not in ASIDE:
            self._asked = None
        if wish.kind not in ASKED and wish.kind not in ASIDE:
            self._refused_at = self.referee.ledger.seq
        return self._go_on()

    def leave(self, box: bytes = b"") -> list[Effect]:
        """Give the seat up for good. box: the box key of the bot that plays on, to which the seed of a sealed deal that
        is under way is sealed; without it nobody can play this hand."""
        own = self._seat_dealing() if self.referee.deal is not None else None
        body = own.leave(box) if isinstance(own, SealedPart) else bodies.LeaveBody()
        return self._say("leave", body)

    @property
    def able(self) -> bool:
        """Whether this program can play the seat now: in a sealed deal only with the seed that was committed for it.
        Where it cannot (another program with the same key has it, or a disk was lost) it says so in its turn, and the
        others are asked what to do."""
        if self.referee.deal is None:
            return True
        own = self._seat_dealing()
        if not isinstance(own, SealedPart):
            return True
        return own.own is not None or self.seat not in own.committed

    def vote(self, question: str, choice: str, about: int | None) -> list[Effect]:
        """Vote on what to do about a seat."""
        return self._say("vote", bodies.Vote(question=question, choice=choice, about=about))

    # -- steps ---------------------------------------------------------------------------------------------------------

    def _in_order(self, step: Callable[[], list[Effect]]) -> list[Effect]:
        """Now, or after the computation that everything waits for."""
        if self.referee.work is not None:
            self._inbox.append(step)
            return []
        return step()

    def _take(self, entry: Entry) -> list[Effect]:
        mine = self.referee.ledger.next_ctr(self.seat)
        happened = self.referee.take(entry)
        if self.referee.ledger.next_ctr(self.seat) != mine:
            if self._pending is not None and self._pending.kind not in ASIDE:
                self._asked = None
            self._pending = None
        effects = self._told(happened)
        self._learn(None)
        return effects + self._contest() + self._go_on()

    def _take_private(self, deal: int, attempt: int, kind: str, body: dict[str, Any]) -> list[Effect]:
        own = self._seat_dealing()
        if own is None or (deal, attempt) != (self.referee.number, self.referee.flow.attempt):
            return []
        self._learn(own.private(kind, body))
        return self._go_on()

    def _contest(self) -> list[Effect]:
        """What this seat was given does not open: say so, once."""
        complaint = getattr(self._own, "complaint", None)
        if complaint is None or complaint is self._contested or not self.live or not self.referee.flow.playing:
            return []
        self._contested = complaint
        return self._say("contest", replace(complaint, entry=max(0, complaint.entry or self.referee.ledger.seq)))

    def _say_again(self) -> list[Effect]:
        if self._pending is not None:
            wish, due = self._pending, self.referee.due
            owed = due is not None and wish.kind in due.kinds and self.seat in due.seats
            if (wish.kind in ASIDE or owed) and self._still_meant(wish):
                return [*self._tell_pass(wish.kind), self._submit(wish), *self._contest()]
            self._pending = None
        return self._contest() + self._go_on()

    def _told(self, events: tuple[Any, ...]) -> list[Effect]:
        return [effect.Happened(event) for event in events]

    def _go_on(self) -> list[Effect]:
        """Say what this seat owes, or ask what it must decide."""
        if (work := self.referee.work) is not None:
            return [effect.Compute(work)]
        due = self.referee.due
        while self.live and self._pending is None and self._outbox:
            wish = self._outbox.popleft()
            if self._still_meant(wish):
                self._pending = wish
                return [self._submit(wish)]
            self._asked = None
        if not self.live or due is None or self.seat not in due.seats:
            return self._unask()
        if self._pending is not None:
            return [] if self._pending.kind in ASIDE else self._unask()
        if self.referee.ledger.key(self.seat) != self._identity.public:
            return self._unask()
        if self.referee.paused and not due.phase:
            return self._unask()
        if due.kinds[0] in ASKED and self.able:
            return self._ask()
        if self._refused_at == self.referee.ledger.seq:
            return []
        if due.kinds[0] in ASKED:
            return [] if self.referee.paused else self._say("pause", bodies.Pause(reason="no-seed"))
        body = self._automatic(due)
        return [] if body is None else self._say(due.kinds[0], body)
