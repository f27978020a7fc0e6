"""Long work on a loop that serves many: computations go to a thread, each once a process (a host and its bots audit the
same deal), and what must run on the loop itself does so one piece at a time.

The thread is one for all: Python runs one at a time, so more of them finish nothing sooner, and each that is ready to
run holds the loop up by its slice.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from weakref import WeakKeyDictionary

from p2pcards.referee import Work

_KEPT = 32
_thread = ThreadPoolExecutor(1, thread_name_prefix="audit")


class _Desk:
    """What one loop has under way."""

    def __init__(self) -> None:
        self.running: OrderedDict[bytes, asyncio.Future[Any]] = OrderedDict()
        self.turn = asyncio.Lock()


_desks: WeakKeyDictionary[asyncio.AbstractEventLoop, _Desk] = WeakKeyDictionary()


def _desk() -> _Desk:
    return _desks.setdefault(asyncio.get_running_loop(), _Desk())


async def run_once(work: Work) -> Any:
    """The result of `work`, from the thread; of several with one key only the first runs."""
    running = _desk().running
    future = running.get(work.key)
    if future is None:
        future = running[work.key] = asyncio.get_running_loop().run_in_executor(_thread, work.run)
        while len(running) > _KEPT:
            running.popitem(last=False)
    return await asyncio.shield(future)


@contextlib.asynccontextmanager
async def one_at_a_time() -> AsyncIterator[None]:
    """For a piece of work among many: whatever else the loop has to do comes between this one and the next."""
    async with _desk().turn:
        yield
        await asyncio.sleep(0)
