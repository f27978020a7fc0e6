"""The session: both ends over a fake wire, whole and byte by byte, with a clock that is only a number."""

from __future__ import annotations

import pytest
from p2pcards_protocol import frame
from p2pcards_protocol.codec import pack
from p2pcards_protocol.errors import LocalProtocolError
from p2pcards_protocol.message import (
    Auth,
    Chat,
    Hello,
    Ok,
    Ping,
    Ready,
    Since,
    Submit,
    Tables,
    decode_message,
    encode_message,
)
from p2pcards_protocol.session import Closed, Connected, Received, Session
from protocol.table import identity

HOST, PLAYER = identity("session host"), identity("session player")


def counter_rng(start: int = 0):
    state = [start]

    def rng(n: int) -> bytes:
        state[0] += 1
        return state[0].to_bytes(n, "big")

    return rng


def pair(wants: str = "player", **client: object) -> tuple[Session, Session]:
    options = {"wants": wants, "host_key_seen": HOST.public, **client}
    return (
        Session("client", PLAYER, counter_rng(100), **options),  # type: ignore[arg-type]
        Session("host", HOST, counter_rng(200)),
    )


def pump(client: Session, host: Session, now: float = 0.0, chunk: int = 0) -> tuple[list[object], list[object]]:
    """Carry bytes until both are quiet; the events of the client and of the host."""
    seen: tuple[list[object], list[object]] = ([], [])
    while True:
        quiet = True
        for sender, receiver, events in ((client, host, seen[1]), (host, client, seen[0])):
            data = sender.data_to_send()
            step = chunk or max(1, len(data))
            for at in range(0, len(data), step):
                quiet = False
                events += receiver.receive(data[at : at + step], now)
        if quiet:
            return seen


def greeted(wants: str = "player", chunk: int = 0) -> tuple[Session, Session]:
    client, host = pair(wants)
    client.start(0.0)
    host.start(0.0)
    pump(client, host, chunk=chunk)
    assert client.connected
    assert host.connected
    return client, host


@pytest.mark.parametrize("chunk", [0, 1, 3, 7])
@pytest.mark.parametrize("wants", ["player", "spectator", "watch"])
def test_the_greeting_connects_both_ends(wants: str, chunk: int) -> None:
    client, host = pair(wants)
    assert client.start(0.0) == host.start(0.0) == []
    at_client, at_host = pump(client, host, chunk=chunk)
    assert at_client == [Connected(HOST.public, wants, 1)]
    assert at_host == [Connected(b"" if wants == "watch" else PLAYER.public, wants, 1)]


def test_a_pinned_host_with_another_key_gets_not_one_byte() -> None:
    client, _ = pair(pin=PLAYER.public)
    assert client.start(0.0) == [Closed("auth", "host-key-changed", False)]
    assert client.data_to_send() == b""


def test_a_host_in_the_middle_has_another_key_and_the_proof_fails() -> None:
    client, host = pair(host_key_seen=identity("mallory").public)
    client.start(0.0)
    host.start(0.0)
    at_client, at_host = pump(client, host)
    assert at_host == [Closed("auth", "the proof does not hold", False)]
    assert at_client == [Closed("auth", "the proof does not hold", True)]


def test_a_replayed_proof_fails_against_a_fresh_challenge() -> None:
    client, host = pair()
    client.start(0.0)
    host.start(0.0)
    hello = client.data_to_send()
    host.receive(hello, 0.0)
    client.receive(host.data_to_send(), 0.0)
    auth = client.data_to_send()
    second = Session("host", HOST, counter_rng(999))
    second.start(0.0)
    second.receive(hello, 0.0)
    assert second.receive(auth, 0.0) == [Closed("auth", "the proof does not hold", False)]
    assert [type(event) for event in host.receive(auth, 0.0)] == [Connected]


