"""The lowest layer of a client: one link to one host that comes back by itself, requests and their answers, events."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from p2pcards_protocol.identity import Identity
from p2pcards_protocol.session import Closed, Received

from p2pcards.errors import P2PCardsError
from p2pcards.net import client_events as out
from p2pcards.net.errors import NetError
from p2pcards.net.link import Link
from p2pcards.net.pacer import Dropped, Pacer
from p2pcards.store import StoreError

BACKOFF = (0.2, 5.0)
"""Seconds before the first and the longest pause before another attempt to reconnect."""

KEEP_AGAIN = 1.0
"""Seconds until something that could not be kept is tried again."""

RATE = 18.0
"""Messages a second that a client sends at most: a host drops those above 20."""

MOST_SUBMITTED = 32
"""Submitted messages that a refusal can still come for: what is taken is answered by the entry alone."""

FATAL = frozenset({"auth", "version", "bad-frame", "bad-message", "state"})
"""Codes after which coming back would only fail again."""


class RefusedByHost(P2PCardsError):
    """The host did not grant a request. code: illegal, stale, gone, not-seated, state, lost; data: why."""

    def __init__(self, code: str, data: dict[str, Any]) -> None:
        super().__init__(code, data)
        self.code = code
        self.data = data


class ClientLink:
    """See the module. The layers above say what a message means and how to go on after a break."""

    def __init__(
        self,
        identity: Identity,
        name: str,
        opener: Callable[[], Awaitable[Link]],
        rng: Callable[[int], bytes],
        rate: float | None,
    ) -> None:
        self.identity = identity
        self.name = name
        self.link: Link | None = None
        self._opener = opener
        self._rng = rng
        self._queue: asyncio.Queue[out.ClientEvent | None] = asyncio.Queue()
        self._answers: dict[int, asyncio.Future[Any]] = {}
        self._submitted: deque[int] = deque(maxlen=MOST_SUBMITTED)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._pacer = Pacer(rate)
        self._closing = False
        self._host_key = b""

    # -- what the layers above do -------------------------------------------------------------------------------------

    def _received(self, message: Any) -> None:
        """A message of the host."""

    def _flush(self) -> None:
        """Keep what is not kept yet."""

    def _interrupted(self) -> None:
        """The link is gone."""

    async def _resume(self) -> None:
        """A new link is there: go on where we were."""

    # -- life ---------------------------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Connect for the first time. Raises what the opener raises."""
        self._use(await self._opener())

    async def close(self) -> None:
        """End the connection and the events."""
        if self._closing:
            return
        self._closing = True
        self._flush()
        if self.link is not None:
            self.link.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._queue.put_nowait(None)

    async def events(self) -> AsyncIterator[out.ClientEvent]:
        """What happens, in order, until the connection is closed for good."""
        while (event := await self._queue.get()) is not None:
            yield event

    @property
    def host_key(self) -> bytes:
        """The key that the host has proved."""
        return self._host_key

    def _use(self, link: Link) -> None:
        self.link = link
        self._host_key = link.connected.key if link.connected is not None else self._host_key
        self._pacer.start(link)
        link.listen(self._heard)

    def _send(self, message: Any) -> None:
        if self.link is not None:
            self._pacer.send(message)

    async def _request(self, message: Any) -> Any:
        """Send and wait for the answer. Raises RefusedByHost."""
        link = self.link
        if link is None or link.closed is not None:
            raise RefusedByHost("lost", {})
        try:
            number = await self._pacer.request(message)
        except Dropped:
            raise RefusedByHost("lost", {}) from None
        if link is not self.link or link.closed is not None:  # it ended just after this was sent: nobody will answer
            raise RefusedByHost("lost", {})
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._answers[number] = future
        return await future

    def _heard(self, event: Any) -> None:
        if isinstance(event, Received):
            try:
                self._received(event.message)
            except StoreError as error:
                self._try_again_later(error)
            except P2PCardsError as error:
                self._distrust(error)
        elif isinstance(event, Closed):
            self._lost(event)

    def _try_again_later(self, error: StoreError) -> None:
        """A match that cannot be kept is not begun: come back later."""
        self._tell(out.NoticeCame("not-kept", {"key": error.key}))
        if self.link is not None:
            asyncio.get_running_loop().call_later(KEEP_AGAIN, self.link.close)

    def _distrust(self, error: P2PCardsError) -> None:
        """The host sent what no honest host sends: end it, and say why."""
        reason = getattr(error, "reason", getattr(error, "why", str(error)))
        self._closing = True
        self._flush()
        self._tell(out.ClosedByHost("dishonest", str(reason)))
        if self.link is not None:
            self.link.close("bad-message", "does not hold")
        self._queue.put_nowait(None)

    def _lost(self, closed: Closed) -> None:
        for future in self._answers.values():
            if not future.done():
                future.set_exception(RefusedByHost("lost", {}))
        self._answers.clear()
        self._submitted.clear()
        self._pacer.stop()
        self._flush()
        if self._closing:
            return
        if closed.code in FATAL:
            self._closing = True
            self._tell(out.ClosedByHost(closed.code, closed.text))
            self._queue.put_nowait(None)
            return
        self._interrupted()
        self._tell(out.LinkLost(closed.code))
        self._spawn(self._come_back())

    async def _come_back(self) -> None:
        """Try until the host is there again, then go on where we were."""
        pause = BACKOFF[0]
        while not self._closing:
            jitter = 0.75 + self._rng(1)[0] / 512
            await asyncio.sleep(pause * jitter)
            pause = min(2 * pause, BACKOFF[1])
            try:
                link = await self._opener()
            except (NetError, P2PCardsError, OSError):
                continue
            self._use(link)
            try:
                await self._resume()
            except StoreError as error:
                self._try_again_later(error)
            except P2PCardsError as error:
                self._distrust(error)
            return

    def _answered(self, number: int, answer: Any) -> None:
        future = self._answers.pop(number, None)
        if future is not None and not future.done():
            future.set_result(answer)

    def _tell(self, event: out.ClientEvent) -> None:
        self._queue.put_nowait(event)

    def _spawn(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[Any]) -> None:
        """A task that failed ends the connection where people see it: nothing would go on in its place."""
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is None or self._closing or isinstance(error, RefusedByHost):
            return
        if isinstance(error, StoreError):
            self._try_again_later(error)
            return
        if isinstance(error, P2PCardsError):
            self._distrust(error)
            return
        self._closing = True
        self._tell(out.ClosedByHost("failed", repr(error)))
        if self.link is not None:
            self.link.close()
        self._queue.put_nowait(None)
        raise error
