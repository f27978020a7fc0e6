"""Makes protocol/vectors/*.json: `python tests/protocol/make_vectors.py`. Every byte follows from this file.

In the JSON, a string that begins with "hex:" is bytes. Each case has one "outcome": "ok", or what must be said of it.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT / "tests"))

import msgspec.inspect as inspect  # noqa: E402
from p2pcards_protocol import frame  # noqa: E402
from p2pcards_protocol.body import BODIES, encode_body  # noqa: E402
from p2pcards_protocol.codec import pack, to_plain  # noqa: E402
from p2pcards_protocol.deal import (  # noqa: E402
    Context,
    DealerDeal,
    DealerSecrets,
    SealedSeat,
    audit_sealed,
    commitment,
    cut,
    first_dealer,
)
from p2pcards_protocol.deal.dealer import pass_hash as dealer_pass_hash  # noqa: E402
from p2pcards_protocol.errors import RemoteProtocolError  # noqa: E402
from p2pcards_protocol.hashing import sha256  # noqa: E402
from p2pcards_protocol.header import table_id_of  # noqa: E402
from p2pcards_protocol.identity import fingerprint, host_words, table_words  # noqa: E402
from p2pcards_protocol.message import MESSAGES, decode_message, encode_message, type_name  # noqa: E402
from p2pcards_protocol.session import Session  # noqa: E402
from p2pcards_protocol.transcript import Message, write_file  # noqa: E402
from protocol.table import identity, make_header  # noqa: E402
from protocol.test_sealed import run  # noqa: E402
from protocol.transcripts import GOOD, broken  # noqa: E402

VECTORS = ROOT / "protocol" / "vectors"
Json = Any


def plain(value: Any) -> Json:
    """A value as JSON: bytes as "hex:...", tuples as lists."""
    if isinstance(value, bytes):
        return "hex:" + value.hex()
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value


# -- frames and messages ----------------------------------------------------------------------------------------------


def frames() -> Json:
    cases = []
    for name, stream in {
        "one byte": frame.encode(b"\xc0"),
        "two frames": frame.encode(b"a") + frame.encode(b"bc"),
        "a frame and a half": frame.encode(b"a") + frame.encode(b"bcd")[:6],
        "the longest frame": frame.encode(b"x" * 65536),
        "nothing": b"",
        "length zero": bytes(4),
        "length 65537": b"\x00\x01\x00\x01",
        "length 2^32-1": b"\xff" * 4,
        "a good frame before a bad length": frame.encode(b"a") + bytes(4),
    }.items():
        decoder, payloads, outcome = frame.FrameDecoder(), [], "ok"
        decoder.push(stream)
        try:
            while (payload := decoder.pop()) is not None:
                payloads.append(payload)
        except RemoteProtocolError as error:
            outcome = error.code
        short = [p if len(p) < 100 else "65536 times 0x78" for p in payloads]
        shown = stream if len(stream) < 100 else "the prefix 00010000 and 65536 times 0x78"
        cases.append({"name": name, "stream": plain(shown), "payloads": plain(short), "outcome": outcome})
    return cases


def filled(info: Any, name: str, full: bool) -> Any:
    """A value of a type, the same every time."""
    match info:
        case inspect.IntType():
            return min(max(info.ge or 0, 1 + len(name)), info.le)
        case inspect.BoolType():
            return True
        case inspect.NoneType():
            return None
        case inspect.BytesType():
            return (
                sha256(name.encode()) * 2 if info.min_length == 64 else sha256(name.encode())[: info.min_length or 32]
            )
        case inspect.StrType():
            return name
        case inspect.LiteralType():
            return info.values[0]
        case inspect.DictType():
            return {"a": 1, "b": [b"\x00", "text", True, None, -5]}
        case inspect.VarTupleType():
            count = max(info.min_length or 0, 2)
            return tuple(filled(info.item_type, f"{name}{i}", full) for i in range(count))
        case inspect.TupleType():
            return tuple(filled(item, f"{name}{i}", full) for i, item in enumerate(info.item_types))
        case inspect.UnionType():
            return filled(
                info.types[0] if not isinstance(info.types[0], inspect.NoneType) else info.types[1], name, full
            )
        case inspect.StructType():
            return example(info.cls, full)
    raise AssertionError(info)


def example(kind: type[Any], full: bool) -> Any:
    """An instance of a struct: all its fields, or only those without a default."""
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    return kind(**{f.name: filled(f.type, f.name, full) for f in info.fields if f.required or full})


def messages() -> Json:
    cases = []
    for row in MESSAGES:
        for full in (False, True):
            message = example(row.struct, full)
            payload = encode_message(message)
            cases.append(
                {
                    "name": f"{type_name(row.struct)}, {'every field' if full else 'required fields'}",
                    "sender": row.sender,
                    "stage": row.stage,
                    "value": plain(to_plain(message)),
                    "payload": plain(payload),
                    "outcome": "ok",
                }
            )
    ready = {"t": "ready", "id": 1, "table": "a"}
    for name, payload in {
        "an unknown key is skipped": pack({**ready, "colour": "red"}),
        "an unknown type is skipped": pack({"t": "future", "x": 1}),
        "keys in any order": pack({"table": "a", "t": "ready", "id": 1}),
        "not the shortest form is read in a link message": b"\x83\xa1t\xa5ready\xa2id\xcd\x00\x01\xa5table\xa1a",
        "no type": pack({"id": 1}),
        "a list": pack([1, 2]),
        "a type that is a number": pack({"t": 1}),
        "a required key is missing": pack({"t": "ready", "id": 1}),
        "true for a number": pack({**ready, "id": True}),
        "a text for a number": pack({**ready, "id": "1"}),
        "a float for a number": pack({**ready, "id": 1.0}),
        "a number out of range": pack({**ready, "id": 2**32}),
        "bytes for a text": pack({**ready, "table": b"a"}),
        "a text too long": pack({**ready, "table": "x" * 65}),
        "31 bytes for 32": pack({"t": "challenge", "nonce": bytes(31)}),
        "a text for bytes": pack({"t": "challenge", "nonce": "x" * 32}),
        "a key twice": b"\x82\xa1t\xa4ping\xa1t\xa4ping",
        "a key that is a number": b"\x82\xa1t\xa4ping\x01\x02",
        "an extension type": b"\x82\xa1t\xa4ping\xa1x\xd4\x01\x00",
        "a timestamp": b"\x82\xa1t\xa4ping\xa1x\xd6\xff\x00\x00\x00\x00",
        "text that is not UTF-8": b"\x82\xa1t\xa4ping\xa1x\xa1\xff",
        "nested 13 deep": pack({"t": "ping", "x": _nested(12)}),
        "a list of 1025": pack({"t": "ping", "x": [0] * 1025}),
        "a byte after it": pack({"t": "ping"}) + b"\x00",
        "cut off": pack({"t": "ping"})[:-1],
        "a forged length": b"\xdd\xff\xff\xff\xff",
        "nothing at all": b"",
    }.items():
        try:
            decode_message(payload)
            outcome = "ok"
        except RemoteProtocolError as error:
            outcome = error.code
        cases.append({"name": name, "payload": plain(payload), "outcome": outcome})
    return cases


def _nested(depth: int) -> Any:
    value: Any = 0
    for _ in range(depth):
        value = [value]
    return value


def bodies() -> Json:
    cases = []
    for kind, struct in BODIES.items():
        for full in (False, True):
            try:
                body = example(struct, full)
            except ValueError:
                continue  # its fields exclude each other
            value = encode_body(body)
            blob = Message(1, 2, 3, 4, bytes(range(32)), kind, value).encode()
            cases.append(
                {
                    "name": f"{kind}, {'every field' if full else 'required fields'}",
                    "kind": kind,
                    "body": plain(value),
                    "blob": plain(blob),
                    "outcome": "ok",
                }
            )
    return {
        "about": "blobs of deal 1, seat 2, ctr 3, seen_seq 4, seen_head 00 01 ... 1f",
        "cases": cases,
    }


def session() -> Json:
    def nonces(first: int) -> Any:
        state = [first]

        def rng(n: int) -> bytes:
            state[0] += 1
            return bytes([state[0]]) * n

        return rng

    host_id, player = identity("vector host"), identity("vector player")
    client = Session("client", player, nonces(0x0F), host_key_seen=host_id.public)
    host = Session("host", host_id, nonces(0x1F))
    client.start(0.0)
    host.start(0.0)
    flow = []
    sender, receiver = client, host
    while data := sender.data_to_send():
        flow.append({"from": sender.role, "bytes": plain(data)})
        receiver.receive(data, 0.0)
        sender, receiver = receiver, sender
    return {
        "about": "client nonce 32 times 10, host nonce 32 times 20, session 16 times 21; seeds of the identities below",
        "host_seed": plain(host_id.seed),
        "host_key": plain(host_id.public),
        "player_seed": plain(player.seed),
        "player_key": plain(player.public),
        "flow": flow,
        "outcome": "ok",
    }


# -- headers and transcripts ------------------------------------------------------------------------------------------


def headers() -> Json:
    cases = []
    for n in range(2, 7):
        header, host, players = make_header(n, "sealed" if n % 2 else "dealer", f"header {n}")
        terms = header.parsed_terms
        cases.append(
            {
                "name": f"{n} seats",
                "host_seed": plain(host.seed),
                "seat_seeds": plain([player.seed for player in players]),
                "seat_keys": plain([player.public for player in players]),
                "terms": plain(header.terms),
                "terms_value": plain(
                    {
                        "deal": terms.deal,
                        "game": terms.game,
                        "options": terms.options,
                        "rules_version": terms.rules_version,
                        "seats": [{"key": s.key, "name": s.name, "operator": s.operator} for s in terms.seats],
                    }
                ),
                "terms_hash": plain(terms.hash),
                "rules_hash": plain(terms.rules_hash),
                "header": plain(header.encode()),
                "table_id": plain(header.table_id),
                "genesis": plain(header.genesis),
                "host_fingerprint": fingerprint(header.host_key),
                "host_words": list(host_words(header.host_key)),
                "table_words": list(table_words(header.table_id)),
                "cut": list(cut(header.table_id, n)),
                "first_dealer": first_dealer(header.table_id, n),
                "outcome": "ok",
            }
        )
    return cases


def transcripts() -> Json:
    base_table = GOOD["unfinished"]()
    base = write_file(base_table.header, base_table.entries)
    cases: list[Json] = []
    for name, make in GOOD.items():
        table = make()
        data = write_file(table.header, table.entries)
        case = _against(base, name, data) if data != base else {"name": name, "file": plain(data)}
        case |= {
            "entries": len(table.entries),
            "head": plain(table.ledger.head),
            "finished": table.ledger.ended,
            "outcome": "ok",
        }
        cases.append(case)
    for name, (data, layer, entry, reason) in broken().items():
        cases.append(_against(base, name, data) | {"outcome": {"layer": layer, "entry": entry, "reason": reason}})
    return {
        "about": 'a file is given whole, or as the first `keep` bytes of the case "unfinished" and a `tail`',
        "host_seed": plain(base_table.host.seed),
        "seat_seeds": plain([player.seed for player in base_table.players]),
        "cases": cases,
    }


def _against(base: bytes, name: str, data: bytes) -> Json:
    keep = next((i for i, (a, b) in enumerate(zip(base, data, strict=False)) if a != b), min(len(base), len(data)))
    return {"name": name, "keep": keep, "tail": plain(data[keep:])}


# -- deals ------------------------------------------------------------------------------------------------------------

DECKS: dict[int, tuple[int, ...]] = {
    52: tuple(range(52)),
    51: tuple(c for c in range(52) if c != 13),
    50: tuple(c for c in range(52) if c not in (0, 13)),
    48: tuple(c for c in range(52) if c % 13 != 0),
    36: tuple(c for c in range(52) if c % 13 >= 4),
    35: tuple(c for c in range(52) if c % 13 >= 4 and c != 51),
}
#: (seats, deck size, hand size, dealer)
SETUPS = (
    (2, 52, 26, 0),
    (2, 35, 5, 1),
    (3, 51, 17, 2),
    (3, 35, 5, 1),
    (4, 52, 13, 3),
    (4, 36, 5, 0),
    (4, 48, 12, 1),
    (5, 50, 10, 4),
    (5, 35, 5, 2),
    (6, 48, 8, 5),
    (6, 36, 6, 3),
)
HOST_KEY, HOST_SEED = sha256(b"host"), b"\xaa" * 32


def context(n: int, size: int, hand: int, dealer: int, mode: str) -> tuple[Context, dict[str, Json]]:
    keys = tuple(sha256(b"pk" + str(i).encode()) for i in range(n))
    nonces = tuple(bytes([0x10 + i]) * 32 for i in range(n))
    table_id = table_id_of(HOST_KEY, bytes(range(32)), sha256(b"vector/1"), keys, nonces)
    ctx = Context(table_id, 3, 1, mode, DECKS[size], hand, dealer, keys)  # type: ignore[arg-type]
    given = {
        "name": f"{n} seats, {size} cards, {hand} each",
        "table_id": plain(table_id),
        "deal": 3,
        "attempt": 1,
        "deck": list(ctx.deck),
        "hand_size": hand,
        "dealer": dealer,
        "keys": plain(keys),
        "seeds": plain([bytes([i + 1]) * 32 for i in range(n)]),
        "ctx": plain(ctx.bytes),
    }
    return ctx, given


def dealer_deals() -> Json:
    cases = []
    for setup in SETUPS:
        ctx, case = context(*setup, "A")
        seeds = {seat: bytes([seat + 1]) * 32 for seat in range(ctx.n)}
        deal, secrets = DealerDeal(ctx, HOST_KEY), DealerSecrets(ctx, HOST_SEED)
        for seat, seed in seeds.items():
            deal.commit(seat, commitment(ctx, seat, ctx.keys[seat], seed))
        deal.commit(255, secrets.commitment(HOST_KEY))
        deal.commits_closed()
        for seat, seed in seeds.items():
            deal.reveal(seat, seed)
        deal.reveals_closed()
        cards = secrets.deck(seeds)
        deal.hand_hashes(secrets.hashes)
        dealt = deal.host_seed(HOST_SEED)
        nonce, passed = b"\x77" * 32, secrets.hand(0)[0][:3]
        cases.append(
            {
                **case,
                "host_key": plain(HOST_KEY),
                "host_seed": plain(HOST_SEED),
                "commits": plain([deal.commits[seat] for seat in (*range(ctx.n), 255)]),
                "cards": list(cards),
                "hands": plain(dealt.hands),
                "hand_nonces": plain([secrets.hand(seat)[1] for seat in range(ctx.n)]),
                "hand_hashes": plain(secrets.hashes),
                "stock": plain(dealt.stock),
                "pass": {
                    "from": 0,
                    "to": 1,
                    "nonce": plain(nonce),
                    "cards": sorted(passed),
                    "hash": plain(dealer_pass_hash(ctx, 0, 1, nonce, passed)),
                },
                "outcome": "ok",
            }
        )
    return cases


def sealed_deals() -> Json:
    cases = []
    for setup in SETUPS:
        ctx, case = context(*setup, "B")
        seats = [SealedSeat(ctx, seat, ctx.keys[seat], bytes([seat + 1]) * 32) for seat in range(ctx.n)]
        deal = run(ctx, seats)
        hands = [list(seat.own_cards(deal).values()) for seat in seats]
        positions = ctx.positions(0)[:3]
        ct = seats[0].pass_box(deal, 1, positions)
        dealt = audit_sealed(deal, {seat.seat: seat.seed for seat in seats})
        cases.append(
            {
                **case,
                "seat_0": {
                    "prk": plain(seats[0].prk),
                    "blanket": plain(seats[0].blanket.to_bytes(32, "big")),
                    "card_key_0": plain(seats[0].card_keys[0].to_bytes(32, "big")),
                    "permutation": list(seats[0].permutation),
                },
                "commits": [plain(encode_body(deal.commits[seat])) for seat in range(ctx.n)],
                "order": [[kind, seat] for kind, seat in deal.lists],
                "lists_sha256": plain([sha256(b"".join(points)) for points in deal.lists.values()]),
                "last_list": plain(list(deal.lists.values())[-1]),
                "keys_sha256": plain(
                    [
                        [sha256(b"".join(seat.keys_for(t))) if t != seat.seat else b"" for t in range(ctx.n)]
                        for seat in seats
                    ]
                ),
                "own_keys_sha256": plain(
                    [sha256(b"".join(seat.key(k) for k in ctx.positions(seat.seat))) for seat in seats]
                ),
                "hands": hands,
                "stock": plain(dealt.stock),
                "pass": {
                    "from": 0,
                    "to": 1,
                    "positions": list(positions),
                    "ct": plain(ct),
                    "hash": plain(seats[0].pass_commitment(deal, 1, positions)),
                },
                "leave": {
                    "seat": 0,
                    "box": plain(deal.commits[1].box),
                    "ct": plain(seats[0].leave_box(deal.commits[1].box)),
                },
                "outcome": "ok",
            }
        )
    return cases


FILES = {
    "frames": frames,
    "messages": messages,
    "bodies": bodies,
    "session": session,
    "headers": headers,
    "transcripts": transcripts,
    "dealer_deals": dealer_deals,
    "sealed_deals": sealed_deals,
}


def text_of(name: str) -> str:
    return json.dumps(FILES[name](), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    for file_name in FILES:
        (VECTORS / f"{file_name}.json").write_text(text_of(file_name), encoding="utf-8")
        sys.stdout.write(f"{file_name}: {(VECTORS / f'{file_name}.json').stat().st_size} bytes\n")
