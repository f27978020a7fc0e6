"""Messages: repeat, history, chat, nudge, how much is told, the bell, help."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..present.nudge import nudge as ring_at
from ..say.i18n import tr
from ..text import clean
from .command import help_lines

if TYPE_CHECKING:
    from .face import Face


async def repeat(face: Face, rest: str) -> None:
    """r"""
    if not face.message:
        face.say(tr("Nothing has happened yet."))
    for text in face.message:
        face.output.line(text, keep=False)


async def history(face: Face, rest: str) -> None:
    """x [NUMBER]"""
    count = int(rest) if rest.isdecimal() and 0 < int(rest) <= 500 else 10
    for text in list(face.output.history)[-count:]:
        face.output.line(text, keep=False)


async def say(face: Face, rest: str) -> None:
    """say TEXT"""
    text = clean(rest)
    if not text:
        face.say(tr("Type say and what you want to say."))
    elif face.client.at is None:
        face.say(tr("You are at no table."))
    else:
        face.client.chat(text)


async def mute(face: Face, rest: str) -> None:
    """mute"""
    face.muted = not face.muted
    face.say(tr("Chat is muted.") if face.muted else tr("Chat is told."))


async def nudge(face: Face, rest: str) -> None:
    """nudge"""
    face.say(ring_at(face))


async def verbosity(face: Face, rest: str) -> None:
    """m 0..2"""
    if rest in ("0", "1", "2"):
        face.verbosity = int(rest)
    told = (
        tr("Told: your turn and results."),
        tr("Told: your turn, results, plays and bids."),
        tr("Told: everything."),
    )
    face.say(told[face.verbosity])


async def bell(face: Face, rest: str) -> None:
    """bell on, bell off"""
    face.output.bell = rest.lower() != "off" if rest else not face.output.bell
    face.say(tr("The bell is on.") if face.output.bell else tr("The bell is off."))


async def help(face: Face, rest: str) -> None:
    """? [COMMAND]"""
    face.output.lines(help_lines(rest, None if face.sight is None else face.sight.hand))
