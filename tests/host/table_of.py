"""A host and its peers on loopback, for tests: real sockets, real TLS, bots in the seats."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from p2pcards_protocol.identity import Identity
from p2pcards_protocol.session import Session

from p2pcards.bots.levels import make_bot
from p2pcards.host.server import HostServer
from p2pcards.net.bot import BotMind, play_bot
from p2pcards.net.client import Client
from p2pcards.net.connect import connect
from p2pcards.net.link import Link
from p2pcards.store import Store

LOOPBACK = ("127.0.0.1",)


class Lab:
    """A running host on loopback and the clients that tests make. seed: every random byte of the test follows."""

    def __init__(self, seed: int, folder: Path | None = None, **settings: Any) -> None:
        self.random = random.Random(seed)
        self.folder = folder
        self.log: list[tuple[str, dict[str, Any]]] = []
        self.identity = Identity.generate(self.rng)
        self._settings = settings
        self.port = 0
        self.store = "host"
        self.host = self._new_host()
        self._clients: list[Client] = []
        self._made = 0

    def _new_host(self) -> HostServer:
        return HostServer(
            self.identity,
            name="lab",
            store=None if self.folder is None else Store(self.folder / self.store),
            rng=self.rng,
            rate=10_000,
            log=lambda event, data: self.log.append((event, dict(data))),
            **self._settings,
        )

    async def start(self) -> None:
        """Open the port; after a crash the same one."""
        await self.host.start(LOOPBACK, self.port, announce=False)
        self.port = self.host.port

    async def kill_and_restart(self, store: str | None = None) -> None:
        """The host dies without a word and is started again on what it had kept, or in another state folder."""
        await crash(self.host)
        self.store = store or self.store
        self.host = self._new_host()
        await self.start()

    def rng(self, n: int) -> bytes:
        return self.random.randbytes(n)

    async def client(
        self, name: str = "", *, wants: Any = "player", identity: Identity | None = None, store: Store | None = None
    ) -> Client:
        """A connected client that knows the tables. store: else one of its own."""
        me = identity or Identity.generate(self.rng)
        self._made += 1

        async def opener() -> Link:
            return await connect(
                LOOPBACK,
                self.port,
                lambda key: Session("client", me, self.rng, host_key_seen=key, wants=wants),
                self.identity.public,
            )

        if store is None and self.folder is not None:
            store = Store(self.folder / f"client{self._made}")
        client = Client(me, name or f"player{self._made}", opener, rng=self.rng, store=store)
        await client.open()
        self._clients.append(client)
        while not client.tables and self.host.tables:
            await asyncio.sleep(0)
        return client

    async def bot(self, ref: str, seat: int | None = None, level: str = "normal") -> tuple[Client, Any]:
        """A client with a bot in it plays a match to the end: (client, Saved or None)."""
        client = await self.client()
        mind = BotMind(make_bot(level))
        return client, await play_bot(client, mind, ref, seat, until_saved=True)

    async def close(self) -> None:
        for client in self._clients:
            await client.close()
        await self.host.close()


@asynccontextmanager
async def lab(seed: int, folder: Path | None = None, **settings: Any) -> Any:
    """A lab that is cleared away whatever happens."""
    made = Lab(seed, folder, **settings)
    await made.start()
    try:
        yield made
    finally:
        await made.close()


def run(test: Callable[[], Awaitable[None]], timeout: float = 40) -> None:
    """Run an async test; one that hangs fails."""

    async def bounded() -> None:
        async with asyncio.timeout(timeout):
            await test()

    asyncio.run(bounded())


async def until(condition: Callable[[], bool]) -> None:
    """Let the loop turn until the condition holds."""
    while not condition():
        await asyncio.sleep(0)


async def crash(host: HostServer) -> None:
    """End a host as kill -9 does: nothing is flushed, nobody is told, what was not committed is lost."""
    host._closed = True
    for timer in host._timers.values():
        timer.cancel()
    host._waker._stopped = True
    if host._waker._task is not None:
        host._waker._task.cancel()
    journal = host._journal
    if journal._retry is not None:
        journal._retry.cancel()
    journal._written = lambda future: None  # type: ignore[method-assign]
    journal._commit = lambda: None  # type: ignore[method-assign]
    if journal._thread is not None:
        journal._thread.shutdown(wait=True)
    host.crew._closed = True
    for man in list(host.crew._crew.values()):
        if man.task is not None:
            man.task.cancel()
    assert host._server is not None
    for task in host._server._accepting:
        task.cancel()
    for one in host._server._sockets:
        one.close()
    links, host._links = list(host._links.values()), {}
    for link in links:
        link._finish = lambda closed: None  # type: ignore[method-assign]
        if link._transport is not None:
            link._transport.abort()
    for job in list(host._jobs):
        job.cancel()
    await asyncio.sleep(0)
    if host._store is not None:
        host._store.close()
