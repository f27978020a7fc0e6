"""From the state of the screen to the snapshot that is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from p2pcards.rules.phases import Phase

from ..present.invite import join_ways
from ..present.moves import choices
from ..present.requests import for_me
from ..say.i18n import tr
from .keys import hints
from .pages import asking, home, room
from .snapshot import Snapshot, TablePage
from .widgets.hand.presenter import present_hand
from .widgets.home.presenter import HomeModel
from .widgets.room.presenter import RoomModel, present_room
from .widgets.table.presenter import present_table

if TYPE_CHECKING:
    from .face import Face

HINTS = {
    "table": ("help", "menu", "hint", "score", "last", "bids", "why", "rules", "chat", "who", "verify", "history"),
    "room": ("enter", "begin", "help", "menu", "options", "chat", "invite", "shuffle", "rules", "who"),
    "home": ("enter", "watch", "help", "menu", "quit"),
}


def snapshot(face: Face) -> Snapshot:
    """Everything that is on the screen now."""
    if face.over is not None:
        face.over.size = face.size
        return face.over.snapshot()
    where = face.where
    page: TablePage | RoomModel | HomeModel
    if where == "table":
        page = _table(face)
    elif where == "room":
        page = _room(face)
    else:
        page = home.model(face)
    return Snapshot(
        page=page,
        overlay=face.overlays[-1].model() if face.overlays else None,
        note=face.note,
        log=tuple(face.log),
        chat=tuple(face.talk),
        unread=face.unread,
        back=face.back,
        typed=face.typing.text if face.typing is not None else None,
        at=face.typing.at if face.typing is not None else 0,
        label=tr("Say:"),
        hints=() if face.overlays else _hints(face, where),
        link=face.link,
    )


def _hints(face: Face, where: str) -> tuple[tuple[str, str], ...]:
    """The keys in the bottom row: what can be done now comes first, and what cannot be done is not there."""
    names, prompt = HINTS[where], face.prompt
    if where == "room":
        labels = {"enter": room.enter_label(face), "begin": room.begin_label(face)}
        return hints(where, tuple(name for name in names if labels.get(name, name)), labels)
    if where == "home":
        rows = home.model(face)
        if not rows.rows or rows.rows[rows.cursor].what[0] == "do":
            names = tuple(name for name in names if name != "watch")
    if where == "table":
        nothing = _nothing_to_tell(face)
        names = tuple(name for name in names if name not in nothing)
    if where == "table" and face.playing and face.voting is not None:
        names = ("vote", *names)
    elif where == "table" and for_me(face.sight) is not None:
        names = ("answer", *names)
    elif where == "table" and prompt is not None:
        first = {Phase.PASSING: ("pick",), Phase.BIDDING: ("bid",), Phase.PLAYING: ("enter",)}
        names = (*first.get(prompt.phase, ()), *names)
    view = None if face.sight is None else face.sight.last_deal
    return hints(where, names, {"bids": tr("tricks")} if view is not None and not view.game.has_bids else None)


def _nothing_to_tell(face: Face) -> set[str]:
    """The keys of the table that would only say that there is nothing yet."""
    sight = face.sight
    out = set() if face.prompt is not None else {"hint"}
    if sight is None or sight.last_trick is None:
        out.add("last")
    if sight is None or sight.match is None or not sight.match.deals:
        out |= {"why", "verify"}
    return out


def _table(face: Face) -> TablePage:
    sight = face.held_sight or face.sight
    assert sight is not None
    at = None if face.client is None else face.client.at
    seats = () if at is None else at.info.seats
    away = {seat.seat for seat in seats if not seat.here and seat.kind == "person"}
    bots = {seat.seat for seat in seats if seat.kind == "bot"}
    ask, mine = asking.ask_text(face)
    prompt = face.prompt
    offered = tuple((text, number == face.choice) for number, (text, _) in enumerate(choices(prompt) if prompt else ()))
    if face.holding:
        ask, mine = tr("Any key goes on."), False
        if face.waiting and any(type(event).__name__ == "Asked" for event in face.waiting):
            ask = tr("Your turn. Any key goes on.")
    return TablePage(
        table=present_table(sight, face.shown, away, bots),
        hand=present_hand(sight, prompt, face.selected, face.picked, face.prefs.order),
        ask=ask,
        choices=offered,
        mine=mine,
        how=asking.how_text(face),
        field=(face.typed or "") if prompt is not None and prompt.phase is Phase.BIDDING else None,
    )


def _room(face: Face) -> RoomModel:
    at = None if face.client is None else face.client.at
    assert at is not None
    ways: tuple[str, ...] = ()
    if face.host is not None:
        ways = join_ways(face.host, at.info.access)
    host = face.host.name if face.host is not None else ""
    return present_room(at.info, face.sight, at.seat, room.cursor(face), ways, host)
