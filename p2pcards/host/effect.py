"""What a table wants done, in order. A table does no I/O: the server carries these out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from p2pcards_protocol.message import Link, Notice, Refused
from p2pcards_protocol.transcript import Entry, Header

from p2pcards.errors import P2PCardsError
from p2pcards.referee import Work


class Refusal(P2PCardsError):
    """The request is not granted. code: illegal, stale, gone, not-seated or state; data: why, in keys and numbers."""

    def __init__(self, code: str, **data: Any) -> None:
        super().__init__(code, data)
        self.code = code
        self.data = data

    def answer(self, number: int) -> Link:
        """What tells it: the answer to a request, or a notice where none was numbered."""
        if number:
            return Refused(re=number, code=self.code, data=self.data)
        return Notice(code="refused", data={"code": self.code, **self.data})


@dataclass(frozen=True, slots=True)
class ToPeer:
    """Send to one peer."""

    peer: int
    message: Link


@dataclass(frozen=True, slots=True)
class ToTable:
    """Send the same bytes to every peer at the table."""

    message: Link


@dataclass(frozen=True, slots=True)
class Changed:
    """What the lobby shows of this table has changed."""


@dataclass(frozen=True, slots=True)
class Keep:
    """Store this before any later effect is carried out."""

    secrets: dict[str, bytes] = field(default_factory=dict)
    entries: tuple[Entry, ...] = ()
    header: Header | None = None


@dataclass(frozen=True, slots=True)
class WantBot:
    """Bring a bot of this level to the table. seat: 0..n-1. how: sit down in the lobby; "take" the seat of somebody
    who is gone and may come back; "join" in the place of somebody who was put out. leaver: the peer that asked to
    leave, and is told of the bot."""

    seat: int
    level: str
    name: str = ""
    how: Literal["sit", "take", "join"] = "sit"
    leaver: int | None = None


@dataclass(frozen=True, slots=True)
class DropBot:
    """Take the bot with this key away."""

    key: bytes


@dataclass(frozen=True, slots=True)
class Compute:
    """Run this off the event loop and give the result to `Table.worked`."""

    work: Work


@dataclass(frozen=True, slots=True)
class Check:
    """Answer a try at the table's password, off the event loop, and give the result to `Table.knocked`. key: what
    stands for the password; message: the client's."""

    peer: Any
    request: int
    key: bytes
    message: bytes


@dataclass(frozen=True, slots=True)
class Log:
    """A line for the host's log: an event key and values; never a card or a secret."""

    event: str
    data: dict[str, Any]


Effect = ToPeer | ToTable | Changed | Keep | WantBot | DropBot | Compute | Check | Log
