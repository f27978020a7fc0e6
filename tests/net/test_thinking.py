"""Bots that search think elsewhere and in time; what is late is decided by the rules."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import select
import signal
from concurrent.futures import Future, ProcessPoolExecutor
from random import Random
from typing import Any

import pytest

from p2pcards.bots import decision_rng
from p2pcards.bots.arena.runner import new_deal
from p2pcards.bots.levels import make_bot
from p2pcards.net.thinking import Thinker, needs_time, search
from p2pcards.rules.action import Bid
from p2pcards.rules.presets import make_rules
from p2pcards.table import engine
from p2pcards.table.deal import Deal
from p2pcards.table.view import seen_by

SEED = bytes(range(32))


def on_lead() -> Deal:
    """The first lead of a deal of classic Spades, all four having bid three."""
    deal = new_deal(make_rules("classic"), 4, 3, Random(5))
    for seat in range(4):
        deal, _ = engine.apply(deal, Bid(seat, 3))
    return seen_by(deal, 0)


class Never(ProcessPoolExecutor):
    """Workers that are always busy."""

    def __init__(self) -> None:
        pass

    def submit(self, *args: Any, **kwargs: Any) -> Future[Any]:
        return Future()

    def shutdown(self, *args: Any, **kwargs: Any) -> None:
        pass


def test_a_search_that_is_late_is_decided_by_the_rules() -> None:
    view = on_lead()
    prompt = engine.prompt(view, 0)
    assert prompt is not None
    thinker = Thinker(0.0, executor=Never())
    decision = asyncio.run(thinker.think(make_bot("hard"), view, prompt, SEED))
    assert decision == make_bot("hard").decide(view, prompt, Random(1), worlds=0)


def test_a_worker_decides_as_the_bot_does_with_the_same_worlds() -> None:
    view = on_lead()
    prompt = engine.prompt(view, 0)
    assert prompt is not None
    thinker = Thinker(60.0, workers=1)
    try:
        decision = asyncio.run(thinker.think(make_bot("hard"), view, prompt, SEED))
    finally:
        thinker.close()
    assert decision.worlds > 0
    assert (
        decision.action == make_bot("hard").decide(view, prompt, decision_rng(SEED, 4), worlds=decision.worlds).action
    )


def test_a_number_of_worlds_that_is_given_is_played_out_however_long_it_takes() -> None:
    view = on_lead()
    prompt = engine.prompt(view, 0)
    assert prompt is not None
    thinker = Thinker(0.0, workers=1)
    try:
        decision = asyncio.run(thinker.think(make_bot("hard"), view, prompt, SEED, 8))
    finally:
        thinker.close()
    assert decision == make_bot("hard").decide(view, prompt, decision_rng(SEED, 4), worlds=8)
    assert decision.worlds > 0
    none = asyncio.run(Thinker(60.0, executor=Never()).think(make_bot("hard"), view, prompt, SEED, 0))
    assert none.worlds == 0


def test_a_deadline_that_has_passed_costs_no_world() -> None:
    view = on_lead()
    prompt = engine.prompt(view, 0)
    assert prompt is not None
    assert search("steady", view, prompt, SEED, deadline=0.0).worlds == 0


def test_rules_and_forced_cards_need_no_worker() -> None:
    view = on_lead()
    prompt = engine.prompt(view, 0)
    assert prompt is not None
    assert needs_time(make_bot("hard"), prompt)
    assert not needs_time(make_bot("normal"), prompt)


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="no pidfd on this system")
def test_workers_end_with_their_parent() -> None:
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    parent = context.Process(target=_parent, args=(there,))
    parent.start()
    handle = os.pidfd_open(here.recv())
    os.kill(parent.pid or 0, signal.SIGKILL)
    parent.join()
    ended, _, _ = select.select([handle], [], [], 30)
    os.close(handle)
    assert ended, "the worker outlives its parent"


def _parent(pipe: Any) -> None:
    """A program with one worker; says the worker's pid and waits to be killed."""
    thinker = Thinker(workers=1)
    pipe.send(thinker._pool().submit(os.getpid).result())
    signal.pause()
