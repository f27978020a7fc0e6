"""A seat's own part in a dealer deal: its seed, its hand as the host sent it, its pass."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from p2pcards_protocol.body import Body, Claim, Commit, PassCommit, Reveal
from p2pcards_protocol.deal import Context
from p2pcards_protocol.deal.context import commitment
from p2pcards_protocol.deal.dealer import pass_hash
from p2pcards_protocol.errors import FairnessError, RemoteProtocolError

from p2pcards.cards.card import CardSet, card_set, cards
from p2pcards.referee.dealer import DealerDealing

from .secrets import Secrets


class DealerSeat:
    """What one seat says and learns by itself in one attempt."""

    def __init__(self, dealing: DealerDealing, seat: int, secrets: Secrets, rng: Callable[[int], bytes]) -> None:
        self._dealing = dealing
        self._ctx: Context = dealing.ctx
        self._seat = seat
        self._secrets = secrets
        self._rng = rng

    def say(self, kind: str, targets: tuple[int, ...]) -> Body | None:
        """The body of an automatic message; None where there is nothing to say (yet)."""
        seed = self._secrets.keep("seed", lambda: self._rng(32))
        if kind == "commit":
            return Commit(commit=commitment(self._ctx, self._seat, self._ctx.keys[self._seat], seed))
        if kind == "reveal":
            return Reveal(seed=seed)
        return None

    def play(self, card: int) -> dict[str, Any]:
        """What a played card needs beside its number."""
        return {}

    def claim(self, held: CardSet) -> Claim:
        """The claim of all that is left, with the hand shown."""
        return Claim(cards=tuple(cards(held)), tricks=held.bit_count())

    def passing(self, given: CardSet) -> tuple[Body, dict[str, Any] | None]:
        """The commitment to a pass, and what the host alone is told first."""
        nonce = self._secrets.keep("pass", lambda: self._rng(32) + bytes(cards(given)))[:32]
        to, chosen = self._dealing.receiver(self._seat), list(cards(given))
        return PassCommit(hash=pass_hash(self._ctx, self._seat, to, nonce, chosen)), {"cards": chosen, "nonce": nonce}

    def given(self) -> CardSet | None:
        """What this seat has decided to pass, if it has."""
        kept = self._secrets.get("pass")
        return None if kept is None else card_set(kept[32:])

    def learn(self) -> tuple[CardSet | None, dict[int, CardSet]]:
        """What the public entries alone let this seat work out: nothing in a dealer deal."""
        return None, {}

    def private(self, kind: str, body: dict[str, Any]) -> tuple[CardSet | None, dict[int, CardSet]]:
        """A private message of the host, checked against what was published: (own hand, passes by giver; one that this
        seat gave itself comes to a bot that plays it on).

        Raises FairnessError when it is not what the host committed to, RemoteProtocolError for a wrong shape.
        """
        held, nonce = body.get("cards"), body.get("nonce")
        if not isinstance(nonce, bytes) or not isinstance(held, list) or not all(type(c) is int for c in held):
            raise RemoteProtocolError("bad-message", "private")
        if kind == "hand":
            self._dealing.public.check_hand(self._seat, held, nonce)
            return card_set(held), {}
        giver = body.get("seat")
        if type(giver) is not int or not 0 <= giver < self._ctx.n:
            raise RemoteProtocolError("bad-message", "private")
        to = self._dealing.receiver(giver) if giver == self._seat else self._seat
        try:
            self._dealing.public.check_pass(giver, to, held, nonce)
        except FairnessError as error:
            raise FairnessError(255, error.reason) from error
        return None, {giver: card_set(held)}
