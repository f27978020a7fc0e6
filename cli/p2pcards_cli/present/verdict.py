"""What a match file proves, in plain lines: the report of `p2pcards.verify`."""

from __future__ import annotations

from p2pcards.verify import Comparison, Report

from ..say.events import over
from ..say.games import game_name
from ..say.i18n import N_, listing, tr, trn
from ..say.lobby import DEALS
from ..say.people import Names
from ..say.trust import fault, outcome
from .grid import sheet_grid
from .sheet import sheet_lines
from .sight import Sight


def names_of(report: Report) -> Names:
    """Who sat where, as the file says."""
    if report.header is None:
        return Names(())
    return Names.of([seat.name for seat in report.header.parsed_terms.seats])


def verdict_line(report: Report) -> str:
    """The verdict in one line."""
    if report.ok:
        return tr("VERIFIED: every card, every move and every point holds.")
    if report.fault is not None:
        return tr("NOT VERIFIED.")
    if report.cheats:
        return tr("NOT FAIR: somebody broke the rules or the deal.")
    if not report.finished:
        return tr("UNFINISHED: what is there holds, and the match has no end.")
    return tr("INCOMPLETE: not every deal can be checked.")


COUNTS = {
    "voids": N_("%(name)s: deals made void: %(n)d."),
    "timeouts": N_("%(name)s: turns out of time: %(n)d."),
    "missing-seeds": N_("%(name)s: deals not opened for the audit: %(n)d."),
    "missing-acks": N_("%(name)s: deals not confirmed: %(n)d."),
    "contests": N_("%(name)s: objections: %(n)d."),
    "false-records": N_("%(name)s: deals in which the record of the bot is not the promised one: %(n)d."),
}


def report_lines(report: Report, *, columns: bool = False) -> list[str]:
    """The whole report: the facts, what does not hold, each deal, the result, the verdict last.

    columns: the score sheet as a table for the eye.
    """
    names = names_of(report)
    lines: list[str] = []
    if report.header is not None:
        terms = report.header.parsed_terms
        lines.append(tr("Game: %(game)s. %(deal)s", game=game_name(terms.game), deal=tr(DEALS[terms.deal])))
        lines.append(tr("Players: %(names)s.", names=listing(names.names)))
        lines.append(
            trn(
                "Match %(id)s, %(n)d entry.",
                "Match %(id)s, %(n)d entries.",
                report.entries,
                id=report.header.table_id.hex()[:8],
            )
        )
    lines += _deals(report, names)
    if report.fault is not None:
        who = None if report.fault.seat is None else names.name(report.fault.seat)
        lines.append(fault(report.fault.layer, report.fault.entry, report.fault.reason, who))
    for key, by_seat in report.counts.items():
        for seat, count in sorted(by_seat.items()):
            if key in COUNTS:
                lines.append(tr(COUNTS[key], name=names.name(seat), n=count))
    if report.result is not None and report.match is not None:
        sight = sight_of(report)
        lines += sheet_grid(sight) if columns else sheet_lines(sight)
        lines.append(over(report.result, sight_of(report).side_names))
    lines.append(verdict_line(report))
    return lines


def _deals(report: Report, names: Names) -> list[str]:
    """One line for each deal that is not simply verified, and one for all the others together."""
    good = [verdict for verdict in report.deals if verdict.ok]
    lines = []
    if good:
        lines.append(trn("%(n)d deal verified.", "%(n)d deals verified.", len(good)))
    for verdict in report.deals:
        if not verdict.ok:
            blamed = "" if verdict.seat is None else names.name(verdict.seat)
            lines.append(outcome(verdict.deal, verdict.outcome, blamed, verdict.reason))
            if verdict.entry is not None:
                lines.append(tr("It shows in entry %(entry)d.", entry=verdict.entry))
    return lines


def sight_of(report: Report) -> Sight:
    """The match of a report, to be presented like one at a table."""
    assert report.match is not None
    return Sight(report.match.rules, names_of(report), None, report.match.deal, report.match)


def comparison_lines(found: Comparison) -> list[str]:
    """Two files side by side, the verdict last."""
    lines = []
    for label, report in ((tr("First file"), found.a), (tr("Second file"), found.b)):
        lines.append(tr("%(file)s: %(verdict)s", file=label, verdict=verdict_line(report)))
        if report.fault is not None:
            names = names_of(report)
            who = None if report.fault.seat is None else names.name(report.fault.seat)
            lines.append(fault(report.fault.layer, report.fault.entry, report.fault.reason, who))
    if found.divergence is not None:
        lines.append(tr("The files differ from entry %(entry)s on.", entry=found.divergence.seq))
        if found.divergence.proof:
            lines.append(tr("Both entries carry the host's signature: the host told two stories."))
        lines.append(tr("DIFFERENT."))
    elif found.equal:
        lines.append(tr("EQUAL: not a byte differs."))
    elif found.a.header is None or found.b.header is None:
        lines.append(tr("What cannot be read cannot be compared."))
    elif not found.same_match:
        lines.append(tr("These are not files of one match."))
    else:
        lines.append(
            trn(
                "One file is shorter by %(n)d entry; nothing contradicts.",
                "One file is shorter by %(n)d entries; nothing contradicts.",
                found.missing,
            )
        )
    return lines
