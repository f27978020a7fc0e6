"""The link messages: one frozen struct each, and one table that says who sends it and when.

To add one: write the struct and add its line to MESSAGES; `python tests/protocol/make_spec.py` and `make_vectors.py`
bring SPEC.md and the vectors after it. New fields of an old message have defaults. Unknown keys are skipped; a message
type that begins with "!" must be understood or the link ends.

`id` numbers a request (Session.request fills it in), `re` says which request is answered.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta

from . import codec
from .errors import LocalProtocolError, RemoteProtocolError
from .fields import (
    U16,
    U32,
    U63,
    Blob,
    Bytes16,
    Bytes32,
    Bytes64,
    EntryTuple,
    HeaderBytes,
    Key,
    Map,
    MaybeBytes32,
    MaybeName,
    MaybeTableRef,
    Name,
    SeatField,
    SeqOrNone,
    TableRef,
    TermsBytes,
    Text,
    all_or_none,
)

Wants = Literal["player", "spectator", "watch"]
DealKind = Literal["sealed", "dealer"]
Versions = Annotated[tuple[U16, ...], Meta(min_length=1, max_length=32)]
Caps = Annotated[tuple[Key, ...], Meta(max_length=64)]
RequestId = U32


class Link(msgspec.Struct, frozen=True, kw_only=True, tag_field="t", omit_defaults=True):
    """What every link message is. `t` is the type."""


class Request(Link, frozen=True, kw_only=True):
    """A message that is answered. `id` is 0 until the session numbers it."""

    id: RequestId = 0


# -- session ----------------------------------------------------------------------------------------------------------


class Hello(Link, frozen=True, tag="hello"):
    """The client's first message. A watch session may leave the key empty."""

    versions: Versions
    role: Wants
    nonce: Bytes32
    key: MaybeBytes32 = b""
    caps: Caps = ()

    def __post_init__(self) -> None:
        all_or_none(self.key)


class Challenge(Link, frozen=True, tag="challenge"):
    """The host's nonce, for a client that has a key to prove."""

    nonce: Bytes32


class Auth(Link, frozen=True, tag="auth"):
    """The client's signature, tag "auth", over host key seen, both nonces, its key, SHA-256(hello payload)."""

    proof: Bytes64


class Welcome(Link, frozen=True, tag="welcome"):
    """The session stands; `version` is the highest that both speak."""

    version: U16
    session: Bytes16
    caps: Caps = ()


class Err(Link, frozen=True, tag="err"):
    """The last message of a link that ends: one of the fixed codes. For `version`, `versions` says what is spoken."""

    code: Key
    text: Text = ""
    versions: Annotated[tuple[U16, ...], Meta(max_length=32)] = ()


class Ping(Link, frozen=True, tag="ping"):
    """Are you there? Sent after two seconds of silence."""


class Pong(Link, frozen=True, tag="pong"):
    """Yes."""


# -- lobby ------------------------------------------------------------------------------------------------------------


