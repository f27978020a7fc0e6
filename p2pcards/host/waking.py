"""Matches that a host has kept are judged once more when it starts: every signature, every deal. That takes a second or
so for ten sealed deals, so the port opens first, and the matches come back one by one in a thread, those that somebody
waits for before the others.

Until then a table is asleep: it is in the list, and what is asked of it waits.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from p2pcards_protocol.transcript import Entry

from p2pcards.errors import P2PCardsError

from .conductor import Conductor
from .effect import Refusal
from .shelf import Kept

if TYPE_CHECKING:
    from .carrier import Carrier

MOST_WAITING = 16
"""Requests of one peer that wait for a table."""


class Stopped(Exception):
    """The host ends before a match is back."""


class Waker:
    """The tables of one host that are asleep. awake: called on the loop with a kept match and its conductor, or with
    why it cannot be had."""

    def __init__(self, host: Carrier, awake: Callable[[Kept, Conductor | P2PCardsError], None]) -> None:
        self._host = host
        self._awake = awake
        self._asleep: dict[str, Kept] = {}
        self._wanted: dict[str, None] = {}
        self._waiting: dict[str, list[tuple[int, Any]]] = {}
        self._task: asyncio.Task[None] | None = None
        self._stopped = False

    @property
    def asleep(self) -> tuple[str, ...]:
        """The tables that are not back yet."""
        return tuple(self._asleep)

    def add(self, kept: Kept) -> None:
        """This match is to come back."""
        self._asleep[kept.ref] = kept

    def start(self) -> None:
        """Begin, beside everything else."""
        if self._asleep and self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._run())

    def hold(self, ref: str, peer: int, message: Any) -> bool:
        """Whether the table is asleep; then the message waits for it. Raises Refusal for those who ask too much."""
        if ref not in self._asleep:
            return False
        waiting = self._waiting.setdefault(ref, [])
        if sum(other == peer for other, _ in waiting) >= MOST_WAITING:
            raise Refusal("state", why="not-kept")
        waiting.append((peer, message))
        self._wanted[ref] = None
        return True

    def drop(self, ref: str) -> None:
        """The table is taken away."""
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
                conductor: Conductor | P2PCardsError = await loop.run_in_executor(None, partial(self._resume, kept))
            except P2PCardsError as error:
                conductor = error
            except Stopped:
                return
            except Exception as error:  # a mistake of ours about one match must not keep the others asleep
                conductor = P2PCardsError(repr(error))
            if self._asleep.pop(kept.ref, None) is not None:
                try:
                    self._awake(kept, conductor)
                except P2PCardsError as error:  # it cannot go on from where it was
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