def test_a_hello_changed_on_the_way_fails() -> None:
    client, host = pair(versions=(1, 2))
    client.start(0.0)
    host.start(0.0)
    message = decode_message(client.data_to_send()[4:])
    assert isinstance(message, Hello)
    downgraded = Hello(versions=(1,), role=message.role, nonce=message.nonce, key=message.key)
    host.receive(frame.encode(encode_message(downgraded)), 0.0)
    client.receive(host.data_to_send(), 0.0)
    assert host.receive(client.data_to_send(), 0.0) == [Closed("auth", "the proof does not hold", False)]


def test_no_version_in_common_says_what_is_spoken() -> None:
    client, host = pair(versions=(7, 8))
    client.start(0.0)
    host.start(0.0)
    host.receive(client.data_to_send(), 0.0)
    answer = decode_message(host.data_to_send()[4:])
    assert (answer.code, answer.versions) == ("version", (1,))  # type: ignore[union-attr]


def test_the_highest_common_version_is_taken() -> None:
    client = Session("client", PLAYER, counter_rng(), host_key_seen=HOST.public, versions=(1, 2, 3))
    host = Session("host", HOST, counter_rng(9), versions=(2, 3, 4))
    client.start(0.0)
    host.start(0.0)
    pump(client, host)
    assert client.version == host.version == 3


def test_messages_go_both_ways_and_answers_carry_their_request() -> None:
    client, host = greeted()
    number = client.request(Ready(table="a"))
    _, at_host = pump(client, host)
    assert at_host == [Received(Ready(id=number, table="a"))]
    host.send(Ok(re=number))
    at_client, _ = pump(client, host)
    assert at_client == [Received(Ok(re=number))]
    assert client.request(Ready(table="a")) == number + 1


def test_one_payload_can_go_to_many_links() -> None:
    client, host = greeted()
    payload = encode_message(Tables(tables=()))
    host.send_payload(Tables, payload)
    assert host.data_to_send() == frame.encode(payload)
    with pytest.raises(LocalProtocolError):
        client.send_payload(Tables, payload)


def test_an_answer_to_nothing_is_a_bad_message() -> None:
    client, host = greeted()
    host.send(Ok(re=1))
    at_client, at_host = pump(client, host)
    assert [event.code for event in at_client] == ["bad-message"]  # type: ignore[attr-defined]
    assert [event.by_peer for event in at_host] == [True]  # type: ignore[attr-defined]


def test_each_role_sends_its_own_messages_only() -> None:
    client, host = greeted()
    with pytest.raises(LocalProtocolError):
        client.send(Tables(tables=()))
    with pytest.raises(LocalProtocolError):
        host.send(Since(table="a", seq=-1))
    with pytest.raises(LocalProtocolError):
        client.send(Auth(proof=bytes(64)))
    fresh, _ = pair()
    fresh.start(0.0)
    with pytest.raises(LocalProtocolError):
        fresh.send(Ready(table="a"))


@pytest.mark.parametrize(
    ("message", "code"),
    [
        (Tables(tables=()), "state"),
        (Hello(versions=(1,), role="player", nonce=bytes(32), key=bytes(32)), "state"),
        (Auth(proof=bytes(64)), "state"),
    ],
)
def test_a_message_out_of_turn_ends_the_session(message: object, code: str) -> None:
    _, host = greeted()
    events = host.receive(frame.encode(encode_message(message)), 0.0)  # type: ignore[arg-type]
    assert [(event.code, event.by_peer) for event in events] == [(code, False)]  # type: ignore[union-attr]
    assert host.closed
    assert host.receive(frame.encode(encode_message(Ping())), 0.0) == []


def test_a_watcher_can_ask_for_nothing() -> None:
    client, host = greeted("watch")
    with pytest.raises(LocalProtocolError):
        client.request(Ready(table="a"))
    events = host.receive(frame.encode(encode_message(Ready(table="a", id=1))), 0.0)
    assert [event.code for event in events] == ["state"]  # type: ignore[union-attr]


def test_unknown_types_are_skipped_unless_they_must_be_understood() -> None:
    _, host = greeted()
    assert host.receive(frame.encode(pack({"t": "future", "x": 1})), 0.0) == []
    extended = pack({"t": "ready", "table": "a", "id": 4, "colour": "red"})
    assert host.receive(frame.encode(extended), 0.0) == [Received(Ready(id=4, table="a"))]
    events = host.receive(frame.encode(pack({"t": "!future"})), 0.0)
    assert [event.code for event in events] == ["bad-message"]  # type: ignore[union-attr]


