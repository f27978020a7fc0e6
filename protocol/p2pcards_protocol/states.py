"""What a session accepts in each state, its limits, and the events that come out of it: data, no behaviour."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .message import ROWS, Link, Wants

Role = Literal["client", "host"]

HELLO_TIMEOUT = 5.0
AUTH_TIMEOUT = 10.0
PING_AFTER = 2.0
DEAD_AFTER = 6.0
RATE = 20.0
BURST = 40.0
VERSIONS = (1,)

#: (role, state) -> the message types that are accepted there. "open" accepts by the sender column of message.MESSAGES.
STATES: dict[tuple[Role, str], frozenset[str]] = {
    ("host", "hello"): frozenset({"hello", "err"}),
    ("host", "auth"): frozenset({"auth", "err"}),
    ("host", "open"): frozenset(name for name, row in ROWS.items() if row.stage != "greeting" and row.sender != "host"),
    ("host", "watched"): frozenset({"ping", "pong", "err"}),
    ("client", "hello"): frozenset({"challenge", "welcome", "err"}),
    ("client", "auth"): frozenset({"welcome", "err"}),
    ("client", "open"): frozenset(
        name for name, row in ROWS.items() if row.stage != "greeting" and row.sender != "client"
    ),
    ("client", "watched"): frozenset({"ping", "pong", "err", "tables", "notice"}),
}


@dataclass(frozen=True, slots=True)
class Connected:
    """The session stands. `key` is the peer's: proved for a player or spectator, b"" for a watcher; at the client the
    host's, as seen in the transport."""

    key: bytes
    wants: Wants
    version: int
    caps: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Received:
    """A message for the layers above."""

    message: Link


@dataclass(frozen=True, slots=True)
class Closed:
    """The session is over. `code` is a fixed error string, or "" for a plain goodbye."""

    code: str
    text: str
    by_peer: bool


Event = Connected | Received | Closed
