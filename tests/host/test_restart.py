"""The host dies without a word, at any instant, and is started again: same tables, same deal, a file that verifies."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest
from host.table_of import Lab, lab, run, until

from p2pcards.bots.levels import make_bot
from p2pcards.net.bot import BotMind, play_bot
from p2pcards.verify import verify_bytes


async def entries_at_least(here: Lab, ref: str, count: int) -> None:
    """Wait until the host has made so many entries (or the match is over)."""

    def there() -> bool:
        table = here.host.tables.get(ref)
        conductor = None if table is None else table.conductor
        return conductor is not None and (len(conductor.entries) >= count or conductor.referee.ended)

    await until(there)


@pytest.mark.parametrize("deal", ["sealed", "dealer"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_host_that_is_killed_again_and_again_still_ends_the_match(deal: str, seed: int, tmp_path: Path) -> None:
    chance = random.Random(f"{deal} {seed}")
    instants = sorted(chance.sample(range(1, 95), 3))
    print(f"seed {seed}: the host dies after {instants} entries")

    async def test() -> None:
        async with lab(seed, tmp_path) as here:
            ref = here.host.create_table("classic", {"max_hands": 1}, deal=deal).ref
            players = asyncio.gather(*(here.bot(ref) for _ in range(2)))
            await until(lambda: len(here.host.tables[ref].lobby.empty) == 2)
            table = here.host.tables[ref]
            here.host._carry_out(table, table.begin(here.host._now()))
            await until(lambda: table.header is not None)
            header = table.header.encode()
            for instant in instants:
                await entries_at_least(here, ref, instant)
                await here.kill_and_restart()
                assert here.host.tables[ref].header.encode() == header
            played = await players
            files = [saved.path.read_bytes() for _, saved in played]
            assert files[0] == files[1]
            report = verify_bytes(files[0])
            assert report.ok, report
            assert report.finished
            assert all(verdict.ok for verdict in report.deals)
            assert len(report.deals) == 1

    run(test)


def test_a_lobby_comes_back_with_its_seats_options_and_bots(tmp_path: Path) -> None:
    async def test() -> None:
        async with lab(5, tmp_path) as here:
            table = here.host.create_table("hearts", {"max_hands": 3}, bots=("easy",))
            anna = await here.client("anna")
            await anna.sit(table.ref, 1)
            await until(lambda: len(table.lobby.empty) == 2)
            before = table.info()
            await here.kill_and_restart()
            await until(lambda: table.ref in here.host.tables and here.host.tables[table.ref].info() == before)
            assert anna.at is not None
            assert anna.at.seat == 1
            assert here.host.create_table("spar").ref != table.ref

    run(test)


def test_a_client_that_is_started_again_plays_the_same_hand_with_its_own_secrets(tmp_path: Path) -> None:
    async def test() -> None:
        async with lab(6, tmp_path) as here:
            table = here.host.create_table("classic", {"max_hands": 1}, deal="sealed")
            others = asyncio.gather(*(here.bot(table.ref) for _ in range(3)))
            await until(lambda: len(table.lobby.empty) == 1)
            first = await here.client("anna")
            identity, store = first.identity, first._keeper._store
            await first.sit(table.ref)
            await first.ready()
            await until(lambda: first.at.question is not None)
            hand = first.at.view.hand(first.at.seat)
            first._opener = None
            first._closing = True
            first.link.abort()
            await until(lambda: table.absence.away != ())
            again = await here.client("anna", identity=identity, store=store)
            mind = BotMind(make_bot("normal"))
            playing = asyncio.ensure_future(play_bot(again, mind, table.ref, None, until_saved=True))
            await until(lambda: again.at is not None and again.at.question is not None)
            assert again.at.view.hand(again.at.seat) == hand
            saved = await playing
            await others
            assert saved.report.ok
            assert all(verdict.ok for verdict in saved.report.deals)

    run(test)


def test_a_second_history_of_the_host_is_noticed_by_who_kept_the_first(tmp_path: Path) -> None:
    async def test() -> None:
        async with lab(7, tmp_path) as here:
            table = here.host.create_table("classic", {"max_hands": 1}, deal="dealer")
            client = await here.client("anna")
            await client.sit(table.ref)
            await client.start()
            await until(lambda: client.at.question is not None)
            first = client.at.entries[3]
            changed = type(first)(first.seq, first.t_ms + 1, first.blob, first.asig, first.hsig)
            with pytest.raises(Exception, match="other-history"):
                client._entry(client.at, changed, live=True)

    run(test)
