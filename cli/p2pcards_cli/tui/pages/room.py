"""Keys at a table before its match."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ...present.lobby import may_start
from ...say.i18n import tr
from ..forms import house_rules
from ..menus import invite, seat_menu, sure
from ..widgets.room.presenter import button, is_ready

if TYPE_CHECKING:
    from p2pcards.net.at_table import AtTable

    from ..face import Face


def rows(face: Face) -> int:
    """How many lines there are to choose from: the seats, and what starts the match where I have a part in that."""
    at = None if face.client is None else face.client.at
    return 0 if at is None else len(at.info.seats) + bool(button(at.info, at.seat))


def cursor(face: Face) -> int:
    """The chosen line; the one after the seats is what starts the match."""
    return max(0, min(face.seat_cursor, rows(face) - 1))


def step(face: Face, by: int) -> None:
    """Another line."""
    face.seat_cursor = (cursor(face) + by) % max(1, rows(face))


def click_seat(face: Face, number: int) -> None:
    """A click marks a line; a second one does what Enter does."""
    if cursor(face) == number:
        enter(face)
    face.seat_cursor = number


def enter(face: Face) -> None:
    """What the chosen line says: what can be done with a seat, or the start."""
    at = None if face.client is None else face.client.at
    if at is None:
        return
    if at.info.state == "playing":
        face.in_room = False
    elif cursor(face) == len(at.info.seats):
        begin(face)
    else:
        seat_menu(face)


def enter_label(face: Face) -> str:
    """What Enter does now, in a word; "" where it does nothing."""
    at = None if face.client is None else face.client.at
    if at is None:
        return ""
    if at.info.state == "playing":
        return tr("watch") if at.referee is not None else ""
    return begin_label(face) if cursor(face) == len(at.info.seats) else tr("seat")


def begin_label(face: Face) -> str:
    """What the line below the seats does, in a word; "" where there is none."""
    at = None if face.client is None else face.client.at
    if at is None or not button(at.info, at.seat):
        return ""
    if may_start(at.info, at.seat):
        return tr("start")
    return tr("not ready") if is_ready(at.info, at.seat) else tr("ready")


def begin(face: Face) -> None:
    """Start the match, or say that I am ready, or not any more."""
    at = None if face.client is None else face.client.at
    if at is None or at.info.state == "playing":
        return
    if at.seat is None:
        face.say(tr("You have no seat. Choose one with Up and Down, then press Enter."))
    elif at.referee is not None:  # the keys of the end of a match must not begin the next one
        sure(face, tr("Another match?"), tr("Yes, another match"), lambda: _begin(face, at))
    else:
        _begin(face, at)


def _begin(face: Face, at: AtTable) -> None:
    client = face.client
    assert client is not None
    if may_start(at.info, at.seat):
        face.say(tr("Starting."))
        face.do(client.start())
    else:
        face.do(client.ready(not is_ready(at.info, at.seat)))


def shuffle(face: Face) -> None:
    """New seats and teams."""
    if face.client is not None:
        face.do(face.client.shuffle())


DO: dict[str, Callable[[Face], None]] = {
    "enter": enter,
    "up": lambda face: step(face, -1),
    "down": lambda face: step(face, 1),
    "begin": begin,
    "seat": seat_menu,
    "shuffle": shuffle,
    "options": house_rules,
    "invite": invite,
}
