"""The boxes of a match: each takes its text from the presenters that line mode uses too."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ..pages import page_lines
from ..present import bids as bid_lines
from ..present import rules as rule_lines
from ..present import sheet as sheet_lines
from ..present.grid import sheet_grid
from ..present.people import who_lines
from ..present.sight import Sight
from ..say.i18n import listing, tr, trp
from ..say.trust import outcome
from .keys import help_rows
from .overlays import Pages, Reading
from .widgets.overlay.model import Row
from .width import pad, width

if TYPE_CHECKING:
    from .face import Face


def reading(face: Face, title: str, lines: Callable[[Sight], Sequence[str]]) -> None:
    """A box with sentences about the table as it is while the box is open."""

    def rows() -> list[Row]:
        sight = face.sight
        return [] if sight is None else [Row(text) for text in lines(sight)]

    if face.sight is not None:
        face.open(Reading(title, rows))


def bids(face: Face) -> None:
    """Bids and tricks of all, as a table."""

    def rows() -> list[Row]:
        sight = face.sight
        if sight is None or sight.last_deal is None:
            return [Row(tr("No deal is under way."))]
        return [Row(text) for text in bid_lines.bid_lines(sight)]

    face.open(Reading(bid_lines.title(face.sight), rows))


def score(face: Face) -> None:
    """Where each side stands, the sheet deal by deal, and how the last deal's points came about."""
    if face.sight is not None:
        face.open(Reading(tr("Score sheet"), lambda: sheet(face.sight, face.size[0]), wide=True))


def sheet(sight: Sight | None, w: int) -> list[Row]:
    """The score sheet on a screen of w columns."""
    match = None if sight is None else sight.match
    if sight is None or match is None:
        return [Row(tr("The match has not begun."))]
    out = [Row(text) for text in sheet_lines.score_lines(sight)]
    about = sheet_lines.about_line(match)
    if about:
        out.append(Row(about, style="dim"))
    if match.deals:
        head, *rest = sheet_grid(sight, w - 8)
        out += [Row(""), Row(head, raw=True, style="title"), *(Row(text, raw=True) for text in rest), Row("")]
        out += [Row(text) for text in sheet_lines.why_lines(sight)]
    if len(match.deals) > 1:
        out.append(Row(tr("W tells why, for any deal."), style="dim"))
    return out


def why(face: Face, number: int | None = None, *, firm: bool = False) -> None:
    """The reasons of a deal's score; Left and Right go to other deals. firm: it comes by itself."""
    sight = face.sight
    last = 0 if sight is None or sight.match is None else len(sight.match.deals)
    if sight is None or last == 0:
        face.say(tr("No deal has been scored yet."))
        return
    face.open(_Why(face, last if number is None else number, firm))


class _Why(Reading):
    """Why a deal was scored as it was."""

    def __init__(self, face: Face, number: int, firm: bool) -> None:
        self._face = face
        self._number = number
        super().__init__(tr("Why this score"), self._lines, firm=firm)

    def _lines(self) -> list[Row]:
        sight = self._face.sight
        if sight is None:
            return []
        rows = [Row(text) for text in sheet_lines.why_lines(sight, self._number)]
        if sight.match is not None and len(sight.match.deals) > 1:
            rows.append(Row(tr("Left and Right: other deals."), style="dim"))
        return rows

    def key(self, key: str, size: tuple[int, int]) -> bool:
        sight = self._face.sight
        last = 0 if sight is None or sight.match is None else len(sight.match.deals)
        if key in ("left", "right"):
            self._number = max(1, min(last, self._number + (1 if key == "right" else -1)))
            return True
        return super().key(key, size)