def test_what_came_before_garbage_in_one_chunk_still_counts() -> None:
    _, host = greeted()
    events = host.receive(frame.encode(encode_message(Ready(id=1, table="a"))) + b"\x00\x00\x00\x00", 0.0)
    assert events[0] == Received(Ready(id=1, table="a"))
    assert isinstance(events[1], Closed)
    assert events[1].code == "bad-frame"


def test_silence_brings_a_ping_and_then_the_end() -> None:
    client, host = greeted()
    assert host.timer() == 2.0
    assert host.handle_timer(1.9) == []
    assert host.data_to_send() == b""
    assert host.handle_timer(2.0) == []
    assert decode_message(host.data_to_send()[4:]) == Ping()
    assert host.timer() == 4.0
    host.handle_timer(4.0)
    assert host.timer() == 6.0
    assert host.handle_timer(6.0) == [Closed("timeout", "silence", False)]
    assert host.timer() is None
    client.receive(host.data_to_send(), 6.0)
    assert client.closed


def test_an_answered_ping_keeps_the_session() -> None:
    client, host = greeted()
    for now in (2.0, 4.0, 6.0, 8.0, 10.0):
        host.handle_timer(now)
        client.handle_timer(now)
        pump(client, host, now)
        assert host.timer() == client.timer() == now + 2.0
    assert host.connected


@pytest.mark.parametrize(("role", "limit"), [("host", 5.0), ("client", 10.0)])
def test_a_silent_peer_has_its_time_to_greet(role: str, limit: float) -> None:
    session = pair()[0 if role == "client" else 1]
    session.start(1.0)
    assert session.timer() == 1.0 + limit
    assert session.handle_timer(1.0 + limit - 0.1) == []
    (event,) = session.handle_timer(1.0 + limit)
    assert isinstance(event, Closed)
    assert event.code == "timeout"


def test_a_hello_without_a_proof_ends_after_ten_seconds() -> None:
    client, host = pair()
    client.start(0.0)
    host.start(0.0)
    host.receive(client.data_to_send(), 4.0)
    assert host.timer() == 10.0
    assert host.handle_timer(10.0) == [Closed("timeout", "no auth", False)]


def test_forty_at_once_and_twenty_a_second() -> None:
    _, host = greeted()
    ping = frame.encode(encode_message(Ping()))
    for _ in range(38):  # hello and auth were the first two
        assert host.receive(ping, 0.0) == []
    for quarter in range(1, 30):
        assert host.receive(ping * 5, quarter / 4) == []
    events = host.receive(ping, 29 / 4)
    assert [event.code for event in events] == ["rate"]  # type: ignore[union-attr]


def test_the_client_is_not_limited_in_what_it_takes() -> None:
    client, host = greeted()
    for i in range(200):
        host.send(Chat(table="a", text=str(i), signature=bytes(64), key=bytes(32)))
    at_client, _ = pump(client, host)
    assert len(at_client) == 200


def test_a_close_from_here_says_why_once() -> None:
    client, host = greeted()
    host.close("slow", "too much unsent")
    host.close("rate")
    at_client, _ = pump(client, host)
    assert at_client == [Closed("slow", "too much unsent", True)]
    with pytest.raises(LocalProtocolError):
        host.send(Ok(re=1))
    with pytest.raises(LocalProtocolError):
        client.close("whatever")


def test_the_end_of_the_stream_closes_once() -> None:
    client, _ = greeted()
    assert client.eof() == [Closed("", "end of stream", True)]
    assert client.eof() == []


def test_own_fields_out_of_range_are_a_local_error() -> None:
    client, _ = greeted()
    with pytest.raises(LocalProtocolError):
        client.request(Submit(table="a", blob=b"", asig=bytes(64)))
    with pytest.raises(LocalProtocolError):
        client.request(Since(table="a", seq=-2))
