"""Transcripts that are wrong: each is signed by everybody it needs and broken in one thing alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from p2pcards_protocol import frame
from p2pcards_protocol.codec import pack, pack_sorted, unpack
from p2pcards_protocol.file import PREFIX
from p2pcards_protocol.hashing import sha256
from p2pcards_protocol.transcript import Entry, FileWriter, join_commitment, key_change_signature, sign_join, write_file
from protocol.table import HOST, Table, identity
from protocol.transcripts import begun, finished, forge

#: A file, and what must be said of it: the layer, the entry, the reason.
Broken = tuple[bytes, str, int | None, str]


def with_entry(table: Table, entry: Entry) -> bytes:
    return write_file(table.header, [*table.entries, entry])


def _entry_case(layer: str, reason: str, make: Callable[[Table], Entry], base: Callable[[], Table] = begun) -> Broken:
    table = base()
    return with_entry(table, make(table)), layer, len(table.entries), reason


def _header_case(reason: str, change: Callable[[dict[str, Any]], Any]) -> Broken:
    value = unpack(Table().header.encode())
    change(value)
    return PREFIX + frame.encode(pack_sorted(value)), "header", None, reason


def _terms(change: Callable[[dict[str, Any]], Any]) -> Callable[[dict[str, Any]], Any]:
    def apply(header: dict[str, Any]) -> None:
        terms = unpack(header["terms"])
        change(terms)
        header["terms"] = pack_sorted(terms)

    return apply


def _other_nonce(header: dict[str, Any]) -> None:
    header["members"][0]["nonce"] = bytes(32)


def _other_signer(header: dict[str, Any]) -> None:
    header["members"][0]["signature"] = header["members"][1]["signature"]


def _unknown_key(header: dict[str, Any]) -> None:
    header["colour"] = "red"


def _other_name(header: dict[str, Any]) -> None:
    header["members"][0]["name"] = "Mallory"


def _member_less(header: dict[str, Any]) -> None:
    header["members"].pop()


def _copied_commit() -> Broken:
    """A member publishes another's nonce under its own key: the commitments differ, so it must copy the key too."""
    table = Table()
    first, second = table.header.members[:2]
    commit = join_commitment(first.key, first.nonce)
    copy = replace(
        second,
        commit=commit,
        signature=sign_join(table.players[2], commit, table.header.parsed_terms.hash),
        nonce=first.nonce,
    )
    header = replace(table.header, members=(first, copy, *table.header.members[2:]))
    return FileWriter.header_bytes(header), "header", None, "commit-twice"


def _file(change: Callable[[bytes], bytes], layer: str, entry: int | None, reason: str) -> Broken:
    table = begun()
    return change(write_file(table.header, table.entries)), layer, entry, reason


def _entries(change: Callable[[list[Entry]], list[Entry]], layer: str, entry: int | None, reason: str) -> Broken:
    table = begun()
    return write_file(table.header, change(list(table.entries))), layer, entry, reason


def _payload(change: Callable[[list[Any]], Any], reason: str = "entry-shape") -> Broken:
    table = begun()
    value = list(table.entries[-1].to_tuple())
    payload = change(value)
    data = write_file(table.header, table.entries[:-1])
    return data + frame.encode(payload), "frame", len(table.entries) - 1, reason


def _renumbered(entries: list[Entry]) -> list[Entry]:
    kept = [*entries[:4], *entries[5:]]
    return [replace(entry, seq=i) for i, entry in enumerate(kept)]


def _later(entries: list[Entry]) -> list[Entry]:
    return [*entries[:-1], replace(entries[-1], t_ms=entries[-1].t_ms + 1)]


def _other_blob(entries: list[Entry]) -> list[Entry]:
    blob = bytearray(entries[-1].blob)
    blob[-1] ^= 1
    return [*entries[:-1], replace(entries[-1], blob=bytes(blob))]


