"""Names, words, addresses and invites lead to the one host they mean."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable

import pytest
from net.support import HOST, client, run
from p2pcards_protocol.identity import Identity, fingerprint, host_words

from p2pcards.net.address import invite, parse
from p2pcards.net.errors import NotReached, WrongKey
from p2pcards.net.link import Link
from p2pcards.net.reach import Look, called, reach
from p2pcards.net.serve import Server, serve
from p2pcards.net.service import Found

OTHER = Identity.from_seed(b"\x02" * 32)


def announced(identity: Identity, name: str, address: str, port: int) -> Found:
    return Found(fingerprint(identity.public), name, (address,), port, 0, 0, (), (1, 1))


def look_at(*steps: tuple[Found, ...]) -> Look:
    """A LAN on which these announcements are seen one after the other."""

    async def look(_seconds: float, enough: Callable[[tuple[Found, ...]], bool]) -> tuple[Found, ...]:
        seen: tuple[Found, ...] = ()
        for seen in steps:
            if enough(seen):
                break
            await asyncio.sleep(0)
        return seen

    return look


@contextlib.asynccontextmanager
async def hosts() -> AsyncIterator[tuple[Server, Server]]:
    def welcome(link: Link) -> None:
        pass

    one = await serve(HOST, ("127.0.0.1",), 0, welcome)
    two = await serve(OTHER, ("127.0.0.2",), one.port, welcome)
    try:
        yield one, two
    finally:
        await one.close()
        await two.close()


def test_a_name_is_looked_up_among_the_announced() -> None:
    async def main() -> None:
        async with hosts() as (one, _):
            host = announced(HOST, "Anna's laptop", "127.0.0.1", one.port)
            other = announced(OTHER, "bob", "127.0.0.2", one.port)
            found = await reach(parse("anna's LAPTOP"), client, look=look_at((other,), (other, host)))
            assert (found.link.peer_key, found.found) == (HOST.public, host)

    run(main())


def test_two_of_one_name_need_a_word_more() -> None:
    async def main() -> None:
        async with hosts() as (one, _):
            pair = (announced(HOST, "table", "127.0.0.1", one.port), announced(OTHER, "table", "127.0.0.2", one.port))
            with pytest.raises(NotReached) as why:
                await reach(parse("table"), client, look=look_at(pair))
            assert (why.value.key, why.value.data["hosts"]) == ("ambiguous", pair)
            for identity, host in zip((HOST, OTHER), pair, strict=True):
                assert called(f"Table {host.id[:4]}", pair) == [host]
                found = await reach(parse(f"table {host.id[:4]}"), client, look=look_at(pair))
                assert found.link.peer_key == identity.public
                found = await reach(parse("table"), client, look=look_at(pair), pin=identity.public)
                assert found.link.peer_key == identity.public

    run(main())


def test_an_announced_host_must_own_the_key_it_announced() -> None:
    async def main() -> None:
        async with hosts() as (one, _):
            forged = announced(HOST, "anna", "127.0.0.2", one.port)
            with pytest.raises(WrongKey):
                await reach(parse("anna"), client, look=look_at((forged,)))

    run(main())


def test_words_find_the_host_whatever_it_is_called() -> None:
    async def main() -> None:
        async with hosts() as (one, _):
            host = announced(HOST, "anna", "127.0.0.1", one.port)
            other = announced(OTHER, "anna", "127.0.0.2", one.port)
            dead = announced(OTHER, "dead", "127.0.0.9", one.port)
            words = parse(" ".join(host_words(HOST.public)))
            found = await reach(words, client, look=look_at((dead,), (dead, other), (dead, other, host)))
            assert (found.link.peer_key, found.found) == (HOST.public, host)
            with pytest.raises(NotReached) as why:
                await reach(words, client, look=look_at((dead, other)))
            assert (why.value.key, why.value.data["hosts"]) == ("not-found", (dead, other))
            with pytest.raises(NotReached):
                await reach(words, client, look=look_at())

    run(main())


def test_an_address_is_not_looked_for() -> None:
    async def main() -> None:
        async with hosts() as (one, _):
            found = await reach(parse(f"127.0.0.1:{one.port}"), client, look=look_at())
            assert (found.link.peer_key, found.found) == (HOST.public, None)
            with pytest.raises(WrongKey):
                await reach(parse(f"127.0.0.1:{one.port}"), client, pin=OTHER.public, look=look_at())

    run(main())


def test_an_invite_pins_the_key() -> None:
    async def main() -> None:
        async with hosts() as (one, _):
            text = invite(["127.0.0.2", "127.0.0.1"], one.port, HOST.public)
            assert (await reach(parse(text), client, look=look_at())).link.peer_key == HOST.public

    run(main())


def test_a_name_that_nobody_has() -> None:
    async def main() -> None:
        other = announced(OTHER, "bob", "127.0.0.2", 7787)
        with pytest.raises(NotReached) as why:
            await reach(parse("Anna's laptop"), client, look=look_at((other,)))
        assert (why.value.key, why.value.data["hosts"]) == ("not-found", (other,))
        with pytest.raises(NotReached) as why:
            await reach(parse("no-such-name.invalid"), client, look=look_at())
        assert why.value.key == "name-unknown"

    run(main())
