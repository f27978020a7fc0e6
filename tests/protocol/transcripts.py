"""Transcripts that are right, and the tool to make one that is wrong in one thing. GOOD: name -> a table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from p2pcards_protocol.transcript import Entry, Ledger, Message, key_change_signature, read_file
from protocol.table import HOST, Table, identity


def begun(n: int = 4) -> Table:
    """Agreed, committed, one bid: entries 0-5 agree, 6-12 commit, 13 the bid."""
    table = Table(n)
    table.agree()
    table.phase("commit", {seat: {"commit": bytes([seat]) * 32} for seat in (*range(n), HOST)}, deal=1)
    table.say(0, "bid", {"tricks": 3})
    return table


def finished() -> Table:
    """The same, played to its end."""
    table = begun()
    table.say(1, "bid", {"tricks": 2})
    table.say(2, "play", {"card": 7})
    table.phase("audit", {HOST: {"seed": b"\x11" * 32}})
    table.open("ack")
    for seat in (3, 0, 1):  # seat 2 stays silent
        table.say(seat, "ack")
    table.close()
    table.say(HOST, "end", {"points": [62, -30], "reason": "target", "winners": [0]})
    return table


def voided() -> Table:
    """A first attempt is void, a second begins."""
    table = Table()
    table.agree()
    table.open("commit", [0, 1, 2, 3, HOST], deal=1)
    table.say(1, "commit", {"commit": b"\x01" * 32})
    table.say(HOST, "timeout", {"reason": "no-commit", "seat": 2})
    table.say(HOST, "void", {"reason": "no-commit", "seat": 2})
    table.phase("commit", {seat: {"commit": bytes([seat + 9 & 255]) * 32} for seat in (0, 1, 2, 3, HOST)})
    return table


def changed_keys() -> Table:
    """Seat 2 leaves, a bot takes its seat and bids, the owner reclaims it; between deals another joins."""
    table = begun()
    owner, bot, other = table.players[2], identity("bot"), identity("newcomer")
    table.say(2, "leave")
    for kind, new in (("take", bot), ("reclaim", owner), ("join", other)):
        author = 2 if kind == "reclaim" else HOST
        body = {
            "key": new.public,
            "seat": 2,
            "signature": key_change_signature(new, kind, table.header.table_id, 1, 2),
        }
        table.say(author, kind, body)
        table.players[2] = new
        table.say(2, "bid", {"tricks": 1})
    return table


GOOD: dict[str, Callable[[], Table]] = {
    "finished": finished,
    "unfinished": begun,
    "a void attempt": voided,
    "keys that change": changed_keys,
}


def fold(data: bytes) -> Ledger:
    """Everything this floor checks of a file."""
    header, entries = read_file(data)
    ledger = Ledger(header)
    for entry in entries:
        ledger.append(entry)
    return ledger


def forge(table: Table, seat: int, kind: str, body: Any = None, **other: Any) -> Entry:
    """The next entry with any field of its message changed, signed as if nothing were wrong (`signer`: by whom)."""
    ledger = table.ledger
    signer = other.pop("signer", None) or table.who(seat)
    fields = {"ctr": ledger.next_ctr(seat) if seat in (0, 1, 2, 3, HOST) else 0, "deal": ledger.deal}
    message = Message(seat=seat, seen_seq=ledger.seq, seen_head=ledger.head, kind=kind, body=body or {}, **fields)
    blob = replace(message, **other).encode()
    return ledger.seal(table.host, table.clock, blob, signer.sign("msg", table.header.table_id, blob))
