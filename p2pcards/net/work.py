"""Long computations beside the event loop, each once a process: a host and its bots audit the same deal."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Any

from p2pcards.referee import Work

_KEPT = 32
_running: OrderedDict[tuple[int, bytes], asyncio.Future[Any]] = OrderedDict()


async def run_once(work: Work) -> Any:
    """The result of `work`, from a thread; of several with one key only the first runs."""
    loop = asyncio.get_running_loop()
    name = (id(loop), work.key)
    future = _running.get(name)
    if future is None:
        future = _running[name] = loop.run_in_executor(None, work.run)
        while len(_running) > _KEPT:
            _running.popitem(last=False)
    return await asyncio.shield(future)