def _other_host(table: Table) -> Entry:
    draft = table.ledger.author(table.players[1], 1, 1, "bid", {"tricks": 2})
    entry = table.ledger.seal(table.host, table.clock, draft.blob, draft.asig)
    forged = table.ledger.seal(identity("another host"), table.clock, draft.blob, draft.asig)
    assert forged.hsig != entry.hsig
    return forged


def _backwards(table: Table) -> Entry:
    table.say(3, "vote", {"choice": "wait", "question": "away"})
    return forge(table, 3, "vote", {"choice": "end", "question": "away"}, seen_seq=2, seen_head=table.ledger.head_at(2))


def _spoke(table: Table) -> Entry:
    table.open("reveal")
    table.say(1, "reveal", {"seed": b"\x02" * 32})
    return forge(table, 1, "reveal", {"seed": b"\x03" * 32})


def _not_listed(table: Table) -> Entry:
    table.open("reveal", [0, 2])
    return forge(table, 1, "reveal", {"seed": b"\x02" * 32})


def _before_open(table: Table) -> Entry:
    seen = table.ledger.seq
    table.open("reveal")
    return forge(table, 1, "reveal", {"seed": b"\x02" * 32}, seen_seq=seen, seen_head=table.ledger.head_at(seen))


def _too_early(table: Table) -> Entry:
    table.open("reveal", [0, 1])
    table.say(0, "reveal", {"seed": b"\x02" * 32})
    return forge(table, HOST, "close", {"hashes": [sha256(table.entries[-1].blob), b""]})


def _close_hashes(table: Table) -> Entry:
    table.open("reveal", [0, 1])
    for seat in (1, 0):
        table.say(seat, "reveal", {"seed": b"\x02" * 32})
    first, second = sha256(table.entries[-2].blob), sha256(table.entries[-1].blob)
    return forge(table, HOST, "close", {"hashes": [first, second]})


def _turn_in_phase(table: Table) -> Entry:
    table.open("reveal", [0])
    return forge(table, 1, "bid", {"tricks": 2})


def _second_open(table: Table) -> Entry:
    table.open("reveal", [0])
    return forge(table, HOST, "open", {"name": "commit", "seats": [0]})


def _key_change(
    kind: str, key: str, seat: int = 2, signer: str | None = None, signed_for: int = 2, author: int = HOST
) -> Callable[[Table], Entry]:
    def make(table: Table) -> Entry:
        new = table.players[1] if key == "player 1" else identity(key)
        signature = key_change_signature(
            identity(signer) if signer else new, kind, table.header.table_id, 1, signed_for
        )
        return forge(table, author, kind, {"key": new.public, "seat": seat, "signature": signature})

    return make


def _repeat(table: Table) -> Entry:
    last = table.entries[-1]
    return table.ledger.seal(table.host, table.clock, last.blob, last.asig)


