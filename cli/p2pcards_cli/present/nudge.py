"""Ringing at the player whose turn it is: a chat text of one sign, so that every client can send and hear it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from ..say.i18n import listing, tr
from ..say.people import Names

if TYPE_CHECKING:
    from p2pcards.net.client import Client

NUDGE = "!"
"""A chat text that only rings: "it is your turn"."""

NUDGE_EVERY = 10.0
"""Seconds between two rings, mine or those of others."""


class Nudger(Protocol):
    """A face. nudged: when it last rang, in seconds of `now`."""

    nudged: float

    @property
    def client(self) -> Client | None: ...
    @property
    def playing(self) -> bool: ...
    def now(self) -> float: ...


def nudge(face: Nudger) -> str:
    """Ring at whoever the table waits for; the sentence about it."""
    client = face.client
    at = None if client is None else client.at
    if client is None or at is None or not face.playing or at.question is not None:
        return tr("There is nobody to wait for.")
    names = Names.of(at.names, at.seat)
    if at.paused:  # a bell does not reach who is away
        return tr("The table waits for: %(names)s.", names=listing(map(names.who, at.away)))
    if not may_ring(face):
        return tr("Just nudged. Wait a moment.")
    client.chat(NUDGE)
    waits_for = at.owing or (at.view.to_act if at.view is not None else ())
    if not waits_for:
        return tr("Nudged.")
    return tr("Nudged: %(names)s.", names=listing(map(names.who, waits_for)))


def may_ring(face: Nudger) -> bool:
    """Whether the last ring is long enough ago; counts this one."""
    now = face.now()
    if now - face.nudged < NUDGE_EVERY:
        return False
    face.nudged = now
    return True
