"""The bodies of the transcript's messages: one frozen struct for each kind. Strict: an unknown key is refused.

Bodies are msgpack maps with ascending keys; a field that has its default value is left out, so every body has exactly
one form. `decode_body(kind, value)` gives the struct, `encode_body(struct)` the map.

A keeps to the dealer deal, B to the sealed deal; which of the two a body must use is the deal's to check.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from . import codec
from .fields import (
    I32,
    U8,
    U16,
    U63,
    Author,
    Authors,
    Box,
    Bytes32,
    Bytes64,
    CardId,
    Cards,
    Hashes,
    Key,
    MaybeBytes32,
    MaybeKey,
    MaybeName,
    Points,
    Position,
    Positions,
    SeatField,
    Seats,
    all_or_none,
)

PhaseName = Literal["agree", "commit", "reveal", "keys", "choose", "pass", "open", "audit", "ack"]
Tricks = Annotated[int, Meta(ge=0, le=26)]


class Body(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What every body is."""


class Open(Body, frozen=True):
    """The host opens a phase: who speaks in it (ascending; 255 the host), in which attempt of the deal.

    `targets`: for "keys", the seats whose keys are asked for (none: every seat's)."""

    name: PhaseName
    seats: Authors
    attempt: U16 = 0
    targets: Seats = ()


class Close(Body, frozen=True):
    """SHA-256 of the blob of every listed seat, in the order of `open`; empty for a silent one (audit, ack)."""

    hashes: Annotated[tuple[MaybeBytes32, ...], Meta(max_length=9)]

    def __post_init__(self) -> None:
        all_or_none(*self.hashes)


class Agree(Body, frozen=True):
    """SHA-256 of the terms, as sent."""

    terms: Bytes32


class Commit(Body, frozen=True):
    """commit_i; B: bulk hashes of the other seats ascending, key hashes of the own positions ascending, box key."""

    commit: Bytes32
    bulks: Hashes = ()
    keys: Hashes = ()
    box: MaybeBytes32 = b""

    def __post_init__(self) -> None:
        all_or_none(self.box)


class Reveal(Body, frozen=True):
    """A: the player's seed."""

    seed: Bytes32


class Hand(Body, frozen=True):
    """A: the hand hash of every seat, in seat order."""

    hashes: Annotated[tuple[Bytes32, ...], Meta(max_length=8)]


class Pass1(Body, frozen=True):
    """B: the list after this seat's blanket and permutation."""

    points: Points


class Pass2(Body, frozen=True):
    """B: the list after this seat's blanket came off and its card keys went on."""

    points: Points


class Keys(Body, frozen=True):
    """B: [target seat, its keys by ascending position] for each target, ascending."""

    keys: Annotated[tuple[tuple[SeatField, Points], ...], Meta(max_length=8)]


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
        all_or_none(self.key)
        if (self.position is None) != (not self.key):
            raise ValueError("a position goes with a key")


class Claim(Body, frozen=True):
    """In turn: the rest of the hand, shown, and the tricks it takes; B: with positions and keys."""

    cards: Cards
    tricks: Tricks
    positions: Positions = ()
    keys: Points = ()

    def __post_init__(self) -> None:
        if len(self.positions) != len(self.keys) or len(self.keys) not in (0, len(self.cards)):
            raise ValueError("a position and a key for each card, or none")


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


