"""The types of fields on the wire, with their ranges. Structs in messages/ and bodies/ are made of these alone."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

#: Integers are at most 2^63-1 on the wire, also where they are hashed as u64.
U63_MAX = 2**63 - 1
MAX_BLOB = 16384
MAX_HEADER = 49152
MAX_TERMS = 16384
HOST_SEAT = 255
MAX_SEATS = 8
MAX_CARDS = 64

U8 = Annotated[int, Meta(ge=0, le=255)]
U16 = Annotated[int, Meta(ge=0, le=65535)]
U32 = Annotated[int, Meta(ge=0, le=2**32 - 1)]
U63 = Annotated[int, Meta(ge=0, le=U63_MAX)]
I32 = Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)]
#: A sequence number, or -1 for "before the first entry".
SeqOrNone = Annotated[int, Meta(ge=-1, le=U63_MAX)]

Bytes16 = Annotated[bytes, Meta(min_length=16, max_length=16)]
Bytes32 = Annotated[bytes, Meta(min_length=32, max_length=32)]
Bytes64 = Annotated[bytes, Meta(min_length=64, max_length=64)]
#: 32 bytes or none: a struct that has one calls `all_or_none` on it after it was made.
MaybeBytes32 = Annotated[bytes, Meta(max_length=32)]
#: A shared secret or a sealed box.
Box = Annotated[bytes, Meta(max_length=4096)]
Blob = Annotated[bytes, Meta(min_length=1, max_length=MAX_BLOB)]
HeaderBytes = Annotated[bytes, Meta(min_length=1, max_length=MAX_HEADER)]
TermsBytes = Annotated[bytes, Meta(min_length=1, max_length=MAX_TERMS)]

#: A real seat.
SeatField = Annotated[int, Meta(ge=0, le=MAX_SEATS - 1)]
#: A real seat or 255, the host.
Author = Annotated[int, Meta(ge=0, le=255)]
CardId = Annotated[int, Meta(ge=0, le=51)]
Position = Annotated[int, Meta(ge=0, le=51)]

#: A key of the program (a reason, a game, a code), never a sentence.
Key = Annotated[str, Meta(min_length=1, max_length=64)]
MaybeKey = Annotated[str, Meta(max_length=64)]
#: A person's or a table's name. Cleaning (NFKC, control characters) is the host's.
Name = Annotated[str, Meta(min_length=1, max_length=64)]
MaybeName = Annotated[str, Meta(max_length=64)]
#: Who knows the cards while they are played: nobody, or the host.
DealKind = Literal["sealed", "dealer"]
#: Chat and the text of an error.
Text = Annotated[str, Meta(max_length=500)]
TableRef = Annotated[str, Meta(min_length=1, max_length=64)]
MaybeTableRef = Annotated[str, Meta(max_length=64)]

Seats = Annotated[tuple[SeatField, ...], Meta(max_length=MAX_SEATS)]
Authors = Annotated[tuple[Author, ...], Meta(max_length=MAX_SEATS + 1)]
Cards = Annotated[tuple[CardId, ...], Meta(max_length=52)]
Positions = Annotated[tuple[Position, ...], Meta(max_length=52)]
Points = Annotated[tuple[Bytes32, ...], Meta(max_length=52)]
Hashes = Annotated[tuple[Bytes32, ...], Meta(max_length=52)]
#: The three values of an open map: `data`, `options`. Nesting and size are the codec's limits.
Map = dict[str, Any]
#: An entry as it goes: [seq, t_ms, blob, asig, hsig].
EntryTuple = tuple[U63, U63, Blob, Bytes64, Bytes64]


def all_or_none(*values: bytes) -> None:
    """Raise ValueError unless each value has 32 bytes or none."""
    if any(len(value) not in (0, 32) for value in values):
        raise ValueError("neither empty nor 32 bytes")
