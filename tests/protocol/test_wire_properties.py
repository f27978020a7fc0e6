"""Whatever comes over the wire: what we say comes back, and what is not ours raises the one error that is meant."""

from __future__ import annotations

import msgpack
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from p2pcards_protocol import frame
from p2pcards_protocol.body import BODIES, decode_body, encode_body
from p2pcards_protocol.codec import pack, unpack, unpack_exact
from p2pcards_protocol.errors import RemoteProtocolError, TranscriptError
from p2pcards_protocol.kinds import KINDS
from p2pcards_protocol.message import MESSAGES, Unknown, decode_message, encode_message, type_name
from p2pcards_protocol.session import Closed, Session
from p2pcards_protocol.transcript import Entry, Header, Message, Terms, read_file
from protocol.shapes import ANYTHING, VALUES, of_struct
from protocol.table import Table
from protocol.test_session import HOST, counter_rng, greeted

SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]


def any_bytes(value: object) -> bytes:
    return bytes(msgpack.packb(value, use_bin_type=True))


@pytest.mark.parametrize("row", MESSAGES, ids=lambda row: type_name(row.struct))
@settings(max_examples=15, suppress_health_check=SLOW, deadline=None)
@given(data=st.data())
def test_every_message_comes_back_as_it_was_said(row: object, data: st.DataObject) -> None:
    message = data.draw(of_struct(row.struct))  # type: ignore[attr-defined]
    payload = encode_message(message)
    assert decode_message(payload) == message
    assert encode_message(message) == payload


@pytest.mark.parametrize("kind", BODIES)
@settings(max_examples=15, suppress_health_check=SLOW, deadline=None)
@given(data=st.data())
def test_every_body_has_one_form_and_comes_back(kind: str, data: st.DataObject) -> None:
    body = data.draw(of_struct(BODIES[kind]))
    value = encode_body(body)
    assert decode_body(kind, unpack(pack(value))) == body
    message = Message(1, 2, 3, 4, bytes(32), kind, value)
    again = Message.decode(message.encode())
    assert again.encode() == message.encode()
    assert again.parsed() == body


def test_kinds_and_bodies_are_the_same_list() -> None:
    assert set(KINDS) == set(BODIES)


@given(VALUES)
def test_a_value_comes_back(value: object) -> None:
    assert unpack(pack(value)) == value
    assert unpack_exact(pack(value)) == value


@settings(deadline=None)
@given(st.lists(st.binary(min_size=1, max_size=300), max_size=8), st.data())
def test_frames_come_back_in_any_chunks(payloads: list[bytes], data: st.DataObject) -> None:
    stream = b"".join(frame.encode(payload) for payload in payloads)
    decoder, out, at = frame.FrameDecoder(), [], 0
    while at < len(stream):
        size = data.draw(st.integers(1, len(stream) - at))
        out += decoder.feed(stream[at : at + size])
        at += size
    assert out == payloads
    assert decoder.pending == 0


def decoders(data: bytes) -> None:
    """Everything that reads foreign bytes, with the one error that each may raise."""
    codes = set()
    for read in (unpack, unpack_exact, decode_message, Message.decode):
        try:
            read(data)
        except RemoteProtocolError as error:
            codes.add(error.code)
    assert codes <= {"bad-frame", "bad-message"}
    for read in (Entry.decode, Header.decode, Terms.decode, read_file):
        try:
            read(data)
        except TranscriptError:
            pass


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=200))
def test_garbage_raises_what_is_meant(data: bytes) -> None:
    decoders(data)


@settings(max_examples=300, deadline=None)
@given(ANYTHING)
def test_any_msgpack_value_raises_what_is_meant_or_is_one_of_ours(value: object) -> None:
    decoders(any_bytes(value))


@settings(max_examples=200, deadline=None)
@given(st.sampled_from([type_name(row.struct) for row in MESSAGES]), st.dictionaries(st.text(max_size=8), ANYTHING))
def test_any_fields_under_a_known_type(name: str, fields: dict[str, object]) -> None:
    decoders(any_bytes({**fields, "t": name}))


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(sorted(BODIES)), ANYTHING)
def test_any_body_under_a_known_kind(kind: str, value: object) -> None:
    try:
        decode_body(kind, value)
    except ValueError:
        pass


@settings(max_examples=150, deadline=None)
@given(st.lists(st.binary(max_size=60), max_size=6), st.booleans())
def test_a_session_survives_garbage(chunks: list[bytes], fresh: bool) -> None:
    if fresh:
        host = Session("host", HOST, counter_rng())
        host.start(0.0)
    else:
        _, host = greeted()
    events = [event for chunk in chunks for event in host.receive(chunk, 0.0)]
    closed = [event for event in events if isinstance(event, Closed)]
    assert len(closed) == (1 if host.closed else 0)


@settings(max_examples=150, deadline=None)
@given(ANYTHING, st.booleans())
def test_a_session_survives_any_value(value: object, at_host: bool) -> None:
    session = greeted()[1 if at_host else 0]
    events = session.receive(frame.encode(any_bytes(value)), 0.0)
    assert session.closed == any(isinstance(event, Closed) for event in events)
    if session.closed:
        last = frame.FrameDecoder().feed(session.data_to_send())[-1]
        answer = decode_message(last)
        assert not isinstance(answer, Unknown)
        assert type_name(type(answer)) == "err"


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=120) | ANYTHING.map(any_bytes), st.binary(min_size=64, max_size=64))
def test_a_ledger_survives_any_blob(blob: bytes, asig: bytes) -> None:
    table = Table()
    for attempt in (lambda: table.ledger.check(blob, asig), lambda: table.ledger.append(Entry(0, 0, blob, asig, asig))):
        with pytest.raises(TranscriptError):
            attempt()
    assert table.ledger.seq == -1
