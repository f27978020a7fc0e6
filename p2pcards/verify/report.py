"""What a file shows, as facts and as plain values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from p2pcards_protocol.transcript import Header

from p2pcards.referee import Verdict
from p2pcards.rules.score import Result
from p2pcards.table.match import Match

from .witness import BotDeal


@dataclass(frozen=True, slots=True)
class Fault:
    """Where a file does not hold. layer: one of protocol LAYERS; entry: its number or None; seat: whom it names."""

    layer: str
    entry: int | None
    reason: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """What a file shows.

    fault: the first thing that does not hold, None for a sound chain. deals: what the audit said, in order. result:
    the end of the match, None for an unfinished one. counts: for each of "voids", "timeouts", "pauses", "forfeits" (in
    mid-deal), "contests", "missing-seeds", "missing-acks", "false-records" (of bots, that do not open what was
    committed) that there was: how many, by seat (HOST for the host). bots: the deals that are closed, for a replay of
    what bots decided in them.
    """

    fault: Fault | None
    header: Header | None = None
    entries: int = 0
    deals: tuple[Verdict, ...] = ()
    finished: bool = False
    result: Result | None = None
    match: Match | None = field(default=None, repr=False)
    counts: Mapping[str, Mapping[int, int]] = field(default_factory=dict)
    hands: Mapping[int, tuple[int | None, ...]] = field(default_factory=dict, repr=False)
    head: bytes = b""
    bots: tuple[BotDeal, ...] = field(default=(), repr=False)

    @property
    def cheats(self) -> tuple[Verdict, ...]:
        """The deals in which somebody broke the rules or the deal."""
        return tuple(verdict for verdict in self.deals if verdict.outcome == "cheat")

    @property
    def ok(self) -> bool:
        """Whether everything in it holds: a whole match, every deal verified."""
        return self.fault is None and self.finished and all(verdict.ok for verdict in self.deals)


def summary(report: Report) -> dict[str, Any]:
    """The report as plain values, for --json."""
    fault = report.fault
    names = [seat.name for seat in report.header.parsed_terms.seats] if report.header else []
    return {
        "ok": report.ok,
        "fault": None
        if fault is None
        else {"layer": fault.layer, "entry": fault.entry, "reason": fault.reason, "seat": fault.seat},
        "game": report.header.parsed_terms.game if report.header else None,
        "deal_kind": report.header.parsed_terms.deal if report.header else None,
        "table_id": report.header.table_id.hex() if report.header else None,
        "players": names,
        "entries": report.entries,
        "finished": report.finished,
        "deals": [
            {"deal": v.deal, "outcome": v.outcome, "seat": v.seat, "reason": v.reason, "entry": v.entry}
            for v in report.deals
        ],
        "winners": list(report.result.winners) if report.result else None,
        "reason": report.result.reason if report.result else None,
        "points": list(report.match.sheet.points) if report.match else None,
        "counts": {name: {str(seat): n for seat, n in count.items()} for name, count in report.counts.items()},
        "head": report.head.hex(),
    }
