"""Where bots that search think: in processes of their own, within a budget, so that a table never waits for them.

A decision has `budget` seconds from the moment it is asked for, the wait for a free worker included. What is not there
by then is decided by the rules, at once. The same seed and number of worlds give the same card (bots/search), so a
decision can be taken again: by the same seat after a restart, and by anybody once the seed is open.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
import threading
import time
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from p2pcards.bots.base import Bot, Decision, decision_rng
from p2pcards.bots.hard import SearchBot
from p2pcards.bots.levels import make_bot
from p2pcards.rules.phases import Phase, Prompt
from p2pcards.table.deal import Deal

BUDGET = 0.6
"""Seconds a decision may take."""

GRACE = 0.1
"""Seconds more before an answer is given up: a worker stops by the clock, then its answer is on its way."""


class Thinker:
    """The workers of one program, started when a bot first needs them. budget: seconds a decision may take."""

    def __init__(self, budget: float = BUDGET, *, workers: int | None = None, executor: Executor | None = None) -> None:
        self.budget = budget
        self._workers = workers or max(1, (os.cpu_count() or 2) - 1)
        self._executor = executor

    async def think(self, bot: Bot, view: Deal, prompt: Prompt, seed: bytes, worlds: int | None = None) -> Decision:
        """The bot's decision. Raises nothing that a worker does: then the rules decide.

        seed: the seat's secret of the deal. worlds: play out exactly so many, however long it takes.
        """
        rng = decision_rng(seed, len(view.log))
        if worlds == 0 or not needs_time(bot, prompt):
            return bot.decide(view, prompt, rng, worlds=worlds)
        assert isinstance(bot, SearchBot)
        deadline = time.monotonic() + self.budget
        loop = asyncio.get_running_loop()
        try:
            pool = self._pool()
            answer = loop.run_in_executor(pool, search, bot.style.name, view, prompt, seed, deadline, worlds)
            async with asyncio.timeout(self.budget + GRACE if worlds is None else None):
                return await answer
        except (TimeoutError, BrokenProcessPool, OSError) as error:
            if isinstance(error, BrokenProcessPool) and self._executor is pool:
                self.close()  # a worker was killed; the next decision starts another
            return bot.decide(view, prompt, rng, worlds=worlds or 0)

    def _pool(self) -> Executor:
        if self._executor is None:
            context = multiprocessing.get_context("spawn")
            self._executor = ProcessPoolExecutor(self._workers, mp_context=context, initializer=_begin)
        return self._executor

    def warm(self) -> None:
        """Start a worker now, so that the first decision does not wait for it."""
        self._pool().submit(os.getpid)

    def close(self) -> None:
        """End the workers. Safe to call twice."""
        executor, self._executor = self._executor, None
        if executor is not None:
            executor.shutdown(wait=False, cancel_futures=True)


def needs_time(bot: Bot, prompt: Prompt) -> bool:
    """Whether a decision is a search rather than a rule."""
    choices = {Phase.PLAYING: prompt.cards.bit_count(), Phase.BIDDING: len(prompt.bids)}
    return isinstance(bot, SearchBot) and choices.get(prompt.phase, 0) > 1


def search(style: str, view: Deal, prompt: Prompt, seed: bytes, deadline: float, worlds: int | None = None) -> Decision:
    """One decision of level hard, in a worker. deadline: on time.monotonic, which all processes share; not heeded where
    the number of worlds is given."""
    bot = make_bot(f"hard:{style}", clock=time.monotonic)
    return bot.decide(view, prompt, decision_rng(seed, len(view.log)), deadline, worlds)


def _begin() -> None:
    """A worker leaves Ctrl+C to its parent, lets it go first, and ends when it is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError, AttributeError):
        os.nice(5)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
