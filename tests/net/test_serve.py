"""Host and players over real TLS on loopback: the race, the pin, the limits, bad peers."""

import asyncio
import contextlib
import os
import socket
import ssl
from collections.abc import AsyncIterator

import pytest
from net.support import ANNA, HOST, Ear, chat, client, run
from p2pcards_protocol.identity import Identity

from p2pcards.net.connect import connect
from p2pcards.net.errors import ListenError, NotReached, WrongKey
from p2pcards.net.gate import Limits
from p2pcards.net.link import Link
from p2pcards.net.serve import Server, serve
from p2pcards.net.tls import client_context

LOOPBACK = ("127.0.0.1",)


class House:
    """A host that echoes chat, and the ears on its links."""

    def __init__(self) -> None:
        self.ears: list[Ear] = []
        self.news = asyncio.Event()

    def welcome(self, link: Link) -> None:
        self.ears.append(Ear(link))
        self.news.set()

    async def guests(self, number: int) -> list[Ear]:
        while len(self.ears) < number:
            self.news.clear()
            await self.news.wait()
        return self.ears


@contextlib.asynccontextmanager
async def open_house(limits: Limits | None = None, identity: Identity = HOST) -> AsyncIterator[tuple[Server, House]]:
    house = House()
    server = await serve(identity, LOOPBACK, 0, house.welcome, limits=limits)
    try:
        yield server, house
    finally:
        await server.close()


async def emptied(server: Server) -> None:
    """Wait until the server holds nothing."""
    while server.gate.links or server._open or server._greeting:
        await asyncio.sleep(0.001)


def test_a_player_connects_talks_and_leaves() -> None:
    async def main() -> None:
        async with open_house() as (server, house):
            link = await connect(LOOPBACK, server.port, client, HOST.public)
            assert link.peer_key == HOST.public
            assert link.connected is not None
            (at_host,) = await house.guests(1)
            assert at_host.link.connected is not None
            assert at_host.link.connected.key == ANNA.public
            assert at_host.link.peer[0] == "127.0.0.1"
            assert server.gate.strangers == 0
            ear = Ear(link)
            for number in range(100):
                at_host.link.send(chat(f"{number} " + "x" * 300))
            await ear.until(lambda ear: len(ear.texts) == 100)
            link.send(chat("bye"))
            link.close()
            assert ((await at_host.closed()).code, at_host.texts) == ("", ["bye"])
            await emptied(server)
            assert server.links == set()

    run(main())


def test_a_watcher_needs_no_key_and_has_a_limit() -> None:
    async def main() -> None:
        async with open_house(Limits(watchers_each=1)) as (server, house):
            link = await connect(LOOPBACK, server.port, lambda key: client(key, "watch"), HOST.public)
            (at_host,) = await house.guests(1)
            assert at_host.link.connected is not None
            assert (at_host.link.connected.key, at_host.link.connected.wants) == (b"", "watch")
            with pytest.raises(NotReached) as why:
                await connect(LOOPBACK, server.port, lambda key: client(key, "watch"), HOST.public)
            assert why.value.key == "rate"
            link.close()
            await emptied(server)

    run(main())


def test_only_the_right_key_is_sent_a_byte() -> None:
    """The first address answers with another key: the race goes on, and the impostor reads nothing."""

    async def main() -> None:
        impostor = Identity.from_seed(b"\x66" * 32)
        async with open_house() as (server, _):
            house = House()
            other = await serve(impostor, ("127.0.0.2",), server.port, house.welcome)
            link = await connect(("127.0.0.2", "127.0.0.1"), server.port, client, HOST.public)
            assert link.peer == ("127.0.0.1", server.port)
            with pytest.raises(WrongKey) as why:
                await connect(("127.0.0.2",), server.port, client, HOST.public)
            assert why.value.data["seen"] == (impostor.public,)
            by_test = await connect(("127.0.0.2", "127.0.0.1"), server.port, client, lambda key: key == HOST.public)
            assert by_test.peer_key == HOST.public
            await emptied(other)
            assert house.ears == []
            await other.close()

    run(main())


def test_dead_addresses_do_not_stop_a_race() -> None:
    async def main() -> None:
        async with open_house() as (server, _):
            link = await connect(("127.0.0.9", "no-such-name.invalid", "127.0.0.1"), server.port, client)
            assert link.peer[0] == "127.0.0.1"
            with pytest.raises(NotReached) as why:
                await connect(("127.0.0.9",), server.port, client)
            assert (why.value.key, why.value.data["tried"]) == ("refused", (("127.0.0.9", "refused"),))
        with pytest.raises(NotReached) as why:
            await connect((), 7787, client)
        assert why.value.key == "no-address"

    run(main())


