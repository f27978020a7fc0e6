"""A seat's own part in a sealed deal: everything it says follows from one seed, saved before its commitment is sent."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from p2pcards_protocol.body import Body, Contest, Keys, Pass1, Pass2, PassCommit, PassOpen, Seed
from p2pcards_protocol.deal.seat import SealedSeat
from p2pcards_protocol.errors import FairnessError, RemoteProtocolError

from p2pcards.cards.card import CardSet, card_set, cards
from p2pcards.referee.sealed import SealedDealing

from .secrets import Secrets


class SealedPart:
    """What one seat says and learns by itself in one attempt.

    complaint: what this seat must contest, once something it was given does not open.
    """

    def __init__(self, dealing: SealedDealing, seat: int, secrets: Secrets, rng: Callable[[int], bytes]) -> None:
        self._dealing = dealing
        self._seat = seat
        self._secrets = secrets
        self._rng = rng
        self._at: dict[int, int] = {}
        self._hand: CardSet | None = None
        self._received: dict[int, CardSet] = {}
        self.complaint: Contest | None = None

    @cached_property
    def _own(self) -> SealedSeat:
        ctx = self._dealing.ctx
        seed = self._secrets.keep("seed", lambda: self._rng(32))
        return SealedSeat(ctx, self._seat, ctx.keys[self._seat], seed)

    def say(self, kind: str, targets: tuple[int, ...]) -> Body | None:
        """The body of an automatic message; None where there is nothing to say."""
        own, public = self._own, self._dealing.public
        if kind == "commit":
            return own.commit_body()
        if kind == "p1":
            return Pass1(points=own.pass1(public.current))
        if kind == "p2":
            return Pass2(points=own.pass2(public.current))
        if kind == "keys":
            return Keys(keys=tuple((target, own.keys_for(target)) for target in targets if target != self._seat))
        if kind == "pass.open":
            positions = tuple(self._secrets.get("pass") or b"")
            ct = own.pass_box(public, self._dealing.receiver(self._seat), positions)
            return PassOpen(positions=positions, ct=ct)
        if kind == "seed":
            return Seed(seed=own.seed)
        return None

    def play(self, card: int) -> dict[str, Any]:
        """The position of a card in my hand, and the key that opens it for all."""
        position = self._at[card]
        return {"position": position, "key": self._own.key(position)}

    def passing(self, given: CardSet) -> tuple[Body, dict[str, Any] | None]:
        """The commitment to a pass; nobody is told anything else yet."""
        chosen = bytes(sorted(self._at[card] for card in cards(given)))
        positions = tuple(self._secrets.keep("pass", lambda: chosen))
        to = self._dealing.receiver(self._seat)
        return PassCommit(hash=self._own.pass_commitment(self._dealing.public, to, positions)), None

    def given(self) -> CardSet | None:
        """What this seat has decided to pass, if it has and can see its cards."""
        kept = self._secrets.get("pass")
        if kept is None or not self._at:
            return None
        where = {position: card for card, position in self._at.items()}
        return card_set(where[position] for position in kept if position in where)

    def learn(self) -> tuple[CardSet | None, dict[int, CardSet]]:
        """Own hand and received cards, as soon as the published keys open them."""
        public = self._dealing.public
        if public.final is None or self.complaint is not None:
            return None, {}
        if self._hand is None and not public.keys_missing(self._seat):
            self._read_hand()
        if self._hand is not None and self._dealing.passes_closed:
            self._read_passes()
        return self._hand, dict(self._received)

    def _read_hand(self) -> None:
        try:
            found = self._own.own_cards(self._dealing.public)
        except FairnessError as error:
            self._complain(error)
            return
        self._at.update({card: position for position, card in found.items()})
        self._hand = card_set(found.values())

    def _complain(self, error: FairnessError) -> None:
        """A card of mine does not open: show one that does not, with its key."""
        public = self._dealing.public
        seen: set[int] = set()
        for position in self._dealing.ctx.positions(self._seat):
            key = self._own.key(position)
            card = public.card_at(position, int.from_bytes(key, "big"))
            if card is None or card in seen:
                self.complaint = Contest(entry=0, reason="garbage", position=position, key=key)
                return
            seen.add(card)

    def _read_passes(self) -> None:
        public = self._dealing.public
        for giver, (to, _, _) in public.passes.items():
            if to != self._seat or giver in self._received:
                continue
            try:
                found = self._own.open_pass(public, giver)
            except FairnessError:
                self.complaint = Contest(entry=public.where.get(("pass.open", giver)) or 0, reason="pass")
                return
            self._at.update({card: position for position, card in found.items()})
            self._received[giver] = card_set(found.values())

    def holder_proof(self, card: int) -> Contest | None:
        """Shows that this seat holds a card; None when it does not."""
        position = self._at.get(card)
        if position is None:
            return None
        return Contest(entry=0, reason="holder", position=position, key=self._own.key(position))

    def private(self, kind: str, body: dict[str, Any]) -> tuple[CardSet | None, dict[int, CardSet]]:
        """A sealed deal knows no private messages."""
        raise RemoteProtocolError("bad-message", "private in a sealed deal")
