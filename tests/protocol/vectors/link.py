"""Vectors of the link: frames, messages, the bodies that go in them, a session."""

from __future__ import annotations

from typing import Any

import msgspec.inspect as inspect
from p2pcards_protocol import frame
from p2pcards_protocol.body import BODIES, encode_body
from p2pcards_protocol.codec import pack, to_plain
from p2pcards_protocol.errors import RemoteProtocolError
from p2pcards_protocol.hashing import sha256
from p2pcards_protocol.message import MESSAGES, decode_message, encode_message, type_name
from p2pcards_protocol.session import Session
from p2pcards_protocol.transcript import Message
from protocol.table import identity
from protocol.vectors.plain import Json, plain


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
