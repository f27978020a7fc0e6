"""What happens when this program ends now: told before it does, on every face in the same words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from ..say.i18n import tr

if TYPE_CHECKING:
    from p2pcards.net.client import Client

    from .invite import HostFacts


class Leaver(Protocol):
    """A face. playing: a match is under way at my table."""

    @property
    def client(self) -> Client | None: ...
    @property
    def host(self) -> HostFacts | None: ...
    @property
    def playing(self) -> bool: ...


def loss(face: Leaver) -> str:
    """What ends, goes or waits with this program, as sentences; "" when nobody loses anything."""
    at = None if face.client is None else face.client.at
    if at is None or face.client is None:
        return ""
    if face.host is not None and face.host.mine:
        if face.playing:
            return tr("The match stops for all: this program is its host. It can go on later.")
        mine = face.client.identity.public
        if any(seat.kind == "person" and seat.key != mine for seat in at.info.seats):
            return tr("The table goes for all: this program is its host.")
        return ""
    return tr("Your seat waits for you.") if at.seat is not None else ""


def twice(face: Leaver) -> str:
    """The answer to the first Ctrl+C."""
    return " ".join(text for text in (tr("Press Ctrl+C once more to end the program."), loss(face)) if text)
