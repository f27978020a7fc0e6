"""Keys at a table before its match."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ...present.lobby import may_start
from ...say.i18n import tr
from ..forms import house_rules
from ..menus import invite, seat_menu, sure

if TYPE_CHECKING:
    from p2pcards.net.at_table import AtTable

    from ..face import Face


def step(face: Face, by: int) -> None:
    """Another seat."""
    at = None if face.client is None else face.client.at
    if at is not None:
        face.seat_cursor = (face.seat_cursor + by) % max(1, len(at.info.seats))


def click_seat(face: Face, number: int) -> None:
    """A click marks a seat; a second one opens its menu."""
    if face.seat_cursor == number:
        seat_menu(face)
    face.seat_cursor = number


def enter(face: Face) -> None:
    """Start, or ready, or sit down: what the line above the keys says."""
    client = face.client
    at = None if client is None else client.at
    if client is None or at is None:
        return
    if at.info.state == "playing":
        face.in_room = False
        return
    if at.seat is None:
        seat_menu(face)
    elif at.referee is not None:  # two quick Enters at the end of a match must not begin the next one
        sure(face, tr("Another match?"), tr("Yes, another match"), lambda: _begin(face, at))
    else:
        _begin(face, at)


def enter_label(face: Face) -> str:
    """What Enter does now, in a word; "" where it does nothing."""
    at = None if face.client is None else face.client.at
    if at is None:
        return ""
    if at.info.state == "playing":
        return tr("watch") if at.referee is not None else ""
    if at.seat is None:
        return tr("seat")
    if may_start(at.info, at.seat):
        return tr("start")
    return tr("not ready") if any(seat.ready for seat in at.info.seats if seat.seat == at.seat) else tr("ready")


def _begin(face: Face, at: AtTable) -> None:
    """Start the match, or say that I am ready, or not any more."""
    client = face.client
    assert client is not None
    if may_start(at.info, at.seat):
        face.say(tr("Starting."))
        face.do(client.start())
    else:
        me = next((seat for seat in at.info.seats if seat.seat == at.seat), None)
        face.do(client.ready(not (me is not None and me.ready)))


def shuffle(face: Face) -> None:
    """New seats and teams."""
    if face.client is not None:
        face.do(face.client.shuffle())


DO: dict[str, Callable[[Face], None]] = {
    "enter": enter,
    "up": lambda face: step(face, -1),
    "down": lambda face: step(face, 1),
    "seat": seat_menu,
    "shuffle": shuffle,
    "options": house_rules,
    "invite": invite,
}