def broken() -> dict[str, Broken]:
    """All of them."""
    bid = {"tricks": 2}
    cases: dict[str, Broken] = {
        "empty": (b"", "file", None, "empty"),
        "another kind of file": (b"\x89PNG\r\n\x1a\n" + bytes(50), "file", None, "not-a-transcript"),
        "a later version": _file(lambda data: data[:9] + b"\x02" + data[10:], "file", None, "version"),
        "only the magic": _file(lambda data: data[:10], "file", None, "truncated"),
        "cut in the header": _file(lambda data: data[:100], "file", None, "truncated"),
        "cut in the last entry": _file(lambda data: data[:-1], "file", 13, "truncated"),
        "a byte after the last entry": _file(lambda data: data + b"\x00", "file", 14, "truncated"),
        "an empty frame at the end": _file(lambda data: data + bytes(4), "frame", 14, "length"),
        "a frame of 65537 bytes": _file(lambda data: data + b"\x00\x01\x00\x01", "frame", 14, "length"),
        "header: unknown key": _header_case("header-shape", _unknown_key),
        "header: version": _header_case("version", lambda header: header.update(version=2)),
        "header: a nonce that was not committed": _header_case("join-commitment", _other_nonce),
        "header: a signature of another": _header_case("join-signature", _other_signer),
        "header: other terms than were signed": _header_case(
            "join-signature", _terms(lambda terms: terms["options"].update(target=100))
        ),
        "header: terms with an unknown key": _header_case("terms-shape", _terms(lambda terms: terms.update(x=1))),
        "header: a key in two seats": _header_case(
            "terms-key-twice", _terms(lambda terms: terms["seats"].__setitem__(0, terms["seats"][1]))
        ),
        "header: a member is missing": _header_case("members-not-seats", _member_less),
        "header: another name than in the terms": _header_case("member-name", _other_name),
        "header: a copied commitment": _copied_commit(),
        "frame: not a list": _payload(lambda value: pack({"seq": 1})),
        "frame: a sixth element": _payload(lambda value: pack([*value, 1])),
        "frame: not the shortest form": _payload(lambda value: b"\xdc\x00\x05" + pack(value)[1:]),
        "frame: a negative time": _payload(lambda value: pack([value[0], -1, *value[2:]])),
        "frame: a short signature": _payload(lambda value: pack([*value[:4], value[4][:63]])),
        "frame: not msgpack": _payload(lambda value: b"\xc1"),
        "chain: an entry is missing": _entries(lambda e: [*e[:4], *e[5:]], "chain", 4, "sequence"),
        "chain: two entries swapped": _entries(lambda e: [*e[:3], e[4], e[3], *e[5:]], "chain", 3, "sequence"),
        "chain: an entry twice": _entries(lambda e: [*e, e[-1]], "chain", 14, "sequence"),
        "host: dropped and renumbered": _entries(_renumbered, "host-signature", 4, "bad-signature"),
        "host: another time": _entries(_later, "host-signature", 13, "bad-signature"),
        "host: another blob": _entries(_other_blob, "host-signature", 13, "bad-signature"),
        "host: another host's signature": _entry_case("host-signature", "bad-signature", _other_host),
        "author: signed by another seat": _entry_case(
            "author-signature", "bad-signature", lambda t: forge(t, 1, "bid", bid, signer=t.players[2])
        ),
        "author: signed by the host": _entry_case(
            "author-signature", "bad-signature", lambda t: forge(t, 1, "bid", bid, signer=t.host)
        ),
        "author: a seat that is not there": _entry_case(
            "author-signature", "no-such-seat", lambda t: forge(t, 7, "bid", bid, signer=t.players[1])
        ),
        "counter: a gap": _entry_case("counter", "gap", lambda t: forge(t, 1, "bid", bid, ctr=9)),
        "counter: used before": _entry_case("counter", "used", lambda t: forge(t, 0, "bid", bid, ctr=0)),
        "counter: the same message again": (*_entry_case("counter", "repeated", _repeat)[:2], 13, "repeated"),
        "seen: a future entry": _entry_case("seen", "future", lambda t: forge(t, 1, "bid", bid, seen_seq=99)),
        "seen: another history": _entry_case(
            "seen", "other-history", lambda t: forge(t, 1, "bid", bid, seen_head=bytes(32))
        ),
        "seen: backwards": _entry_case("seen", "backwards", _backwards),
        "seen: stale": _entry_case(
            "seen", "stale", lambda t: forge(t, 1, "bid", bid, seen_seq=12, seen_head=t.ledger.head_at(12))
        ),
        "phase: a seat closes": _entry_case(
            "phase", "not-the-author-of-this-kind", lambda t: forge(t, 1, "close", {"hashes": []})
        ),
        "phase: the host bids": _entry_case(
            "phase", "not-the-author-of-this-kind", lambda t: forge(t, HOST, "bid", bid)
        ),
        "phase: another deal": _entry_case("phase", "deal-number", lambda t: forge(t, 1, "bid", bid, deal=2)),
        "phase: a deal skipped": _entry_case(
            "phase", "deal-number", lambda t: forge(t, HOST, "open", {"name": "commit", "seats": [0]}, deal=3)
        ),
        "phase: not open": _entry_case("phase", "phase-not-open", lambda t: forge(t, 1, "ack")),
        "phase: not listed": _entry_case("phase", "seat-not-listed", _not_listed),
        "phase: twice": _entry_case("phase", "spoke-already", _spoke),
        "phase: pins an entry before the open": _entry_case("phase", "pins-before-open", _before_open),
        "phase: closed too early": _entry_case("phase", "close-too-early", _too_early),
        "phase: closed with other hashes": _entry_case("phase", "close-hashes", _close_hashes),
        "phase: closed without an open": _entry_case(
            "phase", "no-phase-open", lambda t: forge(t, HOST, "close", {"hashes": []})
        ),
        "phase: a turn in between": _entry_case("phase", "phase-open", _turn_in_phase),
        "phase: a second open": _entry_case("phase", "phase-open", _second_open),
        "phase: seats out of order": _entry_case(
            "phase", "seats-not-ascending", lambda t: forge(t, HOST, "open", {"name": "reveal", "seats": [1, 0]})
        ),
        "phase: nobody listed": _entry_case(
            "phase", "seats-not-ascending", lambda t: forge(t, HOST, "open", {"name": "reveal", "seats": []})
        ),
        "phase: a seat that is not there": _entry_case(
            "phase", "no-such-seat", lambda t: forge(t, HOST, "open", {"name": "reveal", "seats": [0, 4]})
        ),
        "phase: another attempt": _entry_case(
            "phase", "attempt", lambda t: forge(t, HOST, "open", {"attempt": 1, "name": "reveal", "seats": [0]})
        ),
        "phase: targets outside of keys": _entry_case(
            "phase", "targets", lambda t: forge(t, HOST, "open", {"name": "reveal", "seats": [0], "targets": [1]})
        ),
        "body: unknown kind": _entry_case("body", "unknown-kind", lambda t: forge(t, 1, "dance")),
        "body: unknown key": _entry_case("body", "shape", lambda t: forge(t, 1, "bid", {"tricks": 2, "x": 1})),
        "body: missing key": _entry_case("body", "shape", lambda t: forge(t, 1, "bid")),
        "body: out of range": _entry_case("body", "shape", lambda t: forge(t, 1, "bid", {"tricks": 27})),
        "body: true for 1": _entry_case("body", "shape", lambda t: forge(t, 1, "bid", {"tricks": True})),
        "body: a default written out": _entry_case(
            "body", "shape", lambda t: forge(t, 1, "play", {"card": 3, "key": b""})
        ),
        "body: a forfeit of nobody": _entry_case(
            "body", "no-such-seat", lambda t: forge(t, HOST, "forfeit", {"reason": "left", "seat": 9})
        ),
        "body: a new key that did not sign": _entry_case(
            "body", "new-key-signature", _key_change("take", "bot", signer="not the bot")
        ),
        "body: a new key that signed for another seat": _entry_case(
            "body", "new-key-signature", _key_change("take", "bot", signed_for=3)
        ),
        "body: a key that has a seat": _entry_case("body", "key-in-another-seat", _key_change("take", "player 1")),
        "body: reclaimed by a stranger": _entry_case("body", "not-the-owner", _key_change("reclaim", "stranger")),
        "body: taken by a neighbour": _entry_case("body", "no-such-seat", _key_change("take", "bot", author=1)),
        "end: something after it": _entry_case(
            "end", "after-the-end", lambda t: forge(t, HOST, "pause"), base=finished
        ),
        "frame: a message that is not a list": _entry_case("frame", "message-shape", _raw(pack_sorted({"v": 1}))),
        "frame: a message of version 2": _entry_case(
            "frame", "message-shape", _raw(pack_sorted([2, 0, 0, 0, -1, bytes(32), "bid", {}]))
        ),
        "frame: a message not in its one form": _entry_case(
            "frame", "message-shape", _raw(pack([1, 1, 1, 1, 13, bytes(32), "bid", {"b": 1, "a": 2}]))
        ),
    }
    return cases


def _raw(blob: bytes) -> Callable[[Table], Entry]:
    def make(table: Table) -> Entry:
        return table.ledger.seal(table.host, table.clock, blob, table.players[1].sign("msg", b"", blob))

    return make
