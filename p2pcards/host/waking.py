"""Matches that a host has kept are judged once more when it starts: every signature, every deal. That takes a second or
so for ten sealed deals, so the port opens first, and the matches come back one by one in a thread, those that somebody
waits for before the others.

Until then a table is asleep: it is in the list, and what is asked of it waits.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Protocol

from p2pcards_protocol.identity import Identity
from p2pcards_protocol.transcript import Entry

from .conductor import Conductor
from .effect import Refusal
from .shelf import Kept

MOST_WAITING = 16
"""Requests of one peer that wait for a table."""


class Home(Protocol):
    """The host whose tables they are."""

    identity: Identity
    rng: Callable[[int], bytes]

    def hear(self, peer: int, message: Any) -> None:
        """A message that has waited."""

    def kept_entries(self, kept: Kept) -> list[Entry]:
        """The entries of a match; from any thread."""


class Stopped(Exception):
    """The host ends before a match is back."""


class Waker:
    """The tables of one host that are asleep. awake: called on the loop with a kept match and its conductor, or with
    why it cannot be had."""

    def __init__(self, host: Home, awake: Callable[[Kept, Conductor | Exception], None]) -> None:
        self._host = host
        self._awake = awake
        self._expected: set[str] = set()
        self._asleep: dict[str, Kept] = {}
        self._wanted: dict[str, None] = {}
        self._waiting: dict[str, list[tuple[int, Any]]] = {}
        self._task: asyncio.Task[None] | None = None
        self._stopped = False

    @property
    def asleep(self) -> tuple[str, ...]:
        """The tables that are not back yet."""
        return tuple(self._asleep)

    def expect(self, ref: str) -> None:
        """This table will be added in a moment (or dropped)."""
        self._expected.add(ref)

    def add(self, kept: Kept) -> None:
        """This match is to come back."""
        self._expected.discard(kept.ref)
        self._asleep[kept.ref] = kept

    def start(self) -> None:
        """Begin, beside everything else. Safe to call again for what was added since."""
        if self._asleep and (self._task is None or self._task.done()):
            self._task = asyncio.get_running_loop().create_task(self._run())

    def hold(self, ref: str, peer: int, message: Any) -> bool:
        """Whether the table is asleep; then the message waits for it. Raises Refusal for those who ask too much."""
        if ref not in self._asleep and ref not in self._expected:
            return False
        waiting = self._waiting.setdefault(ref, [])
        if sum(other == peer for other, _ in waiting) >= MOST_WAITING:
            raise Refusal("state", why="not-kept")
        waiting.append((peer, message))
        self._wanted[ref] = None
        return True

    def drop(self, ref: str) -> None:
        """The table is taken away, or is back without having slept."""
        self._expected.discard(ref)
        self._asleep.pop(ref, None)
        self._release(ref)

    async def close(self) -> None:
        """Leave the rest asleep."""
        self._stopped = True
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        while self._asleep:
            kept = self._next()
            try:
                conductor: Conductor | Exception = await loop.run_in_executor(None, partial(self._resume, kept))
            except Stopped:
                return
            except Exception as error:  # also a mistake of ours: about one match it must not keep the others asleep
                conductor = error
            if self._asleep.pop(kept.ref, None) is not None:
                try:
                    self._awake(kept, conductor)
                except Exception as error:  # it cannot go on from where it was
                    self._awake(kept, error)
                self._release(kept.ref)

    def _next(self) -> Kept:
        while self._wanted:
            ref = next(iter(self._wanted))
            del self._wanted[ref]
            if ref in self._asleep:
                return self._asleep[ref]
        return next(iter(self._asleep.values()))

    def _resume(self, kept: Kept) -> Conductor:
        """In a thread. Raises P2PCardsError when what was kept does not hold."""
        assert kept.header is not None
        kept.header.check()
        conductor = Conductor(self._host.identity, kept.header, self._host.rng, kept.secrets)
        conductor.resume(self._while_running(self._host.kept_entries(kept)))
        return conductor

    def _while_running(self, entries: list[Entry]) -> Iterator[Entry]:
        for entry in entries:
            if self._stopped:
                raise Stopped
            yield entry

    def _release(self, ref: str) -> None:
        self._wanted.pop(ref, None)
        for peer, message in self._waiting.pop(ref, ()):
            self._host.hear(peer, message)
