"""Rule 4 of the fold: whether a message has its place now. Who may say its kind, in which phase and deal; what a phase
that opens or closes must be; which key may come to speak for a seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .body import About, Body, Close, KeyChange, Open
from .entry import Message
from .errors import TranscriptError
from .fields import HOST_SEAT
from .hashing import u8, u32
from .identity import Identity
from .kinds import BREAKS_PHASE, KINDS, MAY_BE_SILENT
from .verified import SIGNATURES

if TYPE_CHECKING:
    from .ledger import Ledger


def key_change_signature(identity: Identity, kind: str, table_id: bytes, deal: int, seat: int) -> bytes:
    """The signature of a new key under the tag "take", "reclaim" or "join"."""
    return identity.sign(kind, *_key_change_parts(table_id, deal, seat, identity.public))


def _key_change_parts(table_id: bytes, deal: int, seat: int, key: bytes) -> tuple[bytes, ...]:
    return table_id, u32(deal), u8(seat), key


def check_place(ledger: Ledger, message: Message, body: Body) -> None:
    """Whether the message may be the next of the ledger by rule 4. Raises TranscriptError (phase, body)."""
    seq = ledger.seq + 1
    kind, phase = KINDS[message.kind], ledger.open_phase
    if (kind.who == "host") != (message.seat == HOST_SEAT) and kind.who != "both":
        raise TranscriptError("phase", seq, "not-the-author-of-this-kind")
    next_deal = isinstance(body, Open) and message.deal == ledger.deal + 1
    if message.deal != ledger.deal and not next_deal:
        raise TranscriptError("phase", seq, "deal-number")
    if kind.phase is not None:
        if phase is None or phase.name != kind.phase:
            raise TranscriptError("phase", seq, "phase-not-open")
        if message.seat not in phase.seats:
            raise TranscriptError("phase", seq, "seat-not-listed")
        if message.seat in phase.spoken:
            raise TranscriptError("phase", seq, "spoke-already")
        if message.seen_seq < phase.seq:
            raise TranscriptError("phase", seq, "pins-before-open")
    elif isinstance(body, Open):
        _check_open(ledger, message, body, seq)
    elif isinstance(body, Close):
        _check_close(ledger, body, seq)
    elif isinstance(body, KeyChange):
        _check_key_change(ledger, message, body, seq)
    elif isinstance(body, About) and body.seat not in ledger.speakers:
        raise TranscriptError("body", seq, "no-such-seat")
    elif phase is not None and kind.turn and message.kind not in BREAKS_PHASE and message.kind != "timeout":
        raise TranscriptError("phase", seq, "phase-open")


def _check_open(ledger: Ledger, message: Message, body: Open, seq: int) -> None:
    if ledger.open_phase is not None and body.name != "audit":
        raise TranscriptError("phase", seq, "phase-open")
    if not body.seats or list(body.seats) != sorted(set(body.seats)):
        raise TranscriptError("phase", seq, "seats-not-ascending")
    if any(seat not in ledger.speakers for seat in (*body.seats, *body.targets)):
        raise TranscriptError("phase", seq, "no-such-seat")
    if list(body.targets) != sorted(set(body.targets)) or (body.targets and body.name != "keys"):
        raise TranscriptError("phase", seq, "targets")
    attempt = 0 if message.deal != ledger.deal else ledger.attempt
    if body.attempt != attempt:
        raise TranscriptError("phase", seq, "attempt")


def _check_close(ledger: Ledger, body: Close, seq: int) -> None:
    phase = ledger.open_phase
    if phase is None:
        raise TranscriptError("phase", seq, "no-phase-open")
    if phase.missing and phase.name not in MAY_BE_SILENT:
        raise TranscriptError("phase", seq, "close-too-early")
    expected = tuple(phase.spoken[seat].blob_hash if seat in phase.spoken else b"" for seat in phase.seats)
    if body.hashes != expected:
        raise TranscriptError("phase", seq, "close-hashes")


def _check_key_change(ledger: Ledger, message: Message, body: KeyChange, seq: int) -> None:
    if body.seat >= ledger.n or message.seat not in (body.seat, HOST_SEAT):
        raise TranscriptError("body", seq, "no-such-seat")
    others = {ledger.header.host_key, *(key for seat, key in enumerate(ledger.keys) if seat != body.seat)}
    if body.key in others:
        raise TranscriptError("body", seq, "key-in-another-seat")
    if message.kind == "reclaim" and body.key != ledger.owner(body.seat):
        raise TranscriptError("body", seq, "not-the-owner")
    parts = _key_change_parts(ledger.table_id, message.deal, body.seat, body.key)
    if not SIGNATURES.verify(body.key, body.signature, message.kind, *parts):
        raise TranscriptError("body", seq, "new-key-signature")