class SeatInfo(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A seat as the lobby shows it."""

    seat: SeatField
    kind: Literal["person", "bot", "empty"]
    name: MaybeName = ""
    key: MaybeBytes32 = b""
    ready: bool = False
    here: bool = True
    operator: MaybeName = ""

    def __post_init__(self) -> None:
        all_or_none(self.key)


class TableInfo(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table as the lobby shows it. `table` is the host's local name of it, `turn_s` 0 where there is no limit."""

    table: TableRef
    name: Name
    game: Key
    rules_hash: Bytes32
    deal: DealKind
    state: Literal["lobby", "playing", "over"]
    seats: Annotated[tuple[SeatInfo, ...], Meta(max_length=8)]
    ruleset: MaybeName = ""
    spectators: U16 = 0
    access: Literal["open", "invite", "password"] = "open"
    turn_s: U16 = 0
    owner: SeatField | None = None
    """The seat that may change and start the table."""


class Tables(Link, frozen=True, tag="tables"):
    """Every table of the host, to everyone connected, at first and on change."""

    tables: Annotated[tuple[TableInfo, ...], Meta(max_length=128)]


class Create(Request, frozen=True, tag="create"):
    """Make a table. `bots`: a level for each seat that a bot takes."""

    game: Key
    options: Map
    seats: Annotated[int, Meta(ge=2, le=8)]
    deal: DealKind = "sealed"
    name: MaybeName = ""
    bots: Annotated[tuple[Key, ...], Meta(max_length=8)] = ()
    access: Literal["open", "invite", "password"] = "open"
    spectators: bool = True
    turn_s: U16 = 0


class Created(Link, frozen=True, tag="created"):
    """The answer to `create`."""

    re: RequestId
    table: TableRef


class Sit(Request, frozen=True, tag="sit"):
    """Take a seat (None: any). `bot` says that no person plays it."""

    table: TableRef
    name: Name
    seat: SeatField | None = None
    bot: bool = False
    secret: Annotated[bytes, Meta(max_length=64)] = b""


class Stand(Request, frozen=True, tag="stand"):
    """Leave a seat in the lobby."""

    table: TableRef


class Ready(Request, frozen=True, tag="ready"):
    """Ready to start, or not."""

    table: TableRef
    ready: bool = True


class Spectate(Request, frozen=True, tag="spectate"):
    """Watch a table: public entries only."""

    table: TableRef
    name: MaybeName = ""
    secret: Annotated[bytes, Meta(max_length=64)] = b""


class Bot(Request, frozen=True, tag="bot"):
    """Put a bot into a seat (`level` None: take it out)."""

    table: TableRef
    seat: SeatField
    level: Key | None = None


class Shuffle(Request, frozen=True, tag="shuffle"):
    """Random teams and seats."""

    table: TableRef


class Start(Request, frozen=True, tag="start"):
    """Start the match."""

    table: TableRef


class Change(Request, frozen=True, tag="change"):
    """Change the terms in the lobby; everyone is unready again."""

    table: TableRef
    options: Map = {}
    deal: DealKind = "sealed"


class Knock(Request, frozen=True, tag="knock"):
    """Begin to prove the password of a table: the client's SPAKE2 message. The answer's data carries the host's
    `message` and its confirmation `confirm`; the client's own is the `secret` of the `sit` or `spectate` that
    follows."""

    table: TableRef
    message: Annotated[bytes, Meta(min_length=1, max_length=64)]


class Ok(Link, frozen=True, tag="ok"):
    """Done."""

    re: RequestId
    data: Map = {}


class Refused(Link, frozen=True, tag="refused"):
    """Not done: illegal, stale, gone, not-seated, state."""

    re: RequestId
    code: Key
    data: Map = {}


class Lobby(Link, frozen=True, tag="lobby"):
    """The table and its options, to those at it, on every change. `secret`: what an invite to it must carry."""

    table: TableInfo
    options: Map
    rules: Bytes32
    secret: Annotated[bytes, Meta(max_length=64)] = b""


# -- start ------------------------------------------------------------------------------------------------------------


class Propose(Link, frozen=True, tag="propose"):
    """The terms to join under and the members' keys in join order."""

    table: TableRef
    terms: TermsBytes
    members: Annotated[tuple[Bytes32, ...], Meta(max_length=8)]


class JoinCommit(Link, frozen=True, tag="join_commit"):
    """H("join", key, nonce), and the signature, tag "join", over it and SHA-256(terms)."""

    table: TableRef
    commit: Bytes32
    signature: Bytes64


class KeyedCommit(msgspec.Struct, frozen=True, kw_only=True):
    """One commitment of `join_commits`."""

    key: Bytes32
    commit: Bytes32
    signature: Bytes64


class JoinCommits(Link, frozen=True, tag="join_commits"):
    """All commitments, members in join order, then the host. Only now do nonces open."""

    table: TableRef
    commits: Annotated[tuple[KeyedCommit, ...], Meta(max_length=9)]


class JoinNonce(Link, frozen=True, tag="join_nonce"):
    """The opened nonce."""

    table: TableRef
    nonce: Bytes32


class HeaderMessage(Link, frozen=True, tag="header"):
    """The header of the table's transcript."""

    table: TableRef
    header: HeaderBytes


# -- play -------------------------------------------------------------------------------------------------------------


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
    data: Map = {}


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


class Row(NamedTuple):
    """A message type: its struct, who sends it ("client", "host", "both") and in which part of a session."""

    struct: type[Link]
    sender: Literal["client", "host", "both"]
    stage: Literal["greeting", "open", "any"] = "open"


MESSAGES: tuple[Row, ...] = (
    Row(Hello, "client", "greeting"),
    Row(Challenge, "host", "greeting"),
    Row(Auth, "client", "greeting"),
    Row(Welcome, "host", "greeting"),
    Row(Err, "both", "any"),
    Row(Ping, "both"),
    Row(Pong, "both"),
    Row(Tables, "host"),
    Row(Create, "client"),
    Row(Created, "host"),
    Row(Sit, "client"),
    Row(Knock, "client"),
    Row(Stand, "client"),
    Row(Ready, "client"),
    Row(Spectate, "client"),
    Row(Bot, "client"),
    Row(Shuffle, "client"),
    Row(Start, "client"),
    Row(Change, "client"),
    Row(Ok, "host"),
    Row(Refused, "host"),
    Row(Lobby, "host"),
    Row(Propose, "host"),
    Row(JoinCommit, "client"),
    Row(JoinCommits, "host"),
    Row(JoinNonce, "client"),
    Row(HeaderMessage, "host"),
    Row(Submit, "client"),
    Row(EntryMessage, "host"),
    Row(Since, "client"),
    Row(Entries, "host"),
    Row(Private, "both"),
    Row(Chat, "both"),
    Row(Notice, "host"),
    Row(Leave, "client"),
    Row(TakeSeat, "client"),
    Row(StandIn, "host"),
)


def type_name(struct: type[Link]) -> str:
    """The `t` of a message struct."""
    return str(struct.__struct_config__.tag)


ROWS: dict[str, Row] = {type_name(row.struct): row for row in MESSAGES}


class Unknown(NamedTuple):
    """A message of a type that this version does not know; skipped unless the type begins with "!"."""

    type: str
    value: dict[str, Any]


def encode_message(message: Link) -> bytes:
    """The payload of a message. Raises LocalProtocolError when its own fields are out of range."""
    plain = codec.to_plain(message)
    try:
        codec.to_struct(plain, type(message))
    except ValueError as error:
        raise LocalProtocolError(f"{type(message).__name__}: {error}") from None
    return codec.pack(plain)


def decode_message(payload: bytes) -> Link | Unknown:
    """The message of a payload. Raises RemoteProtocolError: bad-frame (not msgpack), bad-message (wrong shape)."""
    value = codec.unpack(payload)
    if type(value) is not dict or type(value.get("t")) is not str:
        raise RemoteProtocolError("bad-message", "not a map with a type")
    row = ROWS.get(value["t"])
    if row is None:
        return Unknown(value["t"], value)
    try:
        return codec.to_struct(value, row.struct)
    except ValueError as error:
        raise RemoteProtocolError("bad-message", f"{value['t']}: {error}"[:500]) from None
