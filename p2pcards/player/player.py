"""A seat at a table, without I/O: it answers the deal protocol by itself and asks only for decisions.

Feed it every entry of the transcript (`receive`) and every private message of its own link (`private`); it
returns effects, in the order in which they must happen: a `Save` before the `Submit` that depends on it. A
decision that it asked for (`Ask`) is given back with `act`. People and bots sit on the same class; a bot knows no
more than its `view`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace
from p2pcards_protocol import body as bodies
from p2pcards_protocol.body import Ack, Agree, Body, encode_body
from p2pcards_protocol.identity import Identity
from p2pcards_protocol.transcript import Entry, Header

from p2pcards.cards.card import CardSet
from p2pcards.referee.dealer import DealerDealing
from p2pcards.referee.due import Due
from p2pcards.referee.referee import Referee
from p2pcards.rules.action import Action, Bid, Blind, Choose, IllegalAction, Look, Pass, Play
from p2pcards.rules.phases import Phase, Prompt
from p2pcards.table.deal import Deal
from p2pcards.table.engine import check, prompt

from . import effect
from .dealer import DealerSeat
from .effect import Effect
from .sealed import SealedPart
from .secrets import Secrets

_ASKED = frozenset({"look", "blind", "bid", "play", "pass.commit", "choose"})
"""Kinds that take a decision; all others a player says by itself."""

_ASIDE = frozenset({"contest", "leave", "vote"})
"""Kinds beside the script: they answer no question."""


class Player:
    """One seat in one match.

    seat: 0..n-1. secrets: what was saved for this match before (a restart). rng: n -> n random bytes. alone: this
    process plays no other seat.
    """

    def __init__(
        self,
        identity: Identity,
        header: Header,
        seat: int,
        rng: Callable[[int], bytes],
        secrets: Mapping[str, bytes] | None = None,
        *,
        alone: bool = True,
    ) -> None:
        self.seat = seat
        self.referee = Referee(header)
        self._identity = identity
        self._rng = rng
        self._alone = alone
        self._kept = dict(secrets or {})
        self._own: Any = None
        self._own_dealing: Any = None
        self._secrets: Secrets | None = None
        self._pending: tuple[str, Body] | None = None
        """What is on its way to the host. One at a time: a refused one would leave a gap in my counter."""
        self._outbox: deque[tuple[str, Body]] = deque()
        self._asked: Prompt | None = None
        self._number = 0
        self._contested: Any = None
        self._refused_at = -2
        """The head after which an automatic message was refused: it is not said again before something happens."""
        self._inbox: deque[Callable[[], list[Effect]]] = deque()
        self.live = False
        """Whether the chain is complete as far as the host has it; before that nothing is said or asked."""

    # -- what the person sees -----------------------------------------------------------------------------------------

    @property
    def view(self) -> Deal | None:
        """The current deal with what this seat knows of it."""
        return self.referee.deal

    @property
    def question(self) -> effect.Ask | None:
        """The question that is open, if any."""
        return None if self._asked is None or self._deciding else effect.Ask(self._asked, self._number)

    @property
    def _deciding(self) -> bool:
        """Whether a decision, or what the deal asks for by itself, is on its way."""
        return any(kind not in _ASIDE for kind, _ in (*self._outbox, *([self._pending] if self._pending else [])))

    # -- input --------------------------------------------------------------------------------------------------------

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

    def act(self, action: Action, number: int | None = None) -> list[Effect]:
        """The decision that was asked for. Raises IllegalAction: not legal, or (why "not-your-turn") not asked now.

        number: that of the question it answers; an answer to an older one is refused.
        """
        deal = self.view
        stale = number is not None and number != self._number
        if deal is None or self._asked is None or self._deciding or stale or action.seat != self.seat:
            raise IllegalAction(self.seat, action, "not-your-turn", {"to_act": () if deal is None else deal.to_act})
        check(deal, action)
        return self._decide(action)

    def refused(self, code: str) -> list[Effect]:
        """The host did not take what was sent: a stale message is signed again, after anything else the question is
        put again."""
        if self._pending is None:
            return []
        kind, body = self._pending
        if code == "stale":
            return [self._submit(kind, body)]
        self._pending = None
        if kind not in _ASIDE:
            self._asked = None
        if kind not in _ASKED and kind not in _ASIDE:
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
        """Whether this program can play the seat now: in a sealed deal only with the seed that was committed for it."""
        if self.referee.deal is None:
            return True
        own = self._seat_dealing()
        if not isinstance(own, SealedPart):
            return True
        return own.own is not None or self.seat not in own.committed

    def vote(self, question: str, choice: str, about: int | None) -> list[Effect]:
        """Vote on what to do about a seat."""
        return self._say("vote", bodies.Vote(question=question, choice=choice, about=about))

    # -- steps --------------------------------------------------------------------------------------------------------

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
            if self._pending is not None and self._pending[0] not in _ASIDE:
                self._asked = None
            self._pending = None
        effects = self._told(happened)
        self._learn(None)
        return effects + self._contest() + self._go_on()

    def _contest(self) -> list[Effect]:
        """What this seat was given does not open: say so, once."""
        complaint = getattr(self._own, "complaint", None)
        if complaint is None or complaint is self._contested or not self.live or not self.referee.flow.playing:
            return []
        self._contested = complaint
        return self._say("contest", replace(complaint, entry=max(0, complaint.entry or self.referee.ledger.seq)))

    def _take_private(self, deal: int, attempt: int, kind: str, body: dict[str, Any]) -> list[Effect]:
        own = self._seat_dealing()
        if own is None or (deal, attempt) != (self.referee.number, self.referee.flow.attempt):
            return []
        self._learn(own.private(kind, body))
        return self._go_on()

    def _say_again(self) -> list[Effect]:
        if self._pending is not None:
            kind, body = self._pending
            due = self.referee.due
            if kind not in _ASIDE and (due is None or kind not in due.kinds or self.seat not in due.seats):
                self._pending = None
            else:
                return [*self._tell_pass(kind), self._submit(kind, body), *self._contest()]
        return self._contest() + self._go_on()

    def _tell_pass(self, kind: str) -> list[Effect]:
        own = self._seat_dealing()
        given = own.given() if own is not None and kind == "pass.commit" else None
        if own is None or given is None:
            return []
        _, private = own.passing(given)
        return [self._tell_host("pass", private)] if private else []

    def _told(self, events: tuple[Any, ...]) -> list[Effect]:
        return [effect.Happened(event) for event in events]

    def _learn(self, news: tuple[CardSet | None, dict[int, CardSet]] | None) -> None:
        own = self._seat_dealing()
        if own is None:
            return
        given = own.given()
        if given is not None:
            self.referee.learn_pass(self.seat, given)
        hand, passes = own.learn() if news is None else news
        if hand is not None:
            self.referee.learn_hand(self.seat, hand)
        for giver, passed in passes.items():
            self.referee.learn_pass(giver, passed)

    def _seat_dealing(self) -> Any:
        """This seat's own part in the current attempt."""
        flow = self.referee.flow
        if flow.dealing is not self._own_dealing and flow.dealing is not None:
            self._own_dealing = flow.dealing
            self._secrets = Secrets(self._kept, flow.match.number, flow.attempt)
            self._own = self._make_own(flow.dealing)
        return self._own

    def _make_own(self, dealing: Any) -> Any:
        assert self._secrets is not None
        if isinstance(dealing, DealerDealing):
            return DealerSeat(dealing, self.seat, self._secrets, self._rng)
        handed = self.referee.interrupts.handed
        return SealedPart(
            dealing, self.seat, self._secrets, self._rng, self._identity, lambda: handed.get(self.seat), self._alone
        )

    # -- speaking -----------------------------------------------------------------------------------------------------

    def _go_on(self) -> list[Effect]:
        """Say what this seat owes, or ask what it must decide."""
        if (work := self.referee.work) is not None:
            return [effect.Compute(work)]
        due = self.referee.due
        if self.live and self._pending is None and self._outbox:
            self._pending = self._outbox.popleft()
            return [self._submit(*self._pending)]
        if not self.live or due is None or self.seat not in due.seats:
            return self._unask()
        if self._pending is not None:
            return [] if self._pending[0] in _ASIDE else self._unask()
        if self.referee.ledger.key(self.seat) != self._identity.public:
            return self._unask()
        if self.referee.paused and not due.phase:
            return self._unask()
        if due.kinds[0] in _ASKED:
            return self._ask()
        if self._refused_at == self.referee.ledger.seq:
            return []
        body = self._automatic(due)
        return [] if body is None else self._say(due.kinds[0], body)

    def _unask(self) -> list[Effect]:
        self._asked = None
        return []

    def _automatic(self, due: Due) -> Body | None:
        kind = due.kinds[0]
        if kind == "agree":
            return Agree(terms=self.referee.terms.hash)
        if kind == "ack":
            return Ack()
        own = self._seat_dealing()
        body: Body | None = None if own is None else own.say(kind, due.targets)
        return body

    def _ask(self) -> list[Effect]:
        deal = self.view
        if deal is None or (deal.phase is not Phase.LOOKING and deal.hand(self.seat) is None):
            return self._unask()
        wanted = prompt(deal, self.seat)
        if wanted is None:
            return self._unask()
        if wanted.phase is Phase.CHOOSING and not wanted.games:
            return self._decide(Choose(self.seat, None))
        if self._asked == wanted:
            return []
        given = self._seat_dealing().given() if wanted.phase is Phase.PASSING else None
        if given is not None:
            return self._decide(Pass(self.seat, given))
        self._asked = wanted
        self._number += 1
        return [effect.Ask(wanted, self._number)]

    def _decide(self, action: Action) -> list[Effect]:
        if isinstance(action, Choose):
            return self._say("choose", bodies.Choose(game=action.game or ""))
        if isinstance(action, Look):
            return self._say("look", bodies.Look())
        if isinstance(action, Blind):
            return self._say("blind", bodies.Blind())
        if isinstance(action, Bid):
            return self._say("bid", bodies.Bid(tricks=action.tricks))
        own = self._seat_dealing()
        if isinstance(action, Play):
            return self._say("play", bodies.Play(card=action.card, **own.play(action.card)))
        assert action.cards is not None
        body, private = own.passing(action.cards)
        self.referee.learn_pass(self.seat, action.cards)
        told = [self._tell_host("pass", private)] if private is not None else []
        return [*self._saves(), *told, *self._say("pass.commit", body)]

    def _say(self, kind: str, body: Body) -> list[Effect]:
        if self._pending is not None:
            self._outbox.append((kind, body))
            return self._saves()
        self._pending = (kind, body)
        return [*self._saves(), self._submit(kind, body)]

    def _saves(self) -> list[Effect]:
        if self._secrets is None:
            return []
        fresh, self._secrets.fresh = self._secrets.fresh, []
        return [effect.Save(name, data) for name, data in fresh]

    def _submit(self, kind: str, body: Body) -> Effect:
        ledger = self.referee.ledger
        draft = ledger.author(self._identity, self.seat, ledger.deal, kind, encode_body(body))
        return effect.Submit(draft.blob, draft.asig)

    def _tell_host(self, kind: str, body: dict[str, Any]) -> Effect:
        return effect.TellHost(self.referee.number, self.referee.flow.attempt, kind, body)