class DealtPass(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A: one pass as the host carried it."""

    seat: SeatField
    cards: Cards
    nonce: Bytes32


class Seed(Body, frozen=True):
    """At the audit: the seed of a seat (B) or of the host (A), there with every pass it carried."""

    seed: Bytes32
    passes: Annotated[tuple[DealtPass, ...], Meta(max_length=8)] = ()


class Ack(Body, frozen=True):
    """This seat has the chain up to the head that its message pins."""


class Pause(Body, frozen=True):
    """The table waits. `about`: the seat that is away, if that is why."""

    reason: Key = "asked"
    about: SeatField | None = None


class Resume(Body, frozen=True):
    """The table goes on."""


class Vote(Body, frozen=True):
    """A vote on `question` (about a seat, if it is about one)."""

    question: Key
    choice: Key
    about: SeatField | None = None


class Takeback(Body, frozen=True):
    """Asked, granted or refused: to take back the entry of that number."""

    entry: U63
    step: Literal["ask", "grant", "refuse"] = "ask"


class LeaveBody(Body, frozen=True):
    """This seat goes; B: its seed, boxed (label "leave") to `box`, the box key of the host's bot."""

    box: MaybeBytes32 = b""
    ct: Box = b""

    def __post_init__(self) -> None:
        all_or_none(self.box)


class KeyChange(Body, frozen=True):
    """take, reclaim, join: `key` speaks for `seat` from now on. The signature is the new key's, its tag the kind, over
    table_id, u32 deal, u8 seat, key."""

    seat: SeatField
    key: Bytes32
    signature: Bytes64
    name: MaybeName = ""
    operator: MaybeName = ""


class Kick(Body, frozen=True):
    """A seat is put out, between deals."""

    seat: SeatField
    reason: Key = "vote"


class About(Body, frozen=True):
    """timeout, void, forfeit: whose doing (255: the host's) and why."""

    seat: Author
    reason: Key


class Contest(Body, frozen=True):
    """What this seat holds against an entry: a reason, and the proof where there is one.

    Reasons: "pass" (the box did not hold the right keys), "swallowed" (a message of mine never came),
    "holder" (with the position and key that open the card), "garbage" (a card of mine does not open)."""

    entry: U63
    reason: Key
    proof: Box = b""
    position: Position | None = None
    key: MaybeBytes32 = b""

    def __post_init__(self) -> None:
        all_or_none(self.key)
        if (self.position is None) != (not self.key):
            raise ValueError("a position goes with a key")


class End(Body, frozen=True):
    """The match is over: the winning sides (or seats), why, and the final points in side order."""

    winners: Annotated[tuple[U8, ...], Meta(max_length=8)] = ()
    reason: MaybeKey = ""
    points: Annotated[tuple[I32, ...], Meta(max_length=8)] = ()


BODIES: dict[str, type[Body]] = {
    "open": Open,
    "close": Close,
    "agree": Agree,
    "commit": Commit,
    "reveal": Reveal,
    "hand": Hand,
    "p1": Pass1,
    "p2": Pass2,
    "keys": Keys,
    "look": Look,
    "blind": Blind,
    "bid": Bid,
    "play": Play,
    "claim": Claim,
    "choose": Choose,
    "pass.commit": PassCommit,
    "pass.open": PassOpen,
    "seed": Seed,
    "ack": Ack,
    "pause": Pause,
    "resume": Resume,
    "vote": Vote,
    "takeback": Takeback,
    "leave": LeaveBody,
    "take": KeyChange,
    "reclaim": KeyChange,
    "join": KeyChange,
    "kick": Kick,
    "timeout": About,
    "void": About,
    "forfeit": About,
    "contest": Contest,
    "end": End,
}


def decode_body(kind: str, value: Any) -> Body:
    """The struct of a body. Raises ValueError for an unknown kind, an unknown key, a wrong shape or range, and for a
    field that is written out although it has its default."""
    struct = BODIES.get(kind)
    if struct is None:
        raise ValueError(f"kind {kind!r}")
    body = codec.to_struct(value, struct)
    if codec.pack_sorted(codec.to_plain(body)) != codec.pack(value):
        raise ValueError(f"{kind}: not the one form of this body")
    return body


def encode_body(body: Body) -> dict[str, Any]:
    """The map of a body, keys ascending, defaults left out."""
    plain: dict[str, Any] = codec.ordered(codec.to_plain(body))
    return plain
