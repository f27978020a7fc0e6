"""The link messages: one frozen struct each, and one table that says who sends it and when.

To add one: write the struct in the file of messages/ that it is about, export it here and add its line to MESSAGES;
`python tests/protocol/make_spec.py` and `make_vectors.py` bring SPEC.md and the vectors after it. New fields of an old
message have defaults. Unknown keys are skipped; a message type that begins with "!" must be understood or the link
ends.

`id` numbers a request (Session.request fills it in), `re` says which request is answered.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from . import codec
from .errors import LocalProtocolError, RemoteProtocolError
from .fields import DealKind
from .messages.base import Link, Request, RequestId
from .messages.lobby import (
    Access,
    Admit,
    Bot,
    Change,
    Create,
    Created,
    Knock,
    Lobby,
    Ok,
    PutOut,
    Ready,
    Refused,
    SeatInfo,
    Secret,
    Shuffle,
    Sit,
    Spectate,
    Stand,
    Start,
    TableInfo,
    Tables,
)
from .messages.play import Chat, Entries, EntryMessage, Leave, Notice, Private, Since, StandIn, Submit, TakeSeat
from .messages.session import Auth, Caps, Challenge, Err, Hello, Ping, Pong, Versions, Wants, Welcome
from .messages.starting import HeaderMessage, JoinCommit, JoinCommits, JoinNonce, KeyedCommit, Propose

__all__ = [
    "MESSAGES",
    "ROWS",
    "Access",
    "Admit",
    "Auth",
    "Bot",
    "Caps",
    "Challenge",
    "Change",
    "Chat",
    "Create",
    "Created",
    "DealKind",
    "Entries",
    "EntryMessage",
    "Err",
    "HeaderMessage",
    "Hello",
    "JoinCommit",
    "JoinCommits",
    "JoinNonce",
    "KeyedCommit",
    "Knock",
    "Leave",
    "Link",
    "Lobby",
    "Notice",
    "Ok",
    "Ping",
    "Pong",
    "Private",
    "Propose",
    "PutOut",
    "Ready",
    "Refused",
    "Request",
    "RequestId",
    "Row",
    "SeatInfo",
    "Secret",
    "Shuffle",
    "Since",
    "Sit",
    "Spectate",
    "Stand",
    "StandIn",
    "Start",
    "Submit",
    "TableInfo",
    "Tables",
    "TakeSeat",
    "Unknown",
    "Versions",
    "Wants",
    "Welcome",
    "decode_message",
    "encode_message",
    "type_name",
]


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
    Row(Admit, "client"),
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
