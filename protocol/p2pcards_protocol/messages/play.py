"""Play: signed messages up, entries down, and what goes beside the transcript."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ..fields import (
    U16,
    U32,
    U63,
    Blob,
    Bytes32,
    Bytes64,
    EntryTuple,
    Key,
    Map,
    MaybeName,
    MaybeTableRef,
    SeatField,
    SeqOrNone,
    TableRef,
    Text,
)
from .base import Link, Request, RequestId


class Submit(Request, frozen=True, tag="submit"):
    """A signed message for the transcript. Accepted: the relayed entry is the answer."""

    table: TableRef
    blob: Blob
    asig: Bytes64


class EntryMessage(Link, frozen=True, tag="entry"):
    """The next entry, the same bytes to everyone at the table."""

    table: TableRef
    entry: EntryTuple


class Since(Request, frozen=True, tag="since"):
    """The entries after `seq`; with seq -1 the header comes first."""

    table: TableRef
    seq: SeqOrNone
    limit: Annotated[int, Meta(ge=1, le=512)] = 256


class Entries(Link, frozen=True, tag="entries"):
    """A page of at most 48 KiB; `more` says that another `since` would give more."""

    re: RequestId
    table: TableRef
    entries: Annotated[tuple[EntryTuple, ...], Meta(max_length=512)]
    more: bool = False


class Private(Link, frozen=True, tag="private"):
    """For one link only (dealer deal): a hand or a received pass. `seat` is whose hand, or who passed."""

    table: TableRef
    deal: U32
    attempt: U16
    kind: Literal["hand", "pass"]
    body: Map


class Chat(Link, frozen=True, tag="chat"):
    """Signed by its author: tag "chat" over table_id (or 32 zero bytes in a lobby), u64 t_ms, text in UTF-8."""

    table: TableRef
    text: Text
    signature: Bytes64
    key: Bytes32
    t_ms: U63 = 0


class Notice(Link, frozen=True, tag="notice"):
    """Something outside the chain: a stopping host, a full disk."""

    code: Key
    table: MaybeTableRef = ""
    data: Map = msgspec.field(default_factory=dict)


class Leave(Request, frozen=True, tag="leave"):
    """Going, on purpose."""

    table: TableRef


class TakeSeat(Request, frozen=True, tag="take_seat"):
    """Play a seat of a running match: its owner comes back ("reclaim"), a newcomer takes a bot's place ("join"), or the
    host's bot stands in ("take"). The signature is the new key's, its tag the kind, over table_id, u32 deal, u8 seat,
    key; the host puts it into the chain."""

    table: TableRef
    seat: SeatField
    kind: Literal["take", "reclaim", "join"]
    deal: U32
    signature: Bytes64
    name: MaybeName = ""


class StandIn(Link, frozen=True, tag="stand_in"):
    """The host's bot that takes a leaver's seat: its key, its box and the host's signature, tag "stand-in", over
    table_id, u32 deal, u8 seat, key, box. The leaver seals its seed to that box."""

    table: TableRef
    deal: U32
    seat: SeatField
    key: Bytes32
    box: Bytes32
    signature: Bytes64
