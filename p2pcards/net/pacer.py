"""A client's own brake: a host drops whoever sends more than it allows, so a client sends a little less.

Order is kept; a request gets its number when it is really sent. What still waits when the link ends is dropped, and
whoever waits for its number is told.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any

from p2pcards.net.link import Link

BURST = 36.0
"""Messages that may go at once before the brake is felt; a host allows 40."""


class Dropped(Exception):
    """The link ended before a request could be sent."""


class Pacer:
    """Sends over the link it was started with. rate: messages a second, None for as fast as they come."""

    def __init__(self, rate: float | None) -> None:
        self._rate = rate
        self._link: Link | None = None
        self._waiting: deque[Callable[[Link | None], None]] = deque()
        self._tokens = BURST
        self._at = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def start(self, link: Link) -> None:
        """Use this link from now on."""
        self.stop()
        self._link = link
        self._tokens = BURST
        self._at = asyncio.get_running_loop().time()

    def stop(self) -> None:
        """The link is gone: drop what waited for it."""
        self._link = None
        waiting, self._waiting = self._waiting, deque()
        for go in waiting:
            go(None)

    def send(self, message: Any) -> None:
        """A message that is not answered."""
        self._put(lambda link: None if link is None else link.send(message))

    def submit(self, message: Any, sent: Callable[[int], None]) -> None:
        """A request whose number `sent` is told; nobody waits for the answer."""
        self._put(lambda link: None if link is None else sent(link.request(message)))

    async def request(self, message: Any) -> int:
        """A request; returns its number once it has been sent. Raises Dropped when it cannot be."""
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        def go(link: Link | None) -> None:
            number = 0 if link is None else link.request(message)
            if done.done():
                return
            if number:
                done.set_result(number)
            else:
                done.set_exception(Dropped())

        self._put(go)
        return await done

    def _put(self, go: Callable[[Link | None], None]) -> None:
        if self._link is None:
            go(None)
            return
        self._waiting.append(go)
        self._drain()

    def _drain(self) -> None:
        loop = asyncio.get_running_loop()
        now = loop.time()
        if self._rate is not None:
            self._tokens = min(BURST, self._tokens + (now - self._at) * self._rate)
        self._at = now
        while self._waiting and (self._rate is None or self._tokens >= 1):
            self._tokens -= 1
            self._waiting.popleft()(self._link)
        if self._waiting and self._timer is None and self._rate is not None:
            self._timer = loop.call_later((1 - self._tokens) / self._rate, self._ring)

    def _ring(self) -> None:
        self._timer = None
        self._drain()
