"""What a client tells the face in front of it: one frozen event for each thing, in the order in which it happened."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from p2pcards_protocol.message import TableInfo
from p2pcards_protocol.transcript import Terms

from p2pcards.rules.phases import Prompt
from p2pcards.verify import Report


@dataclass(frozen=True, slots=True)
class TablesChanged:
    """The host's tables, whenever one of them changed."""

    tables: tuple[TableInfo, ...]


@dataclass(frozen=True, slots=True)
class LobbyChanged:
    """Something at my table changed before the start (or after the end) of a match."""

    info: TableInfo
    options: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Started:
    """The match has begun. seat: mine, None for a spectator. words: the table's three, to compare aloud."""

    seat: int | None
    words: tuple[str, ...]
    terms: Terms


@dataclass(frozen=True, slots=True)
class Happened:
    """Something at the table: an event of p2pcards.table.event or p2pcards.referee.event. live: False while the
    client only catches up with what it has missed."""

    event: Any
    live: bool = True


@dataclass(frozen=True, slots=True)
class Asked:
    """A decision is wanted of me; answer with `Client.act(action, number)`."""

    prompt: Prompt
    number: int


@dataclass(frozen=True, slots=True)
class ChatSaid:
    """Somebody at the table said something. seat: None for a spectator."""

    name: str
    seat: int | None
    text: str


NO_TABLE = frozenset({"table-gone", "table-lost", "closed", "kicked"})
"""Codes of NoticeCame after which I am at no table: the host does not have it any more (or does not let me back in),
cannot go on with it, has closed it, or has put me out. Where the host has it again with my seat, the client goes back
by itself."""


@dataclass(frozen=True, slots=True)
class NoticeCame:
    """The host says something outside the match (code and data are keys and numbers); and, of the client itself:
    table-gone (see NO_TABLE), match-gone (the host is not at my match any more), seat-gone (I have no seat any more),
    not-kept and kept-again (my own disk)."""

    code: str
    data: dict[str, Any]


@dataclass(frozen=True, slots=True)
class LinkLost:
    """The host cannot be reached; the client keeps trying."""

    reason: str


@dataclass(frozen=True, slots=True)
class LinkBack:
    """The host is there again. missed: how many entries were made meanwhile; happened: the table events in them, for
    a short "while you were away"."""

    missed: int
    happened: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Refusal:
    """The host did not take an action of mine; if it is still due, it is asked for again."""

    code: str
    data: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Saved:
    """The match is over; its file is at `path` and has been verified."""

    path: Path
    report: Report


@dataclass(frozen=True, slots=True)
class ClosedByHost:
    """The host ended the connection for good. code: a fixed error string."""

    code: str
    text: str = ""


ClientEvent: TypeAlias = (
    TablesChanged
    | LobbyChanged
    | Started
    | Happened
    | Asked
    | ChatSaid
    | NoticeCame
    | LinkLost
    | LinkBack
    | Refusal
    | Saved
    | ClosedByHost
)
