"""A client that comes back where its table or its match is not there any more is told, and finds it when it is."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest
from host.processes import Match
from host.table_of import lab, run, until
from host.test_decisions import heard, playing, seated, unreachable

from p2pcards.host.table import Settings
from p2pcards.net.client import RefusedByHost
from p2pcards.net.client_events import ClosedByHost, LinkBack, NoticeCame
from p2pcards.store import Store
from p2pcards.verify import verify_bytes


def codes(told: list[object]) -> list[str]:
    return [event.code for event in told if isinstance(event, NoticeCame)]


def test_a_table_that_the_host_loses_and_has_again_is_found_again(tmp_path: Path) -> None:
    async def test() -> None:
        async with lab(61, tmp_path) as here:
            table = here.host.create_table("cutthroat", {"max_hands": 1}, 3)
            anna, bert, carl = await seated(here, table.ref, ("anna", "bert", "carl"))
            told = heard(anna)
            await anna.start()
            await until(lambda: anna.at.view is not None and anna.at.view.hand(anna.at.seat) is not None)
            hand = anna.at.view.hand(anna.at.seat)
            await here.kill_and_restart(store="other")
            await until(lambda: "table-gone" in codes(told))
            assert anna.at is None
            await here.kill_and_restart(store="host")
            await until(lambda: anna.at is not None and anna.at.view is not None and anna.link.closed is None)
            await until(lambda: any(client.at and client.at.question for client in (anna, bert, carl)))
            assert anna.at.view.hand(anna.at.seat) == hand
            assert codes(told).count("table-gone") == 1
            for client in (anna, bert, carl):
                playing(client, told)
            await until(lambda: anna.at.referee.ended)
            assert verify_bytes(anna.transcript()).ok

    run(test)


def test_a_table_that_comes_back_while_the_link_stands_is_taken_up(tmp_path: Path) -> None:
    async def test() -> None:
        async with lab(62, tmp_path) as here:
            table = here.host.create_table("spar", {"max_hands": 1}, 2)
            anna, _ = await seated(here, table.ref, ("anna", "bert"))
            told = heard(anna)
            del here.host.tables[table.ref]
            anna.link.abort()
            await until(lambda: "table-gone" in codes(told))
            here.host.tables[table.ref] = table
            here.host._tables_changed()
            await until(lambda: anna.at is not None and anna.at.seat == 0 and table.people == (0, 1))
            assert anna._sought is None

    run(test)


def test_a_bot_ends_when_its_table_is_closed_or_it_is_put_out(tmp_path: Path) -> None:
    async def test() -> None:
        async with lab(63, tmp_path) as here:
            for n, code in enumerate(("closed", "kicked", "table-gone"), 1):
                table = here.host.create_table("spar", {"max_hands": 1}, 2)
                bot = asyncio.ensure_future(here.bot(table.ref))
                await until(lambda n=n: len(here._clients) == n and here._clients[-1].at is not None)
                await until(lambda: here._clients[-1].at.seat == 0)
                if code == "closed":
                    here.host.close_table(table.ref)
                elif code == "kicked":
                    here.host.kick(table.ref, 0)
                else:
                    del here.host.tables[table.ref]
                    list(here.host._links.values())[-1].abort()
                _, ended = await bot
                assert isinstance(ended, NoticeCame), ended
                if code == "closed":
                    assert table.ref not in [info.table for info in here._clients[-1].tables]
                assert ended.code == code

    run(test)


def test_a_bot_that_comes_back_to_a_lobby_is_still_a_ready_bot(tmp_path: Path) -> None:
    async def test() -> None:
        async with lab(64, tmp_path) as here:
            table = here.host.create_table("spar", {"max_hands": 1}, 2)
            client = await here.client("robin")
            told = heard(client)
            await client.sit(table.ref, bot=True)
            client.link.abort()
            await until(lambda: any(isinstance(event, LinkBack) for event in told))
            seat = table.info().seats[0]
            assert (seat.kind, seat.name, seat.ready) == ("bot", "robin", True)

    run(test)


def test_who_comes_back_to_another_match_begins_with_that_one(tmp_path: Path) -> None:
    async def test() -> None:
        async with lab(65, tmp_path) as here:
            table = here.host.create_table("spar", {"max_hands": 1}, 2, deal="dealer", settings=Settings(level="easy"))
            anna, bert = await seated(here, table.ref, ("anna", "bert"))
            dora = await here.client("dora")
            await dora.spectate(table.ref)
            told = heard(dora)
            await anna.start()
            await until(lambda: dora.at.referee is not None and dora.at.referee.number == 1)
            first = dora.at.referee.ledger.table_id
            opener, dora._opener = dora._opener, unreachable
            dora.link.abort()
            for client in (anna, bert):
                playing(client, [])
            await until(lambda: table.state == "over")
            await anna.ready()
            await bert.ready()
            await until(lambda: table.header is not None and table.header.table_id != first)
            dora._opener = opener
            await until(lambda: dora.at.referee is not None and dora.at.referee.ledger.table_id != first)
            assert not [event for event in told if isinstance(event, ClosedByHost)]
            assert "match-gone" in codes(told)

    run(test)


@pytest.mark.parametrize("deal", ["sealed", "dealer"])
def test_who_came_as_a_spectator_plays_on_in_the_own_seat(deal: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with lab(66, tmp_path) as here:
            settings = Settings(level="easy")
            table = here.host.create_table("spar", {"max_hands": 1}, 2, deal=deal, settings=settings)
            kept = Store(tmp_path / "anna")
            anna, bert = await here.client("anna", store=kept), await here.client("bert")
            for client in (anna, bert):
                await client.sit(table.ref)
            await anna.start()
            await until(lambda: anna.at.view is not None and anna.at.view.hand(0) is not None)
            hand = anna.at.view.hand(0)
            await anna.close()
            again = await here.client("anna", identity=anna.identity, store=kept)
            await again.spectate(table.ref)
            await until(lambda: again.at.referee is not None)
            assert await again.sit(table.ref) == 0
            await until(lambda: again.at.player is not None and again.at.view is not None)
            await until(lambda: again.at.view.hand(0) == hand)
            for client in (again, bert):
                playing(client, [])
            await until(lambda: table.state == "over")

    run(test)


def test_a_seat_whose_answer_was_lost_is_asked_for_again(tmp_path: Path) -> None:
    async def test() -> None:
        async with lab(67, tmp_path) as here:
            table = here.host.create_table("spar", {"max_hands": 1}, 2)
            anna = await here.client("anna")
            told = heard(anna)
            asked = asyncio.ensure_future(anna.sit(table.ref))
            await asyncio.sleep(0)
            anna.link.abort()
            with pytest.raises(RefusedByHost, match="lost"):
                await asked
            await until(lambda: any(isinstance(event, LinkBack) for event in told))
            assert anna.at.seat == 0
            assert table.people == (0,)

    run(test)


def test_join_with_a_bot_says_that_its_table_is_gone_and_ends(tmp_path: Path) -> None:
    match = Match(tmp_path, seats=4)
    try:
        match.start_host("--no-mdns")
        command = [sys.executable, "-m", "p2pcards_cli", "join", f"127.0.0.1:{match.port}", "--bot", "easy"]
        joined = subprocess.Popen(
            [*command, "--state-dir", str(tmp_path / "bot")], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        match.players[0] = joined
        while [seat["kind"] for seat in match.table()["seats"]].count("bot") == 0:
            pass
        match.ask("close", table=match.table()["table"])
        _, err = joined.communicate(timeout=20)
        assert (joined.returncode, "closed this table" in err) == (4, True), err
    finally:
        match.close()
