"""A link in memory: greeting, order, both ways of ending, the alarm."""

import asyncio
import os

import pytest
from net.support import ANNA, HOST, Ear, chat, client, host, run
from p2pcards_protocol.message import Chat, Stand, encode_message
from p2pcards_protocol.session import Closed, Connected, Received, Session

from p2pcards.net.errors import NotReached
from p2pcards.net.link import LOST, Link, opened
from p2pcards.net.pair import pair


def test_two_ends_in_memory_greet_each_other() -> None:
    async def main() -> None:
        left, right = pair(host(), client(HOST.public))
        at_host, at_anna = await opened(left, 5), await opened(right, 5)
        assert (at_host.key, at_host.wants) == (ANNA.public, "player")
        assert at_anna.key == HOST.public
        assert left.connected == at_host

    run(main())


def test_messages_arrive_in_order_and_late_listeners_miss_nothing() -> None:
    async def main() -> None:
        left, right = pair(host(), client(HOST.public))
        await opened(left, 5)
        for number in range(30):
            left.send(chat(str(number)))
        left.send_payload(Chat, encode_message(chat("encoded")))
        await opened(right, 5)
        await asyncio.sleep(0)
        ear = Ear(right)
        await ear.until(lambda ear: "encoded" in ear.texts)
        assert ear.texts == [*map(str, range(30)), "encoded"]
        assert isinstance(ear.events[0], Connected)
        assert right.request(Stand(table="t1")) == 1
        assert right.request(Stand(table="t1")) == 2

    run(main())


def test_last_words_arrive_before_the_end_and_nothing_after() -> None:
    async def main() -> None:
        left, right = pair(host(), client(HOST.public))
        await opened(right, 5)
        ears = Ear(left), Ear(right)
        left.send(chat("last"))
        left.close("rate", "enough")
        left.send(chat("after"))
        assert left.request(Stand(table="t1")) == 0
        left.close()
        left.abort()
        closed = [await ear.closed() for ear in ears]
        assert [(one.code, one.by_peer) for one in closed] == [("rate", False), ("rate", True)]
        assert ears[1].texts == ["last"]
        await asyncio.shield(left.gone)
        await asyncio.shield(right.gone)

    run(main())


def test_an_answer_to_what_came_just_before_garbage_is_dropped() -> None:
    async def main() -> None:
        left, right = pair(host(), client(HOST.public))
        await opened(right, 5)
        heard: list[object] = []

        def answer(event: object) -> None:
            heard.append(event)
            if isinstance(event, Received):
                left.send(chat("an answer"))
                left.send_payload(Chat, encode_message(chat("an answer")))
                assert left.request(Stand(table="t1")) == 0

        left.listen(answer)
        assert right.session is not None
        right.session.request(Stand(table="t1"))
        left.data_received(right.session.data_to_send() + b"\xff" * 16)  # one read: a request, then no frame
        assert [type(event).__name__ for event in heard[-2:]] == ["Received", "Closed"]
        assert isinstance(heard[-1], Closed)
        assert heard[-1].code == "bad-frame"

    run(main())


def test_a_plain_goodbye_has_no_code() -> None:
    async def main() -> None:
        left, right = pair(host(), client(HOST.public))
        await opened(right, 5)
        ears = Ear(left), Ear(right)
        right.close()
        assert [((await ear.closed()).code, (await ear.closed()).by_peer) for ear in ears] == [("", True), ("", False)]

    run(main())


def test_a_wrong_host_key_ends_the_greeting() -> None:
    async def main() -> None:
        _, right = pair(host(), client(ANNA.public, pin=HOST.public))
        with pytest.raises(NotReached) as why:
            await opened(right, 5)
        assert why.value.key == "auth"

    run(main())


class Wire(asyncio.Transport):
    """A transport that keeps what is written."""

    def __init__(self, waiting: int = 0) -> None:
        super().__init__()
        self.written = b""
        self.waiting = waiting
        self.ended = ""

    def get_extra_info(self, name: str, default: object = None) -> object:
        return ("10.0.0.5", 7) if name == "peername" else default

    def get_write_buffer_size(self) -> int:
        return self.waiting

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written += data

    def is_closing(self) -> bool:
        return bool(self.ended)

    def close(self) -> None:
        self.ended = self.ended or "close"

    def abort(self) -> None:
        self.ended = "abort"


