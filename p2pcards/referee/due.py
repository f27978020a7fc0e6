"""What the script of a match waits for, and what it is told.

The referee runs one generator (script.py) that reads like the protocol: it yields a `Due` (who may say what
now, and the check that a message must pass) and is resumed with `Said` once such a message stands in the
chain; or it yields `Work`, a pure computation whose result it needs before it can judge the next entry. A void
or a forfeit is thrown into it as an exception, so each way in which a deal can end early has one place.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any

from p2pcards_protocol.errors import P2PCardsError
from p2pcards_protocol.fields import HOST_SEAT
from p2pcards_protocol.transcript import Message

HOST = HOST_SEAT
"""The seat number (255) under which the host speaks in the transcript."""

Check = Callable[[Message, Any], Any]
"""(message, typed body) -> what the script wants to know of it. Raises IllegalAction, FairnessError or
TranscriptError when the message does not fit; changes nothing."""


@dataclass(frozen=True, slots=True)
class Due:
    """What may be said next.

    kinds: entry kinds. seats: 0..n-1 or HOST, those who may speak. phase, phase_seats, targets: what an `open`
    must say. optional: the host may close the phase although somebody has not spoken (audit, ack).
    """

    kinds: tuple[str, ...]
    seats: tuple[int, ...]
    check: Check
    phase: str = ""
    phase_seats: tuple[int, ...] = ()
    targets: tuple[int, ...] = ()
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Work:
    """A pure computation that takes a while (an audit); it may run in another thread. key: equal for equal results,
    so that a host and its bots, in one process, need to run it only once."""

    run: Callable[[], Any]
    key: bytes


@dataclass(frozen=True, slots=True)
class Said:
    """A message that passed its check: the message, its typed body and what the check returned."""

    message: Message
    body: Any
    result: Any

    @property
    def seat(self) -> int:
        return self.message.seat


Script = Generator["Due | Work", Any, Any]
"""A part of the protocol of a match; `yield from` puts parts together."""


class Voided(P2PCardsError):
    """Thrown into the script: the attempt to deal is void (before hands are out)."""

    def __init__(self, seat: int, reason: str) -> None:
        super().__init__(seat, reason)
        self.seat = seat
        self.reason = reason


class Forfeited(P2PCardsError):
    """Thrown into the script: the deal ends here as a forfeit of one seat."""

    def __init__(self, seat: int, reason: str) -> None:
        super().__init__(seat, reason)
        self.seat = seat
        self.reason = reason


class Frozen(P2PCardsError):
    """Raised in the script: what was said cannot all be true; everybody opens, and the audit names the liar.

    seat: who is to blame when the audit finds nothing (it froze the deal without cause); None where that cannot be.
    entry: seq of the entry that froze the deal.
    """

    def __init__(self, reason: str, seat: int | None, entry: int | None) -> None:
        super().__init__(reason, seat, entry)
        self.reason = reason
        self.seat = seat
        self.entry = entry


class Granted(P2PCardsError):
    """Thrown into the script: all the others agree to what a seat has asked for (a `requests.Request`)."""

    def __init__(self, request: Any) -> None:
        super().__init__(request)
        self.request = request


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is known of one deal once it has been audited.

    outcome: "verified", "cheat" (a seat broke the rules or the deal), "incomplete" (a seat did not open its
    part), "unverified" (the host did not open its part). seat: 0..n-1, HOST, or None. entry: seq of the entry
    that shows it, or None.
    """

    deal: int
    outcome: str
    seat: int | None = None
    reason: str = ""
    entry: int | None = None

    @property
    def ok(self) -> bool:
        return self.outcome == "verified"
