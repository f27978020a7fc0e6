"""What the screen does with each event of the client."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from p2pcards.net import client_events as come
from p2pcards.net.client_events import ClientEvent
from p2pcards.referee import event as around
from p2pcards.rules.action import IllegalAction, Play
from p2pcards.rules.phases import Phase
from p2pcards.table import event as table

from ..exits import Exit
from ..plain.events import NUDGE, NUDGE_EVERY, back
from ..present.bids import bid_lines, turn_line
from ..present.cards import hand_line
from ..present.lobby import changes
from ..present.rules import deal_line
from ..present.sheet import score_lines
from ..present.told import Line, Teller
from ..present.verdict import report_lines, verdict_line
from ..say.errors import closed
from ..say.i18n import listing, tr
from ..say.lobby import notice
from ..say.people import Names
from ..say.reasons import refused
from ..say.trust import reason
from ..text import clean, clean_name
from .widgets.pane.view import LogLine
from .widgets.table.presenter import Shown

if TYPE_CHECKING:
    from .face import Face


def take(face: Face, event: ClientEvent) -> None:
    """An event has come: while a finished trick is held, what belongs to the match waits."""
    if face.holding and isinstance(event, come.Happened | come.Asked | come.Saved | come.Started):
        face.waiting.append(event)
        if isinstance(event, come.Asked):
            alert(face)
    else:
        hear(face, event)
    face.world.redraw()


def hear(face: Face, event: ClientEvent) -> None:
    """Show one event."""
    match event:
        case come.TablesChanged():
            if face.expected is not None and any(info.table == face.expected[0] for info in event.tables):
                (_, then), face.expected = face.expected, None
                then()
        case come.LobbyChanged():
            _lobby(face, event)
        case come.Started():
            _started(face, event)
        case come.Happened():
            _happened(face, event)
        case come.Asked():
            _asked(face, event)
        case come.ChatSaid():
            _chat(face, event)
        case come.NoticeCame():
            _notice(face, event)
        case come.LinkLost():
            face.link = tr("NO CONNECTION")
            face.tell_text(tr("The connection is lost. Trying again."), "bad")
        case come.LinkBack():
            face.link = ""
            face.tell_text(back(event), "good")
            _caught_up(face)
        case come.Refusal():
            face.tell_text(refused(event.code, event.data), "bad")
        case come.Saved():
            _saved(face, event)
        case come.ClosedByHost():
            _closed(face, event)


def _lobby(face: Face, event: come.LobbyChanged) -> None:
    before, face.lobby = face.lobby, event.info
    if face.playing:
        return
    at = None if face.client is None else face.client.at
    mine = None if at is None else at.seat
    if before is None or before.table != event.info.table:
        face.seat_cursor = mine or 0
        return  # the page shows it all
    face.tell([Line(1, text) for text in changes(before, event.info, mine)])


def _started(face: Face, event: come.Started) -> None:
    face.teller, face.voting, face.in_room = Teller(), None, False
    face.overlays.clear()
    face.note = ""
    face.ask(None)
    face.clear_trick()
    names = Names.of([seat.name for seat in event.terms.seats], event.seat)
    lines = [Line(0, tr("The match begins."))]
    if event.seat is None:
        lines.append(Line(0, tr("You are watching.")))
    lines.append(Line(1, tr("Players: %(names)s.", names=listing(names.names))))
    lines.append(Line(2, tr("Deal: %(deal)s.", deal=deal_line(event.terms.deal))))
    words = " ".join(event.words)
    lines.append(Line(1, tr("The table's words: %(words)s. All players must have the same.", words=words)))
    face.tell(lines)


def _happened(face: Face, event: come.Happened) -> None:
    sight = face.sight
    if sight is None:
        return
    _follow(face, event.event)
    lines = face.teller.tell(event.event, sight)
    if not event.live:
        face.behind = True
        return
    if face.behind:
        _caught_up(face)
    if isinstance(event.event, table.CardsReceived) and event.event.seat == sight.seat and lines:
        face.note = face.news = lines[0].text
    scored = isinstance(event.event, table.DealScored)
    face.tell([line for line in lines if not _hand_told(line, sight)], _kind(event.event))
    if scored:
        from .panels import deal_scored

        deal_scored(face, event.event.number)
    elif isinstance(event.event, table.TrickTaken):
        face.hold()


def _hand_told(line: Line, sight: object) -> bool:
    """My cards are on the screen: no need to read them out in the log."""
    return line.text == hand_line(sight)  # type: ignore[arg-type]


def _kind(event: object) -> str:
    if isinstance(event, table.MatchOver):
        return "good"
    if isinstance(event, table.DealScored | table.TrickTaken):
        return ""
    if isinstance(event, around.Paused | around.Forfeit | around.DealVoided | around.Contested):
        return "bad"
    if isinstance(event, around.Audited):
        return "good" if event.verdict.ok else "bad"
    return ""


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
    elif isinstance(event, table.DealStarted | around.DealVoided | around.Forfeit):
        face.clear_trick()
        face.place = -1
        face.ask(None)
    elif isinstance(event, around.Paused):
        face.voting = event.seat
    elif isinstance(event, around.Resumed | around.KeyChanged):
        face.voting = None


def _caught_up(face: Face) -> None:
    """After having missed something: the trick as it lies, and where things stand."""
    sight = face.sight
    if not face.behind or sight is None:
        return
    face.behind = False
    view = sight.view
    if view is None:
        face.shown = Shown()
    else:
        laid = tuple(view.trick.by_seat(sight.n).items())
        face.shown = Shown(laid, None, len(view.tricks) + 1 if laid else 0)
        face.teller.hand_was_told()
    lines = score_lines(sight) if sight.match is not None and sight.match.deals else []
    if view is not None:
        lines += bid_lines(sight) if view.game.has_bids else []
        lines.append(turn_line(sight))
    face.tell([Line(0, text) for text in lines])


def _asked(face: Face, event: come.Asked) -> None:
    _caught_up(face)
    sight = face.sight
    if sight is None or face.client is None:
        return
    selected = face.selected
    face.ask(event)
    face.note, face.news = face.news, ""  # an answer to an older key would mislead now
    if event.prompt.phase is not Phase.PLAYING or (selected is not None and not sight.hand):
        face.selected = None
    if _plays_itself(face, event):
        return
    alert(face)


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


def alert(face: Face) -> None:
    """It is my turn: the bell, and the window's title."""
    if face.prefs.bell:
        face.world.ring()
    face.world.title(tr("Your turn"))


