"""Past matches: the list of those in my folder, and what can be seen of one: the replay, the sheet, the checks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from p2pcards.verify import Report, verify_bytes

from ..commands.history import own_matches
from ..commands.verify import read_match
from ..present.history import Past, past_line, statistics
from ..present.replay import Step, steps
from ..present.verdict import report_lines, sight_of, verdict_line
from ..say.i18n import tr
from .overlays import Item, Menu, Reading
from .panels import sheet
from .widgets.overlay.model import Row

if TYPE_CHECKING:
    from .face import Face

LISTED = 200
"""Matches that are listed, the newest first."""


def past_matches(face: Face) -> None:
    """Look for my matches, and list them."""
    if face.lounge is None:
        return
    folder = face.lounge.settings.folder()

    async def look() -> None:
        matches = await asyncio.to_thread(own_matches, folder, LISTED)
        if matches:
            face.open(_list(face, matches))
        else:
            face.say(tr("There is no match yet in %(path)s.", path=folder / "matches"))

    face.do(look())


def _list(face: Face, matches: list[Past]) -> Menu:
    items = [Item(past_line(past), _open(face, past), keep=True) for past in matches]
    told = [Row(text) for text in statistics(matches)]
    items.append(
        Item(tr("How many I have won"), lambda: face.open(Reading(tr("Won and lost"), lambda: told)), keep=True)
    )
    return Menu(tr("Past matches"), lambda: items)


def _open(face: Face, past: Past) -> Callable[[], None]:
    """A menu of what can be seen of a match."""

    def item(text: str, show: Callable[[Face, Report], None]) -> Item:
        return Item(text, lambda: face.do(_read(face, past, show)), keep=True)

    def run() -> None:
        items = [
            item(tr("Replay, card by card"), _replay),
            item(tr("Score sheet"), _sheet),
            item(tr("Checks"), _checks),
        ]
        face.open(Menu(past_line(past), lambda: items, text=past.path))

    return run


async def _read(face: Face, past: Past, show: Callable[[Face, Report], None]) -> None:
    """Check the whole file, which takes a moment, then show it."""
    face.say(tr("The match is being checked."))
    report = await asyncio.to_thread(lambda: verify_bytes(read_match(Path(past.path))))
    face.say("")
    show(face, report)


def _replay(face: Face, report: Report) -> None:
    from .replay import ReplayFace

    found: tuple[Step, ...] = steps(report)
    if not found:
        face.say(tr("There is no deal in this file. %(verdict)s", verdict=verdict_line(report)))
        return
    over = ReplayFace(face.world, face.prefs, colour=face.colour, force_ascii=face.force_ascii, size=face.size)
    over.begin(report, found, inside=True)
    face.over = over


def _sheet(face: Face, report: Report) -> None:
    scored = None if report.match is None else sight_of(report)
    face.open(Reading(tr("Score sheet"), lambda: sheet(scored, face.size[0]), wide=True))


def _checks(face: Face, report: Report) -> None:
    face.open(Reading(tr("Checks"), lambda: [Row(text) for text in report_lines(report)], wide=True))
