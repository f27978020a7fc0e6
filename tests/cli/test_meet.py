"""Who is met at an address: first contact, the known key, a changed key, and a person who accepts it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from p2pcards_cli.main import run
from p2pcards_cli.meet import Met, meet
from p2pcards_cli.reach import kept_changed
from p2pcards_protocol.identity import Identity, host_words

from p2pcards.host.server import HostServer
from p2pcards.net.address import invite
from p2pcards.net.errors import NotReached, WrongKey
from p2pcards.store import KeyChanged, Store

ME = Identity(bytes(range(32)))


async def visit(text: str, store: Store) -> Met:
    client, met = await meet(text, ME, "Anna", store, search=0.1)
    await client.close()
    return met


async def host_at(port: int, seed: int) -> HostServer:
    host = HostServer(Identity(bytes([seed]) * 32), name="table")
    await host.start(("127.0.0.1",), port, announce=False)
    return host


def test_first_contact_then_known_then_another_key_stops_hard(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def story() -> None:
        store = Store(tmp_path)
        host = await host_at(0, 1)
        where = f"127.0.0.1:{host.port}"
        met = await visit(where, store)
        assert (met.first, met.key, met.words) == (True, host.identity.public, host.words)
        assert (await visit(where, store)).first is False
        port = host.port
        await host.close()

        other = await host_at(port, 2)
        with pytest.raises(KeyChanged) as caught:
            await visit(where, store)
        assert (caught.value.known, caught.value.seen) == (host.identity.public, other.identity.public)
        kept = kept_changed(store)
        assert kept is not None
        assert kept.seen == other.identity.public
        store.close()

        words = " ".join(host_words(other.identity.public))
        await asyncio.to_thread(run, ["--state-dir", str(tmp_path), "id", "trust", "--yes", where])
        assert words in capsys.readouterr().out
        store = Store(tmp_path)
        assert (await visit(where, store)).key == other.identity.public
        store.close()
        await other.close()

    asyncio.run(story())


def test_an_invite_pins_the_key_at_first_contact(tmp_path: Path) -> None:
    async def story() -> None:
        store = Store(tmp_path)
        host = await host_at(0, 3)
        met = await visit(invite(["127.0.0.1"], host.port, host.identity.public, b"s" * 16), store)
        assert (met.first, met.secret) == (True, b"s" * 16)
        with pytest.raises(WrongKey):
            await visit(invite(["127.0.0.1"], host.port, bytes(32)), store)
        assert len(store.hosts.all()) == 1
        await host.close()
        store.close()

    asyncio.run(story())


def test_nobody_there(tmp_path: Path) -> None:
    async def story() -> None:
        store = Store(tmp_path)
        with pytest.raises(NotReached) as caught:
            await visit("127.0.0.1:1", store)
        assert caught.value.key == "refused"
        store.close()

    asyncio.run(story())
