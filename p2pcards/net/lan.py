"""Finding each other by mDNS: what announcing a host (announcing.py) and listing hosts (browsing.py) share.

Both run as a task of their own beside the program. They never stop it and never raise into it: without a network,
without multicast, with port 5353 taken, `problem` says so in a word and the task tries again every 2 s, when the
interfaces are looked at anyway. An interface that comes, goes or changes its address is followed within that time.
"""

import asyncio
import contextlib
import errno
from collections.abc import Callable

from zeroconf import Error, InterfaceChoice, IPVersion
from zeroconf.asyncio import AsyncZeroconf

from p2pcards.net.local import Local, interfaces

POLL = 2.0
"""Seconds between two looks at the interfaces."""

_SETTLE = 0.3  # an interface that comes up gets its addresses one by one
_GOODBYE = 2.0  # seconds for the last words


class Lan:
    """The task that both have: keep a zeroconf that fits the interfaces, say what is wrong."""

    def __init__(self) -> None:
        self.problem: str | None = "starting"
        self.on_problem: Callable[[str | None], None] | None = None
        self._zeroconf: AsyncZeroconf | None = None
        self._local: tuple[Local, ...] = ()
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin, in the background."""
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop and say goodbye. Returns within 2 s, whatever the network does."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._drop()

    async def _run(self) -> None:
        while True:
            self._wake.clear()
            try:
                self._say(await self._step())
            except (OSError, RuntimeError, Error, ValueError, AssertionError) as why:
                await self._drop()
                self._say(_problem(why))
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(POLL):
                    await self._wake.wait()

    async def _step(self) -> str | None:
        """Bring everything up to date with the machine; return what is wrong, None when all is well."""
        local = interfaces()
        if self._zeroconf is not None and local != self._local:
            while True:
                await asyncio.sleep(_SETTLE)
                later = interfaces()
                if later == local:
                    break
                local = later
        changed, self._local = local != self._local, local
        if not local:
            await self._drop()
            return "no-address"
        if self._zeroconf is None:
            self._zeroconf = AsyncZeroconf(interfaces=InterfaceChoice.All, ip_version=IPVersion.All)
            await self._begin(self._zeroconf)
        elif changed:
            await self._follow(self._zeroconf)
        else:
            await self._refresh(self._zeroconf)
        return None

    async def _begin(self, zeroconf: AsyncZeroconf) -> None: ...
    async def _follow(self, zeroconf: AsyncZeroconf) -> None: ...
    async def _refresh(self, zeroconf: AsyncZeroconf) -> None: ...
    async def _end(self) -> None: ...

    async def _drop(self) -> None:
        zeroconf, self._zeroconf = self._zeroconf, None
        if zeroconf is not None:
            with contextlib.suppress(OSError, RuntimeError, Error, TimeoutError):
                async with asyncio.timeout(_GOODBYE):
                    await self._end()
                    await zeroconf.async_close()

    def _say(self, problem: str | None) -> None:
        if problem != self.problem:
            self.problem = problem
            if self.on_problem is not None:
                self.on_problem(problem)


def _problem(why: BaseException) -> str:
    if isinstance(why, OSError) and why.errno in (errno.EADDRINUSE, errno.EACCES):
        return "port-5353-taken"
    if isinstance(why, RuntimeError) and "No interfaces" in str(why):
        return "no-address"
    return "failed"
