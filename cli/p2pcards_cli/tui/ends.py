"""Boxes that come by themselves: a deal is scored, the match is over, the host is gone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..present.verdict import report_lines, sight_of, verdict_line
from ..say.events import over
from ..say.i18n import tr
from .overlays import Item, Menu, Reading
from .panels import why
from .widgets.overlay.model import Row

if TYPE_CHECKING:
    from p2pcards.net.client_events import Saved

    from .face import Face


def deal_scored(face: Face, number: int) -> None:
    """After a deal: its score, unless a box is open already."""
    if not face.overlays:
        why(face, number, firm=True)


def match_over(face: Face, event: Saved) -> None:
    """The end: the result, the verdict and where the match is kept come first, the rest below; Enter or Esc goes back
    to the table."""
    report = event.report
    won = ""
    if report.result is not None and report.match is not None:  # who has won is what everybody looks for first
        won = over(report.result, sight_of(report).side_names)
    verdict = verdict_line(report)
    rows = [Row(won, style="title")] if won else []
    rows.append(Row(verdict, style="good" if report.ok else "bad"))
    rows.append(Row(tr("Kept in %(path)s", path=event.path)))
    again = tr("To see it again: Past matches, on the first page.")
    rows.append(Row(again if face.lounge is not None else tr("To see it again: p2pcards replay"), style="dim"))
    rows.append(Row(tr("Enter: back to the table, for another match."), style="dim"))
    rows.append(Row(""))
    rows += [Row(text) for text in report_lines(report) if text not in (won, verdict)]
    face.overlays.clear()
    face.open(Reading(tr("The match is over"), lambda: rows, wide=True, firm=True))


def lost_host(face: Face, text: str, code: int) -> None:
    """The host is gone for good: say why, and end or go back to the list of hosts."""

    def home() -> None:
        assert face.lounge is not None
        face.lounge.away(face)

    items = [Item(tr("Quit"), lambda: face.leave(code), "q")]
    if face.lounge is not None:
        items.insert(0, Item(tr("Back to the list of hosts"), home, "b"))
    face.overlays.clear()
    face.open(Menu(text, lambda: items))
