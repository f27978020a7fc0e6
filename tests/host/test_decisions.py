"""Over real links: votes about those who are away, kicks, newcomers in a bot's place, stand-ins, turns that run out."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from host.table_of import Lab, lab, run, until

from p2pcards.bots.levels import make_bot
from p2pcards.host.table import Settings
from p2pcards.net.bot import BotMind
from p2pcards.net.client import Client
from p2pcards.net.client_events import Happened, NoticeCame
from p2pcards.net.link import Link
from p2pcards.referee import event as events
from p2pcards.verify import verify_bytes


async def seated(here: Lab, ref: str, names: tuple[str, ...]) -> list[Client]:
    """Clients that sit down in this order."""
    clients = [await here.client(name) for name in names]
    for client in clients:
        await client.sit(ref)
    return clients


async def unreachable() -> Link:
    """Where no host is."""
    raise OSError("unreachable")


def heard(client: Client) -> list[Any]:
    """What this client is told from now on, as it comes."""
    told: list[Any] = []

    async def listen() -> None:
        async for event in client.events():
            told.append(event)

    client._spawn(listen())
    return told


def playing(client: Client, told: list[Any]) -> asyncio.Task[None]:
    """A bot answers for this client."""
    mind = BotMind(make_bot("normal"))

    async def play() -> None:
        done = 0
        while True:
            await asyncio.sleep(0)
            at = client.at
            question = None if at is None else at.question
            if at is not None and at.player is not None and question is not None:
                client.act(mind.decide(at.player, question), question.number)
                done += 1

    task = asyncio.ensure_future(play())
    client._tasks.add(task)
    return task


def test_who_is_away_too_long_is_voted_on_and_ends_the_deal_as_a_forfeit(tmp_path: Path) -> None:
    async def test() -> None:
        async with lab(41, tmp_path) as here:
            table = here.host.create_table(
                "cutthroat", {"max_hands": 1}, 3, deal="sealed", settings=Settings(grace=0.05, level="easy")
            )
            anna, bert, carl = await seated(here, table.ref, ("anna", "bert", "carl"))
            told = heard(anna)
            await anna.start()
            await until(lambda: any(client.at.question is not None for client in (anna, bert, carl)))
            carl._opener = unreachable
            carl._closing = True
            carl.link.abort()
            await until(lambda: any(isinstance(e, NoticeCame) and e.code == "vote" for e in told))
            assert table.conductor.referee.paused
            anna.vote("end", 2)
            bert.vote("end", 2)
            await until(lambda: any(isinstance(e, Happened) and isinstance(e.event, events.Forfeit) for e in told))
            forfeits = [e.event for e in told if isinstance(e, Happened) and isinstance(e.event, events.Forfeit)]
            assert (forfeits[0].seat, forfeits[0].reason) == (2, "away")

    run(test)


def test_a_dealer_table_lets_a_bot_play_on_and_the_owner_gets_the_seat_back(tmp_path: Path) -> None:
    async def test() -> None:
        async with lab(42, tmp_path) as here:
            table = here.host.create_table("classic", {"max_hands": 2}, deal="dealer", settings=Settings(grace=0.05))
            anna, bert = await seated(here, table.ref, ("anna", "bert"))
            told = heard(anna)
            await anna.start()
            await until(lambda: bert.at.question is not None or anna.at.question is not None)
            playing(anna, told)
            opener, bert._opener = bert._opener, unreachable
            bert.link.abort()
            await until(lambda: any(isinstance(e, NoticeCame) and e.code == "vote" for e in told))
            anna.vote("bot", 1)
            changes = [
                lambda how=how: any(
                    isinstance(e, Happened) and isinstance(e.event, events.KeyChanged) and e.event.how == how
                    for e in told
                )
                for how in ("take", "reclaim")
            ]
            await until(changes[0])
            seat = table.info().seats[1]
            assert (seat.kind, seat.operator) == ("bot", "host")
            bert._opener = opener
            await until(changes[1])
            playing(bert, [])
            assert table.info().seats[1].name == "bert"
            await until(lambda: table.state == "over")
            await until(lambda: anna.at.referee.ended)
            assert verify_bytes(anna.transcript()).ok

    run(test)


def test_two_are_away_one_comes_back_has_a_vote_and_may_be_lost_again(tmp_path: Path) -> None:
    async def test() -> None:
        async with lab(48, tmp_path) as here:
            table = here.host.create_table("cutthroat", {"max_hands": 1}, 3, settings=Settings(grace=0.05))
            anna, bert, carl = await seated(here, table.ref, ("anna", "bert", "carl"))
            told = heard(anna)
            ballots = lambda: [e.data["seat"] for e in told if isinstance(e, NoticeCame) and e.code == "vote"]  # noqa: E731
            away = lambda: table.conductor.referee.interrupts.away  # noqa: E731
            await anna.start()
            await until(lambda: any(client.at.question is not None for client in (anna, bert, carl)))
            openers = {client: client._opener for client in (bert, carl)}
            for client in openers:
                client._opener = unreachable
                client.link.abort()
            await until(lambda: set(ballots()) == {1, 2})
            assert set(away()) == {1, 2}
            anna.vote("wait", 1)
            anna.vote("wait", 2)
            bert._opener = openers[bert]
            await until(lambda: set(away()) == {2})
            del told[:]
            await until(lambda: 2 in ballots())
            bert.vote("wait", 2)
            await until(lambda: table.conductor.referee.interrupts.votes.get(("away", 2)) == {1: "wait"})
            bert._opener = unreachable
            bert.link.abort()
            await until(lambda: set(away()) == {1, 2})
            for client, opener in openers.items():
                client._opener = opener
            await until(lambda: not table.conductor.referee.paused)
            assert not [event for event, _ in here.log if event == "failed"]

    run(test)


def test_all_are_cut_and_come_back_one_by_one(tmp_path: Path) -> None:
    async def test() -> None:
        async with lab(55, tmp_path) as here:
            table = here.host.create_table("classic", {"max_hands": 1}, 4)
            clients = await seated(here, table.ref, ("anna", "bert", "carl", "dora"))
            away = lambda: set(table.conductor.referee.interrupts.away)  # noqa: E731
            await clients[0].start()
            await until(lambda: any(client.at.question is not None for client in clients))
            openers = {client: client._opener for client in clients}
            for client in clients:
                client._opener = unreachable
                client.link.abort()
            await until(lambda: away() == {0, 1, 2, 3})
            for left, client in enumerate((clients[3], clients[0], clients[2], clients[1])):
                client._opener = openers[client]
                await until(lambda left=left: len(away()) == 3 - left)
                assert here.host.trouble is None
            await until(lambda: any(client.at.question is not None for client in clients))

    run(test)


def test_a_vote_to_put_somebody_out_lapses_when_it_is_back(tmp_path: Path) -> None:
    async def test() -> None:
        async with lab(49, tmp_path) as here:
            table = here.host.create_table("cutthroat", {"max_hands": 1}, 3, settings=Settings(grace=60.0))
            anna, bert, carl = await seated(here, table.ref, ("anna", "bert", "carl"))
            told = heard(anna)
            await anna.start()
            await until(lambda: any(client.at.question is not None for client in (anna, bert, carl)))
            opener, carl._opener = carl._opener, unreachable
            carl.link.abort()
            await until(lambda: table.conductor.referee.paused)
            anna.vote("yes", 2, "kick")
            await until(lambda: table.kicks.open == (2,))
            carl._opener = opener
            await until(lambda: any(isinstance(e, NoticeCame) and e.code == "vote-over" for e in told))
            assert table.kicks.open == ()
            bert.vote("yes", 2, "kick")
            await until(lambda: table.kicks.open == (2,))
            assert not table.kicks.decided

    run(test)


def test_the_people_at_the_table_put_somebody_out_between_deals(tmp_path: Path) -> None:
    async def test() -> None:
        async with lab(43, tmp_path) as here:
            table = here.host.create_table("classic", {"max_hands": 2}, deal="dealer")
            anna, bert, carl = await seated(here, table.ref, ("anna", "bert", "carl"))
            told = heard(carl)
            await anna.start()
            await until(lambda: all(client.at.player is not None for client in (anna, bert, carl)))
            anna.vote("yes", 2, "kick")
            await until(lambda: table.conductor.referee.interrupts.votes.get(("kick", 2)) is not None)
            assert 2 not in table.kicks.decided
            bert.vote("yes", 2, "kick")
            for client in (anna, bert, carl):
                playing(client, told)
            await until(lambda: any(isinstance(e, NoticeCame) and e.code == "kicked" for e in told))
            assert table.conductor.referee.number == 1
            await until(lambda: table.state == "over")
            assert [seat.kind for seat in table.info().seats] == ["person", "person", "bot", "bot"]
            await until(lambda: anna.at.referee.ended)
            report = verify_bytes(anna.transcript())
            assert report.ok, report

    run(test)


def test_the_owner_has_a_bot_replaced_and_two_people_cannot_put_each_other_out(tmp_path: Path) -> None:
    async def test() -> None:
        async with lab(50, tmp_path) as here:
            table = here.host.create_table("spar", {"max_hands": 2}, 3, deal="dealer")
            anna, bert = await seated(here, table.ref, ("anna", "bert"))
            told = heard(anna)
            await anna.start()
            await until(lambda: all(client.at.player is not None for client in (anna, bert)))
            before = table.info().seats[2].key
            anna.vote("yes", 1, "kick")
            await until(lambda: any(isinstance(e, NoticeCame) and e.code == "kick-too-few" for e in told))
            anna.vote("yes", 2, "kick")
            await until(lambda: table.kicks.decided == {2})
            for client in (anna, bert):
                playing(client, told)
            await until(lambda: table.info().seats[2].key not in (before, bytes(32)))
            assert not here.host.crew.owns(before)
            await until(lambda: table.state == "over")
            await until(lambda: anna.at.referee.ended)
            assert [seat.kind for seat in table.info().seats] == ["person", "person", "bot"]
            assert verify_bytes(anna.transcript()).ok

    run(test)


@pytest.mark.parametrize("deal", ["sealed", "dealer"])
def test_a_watcher_takes_a_bots_place_between_deals(deal: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with lab(44, tmp_path, bot_pace=0.01) as here:
            table = here.host.create_table("classic", {"max_hands": 2}, deal=deal)
            (anna,) = await seated(here, table.ref, ("anna",))
            await anna.start()
            await until(lambda: anna.at.player is not None)
            dora = await here.client("dora")
            await dora.spectate(table.ref)
            await until(lambda: dora.at.referee is not None and dora.at.referee.number == 1)
            await dora.join_seat(3)
            told = heard(dora)
            playing(anna, told)
            await until(lambda: dora.at.player is not None)
            assert dora.at.seat == 3
            assert table.info().seats[3].name == "dora"
            playing(dora, told)
            await until(lambda: table.state == "over")
            await until(lambda: dora.at.referee.ended)
            report = verify_bytes(dora.transcript())
            assert report.ok, report
            assert all(verdict.ok for verdict in report.deals)

    run(test)


def test_a_turn_that_runs_out_is_warned_of_then_said_and_the_own_program_plays(tmp_path: Path) -> None:
    async def test() -> None:
        async with lab(45, tmp_path) as here:
            settings = Settings(turn=1, step=1.0)
            table = here.host.create_table("classic", {"max_hands": 1}, deal="dealer", settings=settings)
            anna = await here.client("anna")
            anna._decide = BotMind(make_bot("easy")).decide
            await anna.sit(table.ref)
            told = heard(anna)
            await anna.start()
            await until(lambda: any(isinstance(e, Happened) and isinstance(e.event, events.TimedOut) for e in told))
            assert any(isinstance(e, NoticeCame) and e.code == "turn-warning" for e in told)
            bids = lambda: table.conductor.referee.deal.bids[0]  # noqa: E731
            await until(lambda: bids() is not None)

    run(test)


def test_a_crashed_bot_is_started_again_with_its_key_and_secrets(tmp_path: Path) -> None:
    async def test() -> None:
        async with lab(46, tmp_path) as here:
            table = here.host.create_table("classic", {"max_hands": 1}, deal="sealed")
            player = asyncio.ensure_future(here.bot(table.ref, 0))
            await until(lambda: len(table.lobby.empty) == 3)
            here.host._carry_out(table, table.begin(here.host._now()))
            await until(lambda: table.conductor is not None and table.conductor.referee.number == 1)
            key = table.lobby.slots[2].key
            client = here.host.crew._crew[key].client

            def broken(*_args: object) -> None:
                raise RuntimeError("thrown into a bot")

            client.act = broken
            _, saved = await player
            assert saved.report.ok
            assert all(verdict.ok for verdict in saved.report.deals)
            assert "bot-failed" in [event for event, _ in here.log]

    run(test)


def test_a_rematch_keeps_the_seats(tmp_path: Path) -> None:
    async def test() -> None:
        async with lab(47, tmp_path) as here:
            table = here.host.create_table("spar", {"max_hands": 1}, deal="dealer")
            anna, bert = await seated(here, table.ref, ("anna", "bert"))
            await anna.start()
            for client in (anna, bert):
                playing(client, [])
            await until(lambda: table.state == "over")
            before = [seat.key for seat in table.info().seats]
            header = table.header.table_id
            await anna.ready()
            assert table.state == "lobby"
            await bert.ready()
            await until(lambda: table.state != "lobby" and table.header.table_id != header)
            assert [seat.key for seat in table.info().seats] == before

    run(test)
