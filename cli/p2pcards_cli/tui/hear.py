"""What only the full screen does with an event of the client: the trick that lies there, marks, boxes, the title."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from p2pcards.net import client_events as come
from p2pcards.net.client_events import ClientEvent
from p2pcards.referee import event as around
from p2pcards.rules.action import IllegalAction, Play
from p2pcards.rules.phases import Phase
from p2pcards.table import event as table

from ..present.cards import hand_line
from ..present.ears import Ears
from ..present.sight import Sight
from ..present.told import Line
from ..say.i18n import tr
from .widgets.pane.view import LogLine
from .widgets.table.presenter import Shown

if TYPE_CHECKING:
    from p2pcards_protocol.message import TableInfo

    from .face import Face

QUIET = 0.4
"""Seconds without news after which nothing more of what was missed will come."""


def take(face: Face, event: ClientEvent) -> None:
    """An event has come: while a finished trick is held, what belongs to the match waits."""
    if face.holding and isinstance(event, come.Happened | come.Asked | come.Saved | come.Started):
        face.waiting.append(event)
        if isinstance(event, come.Asked):
            face.note = ""  # an answer to an older key would mislead now
            face.alert()
    else:
        face.ears.hear(event)
    _catch_up_soon(face)
    face.world.redraw()


def _catch_up_soon(face: Face) -> None:
    """After what was missed: how things stand is told once nothing more of it comes, though nothing is asked of me."""
    if face.catching is not None:
        face.catching()
        face.catching = None
    if face.behind:
        face.catching = face.world.later(QUIET, face.ears.caught_up)


class ScreenEars(Ears):
    """The ears of the full screen."""

    face: Face

    def tables(self, event: come.TablesChanged) -> None:
        face = self.face
        if face.expected is not None and any(info.table == face.expected[0] for info in event.tables):
            (_, then), face.expected = face.expected, None
            then()

    def table_changed(self, info: TableInfo, news: Sequence[str], *, arrived: bool) -> None:
        face = self.face
        if arrived:  # the page shows it all
            at = None if face.client is None else face.client.at
            face.seat_cursor = (None if at is None else at.seat) or 0
        else:
            face.tell([Line(1, text) for text in news])

    def began(self, event: come.Started) -> None:
        face = self.face
        face.in_room = False
        face.overlays.clear()
        face.note = ""
        face.ask(None)
        face.clear_trick()

    def follow(self, event: object) -> None:
        _follow(self.face, event)

    def listed(self, lines: Sequence[Line], event: object) -> Sequence[Line]:
        """My cards are on the screen: no need to read them out in the log."""
        sight = self.face.sight
        return [line for line in lines if sight is None or line.text != hand_line(sight)]

    def followed(self, event: object, lines: Sequence[Line]) -> None:
        face, sight = self.face, self.face.sight
        if isinstance(event, table.CardsReceived) and sight is not None and event.seat == sight.seat and lines:
            face.note = face.news = lines[0].text
        if isinstance(event, table.DealScored):
            from .ends import deal_scored

            deal_scored(face, event.number)
        elif isinstance(event, table.TrickTaken):
            face.hold()

    def stands(self, lines: list[str]) -> None:
        """How things stand, and the trick as it lies."""
        face, sight = self.face, self.face.sight
        view = None if sight is None else sight.view
        if view is None or sight is None:
            face.shown = Shown()
        else:
            face.shown = _laid(sight, view.trick.by_seat(sight.n).items())
        super().stands(lines)

    def asked(self, event: come.Asked) -> None:
        face, sight = self.face, self.face.sight
        if sight is None or face.client is None:
            return
        selected = face.selected
        face.ask(event)
        face.note, face.news = face.news, ""  # an answer to an older key would mislead now
        if event.prompt.phase is not Phase.PLAYING or (selected is not None and not sight.hand):
            face.selected = None
        if not _plays_itself(face, event):
            face.alert()

    def said(self, name: str, text: str, *, mine: bool) -> None:
        face = self.face
        line = LogLine(tr("%(name)s: %(text)s", name=tr("You") if mine else name, text=text), "chat")
        face.talk.append(line)
        face.log.append(line)
        face.unread += 0 if mine else 1

    def link(self, up: bool) -> None:
        self.face.link = "" if up else tr("NO CONNECTION")

    def saved(self, event: come.Saved) -> None:
        from .ends import match_over

        self.face.world.title("")
        match_over(self.face, event)

    def ended(self, text: str, code: int) -> None:
        from .ends import lost_host

        lost_host(self.face, text, code)


def _follow(face: Face, event: object) -> None:
    """Keep the trick on the screen in step with what is told."""
    if isinstance(event, table.CardPlayed):
        if event.trick != face.shown.number:
            face.shown = Shown(number=event.trick)
            face.sure = None
        face.shown = replace(face.shown, cards=(*face.shown.cards, (event.seat, event.card)))
        at = None if face.client is None else face.client.at
        if at is not None and event.seat == at.seat:
            face.selected = None
            face.ask(None)
    elif isinstance(event, table.TrickTaken):
        face.shown = replace(face.shown, winner=event.seat)
        face.selected = None
        if face.prefs.hold == 0:
            face.shown = Shown()
    elif isinstance(event, around.TakenBack):
        _take_back(face, event.card)
    elif isinstance(event, table.DealStarted | around.DealVoided | around.Forfeit):
        face.clear_trick()
        face.place = -1
        face.ask(None)


def _laid(sight: Sight, cards: Iterable[tuple[int, int]]) -> Shown:
    """The trick of the deal with these of its cards."""
    laid = tuple(cards)
    return Shown(laid, None, len(sight.view.tricks) + 1 if laid and sight.view is not None else 0)


def _take_back(face: Face, card: int) -> None:
    """A card is in a hand again: it leaves the screen, a taken trick is back, and nothing is asked of the next seat."""
    sight = face.sight
    if sight is None or sight.view is None:
        return
    happened = (event.event for event in face.waiting if isinstance(event, come.Happened))
    coming = {event.card for event in happened if isinstance(event, table.CardPlayed)}
    lie = sight.view.trick.by_seat(sight.n).items()
    face.shown = _laid(sight, [(seat, each) for seat, each in lie if each != card and each not in coming])
    face.selected = face.sure = None
    face.ask(None)


def _plays_itself(face: Face, event: come.Asked) -> bool:
    """The last card of my hand, where the person wants that."""
    sight, prompt = face.sight, event.prompt
    if not face.prefs.last or prompt.phase is not Phase.PLAYING or sight is None or face.client is None:
        return False
    hand = sight.hand or 0
    if hand.bit_count() != 1:
        return False
    try:
        face.client.act(Play(prompt.seat, hand.bit_length() - 1), event.number)
    except IllegalAction:
        return False
    face.answered(event.number)
    return True


__all__ = ["ScreenEars", "take"]
