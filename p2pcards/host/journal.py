"""Group commit: what must be on the disk is written beside the event loop, and what depends on it is sent afterwards.

A commit with fsync takes from one to twenty milliseconds, far too long for a loop that serves many tables. So writes
are collected while a commit runs, and the next commit takes them all. Order holds: what is put here leaves in the order
in which it was put, and never before everything that was put before it is on the disk.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from p2pcards.store import Store, StoreError

Write = Callable[[Store], None]
"""A part of a transaction; runs in the journal's thread. It may be run again when the transaction did not hold."""

Then = Callable[[], None]
"""What may happen once the writes are on the disk; runs on the loop."""

RETRY = 1.0
"""Seconds until a commit that failed is tried again."""


@dataclass(slots=True)
class _Batch:
    writes: list[Write] = field(default_factory=list)
    thens: list[Then] = field(default_factory=list)


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

    def put(self, writes: Sequence[Write], thens: Sequence[Then]) -> None:
        """Write, then go on. Without writes, and with nothing under way, `thens` run at once."""
        if self._closed:
            return
        waiting = self._running is not None or self._draining or self._next.writes or self._next.thens
        if self._store is None or not (writes or waiting):
            for then in thens:
                then()
            return
        self._next.writes += writes
        self._next.thens += thens
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
        future = asyncio.get_running_loop().run_in_executor(self._thread, self._write, self._running.writes)
        future.add_done_callback(self._written)

    def _write(self, writes: Sequence[Write]) -> None:
        assert self._store is not None
        with self._store.transaction():
            for write in writes:
                write(self._store)

    def _written(self, future: asyncio.Future[None]) -> None:
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
        self._drain(batch.thens)

    def _drain(self, thens: Sequence[Then]) -> None:
        """Send what waited for the commit, and what came behind it without a write of its own."""
        self._draining = True
        try:
            while thens:
                for then in thens:
                    then()
                thens = ()
                if not self._next.writes:
                    thens, self._next.thens = self._next.thens, []
        finally:
            self._draining = False
            if self._next.writes:
                self._start()
            else:
                self._idle.set()

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
