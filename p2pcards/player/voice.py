"""What a seat says: its own part of the deal, its secrets, and one message at a time on its way to the host."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace
from p2pcards_protocol.body import Ack, Agree, Body, BotRecord, Commit, encode_body
from p2pcards_protocol.identity import Identity
from p2pcards_protocol.transcript import Header

from p2pcards.cards.card import CardSet
from p2pcards.referee.dealer import DealerDealing
from p2pcards.referee.due import Due
from p2pcards.referee.referee import Referee

from . import effect
from .bot import BotPart, Program
from .dealer import DealerSeat
from .effect import Effect
from .sealed import SealedPart
from .secrets import Secrets

ASIDE = frozenset({"contest", "leave", "vote", "takeback"})
"""Kinds beside the script: they answer no question."""

ASKED = frozenset({"look", "blind", "bid", "play", "claim", "pass.commit", "choose"})
"""Kinds that take a decision; all others a player says by itself."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a seat wants to say. decision: which one it takes, None for what takes none; request: the entry that was
    wished back when it was taken, None while nobody asked. answers: the entry of the request that it answers, None for
    what answers none."""

    kind: str
    body: Body
    decision: object = None
    request: int | None = None
    answers: int | None = None


class Voice:
    """The lower half of a player; the arguments are those of `Player`."""

    def __init__(
        self,
        identity: Identity,
        header: Header,
        seat: int,
        rng: Callable[[int], bytes],
        secrets: Mapping[str, bytes] | None = None,
        *,
        alone: bool = True,
        bot: Program | None = None,
        referee: Referee | None = None,
    ) -> None:
        self.seat = seat
        self.referee = referee or Referee(header)
        self._identity = identity
        self._rng = rng
        self._alone = alone
        self._program = bot
        self._kept = dict(secrets or {})
        self._own: Any = None
        self._own_dealing: Any = None
        self._bot: BotPart | None = None
        self._secrets: Secrets | None = None
        self._pending: Wish | None = None
        """What is on its way to the host. One at a time: a refused one would leave a gap in my counter."""
        self._outbox: deque[Wish] = deque()
        self._inbox: deque[Callable[[], list[Effect]]] = deque()
        """What has come while a computation runs that everything waits for."""
        self._refused_at = -2
        """The head after which an automatic message was refused: it is not said again before something happens."""
        self._played_after: int | None = None
        """The entry of the action on which a card or claim of mine has gone to the host, whatever became of it."""
        self.live = False
        """Whether the chain is complete as far as the host has it; before that nothing is said or asked."""

    # -- its part of the deal ------------------------------------------------------------------------------------------

    def _seat_dealing(self) -> Any:
        """This seat's own part in the current attempt."""
        flow = self.referee.flow
        if flow.dealing is not self._own_dealing and flow.dealing is not None:
            self._own_dealing = flow.dealing
            self._secrets = Secrets(self._kept, flow.match.number, flow.attempt)
            self._own = self._make_own(flow.dealing)
            self._bot = BotPart(flow.dealing.ctx, self.seat, self._secrets, self._rng, self._program)
        return self._own

    def _make_own(self, dealing: Any) -> Any:
        assert self._secrets is not None
        if isinstance(dealing, DealerDealing):
            return DealerSeat(dealing, self.seat, self._secrets, self._rng)
        handed = self.referee.interrupts.handed
        return SealedPart(
            dealing, self.seat, self._secrets, self._rng, self._identity, lambda: handed.get(self.seat), self._alone
        )

    @property
    def bot(self) -> BotPart | None:
        """What a bot that decides for this seat decides by, in the current attempt at a deal; None before the first."""
        self._seat_dealing()
        return self._bot

    @property
    def _committing(self) -> bool:
        """Whether the key that the deal is bound to is mine: a stand-in plays on under what another promised."""
        dealing = self.referee.flow.dealing
        return dealing is not None and bool(dealing.ctx.keys[self.seat] == self._identity.public)

    def _record(self) -> BotRecord | None:
        """What opens my commitment as a bot; nothing where I have not made it, or have lost what opens it."""
        bot, dealing = self.bot, self.referee.flow.dealing
        said = b"" if dealing is None else dealing.bots.get(self.seat, b"")
        return bot.record() if bot is not None and said and said == bot.commitment() else None

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

    def _automatic(self, due: Due) -> Body | None:
        kind = due.kinds[0]
        if kind == "agree":
            return Agree(terms=self.referee.terms.hash)
        if kind == "ack":
            return Ack(record=self._record())
        own = self._seat_dealing()
        body: Body | None = None if own is None else own.say(kind, due.targets)
        if isinstance(body, Commit) and self.bot is not None and self._committing:
            return replace(body, bot=self.bot.commitment())
        return body

    # -- speaking ------------------------------------------------------------------------------------------------------

    @property
    def _waiting(self) -> tuple[Wish, ...]:
        """What is on its way, and what goes after it."""
        return (*self._outbox, *([self._pending] if self._pending else []))

    def _say(self, kind: str, body: Body, answers: int | None = None) -> list[Effect]:
        decision = self.referee.interrupts.decision if kind in ASKED else None
        wish = Wish(kind, body, decision, self._wished_back, answers)
        if self._pending is not None:
            self._outbox.append(wish)
            return self._saves()
        self._pending = wish
        return [*self._saves(), self._submit(wish)]

    @property
    def _wished_back(self) -> int | None:
        asked = self.referee.request
        return asked.entry if asked is not None and asked.kind == "takeback" else None

    def _still_meant(self, wish: Wish) -> bool:
        """Whether it may be signed anew: a decision only while the same one is due, and not when its card would refuse
        a take-back that was not seen when it was taken; an answer only to the very request that it was given to."""
        if wish.answers is not None:
            asked = self.referee.request
            return asked is not None and asked.entry == wish.answers and asked.owes(self.seat)
        if wish.decision is None:
            return True
        due = self.referee.due
        here = due is not None and wish.kind in due.kinds and self.seat in due.seats
        seen = self._wished_back in (None, wish.request)
        return here and seen and wish.decision == self.referee.interrupts.decision

    def _saves(self) -> list[Effect]:
        if self._secrets is None:
            return []
        fresh, self._secrets.fresh = self._secrets.fresh, []
        return [effect.Save(name, data) for name, data in fresh]

    def _submit(self, wish: Wish) -> Effect:
        ledger = self.referee.ledger
        if wish.kind in ("play", "claim"):
            self._played_after = self.referee.flow.last_entry
        draft = ledger.author(self._identity, self.seat, ledger.deal, wish.kind, encode_body(wish.body))
        return effect.Submit(draft.blob, draft.asig)

    def _tell_host(self, kind: str, body: dict[str, Any]) -> Effect:
        return effect.TellHost(self.referee.number, self.referee.flow.attempt, kind, body)

    def _tell_pass(self, kind: str) -> list[Effect]:
        own = self._seat_dealing()
        given = own.given() if own is not None and kind == "pass.commit" else None
        if own is None or given is None:
            return []
        _, private = own.passing(given)
        return [self._tell_host("pass", private)] if private else []
