"""Two ends of a link over real TLS on loopback, and an ear that remembers."""

import asyncio
import os
from collections.abc import Callable, Coroutine
from typing import Any

from p2pcards_protocol.identity import Identity
from p2pcards_protocol.message import Chat
from p2pcards_protocol.session import Closed, Event, Received, Session

from p2pcards.net.link import Link

HOST = Identity.from_seed(b"\xaa" * 32)
ANNA = Identity.from_seed(b"\x01" * 32)


class Ear:
    """Listens to a link; `until` waits for the first event that fits."""

    def __init__(self, link: Link) -> None:
        self.link = link
        self.events: list[Event] = []
        self._news = asyncio.Event()
        link.listen(self)

    def __call__(self, event: Event) -> None:
        self.events.append(event)
        self._news.set()

    @property
    def texts(self) -> list[str]:
        return [
            event.message.text
            for event in self.events
            if isinstance(event, Received) and isinstance(event.message, Chat)
        ]

    async def until(self, fits: Callable[["Ear"], object]) -> None:
        async with asyncio.timeout(20):
            while not fits(self):
                self._news.clear()
                await self._news.wait()

    async def closed(self) -> Closed:
        await self.until(lambda ear: ear.link.closed)
        assert isinstance(self.events[-1], Closed)
        assert sum(isinstance(event, Closed) for event in self.events) == 1
        return self.events[-1]


def chat(text: str) -> Chat:
    return Chat(table="t1", text=text, signature=bytes(64), key=ANNA.public)


def client(key: bytes, wants: Any = "player", **more: Any) -> Session:
    """The session of a player who saw this host key."""
    return Session("client", ANNA, os.urandom, wants=wants, host_key_seen=key, **more)


def host() -> Session:
    return Session("host", HOST, os.urandom)


def run(main: Coroutine[Any, Any, None]) -> None:
    """Run one coroutine in a loop of its own; a callback that raises fails the test, and so does a minute."""
    wrong: list[dict[str, Any]] = []

    async def watched() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _loop, context: wrong.append(context))
        async with asyncio.timeout(60):
            await main

    asyncio.run(watched())
    assert wrong == []
