"""What a face does with each event of the client. What is the same on every face is done here, in one table; a face
adds what only it shows (`plain.events`, `tui.hear`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from p2pcards.net import client_events as come
from p2pcards.referee import event as around
from p2pcards.table import event as table

from ..exits import Exit
from ..say.errors import closed
from ..say.i18n import listing, tr, trn
from ..say.lobby import notice
from ..say.people import Names
from ..say.reasons import refused
from ..say.trust import reason
from ..text import clean, clean_name, fold
from .bids import bid_lines, teams_told, turn_line, waits_line
from .lobby import changed_rules, changes, drawn
from .nudge import NUDGE, Nudger, may_ring
from .requests import for_me, warning
from .rules import deal_line
from .sheet import penalties, score_lines, totals_line
from .sight import Sight
from .told import Line, Teller
from .verdict import report_lines, verdict_line

if TYPE_CHECKING:
    from p2pcards_protocol.message import TableInfo

    from p2pcards.rules.base import Rules


GONE = ("seat-closed", "seat-lost", "seat-idle", "seat-left")
"""Notices that say why a seat is away; a pause says it again, and a seat that was left has said it already."""


class Listener(Nudger, Protocol):
    """A face, as far as ears know it. behind: something was missed and how things stand has not been told yet; voting:
    the seat about which a vote is open."""

    teller: Teller
    lobby: TableInfo | None
    behind: bool
    voting: int | None
    muted: bool
    unverified: bool

    @property
    def sight(self) -> Sight | None: ...
    def tell(self, lines: Sequence[Line], kind: str = "") -> None: ...
    def tell_text(self, text: str, kind: str = "", level: int = 0) -> None: ...
    def alert(self) -> None: ...


class Ears:
    """The ears of one face. hear(event) is all that is called from outside."""

    face: Listener

    def __init__(self, face: Listener) -> None:
        self.face = face
        self._gone: int | None = None
        self._rules: Rules | None = None

    def hear(self, event: come.ClientEvent) -> None:
        """Deal with one event."""
        HEARD[type(event)](self, event)

    def caught_up(self) -> None:
        """How things stand, for somebody who has missed something: the state, not the story."""
        face, sight = self.face, self.face.sight
        if not face.behind or sight is None:
            return
        face.behind = False
        if sight.view is not None:
            face.teller.hand_was_told()
        self.stands(self.all_that_stands(sight))

    def all_that_stands(self, sight: Sight) -> list[str]:
        """How things stand: score, bids or penalties, what a face adds, and whose turn it is."""
        lines = score_lines(sight) if sight.match is not None and sight.match.deals else []
        if sight.view is not None:
            lines += bid_lines(sight) if sight.view.game.has_bids or penalties(sight.view) is not None else []
            lines += [*self.standing(sight), turn_line(sight)]
        return lines

    # -- what a face adds ---------------------------------------------------------------------------------------------

    def tables(self, event: come.TablesChanged) -> None:
        """The host's tables are others now."""
        raise NotImplementedError

    def table_changed(self, info: TableInfo, news: Sequence[str], *, arrived: bool) -> None:
        """The lobby of my table. news: what is new, as sentences; arrived: I have just come to this table."""
        raise NotImplementedError

    def asked(self, event: come.Asked) -> None:
        """A decision is wanted of me."""
        raise NotImplementedError

    def said(self, name: str, text: str, *, mine: bool) -> None:
        """Somebody says something to the table."""
        raise NotImplementedError

    def ended(self, text: str, code: int) -> None:
        """The host has gone for good."""
        raise NotImplementedError

    def began(self, event: come.Started) -> None:
        """A match begins; nothing has been said yet."""

    def follow(self, event: object) -> None:
        """Something happened; nothing has been said yet."""

    def followed(self, event: object, lines: Sequence[Line]) -> None:
        """It has been said."""

    def listed(self, lines: Sequence[Line], event: object) -> Sequence[Line]:
        """Which of the lines of an event this face says."""
        return lines

    def link(self, up: bool) -> None:
        """The connection is there again, or gone."""

    def standing(self, sight: Sight) -> list[str]:
        """What belongs to how things stand, besides score, bids and turn."""
        return []

    def stands(self, lines: list[str]) -> None:
        """How things stand."""
        self.face.tell([Line(0, text) for text in lines])

    def voting(self) -> None:
        """A vote has been called."""

    def requested(self) -> None:
        """A claim or a take-back waits for my answer."""

    def no_table(self) -> None:
        """My table is gone."""

    def saved(self, event: come.Saved) -> None:
        """The match is over and its file is there; all that has been said."""

    # -- what is the same ---------------------------------------------------------------------------------------------

    def _lobby(self, event: come.LobbyChanged) -> None:
        face = self.face
        before, face.lobby = face.lobby, event.info
        if face.playing:
            return
        at = None if face.client is None else face.client.at
        rules, self._rules = self._rules, None if face.sight is None else face.sight.rules
        news = changes(before, event.info, None if at is None else at.seat, changed_rules(rules, self._rules))
        if drawn(before, event.info) and face.sight is not None:
            news += teams_told(face.sight)
        self.table_changed(event.info, news, arrived=before is None or before.table != event.info.table)

    def _started(self, event: come.Started) -> None:
        face = self.face
        face.teller, face.voting = Teller(), None
        self.began(event)
        names = Names.of([seat.name for seat in event.terms.seats], event.seat)
        joined = face.lobby is not None and face.lobby.state == "playing"
        lines = [Line(0, tr("The match is under way.") if joined else tr("The match begins."))]
        if event.seat is None:
            lines.append(Line(0, tr("You are watching.")))
        else:
            lines.append(Line(0, tr("You sit in seat %(seat)d.", seat=event.seat + 1)))
            signed = names.name(event.seat)
            wanted = signed if face.client is None else clean_name(face.client.name)
            if joined and fold(wanted) != fold(clean_name(event.terms.seats[event.seat].name)):
                text = tr(
                    "All have signed the name %(signed)s for this match; %(name)s counts from the next one.",
                    signed=signed,
                    name=wanted,
                )
                lines.append(Line(0, text))
        if face.sight is not None:
            lines += [Line(0, text) for text in teams_told(face.sight)]
        lines.append(Line(1, tr("Players: %(names)s.", names=listing(names.names))))
        lines.append(Line(1, deal_line(event.terms.deal)))
        words = " ".join(event.words)
        lines.append(Line(1, tr("The table's words: %(words)s. All players must have the same.", words=words)))
        face.tell(lines)

    def _happened(self, event: come.Happened) -> None:
        face, sight, what = self.face, self.face.sight, event.event
        if sight is None:
            return
        self.follow(what)
        lines = face.teller.tell(what, sight)
        if isinstance(what, around.Paused):
            face.voting = what.seat
            if self._gone == what.seat:  # why was told by the host a moment ago
                lines = [Line(0, waits_line(sight, [what.seat]))]
            self._gone = None
        elif isinstance(what, around.Left):
            self._gone = what.seat
        elif isinstance(what, around.Resumed | around.KeyChanged):
            face.voting = None
        if not event.live:  # of what was missed, only the totals of each deal
            face.behind = True
            scored = isinstance(what, table.DealScored)
            lines = [Line(0, totals_line(sight, what.number, what.score))] if scored else []
        elif face.behind:
            self.caught_up()
        face.tell(self.listed(lines, what), kind_of(what))
        if event.live:
            self.followed(what, lines)
        if isinstance(what, around.Claimed | around.TakeBackAsked) and for_me(face.sight) is not None:
            face.alert()
            if careful := warning(face.sight):
                face.tell_text(careful, "ask")
            self.requested()

    def _asked(self, event: come.Asked) -> None:
        self.caught_up()
        if self.face.sight is not None:
            self.asked(event)

    def _chat(self, event: come.ChatSaid) -> None:
        face = self.face
        at = None if face.client is None else face.client.at
        mine = at is not None and event.seat is not None and event.seat == at.seat
        name = clean_name(event.name) if event.name else tr("An onlooker")
        if event.text.strip() == NUDGE:
            if at is not None and at.question is not None and not mine and may_ring(face):
                face.tell_text(tr("%(name)s is waiting for you.", name=name), "ask")
                face.alert()
        elif mine or not face.muted:
            self.said(name, clean(event.text), mine=mine)

    def _notice(self, event: come.NoticeCame) -> None:
        face, sight = self.face, self.face.sight
        if event.code == "vote" and isinstance(event.data.get("seat"), int):
            face.voting = event.data["seat"]
        if event.code in GONE and isinstance(event.data.get("seat"), int):
            if event.code == "seat-left" and self._gone == event.data["seat"]:
                return
            self._gone = event.data["seat"]
        face.tell_text(notice(event.code, event.data, None if sight is None else sight.names), "bad")
        if event.code == "vote":
            self.voting()
        elif event.code in come.NO_TABLE:
            face.lobby = None
            self.no_table()

    def _lost(self, event: come.LinkLost) -> None:
        self.link(False)
        self.face.tell_text(tr("The connection is lost. Trying again."), "bad")

    def _back(self, event: come.LinkBack) -> None:
        face = self.face
        self.link(True)
        face.tell_text(back(event), "good")
        if face.behind:
            self.caught_up()
        elif face.playing and (sight := face.sight) is not None:
            face.tell_text(turn_line(sight))

    def _refusal(self, event: come.Refusal) -> None:
        self.face.tell_text(refused(event.code, event.data), "bad")

    def _saved(self, event: come.Saved) -> None:
        face, report = self.face, event.report
        lines = [verdict_line(report)] if report.ok else report_lines(report)
        face.tell([Line(0, text) for text in lines], "good" if report.ok else "bad")
        face.tell_text(tr("The match is in %(path)s", path=event.path))
        face.unverified = face.unverified or not report.ok
        self.saved(event)

    def _closed(self, event: come.ClosedByHost) -> None:
        if event.code == "replaced":
            text, code = notice("replaced", {}), Exit.FAILED
        elif event.code == "dishonest":
            code = Exit.NOT_VERIFIED
            text = tr(
                "The host has sent what no honest host sends: %(reason)s. The match ends here.",
                reason=reason(event.text),
            )
        else:
            text, code = closed(event.code), Exit.PROTOCOL
        self.face.tell_text(text, "bad")
        self.ended(text, int(code))


#: The table: who deals with which event.
HEARD: dict[type, Callable[[Any, Any], None]] = {
    come.TablesChanged: lambda ears, event: ears.tables(event),
    come.LobbyChanged: Ears._lobby,
    come.Started: Ears._started,
    come.Happened: Ears._happened,
    come.Asked: Ears._asked,
    come.ChatSaid: Ears._chat,
    come.NoticeCame: Ears._notice,
    come.LinkLost: Ears._lost,
    come.LinkBack: Ears._back,
    come.Refusal: Ears._refusal,
    come.Saved: Ears._saved,
    come.ClosedByHost: Ears._closed,
}


def kind_of(event: object) -> str:
    """How a message is marked: "good", "bad" or not at all."""
    if isinstance(event, table.MatchOver):
        return "good"
    if isinstance(event, around.Paused | around.Forfeit | around.DealVoided | around.Contested):
        return "bad"
    if isinstance(event, around.Audited):
        return "good" if event.verdict.ok else "bad"
    return ""


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
