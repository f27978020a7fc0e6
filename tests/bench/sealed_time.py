"""A sealed deal in virtual time: every program has a processor of its own, and a message takes no time to travel.

Each handling is really done and measured; it begins when its program is free and its message is there. What comes
out is the processor time on the critical path: what a deal takes at least, on however many machines. Nothing is
shared between the programs: signatures are verified anew and each has its own cache of points.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from functools import lru_cache, partial
from random import Random
from time import thread_time
from typing import Any

from p2pcards_protocol.deal import curve
from p2pcards_protocol.transcript import Message
from p2pcards_protocol.verified import SIGNATURES
from referee.memory_table import make_header

from p2pcards.host.conductor import Conductor
from p2pcards.player import Player, Submit


class Program:
    """A process: when it is free, its own cache of points, the seconds that it has computed."""

    def __init__(self, name: int) -> None:
        self.name = name
        self.free = 0.0
        self.busy = 0.0
        self._points = lru_cache(maxsize=4096)(curve._point.__wrapped__)

    def run(self, arrived: float, work: Callable[[], Any]) -> tuple[Any, float]:
        """Do it now; returns the result and when it was done in virtual time."""
        SIGNATURES.clear()
        curve._point = self._points
        begin = thread_time()
        result = work()
        took = thread_time() - begin
        self.free = max(self.free, arrived) + took
        self.busy += took
        return result, self.free


class VirtualDeal:
    """Deals one hand to n players; see `deal`."""

    def __init__(self, game: str, n: int, seed: int) -> None:
        host, seats, header = make_header(game, n, "sealed", {"max_hands": 1}, seed)
        rng = Random(seed).randbytes
        self.n = n
        self.conductor = Conductor(host, header, rng)
        self.players = [Player(one, header, seat, rng) for seat, one in enumerate(seats)]
        self.programs = [Program(seat) for seat in range(n)]
        self.host = Program(255)
        self._queue: list[tuple[float, int, int, Any]] = []
        self._sent = 0
        self.bytes = [0] * n
        self.began: float | None = None
        self.readable: dict[int, float] = {}

    def _send(self, when: float, to: int, what: Any) -> None:
        self._sent += 1
        heapq.heappush(self._queue, (when, self._sent, to, what))

    def _relay(self, when: float, step: Any) -> None:
        for entry in step.entries:
            message = Message.decode(entry.blob)
            if message.kind == "open" and message.body["name"] == "commit":
                self.began = when
            for seat in range(self.n):
                self._send(when, seat, entry)

    def _said(self, seat: int, when: float, effects: list[Any]) -> None:
        for effect in effects:
            if isinstance(effect, Submit):
                kind = Message.decode(effect.blob).kind
                if kind in ("commit", "p1", "p2", "keys"):
                    self.bytes[seat] += len(effect.blob) + len(effect.asig)
                self._send(when, 255, (seat, effect))
        player = self.players[seat]
        if self.began is not None and player.view is not None and player.view.hand(seat) is not None:
            self.readable.setdefault(seat, when)

    def deal(self) -> float:
        """Seconds of virtual time from the opening of the commitments until the last hand can be read."""
        step, when = self.host.run(0.0, lambda: self.conductor.start(0))
        self._relay(when, step)
        for seat, player in enumerate(self.players):
            effects, when = self.programs[seat].run(0.0, player.caught_up)
            self._said(seat, when, effects)
        while len(self.readable) < self.n:
            arrived, _, to, what = heapq.heappop(self._queue)
            if to == 255:
                seat, said = what
                submit = partial(self.conductor.submit, seat, said.blob, said.asig, 0)
                step, when = self.host.run(arrived, submit)
                self._relay(when, step)
            else:
                effects, when = self.programs[to].run(arrived, partial(self.players[to].receive, what))
                self._said(to, when, effects)
        assert self.began is not None
        return max(self.readable.values()) - self.began