def test_one_turn_of_the_loop_is_one_write() -> None:
    async def main() -> None:
        link, wire = Link(client(HOST.public)), Wire()
        writes: list[bytes] = []
        wire.write = writes.append  # type: ignore[method-assign, assignment]
        link.connection_made(wire)
        assert link.peer == ("10.0.0.5", 7)
        assert writes == []
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert len(writes) == 1

    run(main())


def test_a_reader_that_stops_is_dropped_as_slow() -> None:
    async def main() -> None:
        link, wire = Link(client(HOST.public), unsent=1000), Wire(waiting=1000)
        ear = Ear(link)
        link.connection_made(wire)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert link.closed is None
        wire.waiting = 1001
        link._soon()
        closed = await ear.closed()
        assert (closed.code, closed.by_peer, wire.ended) == ("slow", False, "abort")

    run(main())


def test_a_reset_is_a_loss_and_an_end_of_stream_a_goodbye() -> None:
    async def main() -> None:
        for exc, code in ((None, ""), (ConnectionResetError("reset"), LOST)):
            link = Link(client(HOST.public))
            ear = Ear(link)
            link.connection_made(Wire())
            link.connection_lost(exc)
            closed = await ear.closed()
            assert (closed.code, closed.by_peer) == (code, True)
            assert link.gone.done()

    run(main())


def test_who_talks_before_it_is_asked_is_ended() -> None:
    async def main() -> None:
        link, wire = Link(), Wire()
        ear = Ear(link)
        link.connection_made(wire)
        link.data_received(bytes(64 * 1024))
        assert link.closed is None
        link.data_received(b"x")
        assert ((await ear.closed()).code, wire.ended) == ("bad-frame", "abort")

    run(main())


def test_what_came_early_is_handed_to_the_session() -> None:
    async def main() -> None:
        hello = client(HOST.public)
        hello.start(0)
        link, wire = Link(), Wire()
        link.connection_made(wire)
        link.data_received(hello.data_to_send())
        link.start(host())
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert wire.written  # the challenge

    run(main())


class Clocked(Session):
    """A session whose timer is set by the test."""

    when: float | None = None
    rung = 0

    def timer(self) -> float | None:
        return self.when

    def handle_timer(self, now: float) -> list:  # type: ignore[type-arg]
        assert self.when is not None
        assert now >= self.when
        self.rung += 1
        self.when = None
        return []


def test_the_alarm_rings_when_the_session_says_even_if_that_moved() -> None:
    async def main() -> None:
        session = Clocked("client", ANNA, os.urandom, host_key_seen=HOST.public)
        link = Link(session)
        loop = asyncio.get_running_loop()
        clock = [1000.0]
        alarms: list[tuple[float, object]] = []

        class Alarm:
            def __init__(self, when: float) -> None:
                self._when = when

            def when(self) -> float:
                return self._when

            def cancel(self) -> None:
                alarms[:] = [one for one in alarms if one[1] is not self]

        class Loop:
            def time(self) -> float:
                return clock[0]

            def call_at(self, when: float, callback: object) -> Alarm:
                alarms.append((when, alarm := Alarm(when)))
                return alarm

            call_soon, call_later = loop.call_soon, loop.call_later

        link._loop = Loop()  # type: ignore[assignment]
        session.when = 1002.0
        link.connection_made(Wire())
        assert [when for when, _ in alarms] == [1002.0]
        session.when = 1005.0  # moved later: the alarm stays and looks again
        link._schedule()
        assert [when for when, _ in alarms] == [1002.0]
        clock[0] = 1002.0
        alarms.clear()
        link._ring()
        assert (session.rung, [when for when, _ in alarms]) == (0, [1005.0])
        session.when = 1003.0  # moved earlier: a new alarm
        link._schedule()
        assert [when for when, _ in alarms] == [1003.0]
        clock[0] = 1003.0
        alarms.clear()
        link._ring()
        assert (session.rung, alarms) == (1, [])
        session.when = 1009.0
        link._schedule()
        link.close()
        assert alarms == []

    run(main())