def _chat(face: Face, event: come.ChatSaid) -> None:
    at = None if face.client is None else face.client.at
    mine = at is not None and event.seat is not None and event.seat == at.seat
    name = clean_name(event.name) if event.name else tr("An onlooker")
    if event.text.strip() == NUDGE:
        now = face.world.now()
        if at is not None and at.question is not None and not mine and now - face.nudged >= NUDGE_EVERY:
            face.nudged = now
            face.tell_text(tr("%(name)s is waiting for you.", name=name), "ask")
            alert(face)
        return
    if face.muted and not mine:
        return
    text = tr("%(name)s: %(text)s", name=tr("You") if mine else name, text=clean(event.text))
    line = LogLine(text, "chat")
    face.talk.append(line)
    face.log.append(line)
    face.unread += 0 if mine else 1


def _notice(face: Face, event: come.NoticeCame) -> None:
    if event.code == "table-gone":
        face.lobby = None
        face.tell_text(tr("The table is no longer there."), "bad")
        return
    if event.code == "vote" and isinstance(event.data.get("seat"), int):
        face.voting = event.data["seat"]
    face.tell_text(notice(event.code, event.data), "bad")
    if event.code == "closed":
        face.lobby = None


def _saved(face: Face, event: come.Saved) -> None:
    from .panels import match_over

    lines = [verdict_line(event.report)] if event.report.ok else report_lines(event.report)
    face.tell([Line(0, text) for text in lines], "good" if event.report.ok else "bad")
    face.tell_text(tr("The match is in %(path)s", path=event.path))
    face.unverified = face.unverified or not event.report.ok
    face.world.title("")
    match_over(face, event)


def _closed(face: Face, event: come.ClosedByHost) -> None:
    if event.code == "replaced":
        text, code = notice("replaced", {}), int(Exit.FAILED)
    elif event.code == "dishonest":
        code = int(Exit.NOT_VERIFIED)
        text = tr(
            "The host has sent what no honest host sends: %(reason)s. The match ends here.",
            reason=reason(event.text),
        )
    else:
        text, code = closed(event.code), int(Exit.PROTOCOL)
    face.tell_text(text, "bad")
    from .panels import lost_host

    lost_host(face, text, code)
