"""The signed message of an author and the signed entry of the host.

    blob  = msgpack [v, deal, seat, ctr, seen_seq, seen_head, kind, body]      opaque bytes, signed as sent
    asig  = Ed25519(seat key, "P2PC1:msg" || 0x00 || table_id || blob)
    h_s   = H("entry", table_id, u64 seq, h_{s-1}, u64 t_ms, SHA-256(blob), asig)
    hsig  = Ed25519(host key, "P2PC1:head" || 0x00 || table_id || u64 seq || h_s)

A seat signs what it does and the exact history it answers; the host signs the order.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from . import codec
from .body import Body, decode_body, encode_body
from .errors import RemoteProtocolError, TranscriptError
from .fields import MAX_BLOB, U32, U63, Author, Blob, Bytes32, Bytes64, Key, Map, SeqOrNone
from .hashing import sha256, tagged, u64

MESSAGE_VERSION = 1


class _MessageWire(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    v: Annotated[int, Meta(ge=MESSAGE_VERSION, le=MESSAGE_VERSION)]
    deal: U32
    seat: Author
    ctr: U32
    seen_seq: SeqOrNone
    seen_head: Bytes32
    kind: Key
    body: Map


class _EntryWire(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    seq: U63
    t_ms: U63
    blob: Blob
    asig: Bytes64
    hsig: Bytes64


@dataclass(frozen=True, slots=True)
class Message:
    """What an author says. `seat`: 0..n-1, or 255 for the host; `ctr` counts its messages from 0; `deal` counts from 1,
    0 before the first; `seen_seq` and `seen_head` name the entry that it answers (-1 and the genesis: none yet)."""

    deal: int
    seat: int
    ctr: int
    seen_seq: int
    seen_head: bytes
    kind: str
    body: dict[str, Any]
    v: int = MESSAGE_VERSION

    def encode(self) -> bytes:
        """The blob. Equal messages give equal bytes."""
        fields = [self.v, self.deal, self.seat, self.ctr, self.seen_seq, self.seen_head, self.kind, self.body]
        return codec.pack_sorted(fields)

    @classmethod
    def decode(cls, blob: bytes) -> Message:
        """Raises RemoteProtocolError("bad-message") for anything but the one form of a message; the body's own shape
        is checked by `parsed`."""
        if len(blob) > MAX_BLOB:
            raise RemoteProtocolError("bad-message", "blob too long")
        try:
            value = codec.unpack(blob)
            if codec.pack_sorted(value) != blob:
                raise ValueError("not the one form")
            wire = codec.to_struct(value, _MessageWire)
        except (RemoteProtocolError, ValueError, TypeError) as error:
            raise RemoteProtocolError("bad-message", f"blob: {error}"[:500]) from None
        return cls(wire.deal, wire.seat, wire.ctr, wire.seen_seq, wire.seen_head, wire.kind, wire.body, wire.v)

    def parsed(self) -> Body:
        """The body as its struct. Raises ValueError."""
        return decode_body(self.kind, self.body)


def body_map(body: Body | dict[str, Any]) -> dict[str, Any]:
    """A body as the map that goes into a message."""
    return encode_body(body) if isinstance(body, Body) else body


@dataclass(frozen=True, slots=True)
class Draft:
    """A signed message on its way to the host."""

    blob: bytes
    asig: bytes


@dataclass(frozen=True, slots=True)
class Entry:
    """A message in its place. `t_ms` is the host's clock in milliseconds since 1970: its word, nothing more."""

    seq: int
    t_ms: int
    blob: bytes
    asig: bytes
    hsig: bytes

    def to_tuple(self) -> tuple[int, int, bytes, bytes, bytes]:
        """As it goes on the link: [seq, t_ms, blob, asig, hsig]."""
        return (self.seq, self.t_ms, self.blob, self.asig, self.hsig)

    @classmethod
    def from_tuple(cls, value: tuple[int, int, bytes, bytes, bytes] | list[Any]) -> Entry:
        """The reverse. Raises TranscriptError("frame")."""
        try:
            wire = codec.to_struct(value, _EntryWire)
        except (ValueError, TypeError) as error:
            raise TranscriptError("frame", None, "entry-shape") from error
        return cls(wire.seq, wire.t_ms, wire.blob, wire.asig, wire.hsig)

    def encode(self) -> bytes:
        """The payload of its frame in a file."""
        return codec.pack(self.to_tuple())

    @classmethod
    def decode(cls, payload: bytes) -> Entry:
        """Raises TranscriptError("frame") for anything but the one form of an entry."""
        try:
            return cls.from_tuple(codec.unpack_exact(payload))
        except RemoteProtocolError as error:
            raise TranscriptError("frame", None, "entry-shape") from error


def head_after(table_id: bytes, seq: int, previous: bytes, t_ms: int, blob: bytes, asig: bytes) -> bytes:
    """h_s: the chain's head after this entry."""
    return tagged("entry", table_id, u64(seq), previous, u64(t_ms), sha256(blob), asig)
