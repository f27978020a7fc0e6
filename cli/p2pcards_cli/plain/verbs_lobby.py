"""The table before the match: seats, bots, house rules, inviting."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ..house import changes
from ..present.invite import invite_lines
from ..say.i18n import listing, tr
from ..say.options import option_line, option_range
from ..text import clean_name

if TYPE_CHECKING:
    from p2pcards.net.at_table import AtTable

    from .face import Face


def here(face: Face) -> AtTable | None:
    """My table; says so when there is none."""
    if face.client.at is None:
        face.say(tr("You are at no table. Type tables for a list, new for a new one."))
    return face.client.at


async def start(face: Face, rest: str) -> None:
    """start"""
    if here(face) is not None:
        await face.client.start()


async def ready(face: Face, rest: str) -> None:
    """ready, ready no"""
    if here(face) is not None:
        await face.client.ready(rest.lower() not in ("no", "n", "off"))


async def sit(face: Face, rest: str) -> None:
    """sit [NUMBER]"""
    at = here(face)
    if at is None:
        return
    seat = seat_of(face, rest) if rest else None
    if rest and seat is None:
        return
    if face.playing and at.seat is not None:
        face.say(tr("The match is under way."))
        return
    if face.playing and seat is None:
        bots = [str(each.seat + 1) for each in at.info.seats if each.kind == "bot"]
        if bots:
            face.say(tr("Type sit and the seat of a bot: %(seats)s.", seats=listing(bots)))
        else:
            face.say(tr("There is no bot at the table."))
        return
    if face.playing and seat is not None:
        await face.client.join_seat(seat)
        face.say(tr("You get the seat when this deal is over."))
        return
    await face.client.sit(at.ref, seat, secret=face.secret)


def seat_of(face: Face, text: str) -> int | None:
    """A typed seat number (from 1) as a seat (from 0)."""
    at = face.client.at
    count = 0 if at is None else len(at.info.seats)
    if text.isdecimal() and 1 <= int(text) <= count:
        return int(text) - 1
    face.say(tr("Seats have the numbers 1 to %(count)d.", count=count))
    return None


async def stand(face: Face, rest: str) -> None:
    """stand"""
    if here(face) is not None:
        await face.client.stand()


async def admit(face: Face, rest: str) -> None:
    """admit [NUMBER]"""
    at = here(face)
    if at is None:
        return
    if rest.isdecimal() and 0 < int(rest) <= len(at.out):
        out = at.out[int(rest) - 1]
        await face.client.admit(out.key)
        face.say(tr("%(name)s may come in again.", name=clean_name(out.name)))
    elif not at.out:
        face.say(tr("Nobody has been put out of this table."))
    else:
        for number, out in enumerate(at.out, 1):
            face.say(f"{number} {clean_name(out.name)}")


async def bot(face: Face, rest: str) -> None:
    """bot add [NUMBER] [LEVEL], bot remove NUMBER"""
    at = here(face)
    if at is None:
        return
    words = rest.lower().split()
    verb = words.pop(0) if words else ""
    numbers = [word for word in words if word.isdecimal()]
    levels = [word for word in words if not word.isdecimal()]
    if verb == "add":
        empty = [seat.seat for seat in at.info.seats if seat.kind == "empty"]
        seat = seat_of(face, numbers[0]) if numbers else (empty[0] if empty else None)
        if seat is not None:
            await face.client.add_bot(seat, levels[0] if levels else face.level)
        elif not numbers:
            face.say(tr("There is no empty seat."))
    elif verb == "remove":
        bots = [seat.seat for seat in at.info.seats if seat.kind == "bot"]
        seat = seat_of(face, numbers[0]) if numbers else (bots[-1] if bots else None)
        if seat is not None:
            await face.client.remove_bot(seat)
        elif not numbers:
            face.say(tr("There is no bot at the table."))
    else:
        face.say(tr("Type bot add, bot add 3, bot add 3 easy, or bot remove 3."))


async def shuffle(face: Face, rest: str) -> None:
    """R, shuffle"""
    if here(face) is not None:
        await face.client.shuffle()


async def change(face: Face, rest: str) -> None:
    """set OPTION=VALUE"""
    at = here(face)
    if at is None:
        return
    words = rest.split()
    option = next((each for each in at.rules.options if words and each.name == words[0] and not each.fixed), None)
    if option is not None and len(words) == 1:
        face.say(option_line(option, getattr(at.rules, option.name), option.name in at.rules.changed))
        face.say(tr("It may be: %(range)s.", range=option_range(option)))
        return
    if option is not None and len(words) == 2 and "=" not in rest:
        words = ["=".join(words)]
    try:
        found = changes(at.rules, words)
    except click.UsageError as error:
        face.say(error.format_message())
        return
    if not found:
        face.say(tr("Type set OPTION=VALUE, for example set target_score=300. Type g all for the options."))
        return
    plain = {name: list(value) if isinstance(value, tuple) else value for name, value in found.items()}
    await face.client.change(plain, at.info.deal)


async def deal(face: Face, rest: str) -> None:
    """deal sealed, deal dealer"""
    at = here(face)
    if at is None:
        return
    if rest.lower() not in ("sealed", "dealer"):
        face.say(tr("Type deal sealed or deal dealer. Now: %(deal)s.", deal=at.info.deal))
        return
    await face.client.change({}, rest.lower())


async def invite(face: Face, rest: str) -> None:
    """invite"""
    access = "open" if face.client.at is None else face.client.at.info.access
    face.output.lines(invite_lines(face.host, access))
