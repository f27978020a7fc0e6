"""Two players' files of one match side by side."""

from __future__ import annotations

from dataclasses import dataclass

from p2pcards_protocol.errors import TranscriptError
from p2pcards_protocol.transcript import Entry, Header, Ledger, read_sound

from .fold import verify_bytes
from .report import Report


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
    ledger = Ledger(header)
    try:
        for entry in entries[: seq + 1]:
            ledger.append(entry)
    except TranscriptError:
        return False
    return True
