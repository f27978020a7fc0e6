"""The bots of a real host, and bots that joined from elsewhere: what they did can be taken again from the file."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from host.table_of import Lab, lab, run, until

from p2pcards.bots.levels import make_bot
from p2pcards.bots.replay import replay
from p2pcards.net.bot import BotMind, play_bot
from p2pcards.net.client import Client
from p2pcards.verify import Report, verify_bytes

SHORT = {"max_hands": 1}


def judged(client: Client) -> Report:
    report = verify_bytes(client.transcript())
    assert report.ok, (report.fault, report.deals, report.counts)
    return report


async def visitor(here: Lab, ref: str, label: str) -> Client:
    """A bot that comes over the network plays to the end."""
    client = await here.client()
    await play_bot(client, BotMind(make_bot(label)), ref, None, until_saved=True)
    return client


@pytest.mark.parametrize("deal", ["sealed", "dealer"])
def test_bots_of_the_host_and_bots_that_join_commit_and_open(deal: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with lab(81, tmp_path, bot_time=0.02) as here:
            bots = ("easy", "hard")
            table = here.host.create_table("hearts", SHORT, 4, deal=deal, bots=bots)
            first, second = await asyncio.gather(
                *(visitor(here, table.ref, which) for which in ("normal:bold", "hard"))
            )
            report = judged(first)
            seats = replay(report)
            assert [one.seat for one in seats] == [0, 1, 2, 3]
            assert all(one.ok and not one.gaps and one.decisions >= 13 for one in seats), seats
            said = sorted(label for one in seats for label in one.labels)
            assert [label.split(":")[0] for label in said] == ["easy", "hard", "hard", "normal"]
            assert first.transcript() == second.transcript()

    run(test)


@pytest.mark.parametrize("deal", ["sealed", "dealer"])
def test_a_host_that_is_killed_in_mid_deal_brings_its_bots_back_with_their_records(deal: str, tmp_path: Path) -> None:
    """Whether or not a card was on its way: what was kept before it was said is what the record says."""

    async def test() -> None:
        async with lab(82, tmp_path, bot_time=0.02) as here:
            table = here.host.create_table("hearts", SHORT, 4, deal=deal, bots=("hard", "hard", "hard"))
            playing = asyncio.ensure_future(visitor(here, table.ref, "normal"))
            for cards in (7, 23):
                await until(lambda least=cards: plays(here) >= least)  # type: ignore[misc]
                await here.kill_and_restart()
            client = await playing
            seats = replay(judged(client))
            assert all(one.ok and not one.gaps for one in seats), seats
            assert sum(one.decisions for one in seats) >= 52

    run(test)


def plays(here: Lab) -> int:
    """How many cards lie in the deal at the only table."""
    (table,) = here.host.tables.values()
    conductor = table.conductor
    deal = None if conductor is None else conductor.referee.flow.public
    return 0 if deal is None else deal.played.bit_count()


@pytest.mark.parametrize("deal", ["sealed", "dealer"])
def test_a_bot_that_plays_on_for_another_is_checked_from_the_next_deal_on(deal: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with lab(83, tmp_path) as here:
            table = here.host.create_table("spar", {"max_hands": 3}, 4, deal=deal, bots=("easy", "easy"))
            staying = asyncio.ensure_future(visitor(here, table.ref, "normal"))
            leaver = await here.client()
            leaving = asyncio.ensure_future(play_bot(leaver, BotMind(make_bot("normal:careful")), table.ref, None))
            await until(lambda: plays(here) >= 9)
            assert leaver.at is not None
            seat = leaver.at.seat
            await leaver.leave()
            leaving.cancel()
            seats = {one.seat: one for one in replay(judged(await staying))}
            assert all(one.ok for one in seats.values()), seats
            assert seats[seat].gaps == {"stand-in": 1}
            assert seats[seat].decisions == 10, "two deals of five cards"
            assert all(not one.gaps for one in seats.values() if one.seat != seat)

    run(test)
