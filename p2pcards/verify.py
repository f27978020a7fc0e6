"""Bytes in, verdicts out: what a finished match proves, from its file alone.

The verifier folds the entries with the same referee as host and players. It says which layer does not hold and at
which entry; it never raises for what is in a file. What it cannot prove is said in protocol/ATTACKS.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from p2pcards_protocol.errors import FairnessError, TranscriptError
from p2pcards_protocol.transcript import Entry, Header, read_sound

from p2pcards.referee import HOST, Referee, Verdict
from p2pcards.rules.action import IllegalAction
from p2pcards.rules.score import Result
from p2pcards.table.match import Match


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
    mid-deal), "contests", "missing-seeds", "missing-acks" that there was: how many, by seat (HOST for the host).
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

    @property
    def cheats(self) -> tuple[Verdict, ...]:
        """The deals in which somebody broke the rules or the deal."""
        return tuple(verdict for verdict in self.deals if verdict.outcome == "cheat")

    @property
    def ok(self) -> bool:
        """Whether everything in it holds: a whole match, every deal verified."""
        return self.fault is None and self.finished and all(verdict.ok for verdict in self.deals)


@dataclass(frozen=True, slots=True)
class Divergence:
    """The first entry in which two files of one match differ (None: one is longer, nothing contradicts). proof: both
    carry the host's signature for one place in the chain: the host told two stories."""

    seq: int | None
    proof: bool
    mine: Entry | None
    theirs: Entry | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two files side by side. same_match: both are of one table. equal: not a byte differs. missing: how many entries
    the shorter one lacks."""

    a: Report
    b: Report
    same_match: bool
    equal: bool
    divergence: Divergence | None
    missing: int = 0


def verify_bytes(data: bytes) -> Report:
    """What the bytes of a file prove. Never raises for their content."""
    try:
        header, entries, broken = read_sound(data)
        referee = Referee(header)
    except TranscriptError as error:
        return Report(Fault(error.layer, error.entry, error.reason))
    report = _fold(referee, entries)
    if report.fault is None and broken is not None:
        return replace(report, fault=Fault(broken.layer, broken.entry, broken.reason))
    return report


def fold_report(header: Header, entries: list[Entry]) -> Report:
    """The same for a transcript in memory."""
    try:
        return _fold(Referee(header), entries)
    except TranscriptError as error:
        return Report(Fault(error.layer, error.entry, error.reason))


def _fold(referee: Referee, entries: list[Entry]) -> Report:
    missing: dict[str, dict[int, int]] = {"missing-seeds": {}, "missing-acks": {}}
    fault: Fault | None = None
    for entry in entries:
        try:
            open_phase = referee.ledger.open_phase
            referee.take(entry)
            silent = referee.ledger.closed_missing
            if open_phase is not None and silent:
                count = missing["missing-acks" if open_phase.name == "ack" else "missing-seeds"]
                for seat in silent:
                    count[seat] = count.get(seat, 0) + 1
            referee.catch_up()
        except TranscriptError as error:
            fault = Fault(error.layer, entry.seq if error.entry is None else error.entry, error.reason)
        except FairnessError as error:
            fault = Fault("deal", entry.seq, error.reason, error.seat)
        except IllegalAction as error:
            fault = Fault("rules", entry.seq, error.why, error.seat)
        if fault is not None:
            break
    return _report(referee, fault, missing)


def _report(referee: Referee, fault: Fault | None, missing: dict[str, dict[int, int]]) -> Report:
    interrupts = referee.interrupts
    contests: dict[int, int] = {}
    for seat, _, _ in interrupts.contests:
        contests[seat] = contests.get(seat, 0) + 1
    counts: dict[str, dict[int, int]] = {
        "voids": interrupts.voids,
        "timeouts": interrupts.timeouts,
        "pauses": interrupts.pauses,
        "forfeits": interrupts.forfeits,
        "contests": contests,
        **missing,
    }
    return Report(
        fault,
        referee.header,
        referee.ledger.seq + 1,
        tuple(verdict for _, verdict in sorted(referee.verdicts.items())),
        referee.ended,
        referee.match.result if referee.ended else None,
        referee.match,
        {name: dict(count) for name, count in counts.items() if count},
        dict(referee.flow.hands),
        referee.ledger.head,
    )


def compare(first: bytes, second: bytes) -> Comparison:
    """Two players' files of one match. Never raises for their content."""
    a, b = verify_bytes(first), verify_bytes(second)
    if a.header is None or b.header is None:
        return Comparison(a, b, False, first == second, None)
    same = a.header.encode() == b.header.encode()
    if not same:
        return Comparison(a, b, False, False, None)
    mine, theirs = read_sound(first)[1], read_sound(second)[1]
    for one, other in zip(mine, theirs, strict=False):
        if one != other:
            proof = _signed(a.header, mine, one.seq) and _signed(b.header, theirs, other.seq)
            return Comparison(a, b, True, False, Divergence(one.seq, proof, one, other))
    return Comparison(a, b, True, first == second, None, abs(len(mine) - len(theirs)))


def _signed(header: Header, entries: list[Entry], seq: int) -> bool:
    """Whether the chain holds up to and with entry `seq`, host signatures included."""
    from p2pcards_protocol.transcript import Ledger

    ledger = Ledger(header)
    try:
        for entry in entries[: seq + 1]:
            ledger.append(entry)
    except TranscriptError:
        return False
    return True


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


__all__ = [
    "HOST",
    "Comparison",
    "Divergence",
    "Fault",
    "Report",
    "compare",
    "fold_report",
    "summary",
    "verify_bytes",
]