def test_somebody_else_on_the_port_is_said_to_be_somebody_else() -> None:
    async def main() -> None:
        async def web(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.read(1)
            writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
            writer.close()

        server = await asyncio.start_server(web, "127.0.0.1", 0)
        with pytest.raises(NotReached) as why:
            await connect(LOOPBACK, server.sockets[0].getsockname()[1], client)
        assert why.value.key == "not-p2pcards"
        server.close()

    run(main())


def test_a_version_that_does_not_fit_is_said() -> None:
    async def main() -> None:
        async with open_house() as (server, house):
            with pytest.raises(NotReached) as why:
                await connect(LOOPBACK, server.port, lambda key: client(key, versions=(99,)))
            assert why.value.key == "version"
            await emptied(server)
            assert house.ears == []

    run(main())


@pytest.mark.parametrize("garbage", [b"", b"\x16\x03\x01", os.urandom(2000), b"GET / HTTP/1.0\r\n\r\n"])
def test_garbage_instead_of_tls_costs_its_sender_the_connection(garbage: bytes) -> None:
    async def main() -> None:
        async with open_house(Limits(handshake_timeout=0.5)) as (server, _):
            guest = await connect(LOOPBACK, server.port, client)
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(garbage)
            with contextlib.suppress(ConnectionError):
                while await reader.read(1000):
                    pass
            writer.close()
            assert guest.closed is None
            guest.close()
            await emptied(server)

    run(main())


@pytest.mark.parametrize("garbage", [b"\xff" * 4, b"\0\0\0\1\xc1", bytes(5000), b"\0\0\0\1\x80"])
def test_garbage_inside_tls_gets_one_line_and_the_end(garbage: bytes) -> None:
    async def main() -> None:
        async with open_house() as (server, house):
            guest = await connect(LOOPBACK, server.port, client)
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", server.port, ssl=client_context(), server_hostname=""
            )
            writer.write(garbage)
            answer = await reader.read()
            writer.close()
            assert b"err" in answer
            assert b"bad-" in answer or b"state" in answer
            assert guest.closed is None
            assert len(house.ears) == 1
            guest.close()
            await emptied(server)

    run(main())


def test_strangers_are_limited_and_cost_no_handshake() -> None:
    async def main() -> None:
        async with open_house(Limits(strangers_each=3)) as (server, _):
            quiet = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(3)]
            while server.gate.strangers < 3:
                await asyncio.sleep(0.001)
            with pytest.raises(NotReached) as why:
                await connect(LOOPBACK, server.port, client)
            assert why.value.key == "not-p2pcards"
            for _, writer in quiet:
                writer.close()
            await emptied(server)
            (await connect(LOOPBACK, server.port, client)).close()
            await emptied(server)

    run(main())


def test_a_reader_that_stops_is_dropped_and_delays_nobody() -> None:
    async def main() -> None:
        async with open_house() as (server, house):
            good = Ear(await connect(LOOPBACK, server.port, client))
            bad = await connect(LOOPBACK, server.port, client)
            first, second = await house.guests(2)
            assert bad._transport is not None
            bad._transport.pause_reading()
            most = 0
            while second.link.closed is None:
                for ear in (first, second):
                    ear.link.send(chat("x" * 400))
                await asyncio.sleep(0)
                most = max(most, second.link.unsent)
            assert second.link.closed.code == "slow"
            assert most < 300 * 1024
            first.link.send(chat("last"))
            await good.until(lambda ear: "last" in ear.texts)
            assert first.link.closed is None
            bad.abort()
            good.link.close()
            await emptied(server)

    run(main())


def test_a_closing_host_tells_everybody() -> None:
    async def main() -> None:
        async with open_house() as (server, _):
            ears = [Ear(await connect(LOOPBACK, server.port, client)) for _ in range(3)]
            stranger = await asyncio.open_connection("127.0.0.1", server.port)
            await server.close()
            assert [(await ear.closed()).by_peer for ear in ears] == [True] * 3
            with pytest.raises(NotReached):
                await connect(LOOPBACK, server.port, client)
            stranger[1].close()

    run(main())


def test_the_default_port_or_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            port = taken.getsockname()[1]
            monkeypatch.setattr("p2pcards.net.serve.DEFAULT_PORT", port)
            server = await serve(HOST, LOOPBACK, None, House().welcome)
            assert server.port != port
            with pytest.raises(ListenError) as why:
                await serve(HOST, LOOPBACK, port, House().welcome)
            assert (why.value.key, why.value.data["port"]) == ("port-taken", port)
            await server.close()

    run(main())


def test_an_address_that_is_not_ours() -> None:
    async def main() -> None:
        for address in ("203.0.113.1", "nonsense"):
            with pytest.raises(ListenError) as why:
                await serve(HOST, (address,), 0, House().welcome)
            assert why.value.key == "no-such-address"

    run(main())


def test_all_addresses_share_one_port() -> None:
    async def main() -> None:
        server = await serve(HOST, ("0.0.0.0", "::"), 0, House().welcome)
        assert len({one.getsockname()[1] for one in server._sockets}) == 1
        assert server.listening[0] == "0.0.0.0"
        link = await connect(("127.0.0.1",), server.port, client)
        link.close()
        await server.close()

    run(main())


def test_a_handshake_that_is_never_finished_ends() -> None:
    async def main() -> None:
        async with open_house(Limits(handshake_timeout=0.2)) as (server, _):
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            out = ssl.MemoryBIO()
            hello = client_context().wrap_bio(ssl.MemoryBIO(), out)
            with contextlib.suppress(ssl.SSLWantReadError):
                hello.do_handshake()
            writer.write(out.read())
            while await reader.read(4096):
                pass
            writer.close()
            await emptied(server)

    run(main())
