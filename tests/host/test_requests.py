"""Claims and take-backs over real links: a person among bots, a spectator, and the file that they all keep."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from host.table_of import lab, run, until

from p2pcards.bots.levels import make_bot
from p2pcards.net import consent
from p2pcards.net.bot import BotMind, play_bot
from p2pcards.net.client import Client
from p2pcards.net.client_events import Happened, Saved
from p2pcards.referee import event as events
from p2pcards.rules.action import Play
from p2pcards.rules.phases import Phase
from p2pcards.table.claim import sure_line


class Clock:
    """Sleeps that take no time, and how long they would have been. While `runs` is clear nobody wakes; who looks for
    answers wakes when they are there, if `there` can say so."""

    def __init__(self) -> None:
        self.slept: list[float] = []
        self.runs = asyncio.Event()
        self.runs.set()
        self.there: Callable[[], bool] = lambda: True

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        await asyncio.sleep(0)
        await self.runs.wait()
        if seconds == consent.LOOK:
            await until(self.there)


async def with_bots(here: Any, ref: str, count: int, clock: Clock) -> tuple[Client, list[asyncio.Task[Any]]]:
    """A person who decides by hand, and so many bots, at a table."""
    person = await here.client("person")
    await person.sit(ref, 0)
    bots = []
    for seat in range(1, count + 1):
        client = await here.client()
        mind = BotMind(make_bot("easy"), sleep=clock.sleep)
        bots.append(asyncio.create_task(play_bot(client, mind, ref, seat, until_saved=True)))
    return person, bots


async def my_turn(person: Client, *, cards: int = 0) -> None:
    """Until I am asked for a card, with so many played by all; other questions are answered anyhow."""
    while True:
        await until(lambda: person.at.question is not None)
        asked = person.at.question
        if asked.prompt.phase is Phase.PLAYING and person.at.view.played.bit_count() >= cards:
            return
        person.act(next(asked.prompt.actions()), asked.number)


async def to_the_end(person: Client) -> Saved:
    """Play whatever comes first, and agree to everything."""
    happened: list[Any] = []

    async def listen() -> Saved:
        async for event in person.events():
            happened.append(event)
            if isinstance(event, Saved):
                return event
        raise AssertionError("closed before the end")

    saved = asyncio.create_task(listen())
    while not saved.done():
        at = person.at
        if at.player.owes_answer:
            person.consent(True)
        if at.question is not None:
            person.act(next(at.question.prompt.actions()), at.question.number)
        await asyncio.sleep(0)
    return saved.result()


@pytest.mark.parametrize("deal", ["sealed", "dealer"])
def test_bots_give_a_card_back(deal: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with lab(11, tmp_path) as here:
            table = here.host.create_table("classic", {"max_hands": 1, "takebacks": True}, deal=deal)
            clock = Clock()
            person, bots = await with_bots(here, table.ref, 3, clock)
            watcher = await here.client("watcher")
            await watcher.spectate(table.ref)
            await person.ready()
            await my_turn(person, cards=5)
            view = person.at.view
            card = next(person.at.question.prompt.actions()).card
            assert not person.at.may_take_back
            clock.runs.clear()
            clock.there = lambda: person.at.request is None
            person.act(Play(0, card))
            await until(lambda: person.at.may_take_back)
            person.take_back()
            await until(lambda: person.at.request is not None)
            clock.runs.set()
            await until(lambda: person.at.question is not None)
            assert person.at.view.played == view.played
            assert person.at.view.must_hold(0) >> card & 1
            assert [shown.cards for shown in watcher.at.referee.flow.public.setup.shown] == [1 << card]
            saved = await to_the_end(person)
            assert saved.report.ok
            await asyncio.gather(*bots)
            await until(lambda: watcher.at.referee.ended)
            assert watcher.transcript() == saved.path.read_bytes()
            assert consent.LEISURE in clock.slept

    run(test)


def test_a_bot_in_turn_waits_for_the_answers_and_then_plays_on(tmp_path: Path) -> None:
    """One person asks, another does not answer: the bot between them gives them ten seconds."""

    async def test() -> None:
        async with lab(12, tmp_path) as here:
            table = here.host.create_table("cutthroat", {"max_hands": 1, "takebacks": True, "cards_each": 4})
            clock = Clock()
            person, bots = await with_bots(here, table.ref, 1, clock)
            silent = await here.client("silent")
            await silent.sit(table.ref, 2)
            await person.ready()
            await silent.ready()

            async def keep_up() -> None:
                while True:
                    if silent.at.question is not None:
                        silent.act(next(silent.at.question.prompt.actions()), silent.at.question.number)
                    await asyncio.sleep(0)

            playing = asyncio.create_task(keep_up())
            heard: list[Any] = []

            async def listen() -> None:
                async for event in person.events():
                    if isinstance(event, Happened):
                        heard.append(event.event)

            listening = asyncio.create_task(listen())
            clock.runs.clear()  # a bot whose card had gone out already would refuse
            while not any(isinstance(event, events.TakeBackAsked) for event in heard):
                if person.at.may_take_back and person.at.view.to_act == (1,):
                    person.take_back()
                    await until(lambda: any(isinstance(event, events.TakeBackAsked) for event in heard))
                elif person.at.question is not None:
                    person.act(next(person.at.question.prompt.actions()), person.at.question.number)
                await asyncio.sleep(0)
            clock.runs.set()
            await until(lambda: any(isinstance(event, events.TakeBackRefused) for event in heard))
            looks = round(consent.PATIENCE / consent.LOOK)
            assert clock.slept.count(consent.LOOK) >= looks
            assert events.Consented(1, "takeback", True) in heard
            for task in (playing, listening, *bots):
                task.cancel()

    run(test)


@pytest.mark.parametrize("deal", ["sealed", "dealer"])
def test_bots_grant_a_claim_only_when_it_is_certain(deal: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with lab(13, tmp_path) as here:
            table = here.host.create_table("cutthroat", {"max_hands": 1}, deal=deal)
            person, bots = await with_bots(here, table.ref, 2, Clock())
            await person.ready()
            await my_turn(person, cards=6)
            held = person.at.view.hand(0)
            certain = sure_line(person.at.referee.flow.public.with_shown(0, held, whole=True), 0, held)
            person.claim()
            await until(lambda: person.at.view is None or person.at.view.setup.shown != ())
            await until(lambda: person.at.request is None)
            if certain is None:
                assert person.at.view.phase is Phase.PLAYING
                await until(lambda: person.at.question is not None)
                assert not person.at.question.prompt.may_claim
            saved = await to_the_end(person)
            assert saved.report.ok
            await asyncio.gather(*bots)

    run(test)
