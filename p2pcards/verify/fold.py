"""The entries of a file folded with the same referee as host and players run, until something does not hold."""

from __future__ import annotations

from dataclasses import replace

from p2pcards_protocol.errors import FairnessError, TranscriptError
from p2pcards_protocol.transcript import Entry, Header, read_sound

from p2pcards.referee import Referee
from p2pcards.rules.action import IllegalAction

from .report import Fault, Report
from .witness import BotDeal, Witness


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
    witness = Witness(referee)
    for entry in entries:
        try:
            open_phase = referee.ledger.open_phase
            witness.before()
            events = referee.take(entry)
            silent = referee.ledger.closed_missing
            if open_phase is not None and silent:
                count = missing["missing-acks" if open_phase.name == "ack" else "missing-seeds"]
                for seat in silent:
                    count[seat] = count.get(seat, 0) + 1
            witness.after(entry, (*events, *referee.catch_up()))
        except TranscriptError as error:
            fault = Fault(error.layer, entry.seq if error.entry is None else error.entry, error.reason)
        except FairnessError as error:
            fault = Fault("deal", entry.seq, error.reason, error.seat)
        except IllegalAction as error:
            fault = Fault("rules", entry.seq, error.why, error.seat)
        if fault is not None:
            break
    return _report(referee, fault, missing, tuple(witness.deals))


def _report(
    referee: Referee, fault: Fault | None, missing: dict[str, dict[int, int]], bots: tuple[BotDeal, ...]
) -> Report:
    interrupts = referee.interrupts
    false: dict[int, int] = {}
    for seat in (seat for deal in bots for seat, bot in deal.seats.items() if bot.record is not None and not bot.opens):
        false[seat] = false.get(seat, 0) + 1
    contests: dict[int, int] = {}
    for seat, _, _ in interrupts.contests:
        contests[seat] = contests.get(seat, 0) + 1
    counts: dict[str, dict[int, int]] = {
        "voids": interrupts.voids,
        "timeouts": interrupts.timeouts,
        "pauses": interrupts.pauses,
        "forfeits": interrupts.forfeits,
        "contests": contests,
        "false-records": false,
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
        bots,
    )
