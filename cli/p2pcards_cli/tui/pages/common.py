"""Keys that work on every page."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ...present import bids as bid_lines
from ...say.i18n import tr
from ..keys import BINDINGS
from ..line import LineEdit
from ..menus import leave_table, main_menu, quit_program
from ..settings_menu import settings

if TYPE_CHECKING:
    from ..face import Face

Act = Callable[["Face"], None]


def keys_of(do: str, where: str) -> tuple[str, ...]:
    """The keys of an action on a page."""
    return next((binding.keys for binding in BINDINGS if binding.do == do and where in binding.where), ())


def _panel(name: str) -> Act:
    def act(face: Face) -> None:
        from .. import panels

        getattr(panels, name)(face)

    return act


def teams(face: Face) -> None:
    """Who plays with whom."""
    sight = face.sight
    if sight is not None and all(name != "?" for name in sight.names.names):
        from ..panels import reading

        reading(face, tr("Teams"), bid_lines.team_lines)
    elif sight is not None:
        from ..widgets.room.presenter import teams as by_seat

        at = None if face.client is None else face.client.at
        told = by_seat(sight, at.info) if at is not None else ()
        face.say(told[0] if told else tr("Everybody plays alone."))


def repeat(face: Face) -> None:
    """The last message again."""
    face.say(" ".join(face.message) if face.message else tr("Nothing has happened yet."))


def page_up(face: Face) -> None:
    """Older messages."""
    scroll(face, -1)


def page_down(face: Face) -> None:
    """Newer messages."""
    scroll(face, 1)


def scroll(face: Face, by: int) -> None:
    """The pane of messages: so many messages up (negative) or down."""
    face.back = max(0, min(len(face.log) - 1, face.back - by))


def chat(face: Face) -> None:
    """Begin to type to the table."""
    face.unread = 0
    face.typing = LineEdit("", 300)


def mute(face: Face) -> None:
    """Show what others say, or not."""
    face.muted = not face.muted
    face.say(tr("Chat is muted.") if face.muted else tr("Chat is told."))


def verbosity(face: Face) -> None:
    """How much goes into the log."""
    face.set(verbosity=(face.prefs.verbosity + 1) % 3)
    face.say(
        (
            tr("Told: your turn and results."),
            tr("Told: your turn, results, plays and bids."),
            tr("Told: everything."),
        )[face.prefs.verbosity]
    )


def bell(face: Face) -> None:
    """The bell on my turn."""
    face.set(bell=not face.prefs.bell)
    face.say(tr("The bell is on.") if face.prefs.bell else tr("The bell is off."))


def ascii_only(face: Face) -> None:
    """Letters instead of symbols."""
    face.set(ascii=not face.prefs.ascii)


def mouse(face: Face) -> None:
    """The mouse."""
    face.set(mouse=not face.prefs.mouse)
    face.say(
        tr("The mouse is on: click a card twice to play it. Hold Shift to select text.")
        if face.prefs.mouse
        else tr("The mouse is off.")
    )


DO: dict[str, Act] = {
    "teams": teams,
    "rules": _panel("rules"),
    "who": _panel("who"),
    "history": _panel("history"),
    "help": _panel("help_keys"),
    "repeat": repeat,
    "pageup": page_up,
    "pagedown": page_down,
    "chat": chat,
    "mute": mute,
    "menu": main_menu,
    "settings": settings,
    "leave": leave_table,
    "quit": quit_program,
    "verbosity": verbosity,
    "bell": bell,
    "ascii": ascii_only,
    "mouse": mouse,
    "redraw": lambda face: face.world.redraw(whole=True),
}
