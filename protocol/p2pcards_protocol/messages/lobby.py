"""The lobby: the tables in reach, and everything that is settled at one before it starts."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ..fields import U16, Bytes32, DealKind, Key, Map, MaybeBytes32, MaybeName, Name, SeatField, TableRef, all_or_none
from .base import Link, Request, RequestId

Access = Literal["open", "invite", "password"]
Secret = Annotated[bytes, Meta(max_length=64)]


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
    access: Access = "open"
    turn_s: U16 = 0
    owner: SeatField | None = None
    """The seat that may change and start the table."""


class Tables(Link, frozen=True, tag="tables"):
    """Every table of the host, to everyone connected, at first and on change."""

    tables: Annotated[tuple[TableInfo, ...], Meta(max_length=128)]


class Create(Request, frozen=True, tag="create"):
    """Make a table. `bots`: a level for each seat that a bot takes. `password`: with access "password", what stands for
    the password in SPAKE2 (32 bytes, scrypt of it); never the password."""

    game: Key
    options: Map
    seats: Annotated[int, Meta(ge=2, le=8)]
    deal: DealKind = "sealed"
    name: MaybeName = ""
    bots: Annotated[tuple[Key, ...], Meta(max_length=8)] = ()
    access: Access = "open"
    spectators: bool = True
    turn_s: U16 = 0
    password: MaybeBytes32 = b""


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
    secret: Secret = b""


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
    secret: Secret = b""


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
    options: Map = msgspec.field(default_factory=dict)
    deal: DealKind = "sealed"


class Knock(Request, frozen=True, tag="knock"):
    """Begin to prove the password of a table: the client's SPAKE2 message. The answer's data carries the host's
    `message` and its confirmation `confirm`; the client's own is the `secret` of the `sit` or `spectate` that
    follows."""

    table: TableRef
    message: Annotated[bytes, Meta(min_length=1, max_length=64)]


class Admit(Request, frozen=True, tag="admit"):
    """Let a player in again who was put out of the table: its owner only."""

    table: TableRef
    key: Bytes32


class Ok(Link, frozen=True, tag="ok"):
    """Done."""

    re: RequestId
    data: Map = msgspec.field(default_factory=dict)


class Refused(Link, frozen=True, tag="refused"):
    """Not done: illegal, stale, gone, not-seated, state."""

    re: RequestId
    code: Key
    data: Map = msgspec.field(default_factory=dict)


class PutOut(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who was put out of a table, and may not come in."""

    key: Bytes32
    name: MaybeName


class Lobby(Link, frozen=True, tag="lobby"):
    """The table and its options, to those at it, on every change. `secret`: what an invite to it must carry. `out`: who
    was put out, oldest first."""

    table: TableInfo
    options: Map
    rules: Bytes32
    secret: Secret = b""
    out: Annotated[tuple[PutOut, ...], Meta(max_length=64)] = ()
