"""What a seat decides: game, passed cards, bid, card. A keeps to the dealer deal, B to the sealed deal."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ..fields import Box, Bytes32, CardId, Cards, MaybeBytes32, MaybeKey, Points, Position, Positions, all_or_none
from .base import Body, together

Tricks = Annotated[int, Meta(ge=0, le=26)]


class Choose(Body, frozen=True):
    """The game of this deal, or nothing (decline)."""

    game: MaybeKey = ""


class PassCommit(Body, frozen=True):
    """The hash of what is passed: A H("dpass", ...), B H("pass", ...)."""

    hash: Bytes32


class PassOpen(Body, frozen=True):
    """B: positions ascending and the box; A: cards ascending and the nonce."""

    positions: Positions = ()
    ct: Box = b""
    cards: Cards = ()
    nonce: MaybeBytes32 = b""

    def __post_init__(self) -> None:
        all_or_none(self.nonce)


class Look(Body, frozen=True):
    """In turn: this seat looks at its cards before it bids."""


class Blind(Body, frozen=True):
    """In turn: this seat bids nil without having seen its cards."""


class Bid(Body, frozen=True):
    """In turn: how many tricks (0: nil)."""

    tricks: Tricks


class Play(Body, frozen=True):
    """In turn: a card; B: its position and the key of the seat that it was dealt to."""

    card: CardId
    position: Position | None = None
    key: MaybeBytes32 = b""

    def __post_init__(self) -> None:
        together(self.position, self.key)


class Claim(Body, frozen=True):
    """In turn: the rest of the hand, shown, and the tricks it takes; B: with positions and keys."""

    cards: Cards
    tricks: Tricks
    positions: Positions = ()
    keys: Points = ()

    def __post_init__(self) -> None:
        if len(self.positions) != len(self.keys) or len(self.keys) not in (0, len(self.cards)):
            raise ValueError("a position and a key for each card, or none")
