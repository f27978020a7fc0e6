"""What happens to the seats and to the match: pauses, votes, who plays a seat, complaints, the end."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from ..fields import (
    I32,
    U8,
    U63,
    Author,
    Box,
    Bytes32,
    Bytes64,
    Key,
    MaybeBytes32,
    MaybeKey,
    MaybeName,
    Position,
    SeatField,
    all_or_none,
)
from .base import Body, together


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
    """A seat is put out, between deals: by vote, or by the host's own word."""

    seat: SeatField
    reason: Literal["vote", "host"] = "vote"


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
        together(self.position, self.key)


class End(Body, frozen=True):
    """The match is over: the winning sides (or seats), why, and the final points in side order."""

    winners: Annotated[tuple[U8, ...], Meta(max_length=8)] = ()
    reason: MaybeKey = ""
    points: Annotated[tuple[I32, ...], Meta(max_length=8)] = ()
