"""What line mode says to each event of the client."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from p2pcards.net import client_events as come
from p2pcards.net.client_events import ClientEvent
from p2pcards.referee import event as around
from p2pcards.table import event as table

from ..exits import Exit
from ..present.bids import bid_lines, turn_line
from ..present.cards import hand_line, table_line
from ..present.lobby import changes
from ..present.rules import deal_line
from ..present.sheet import score_lines
from ..present.told import Line
from ..present.verdict import report_lines, verdict_line
from ..say.errors import closed
from ..say.i18n import listing, tr, trn
from ..say.lobby import notice
from ..say.people import Names
from ..say.reasons import refused
from ..say.trust import reason
from ..text import clean, clean_name

if TYPE_CHECKING:
    from .face import Face

NUDGE = "!"
"""A chat text that only rings: "it is your turn"."""

NUDGE_EVERY = 10.0
"""Seconds between two rings by others."""


def hear(face: Face, event: ClientEvent) -> None:
    """Tell one event."""
    match event:
        case come.TablesChanged():
            _tables(face)
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
            face.tell_text(tr("The connection is lost. Trying again."))
        case come.LinkBack():
            face.tell_text(back(event))
            if face.behind:
                caught_up(face)
            elif face.playing and (sight := face.sight) is not None:
                face.tell_text(turn_line(sight))
        case come.Refusal():
            face.tell_text(refused(event.code, event.data))
        case come.Saved():
            _saved(face, event)
        case come.ClosedByHost():
            _closed(face, event)


def _tables(face: Face) -> None:
    if face.client.at is None and face.client.tables != face.listing:
        face.found()


def _lobby(face: Face, event: come.LobbyChanged) -> None:
    before, face.lobby = face.lobby, event.info
    if face.playing:
        return
    at = face.client.at
    told = changes(before, event.info, None if at is None else at.seat)
    face.tell([Line(0, text) for text in told])


def _started(face: Face, event: come.Started) -> None:
    from ..present.told import Teller

    face.teller, face.number, face.voting = Teller(), -1, None
    names = Names.of([seat.name for seat in event.terms.seats], event.seat)
    lines = [Line(0, tr("The match begins."))]
    if event.seat is None:
        lines.append(Line(0, tr("You are watching.")))
    else:
        lines.append(Line(0, tr("You sit in seat %(seat)d.", seat=event.seat + 1)))
    lines.append(Line(1, tr("Players: %(names)s.", names=listing(names.names))))
    lines.append(Line(1, tr("Deal: %(deal)s.", deal=deal_line(event.terms.deal))))
    words = " ".join(event.words)
    lines.append(Line(1, tr("The table's words: %(words)s. All players must have the same.", words=words)))
    face.tell(lines)


def _happened(face: Face, event: come.Happened) -> None:
    sight = face.sight
    if sight is None:
        return
    lines = face.teller.tell(event.event, sight)
    if not event.live:
        face.behind = True
        lines = [line for line in lines if isinstance(event.event, table.DealScored) and line is lines[-1]]
    elif face.behind:
        caught_up(face)
    if isinstance(event.event, around.Paused):
        face.voting = event.event.seat
    elif isinstance(event.event, around.Resumed | around.KeyChanged):
        face.voting = None
    face.tell(lines)


def back(event: come.LinkBack) -> str:
    """The connection is back, and how much was missed."""
    played = sum(isinstance(each, table.CardPlayed) for each in event.happened)
    if not played:
        return tr("The connection is back.")
    return trn(
        "The connection is back. Meanwhile %(n)d card was played.",
        "The connection is back. Meanwhile %(n)d cards were played.",
        played,
    )


def caught_up(face: Face) -> None:
    """How things stand, for somebody who has missed something: the state, not the story."""
    sight = face.sight
    if not face.behind or sight is None:
        return
    face.behind = False
    lines = score_lines(sight) if sight.match is not None and sight.match.deals else []
    if sight.view is not None:
        lines += bid_lines(sight) if sight.view.game.has_bids else []
        lines += [hand_line(sight), table_line(sight), turn_line(sight)]
        face.teller.hand_was_told()
    if lines != face.message:  # it may come in several pieces, the last of which change nothing that is told here
        face.tell([Line(0, text) for text in lines])


def _asked(face: Face, event: come.Asked) -> None:
    caught_up(face)
    sight = face.sight
    if sight is None:
        return
    face.number = event.number
    face.tell(face.teller.ask(event.prompt, sight))
    face.output.ring()


def _chat(face: Face, event: come.ChatSaid) -> None:
    at = face.client.at
    mine = at is not None and event.seat is not None and event.seat == at.seat
    name = clean_name(event.name) if event.name else tr("An onlooker")
    if event.text.strip() == NUDGE:
        now = time.monotonic()
        if at is not None and at.question is not None and not mine and now - face.nudged >= NUDGE_EVERY:
            face.nudged = now
            face.tell_text(tr("%(name)s is waiting for you.", name=name))
            face.output.ring()
        return
    if not mine and not face.muted:
        face.tell_text(tr("%(name)s says: %(text)s", name=name, text=clean(event.text)), 2)


def _notice(face: Face, event: come.NoticeCame) -> None:
    if event.code == "table-gone":
        face.lobby = None
        face.tell_text(tr("The table is no longer there."))
        face.found()
        return
    if event.code == "vote" and isinstance(event.data.get("seat"), int):
        face.voting = event.data["seat"]
    sight = face.sight
    face.tell_text(notice(event.code, event.data, None if sight is None else sight.names))
    if event.code == "vote":
        face.tell_text(tr("Type vote and your choice."))
    elif event.code == "closed":
        face.lobby = None
        face.found()


def _saved(face: Face, event: come.Saved) -> None:
    lines = [verdict_line(event.report)] if event.report.ok else report_lines(event.report)
    lines.append(tr("The match is in %(path)s", path=event.path))
    lines.append(tr("Type start or ready for another match, quit to end the program."))
    face.unverified = face.unverified or not event.report.ok
    face.tell([Line(0, text) for text in lines])


def _closed(face: Face, event: come.ClosedByHost) -> None:
    if event.code == "replaced":
        face.tell_text(notice("replaced", {}))
        face.code = Exit.FAILED
    elif event.code == "dishonest":
        face.tell_text(
            tr(
                "The host has sent what no honest host sends: %(reason)s. The match ends here.",
                reason=reason(event.text),
            )
        )
        face.code = Exit.NOT_VERIFIED
    else:
        face.tell_text(closed(event.code))
        face.code = Exit.PROTOCOL
