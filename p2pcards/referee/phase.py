"""One phase of the transcript: the host opens it, each listed seat speaks once, the host closes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from p2pcards_protocol.errors import TranscriptError
from p2pcards_protocol.transcript import Message

from .due import HOST, Check, Due, Said, Script


def anything(message: Message, body: Any) -> None:
    """The check of a message about which the ledger has already said all."""


def phase(
    name: str,
    kind: str,
    seats: tuple[int, ...],
    check: Check,
    *,
    accept: Callable[[Said], None] | None = None,
    targets: tuple[int, ...] = (),
    optional: bool = False,
) -> Script:
    """Run one phase; returns {seat: Said} in seat order, the host last.

    accept: called with each message as soon as it stands. optional: the host may close before everybody has
    spoken (audit and ack: the missing ones are counted).
    """
    yield Due(("open",), (HOST,), _opens(name, seats, targets), name, seats, targets)
    spoken: dict[int, Said] = {}
    while missing := tuple(seat for seat in seats if seat not in spoken):
        due = Due((kind,), missing, check, name, targets=targets)
        if optional:
            due = Due((kind, "close"), tuple(sorted({*missing, HOST})), _unless_close(check), name, optional=True)
        said: Said = yield due
        if said.message.kind == "close":
            break
        spoken[said.seat] = said
        if accept is not None:
            accept(said)
    else:
        yield Due(("close",), (HOST,), anything, name)
    return {seat: spoken[seat] for seat in sorted(spoken)}


def _opens(name: str, seats: tuple[int, ...], targets: tuple[int, ...]) -> Check:
    def check(message: Message, body: Any) -> None:
        if body.name != name or body.seats != seats or body.targets != targets:
            raise TranscriptError("phase", None, "not-the-phase-due")

    return check


def _unless_close(check: Check) -> Check:
    def checked(message: Message, body: Any) -> Any:
        return None if message.kind == "close" else check(message, body)

    return checked
