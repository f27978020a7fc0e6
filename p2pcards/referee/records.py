"""What bots open after a deal: which program decided, and from which seed (protocol/SPEC.md, section 8).

Whether a record opens what was committed is judged here; whether the decisions follow from it is work for the verifier
(`bots/replay.py`). A record that does not open stands in the chain and is counted: it says something about that seat's
play and nothing about the deal.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from p2pcards_protocol.body import BotRecord
from p2pcards_protocol.deal import Context, bot_commitment

from .due import Said


@dataclass(frozen=True, slots=True)
class BotSeat:
    """A seat of one deal that a bot plays. committed: whether it said so before the deal. record: what it opened after
    it, None for nothing. opens: whether the record is what was committed."""

    committed: bool
    record: BotRecord | None = None
    opens: bool = False


def commitments(said: Mapping[int, Said]) -> dict[int, bytes]:
    """What the seats of bots committed to, by seat, from the messages of the commit phase."""
    return {seat: one.body.bot for seat, one in said.items() if one.body.bot}


def open_records(ctx: Context, committed: Mapping[int, bytes], said: Mapping[int, Said]) -> dict[int, BotSeat]:
    """The bots' seats of a deal. said: the acknowledgements by seat."""
    records = {seat: one.body.record for seat, one in said.items()}
    seats = sorted({*committed, *(seat for seat, record in records.items() if record is not None)})
    return {seat: _seat(ctx, seat, committed.get(seat, b""), records.get(seat)) for seat in seats}


def _seat(ctx: Context, seat: int, committed: bytes, record: BotRecord | None) -> BotSeat:
    if record is None:
        return BotSeat(True)
    wanted = bot_commitment(ctx, seat, ctx.keys[seat], record.version, record.seed, record.label)
    return BotSeat(bool(committed), record, committed == wanted)
