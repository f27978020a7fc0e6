"""Coming to a host and to a table of it: the password where there is one, the seat, and listening."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from p2pcards.errors import P2PCardsError

from ..exits import Failure
from ..present.invite import HostFacts
from ..present.lobby import NO_SEAT
from ..say.i18n import tr
from ..say.reasons import refused

if TYPE_CHECKING:
    from p2pcards.net.client import Client

    from .face import Face


async def knock(face: Face, client: Client, ref: str) -> None:
    """Ask for the password of a table that has one, and prove it. Raises Failure, RefusedByHost."""
    from p2pcards.net.password import BadPassword, available

    from .overlays import Asking

    info = next((each for each in client.tables if each.table == ref), None)
    if info is None or info.access != "password" or any(seat.key == client.identity.public for seat in info.seats):
        return
    if client.has_proved(ref):
        return
    if not available():
        raise Failure(refused("illegal", {"why": "no-password-here"}))
    typed: list[str] = []

    def done(text: str) -> str:
        typed.append(text)
        return ""

    box = Asking(tr("This table has a password"), (), tr("Password:"), done, most=100, hidden=True)
    face.open(box)
    while box in face.overlays:
        await asyncio.sleep(0.1)
    if not typed:
        raise Failure(tr("Not done."))
    try:
        await client.knock(ref, typed[0])
    except BadPassword:
        raise Failure(tr("That is not the password of this table.")) from None


async def enter(face: Face, ref: str, seat: int | None = None, *, watch: bool = False, secret: bytes = b"") -> None:
    """Sit down at a table, or watch it; in a match under way only who has a seat there comes in, also when a bot plays
    on for them. Raises Failure, RefusedByHost; then I am at no table."""
    from p2pcards.net.client_link import RefusedByHost

    client = face.client
    assert client is not None
    under_way = not watch and any(each.table == ref and each.state == "playing" for each in client.tables)
    if not under_way:  # who has a seat needs no password
        await knock(face, client, ref)
    try:
        if watch:
            await client.spectate(ref, secret=secret)
        else:
            await client.sit(ref, seat, secret=secret)
    except P2PCardsError as error:
        if client.at is not None and client.at.ref == ref and client.at.seat is None:
            client.at = None
        if under_way and isinstance(error, RefusedByHost) and error.data.get("why") in NO_SEAT:
            raise Failure(tr("The match is under way. Press W to watch it.")) from None
        raise


def attach(face: Face, client: Client, host: HostFacts) -> None:
    """Show what this client tells, from now on."""
    from .hear import take

    face.client, face.host = client, host

    async def pump() -> None:
        async for event in client.events():
            if face.client is client:
                take(face, event)
        await asyncio.sleep(0)

    face.world.spawn(pump())
    face.world.redraw()
