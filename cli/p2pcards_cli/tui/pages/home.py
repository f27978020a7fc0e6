"""Keys in the list of hosts and tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ...say.i18n import tr
from ..widgets.home.presenter import HomeModel, present_home

if TYPE_CHECKING:
    from ..face import Face


def model(face: Face) -> HomeModel:
    """The list as it is now."""
    lounge, client = face.lounge, face.client
    here = () if client is None else client.tables
    name = client.name if client is not None else (lounge.name if lounge is not None else "")
    return present_home(
        name,
        () if lounge is None else lounge.found,
        {} if lounge is None else lounge.tables,
        here,
        face.host.name if face.host is not None else "",
        face.home_cursor,
        face.busy,
        lounge is not None and lounge.looking,
        bool(client),
        b"" if lounge is None else lounge.key,
    )


def step(face: Face, by: int) -> None:
    """Another line; those that cannot be chosen are passed over."""
    now = model(face)
    place = now.cursor
    for _ in now.rows:
        place = (place + by) % len(now.rows)
        if not now.rows[place].why:
            face.home_cursor = now.rows[place].what
            return


def click_row(face: Face, number: int) -> None:
    """A click marks a line; a second one takes it."""
    now = model(face)
    if number < len(now.rows) and not now.rows[number].why:
        if now.cursor == number:
            enter(face)
        face.home_cursor = now.rows[number].what


def enter(face: Face, watch: bool = False) -> None:
    """Take the chosen line."""
    now = model(face)
    if not now.rows or face.busy:
        return
    row = now.rows[now.cursor]
    if row.why:
        face.say(tr("Not possible: %(reason)s.", reason=row.why))
        return
    what = row.what
    if what[0] == "here" and face.client is not None:
        from ..entering import enter as sit_down

        face.do(sit_down(face, what[1], watch=watch))
    elif what[0] in ("host", "table") and face.lounge is not None:
        face.lounge.join_found(face, what[1], what[2] if len(what) > 2 else None, watch=watch)
    elif what[0] == "do" and not watch:
        DOING[what[1]](face)


def _lounge(name: str) -> Callable[[Face], None]:
    def run(face: Face) -> None:
        if face.lounge is not None:
            getattr(face.lounge, name)(face)

    return run


def _menu(name: str) -> Callable[[Face], None]:
    def run(face: Face) -> None:
        from .. import forms, menus, panels, past, settings_menu

        for module in (menus, forms, panels, past, settings_menu):
            if hasattr(module, name):
                getattr(module, name)(face)
                return

    return run


DOING: dict[str, Callable[[Face], None]] = {
    "play": _menu("new_table"),
    "new": _menu("new_table"),
    "address": _menu("join_address"),
    "past": _menu("past_matches"),
    "name": _menu("my_name"),
    "settings": _menu("settings"),
    "help": _menu("help_keys"),
    "quit": _menu("quit_program"),
    "away": _menu("leave_host"),
}

DO: dict[str, Callable[[Face], None]] = {
    "enter": enter,
    "watch": lambda face: enter(face, watch=True),
    "up": lambda face: step(face, -1),
    "down": lambda face: step(face, 1),
}