def rules(face: Face) -> None:
    """The rules and options in force, those that are not as usual first."""
    at = None if face.client is None else face.client.at
    if at is None or face.sight is None:
        return

    def rows() -> list[Row]:
        sight = face.sight
        if sight is None:
            return []
        game = sight.view.game if sight.view is not None else sight.rules
        told = []
        if game.game != sight.rules.game:
            told.append(tr("In this deal: %(game)s.", game=rule_lines.game_line(game).rstrip(".")))
        told += [rule_lines.game_line(sight.rules), rule_lines.deal_line(at.info.deal)]
        table = rule_lines.rules_table(sight.rules)
        out = [Row(text) for text in told]
        for changed, title in ((True, tr("Not as usual")), (False, tr("As usual"))):
            part = [Row(text, value=value) for text, value, other in table if other == changed]
            out += [Row(""), Row(title, style="title"), *part] if part else []
        out += [Row(""), Row(rule_lines.code_line(sight.rules, at.info.deal), style="dim")]
        return [Row(tr("G once more: how it is played (in English)."), style="dim"), *out] if page else out

    page = [Row(text) for text in page_lines(at.info.game)]
    pages = (rows, lambda: page) if page else (rows,)
    face.open(Pages(tr("Rules in force"), "g", pages))


def who(face: Face) -> None:
    """Who is who, with keys and words."""
    at = None if face.client is None else face.client.at
    host = face.host
    if at is None or host is None:
        return

    def rows() -> list[Row]:
        table_id = None if at.referee is None else at.referee.header.table_id
        return [Row(text) for text in who_lines(at.info, at.seat, host.name, host.words, table_id)]

    face.open(Reading(tr("Who is who"), rows))


def verify(face: Face) -> None:
    """What the checks of the deals said."""
    at = None if face.client is None else face.client.at
    if at is None:
        return

    def lines(sight: Sight) -> list[str]:
        verdicts = {} if at.referee is None else at.referee.verdicts
        if not verdicts:
            return [tr("No deal has been checked yet. Each deal is checked when it is over.")]
        out = []
        for number in sorted(verdicts, reverse=True):
            verdict = verdicts[number]
            blamed = "" if verdict.seat is None else sight.names.who(verdict.seat)
            out.append(outcome(verdict.deal, verdict.outcome, blamed, verdict.reason))
            if number == max(verdicts) and verdict.ok:
                out.append(
                    tr(
                        "Every player opened its part of the deal; your program made the deck, the hands and every "
                        "move again."
                    )
                )
        return out

    reading(face, tr("Checks"), lines)


def last_trick(face: Face) -> None:
    """The last trick; Left and Right go through the tricks of the deal."""
    sight = face.sight
    if sight is None or sight.last_trick is None:
        face.say(tr("No trick has been taken yet."))
        return
    reading(face, tr("Last trick"), _trick_lines)


def _trick_lines(sight: Sight) -> list[str]:
    trick = sight.last_trick
    if trick is None:
        return []
    from ..say.cards import card

    lines = [
        tr("%(name)s: %(card)s.", name=sight.names.who(seat), card=card(each))
        for seat, each in trick.by_seat(sight.n).items()
    ]
    if trick.winner is not None:
        lines.append(tr("Taken by: %(name)s.", name=sight.names.who(trick.winner)))
    return lines


def history(face: Face) -> None:
    """All messages, at their end."""
    face.unread = 0
    kinds = {"bad": "bad", "good": "good", "chat": "chat"}

    def rows() -> list[Row]:
        return [Row(line.text, style=kinds.get(line.kind, "")) for line in face.log] or [
            Row(tr("Nothing has happened yet."))
        ]

    face.open(Reading(tr("Messages"), rows, wide=True, bottom=True))


def help_keys(face: Face) -> None:
    """All keys of this page."""
    where = face.where

    def rows() -> list[Row]:
        table = help_rows(where)
        size = max(width(keys) for keys, _ in table) + 2
        out = (
            [
                Row(
                    tr(
                        "Cards are marked below: %(legal)s may be played, %(sel)s selected, %(pick)s picked.",
                        legal="•" if not face.prefs.ascii else "*",
                        sel="▲" if not face.prefs.ascii else "^",
                        pick="✓" if not face.prefs.ascii else "x",
                    )
                )
            ]
            if where == "table"
            else []
        )
        if out:
            letters = ((tr("D"), tr("dealer")), (trp("a partner's mark", "P"), tr("partner")))
            marks = (f"{letter}: {word}" for letter, word in letters)
            out.append(Row(tr("Beside a name, where it is tight: %(marks)s.", marks=listing(marks))))
        return out + [Row(text, key=pad(keys, size - 2)) for keys, text in table]

    face.open(Reading(tr("Keys"), rows, wide=True))
