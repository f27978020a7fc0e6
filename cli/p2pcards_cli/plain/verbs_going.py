"""Coming and going: other tables, leaving, coming back, putting somebody out, the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from p2pcards_protocol.message import TableInfo

from ..exits import Exit
from ..house import find
from ..present.leaving import loss
from ..present.lobby import NO_SEAT, table_lines
from ..say.i18n import tr
from ..say.reasons import refused
from .verbs_lobby import here, seat_of

if TYPE_CHECKING:
    from .face import Face


async def tables(face: Face, rest: str) -> None:
    """tables"""
    face.listing = face.client.tables
    face.output.lines(table_lines(face.listing))


def _chosen(face: Face, rest: str) -> TableInfo | None:
    listing = face.listing or face.client.tables
    if rest.isdecimal() and 1 <= int(rest) <= len(listing):
        return listing[int(rest) - 1]
    face.output.lines(table_lines(face.client.tables))
    return None


async def _leave_first(face: Face) -> bool:
    """Whether there is no table in the way any more."""
    if face.client.at is not None:
        if face.playing and face.sitting:
            face.say(tr("Your match is under way. Type leave first."))
            return False
        await face.client.leave()
    face.lobby = None
    return True


async def join(face: Face, rest: str) -> None:
    """join NUMBER [PASSWORD]"""
    from p2pcards.net.client_link import RefusedByHost

    number, _, password = rest.partition(" ")
    info = _chosen(face, number)
    if info is None or not await _leave_first(face):
        return
    under_way = info.state == "playing"  # only who has a seat there comes in, and needs no password
    if under_way or await _proved(face, info, f"join {number}", password):
        try:
            await face.enter(info.table)
        except RefusedByHost as error:
            if not under_way or error.data.get("why") not in NO_SEAT:
                raise
            face.say(tr("The match is under way. Type watch %(number)s to watch it.", number=number))


async def watch(face: Face, rest: str) -> None:
    """watch NUMBER [PASSWORD]"""
    number, _, password = (rest or "1").partition(" ")
    info = _chosen(face, number)
    if info is not None and await _leave_first(face) and await _proved(face, info, f"watch {number}", password):
        await face.enter(info.table, watching=True)


async def _proved(face: Face, info: TableInfo, typed: str, password: str) -> bool:
    """Whether the table's password, if it has one, is proved; says what is missing. Raises RefusedByHost."""
    from p2pcards.net.password import BadPassword, available

    mine = any(seat.key == face.client.identity.public for seat in info.seats)
    if info.access != "password" or mine or face.client.has_proved(info.table):
        return True
    if not available():
        face.say(refused("illegal", {"why": "no-password-here"}))
    elif not password.strip():
        _ask_password(face, typed)
    else:
        try:
            await face.client.knock(info.table, password.strip())
            return True
        except BadPassword:
            face.say(tr("That is not the password of this table."))
            _ask_password(face, typed)
    return False


def _ask_password(face: Face, typed: str) -> None:
    """Take what is typed next as the password."""

    async def go(line: str) -> None:
        if line.strip():
            await face.do(f"{typed} {line.strip()}")
        else:
            face.say(tr("Not done."))

    face.ask_secret(tr("This table has a password. Type it, or only Enter to stay out."), go)


async def new(face: Face, rest: str) -> None:
    """new GAME [PLAYERS]"""
    words = rest.split()
    if not words:
        face.say(
            tr(
                "Type new and a game: new spades, new hearts, new sparts, new spar, new cutthroat, new royal or "
                "new classic."
            )
        )
        return
    try:
        rules = find(words[0])
    except click.UsageError as error:
        face.say(error.format_message())
        return
    seats = int(words[1]) if len(words) > 1 and words[1].isdecimal() else rules.usual_seats
    rules.check(seats)
    if await _leave_first(face):
        ref = await face.client.create(rules.game, {}, seats, name=face.client.name)
        await face.wait_for_table(ref)
        await face.enter(ref)


async def leave(face: Face, rest: str) -> None:
    """leave"""
    if here(face) is None:
        return

    async def go() -> None:
        await face.client.leave()
        face.lobby = None
        face.say(tr("You have left the table."))
        face.found()

    if face.playing and face.sitting:
        face.ask(tr("Leave the table? A bot plays on until you come back. With quit your seat waits for you."), go)
    else:
        await go()


async def back(face: Face, rest: str) -> None:
    """back"""
    if here(face) is None:
        return
    at = face.client.at
    mine = None if at is None or at.seat is None else at.info.seats[at.seat]
    if face.playing and mine is not None and mine.kind == "person" and mine.key == face.client.identity.public:
        face.say(tr("You are in your seat."))
    elif face.playing:
        await face.client.reclaim()
    else:
        face.say(tr("No match is under way."))


async def kick(face: Face, rest: str) -> None:
    """kick NUMBER"""
    at = here(face)
    if at is None:
        return
    seat = seat_of(face, rest)
    if seat is None:
        return
    if not face.playing:
        face.say(tr("No match is under way."))
    elif seat == at.seat:
        face.say(tr("To go yourself, type leave."))
    else:
        face.client.vote("yes", seat, "kick")


async def quit(face: Face, rest: str) -> None:
    """quit"""

    async def go() -> None:
        face.code = Exit.OK

    lost = loss(face)
    if lost and (face.playing or face.host.mine):
        face.ask(tr("%(what)s End the program?", what=lost), go)
    else:
        await go()
