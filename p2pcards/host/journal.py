"""Group commit: what must be on the disk is written beside the event loop, and what depends on it is sent afterwards.

A commit with fsync takes from one to twenty milliseconds, far too long for a loop that serves many tables. So writes
are collected while a commit runs, and the next commit takes them all. Order holds: what is put here leaves in the order
in which it was put, and never before everything that was put before it is on the disk.

A disk that fails is waited for. A write that is itself a mistake of ours is left out, alone: what others want kept is
not held up by it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial

from p2pcards.store import Store, StoreError
from p2pcards.store.errors import MISTAKES

Write = Callable[[Store], None]
"""A part of a transaction; runs in the journal's thread. It may be run again when the transaction did not hold."""

Then = Callable[[], None]
"""What may happen once the writes are on the disk; runs on the loop."""

Failed = Callable[[Exception], None]
"""What happens in place of a `Then` where a write was a mistake; runs on the loop."""

RETRY = 1.0
"""Seconds until a commit that failed is tried again."""


@dataclass(frozen=True, slots=True)
class _Put:
    writes: Sequence[Write]
    thens: Sequence[Then]
    failed: Failed


@dataclass(slots=True)
class _Batch:
    puts: list[_Put] = field(default_factory=list)

    @property
    def writes(self) -> bool:
        return any(put.writes for put in self.puts)


def _raise(error: Exception) -> None:
    raise error


class Journal:
    """Writes to one store (None: nothing is kept). on_trouble: told the error when a commit fails, and None when it
    has worked after all; until then nothing that was put here is sent."""

    def __init__(self, store: Store | None, on_trouble: Callable[[StoreError | None], None]) -> None:
        self.trouble: StoreError | None = None
        self.commits = 0
        self._store = store
        self._on_trouble = on_trouble
        self._next = _Batch()
        self._running: _Batch | None = None
        self._starting = False
        self._draining = False
        self._closed = False
        self._retry: asyncio.TimerHandle | None = None
        self._idle: asyncio.Event = asyncio.Event()
        self._idle.set()
        self._thread = None if store is None else ThreadPoolExecutor(1, thread_name_prefix="journal")

    def put(self, writes: Sequence[Write], thens: Sequence[Then], failed: Failed = _raise) -> None:
        """Write, then go on. Without writes, and with nothing under way, `thens` run at once."""
        if self._closed:
            return
        waiting = self._running is not None or self._draining or self._next.puts
        if self._store is None or not (writes or waiting):
            for then in thens:
                then()
            return
        self._next.puts.append(_Put(writes, thens, failed))
        self._idle.clear()
        if self._running is None and not self._starting and not self._draining:
            self._starting = True
            asyncio.get_running_loop().call_soon(self._start)

    def _start(self) -> None:
        self._starting = False
        if self._closed:
            return
        self._running, self._next = self._next, _Batch()
        self._commit()

    def _commit(self) -> None:
        assert self._running is not None
        assert self._thread is not None
        self._retry = None
        future = asyncio.get_running_loop().run_in_executor(self._thread, self._write, self._running.puts)
        future.add_done_callback(self._written)

    def _write(self, puts: Sequence[_Put]) -> dict[int, Exception]:
        """In the thread. Which puts were mistakes, by place."""
        assert self._store is not None
        try:
            with self._store.transaction():
                for put in puts:
                    for write in put.writes:
                        write(self._store)
        except Exception as error:
            if _is_trouble(error):
                raise
            return self._write_apart(puts)
        return {}

    def _write_apart(self, puts: Sequence[_Put]) -> dict[int, Exception]:
        """All that can be kept, still in one transaction."""
        assert self._store is not None
        failed: dict[int, Exception] = {}
        with self._store.transaction():
            for place, put in enumerate(puts):
                try:
                    with self._store.transaction():
                        for write in put.writes:
                            write(self._store)
                except Exception as error:
                    if _is_trouble(error):
                        raise
                    failed[place] = error
        return failed

    def _written(self, future: asyncio.Future[dict[int, Exception]]) -> None:
        if future.cancelled():
            return
        error = future.exception()
        if error is not None:
            if not isinstance(error, StoreError):
                raise error
            first, self.trouble = self.trouble is None, error
            self._retry = asyncio.get_running_loop().call_later(RETRY, self._commit)
            if first:
                self._on_trouble(error)
            return
        assert self._running is not None
        self.commits += 1
        batch, self._running = self._running, None
        recovered, self.trouble = self.trouble is not None, None
        if recovered:
            self._on_trouble(None)
        failed = future.result()
        thens: list[Then] = []
        for place, put in enumerate(batch.puts):
            thens += [partial(put.failed, failed[place])] if place in failed else put.thens
        self._drain(thens)

    def _drain(self, thens: Sequence[Then]) -> None:
        """Send what waited for the commit, and what came behind it without a write of its own."""
        self._draining = True
        try:
            while thens:
                for then in thens:
                    self._do(then)
                thens = ()
                if not self._next.writes:
                    thens = [then for put in self._next.puts for then in put.thens]
                    self._next.puts = []
        finally:
            self._draining = False
            if self._next.writes:
                self._start()
            else:
                self._idle.set()

    def _do(self, then: Then) -> None:
        """Whatever becomes of one, the others have their turn."""
        try:
            then()
        except Exception as error:
            context = {"message": "what followed a commit has failed", "exception": error}
            asyncio.get_running_loop().call_exception_handler(context)

    async def close(self, patience: float = 2.0) -> bool:
        """Wait until everything is on the disk, for so many seconds at most; whether it is. What is put here later is
        neither kept nor sent."""
        done = True
        try:
            async with asyncio.timeout(patience):
                await self._idle.wait()
        except TimeoutError:
            done = False
        self._closed = True
        if self._retry is not None:
            self._retry.cancel()
        if self._thread is not None:
            self._thread.shutdown(wait=False, cancel_futures=True)
        return done


def _is_trouble(error: Exception) -> bool:
    """Whether it is the disk's, and may go by itself."""
    return isinstance(error, StoreError) and error.key not in MISTAKES
