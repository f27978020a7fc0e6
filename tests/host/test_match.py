"""A whole match over real sockets: everybody plays, everybody keeps the same file, the file verifies."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from host.table_of import lab, run, until

from p2pcards.bots.levels import make_bot
from p2pcards.net.bot import BotMind, play_bot
from p2pcards.net.client import RefusedByHost
from p2pcards.net.client_events import Asked
from p2pcards.verify import compare, verify_bytes


@pytest.mark.parametrize("deal", ["dealer", "sealed"])
@pytest.mark.parametrize("game", ["classic", "cutthroat", "hearts"])
def test_everybody_keeps_the_same_file_and_it_verifies(game: str, deal: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with lab(1, tmp_path) as here:
            table = here.host.create_table(game, {"max_hands": 1}, deal=deal)
            played = await asyncio.gather(*(here.bot(table.ref) for _ in range(table.lobby.n)))
            files = [saved.path.read_bytes() for _, saved in played]
            assert all(saved.report.ok for _, saved in played)
            assert len(set(files)) == 1
            assert compare(files[0], files[1]).equal
            kept = [path.read_bytes() for path in (tmp_path / "host" / "matches").iterdir()]
            assert kept == [files[0]]

    run(test)


def test_empty_seats_get_bots_when_the_owner_starts(tmp_path: Path) -> None:
    async def test() -> None:
        async with lab(2, tmp_path) as here:
            table = here.host.create_table("classic", {"max_hands": 1})
            client = await here.client()
            await client.sit(table.ref)
            await client.start()
            await until(lambda: table.state == "playing")
            kinds = [seat.kind for seat in table.info().seats]
            operators = [seat.operator for seat in table.header.parsed_terms.seats]
            assert kinds == ["person", "bot", "bot", "bot"]
            assert operators == ["", "host", "host", "host"]

    run(test)


def test_two_tables_at_once_do_not_touch_each_other(tmp_path: Path) -> None:
    async def test() -> None:
        async with lab(3, tmp_path) as here:
            first = here.host.create_table("classic", {"max_hands": 1}, deal="dealer")
            second = here.host.create_table("spar", {"max_hands": 2}, deal="dealer")
            games = await asyncio.gather(
                *(here.bot(first.ref) for _ in range(4)), *(here.bot(second.ref) for _ in range(4))
            )
            reports = [saved.report for _, saved in games]
            assert all(report.ok for report in reports)
            assert [report.header.parsed_terms.game for report in reports] == ["classic"] * 4 + ["spar"] * 4

    run(test)


def test_a_spectator_sees_public_facts_only(tmp_path: Path) -> None:
    async def test() -> None:
        async with lab(4, tmp_path) as here:
            table = here.host.create_table("classic", {"max_hands": 1}, deal="dealer")
            watcher = await here.client("watcher")
            await watcher.spectate(table.ref)
            heard = []
            watcher.link.listen(lambda event, hear=watcher._heard: (heard.append(event), hear(event)))
            players = asyncio.gather(*(here.bot(table.ref) for _ in range(4)))
            await until(lambda: watcher.at.view is not None and watcher.at.view.played.bit_count() > 4)
            assert [watcher.at.view.hand(seat) for seat in range(4)] == [None] * 4
            await players
            await until(lambda: watcher.at.referee.ended)
            kinds = {type(event.message).__name__ for event in heard if hasattr(event, "message")}
            assert "EntryMessage" in kinds
            assert "Private" not in kinds
            assert verify_bytes(watcher.transcript()).ok

    run(test)


def test_a_spectator_who_comes_late_gets_the_whole_chain(tmp_path: Path) -> None:
    async def test() -> None:
        async with lab(5, tmp_path) as here:
            table = here.host.create_table("classic", {"max_hands": 1})
            await asyncio.gather(*(here.bot(table.ref) for _ in range(4)))
            late = await here.client()
            await late.spectate(table.ref)
            await until(lambda: late.at.referee is not None and late.at.referee.ended)
            assert verify_bytes(late.transcript()).ok

    run(test)


def test_a_spectator_cannot_act() -> None:
    async def test() -> None:
        async with lab(6) as here:
            table = here.host.create_table("classic")
            watcher = await here.client()
            await watcher.spectate(table.ref)
            with pytest.raises(RefusedByHost) as refused:
                await watcher.ready()
            assert refused.value.code == "not-seated"

    run(test)


def test_a_player_who_loses_the_link_comes_back_into_the_same_deal(tmp_path: Path) -> None:
    async def test() -> None:
        async with lab(7, tmp_path) as here:
            table = here.host.create_table("classic", {"max_hands": 1})
            clumsy = await here.client()
            cuts = []

            def cut(event: object) -> None:
                asked = isinstance(event, Asked)
                if asked and len(cuts) < 5 and clumsy.link is not None:
                    cuts.append(event)
                    clumsy.link.abort()

            mind = BotMind(make_bot("normal"))
            playing = play_bot(clumsy, mind, table.ref, None, until_saved=True, watch=cut)
            saved, *others = await asyncio.gather(playing, *(here.bot(table.ref) for _ in range(3)))
            assert len(cuts) == 5
            assert saved is not None
            assert saved.report.ok
            assert saved.path.read_bytes() == others[0][1].path.read_bytes()

    run(test)


@pytest.mark.parametrize("heard", [False, True], ids=["the host does not hear it", "the answer is lost"])
def test_a_bot_whose_link_breaks_while_it_sits_down_sits_down_again(heard: bool, tmp_path: Path) -> None:
    async def test() -> None:
        async with lab(10, tmp_path) as here:
            table = here.host.create_table("spar", {"max_hands": 1}, deal="dealer")
            clumsy = await here.client()
            link = clumsy.link
            request, cuts = link.request, []

            def cut(message: object) -> int:
                number = request(message)
                cuts.append(message)
                if heard:
                    asyncio.get_running_loop().call_soon(link.abort)
                else:
                    link.abort()
                return number

            link.request = cut
            playing = play_bot(clumsy, BotMind(make_bot("easy")), table.ref, None, until_saved=True)
            saved, *_ = await asyncio.gather(playing, *(here.bot(table.ref) for _ in range(table.lobby.n - 1)))
            assert len(cuts) == 1
            assert saved is not None
            assert saved.report.ok

    run(test)


def test_only_the_owner_changes_the_table() -> None:
    async def test() -> None:
        async with lab(8) as here:
            table = here.host.create_table("classic")
            owner, guest = await here.client(), await here.client()
            await owner.sit(table.ref)
            await guest.sit(table.ref)
            for request in (guest.start(), guest.shuffle(), guest.add_bot(2, "normal"), guest.change({}, "dealer")):
                with pytest.raises(RefusedByHost) as refused:
                    await request
                assert refused.value.data["why"] == "not-owner"
            assert table.state == "lobby"

    run(test)


def test_impossible_options_are_refused_with_the_reason() -> None:
    async def test() -> None:
        async with lab(9) as here:
            client = await here.client()
            with pytest.raises(RefusedByHost) as refused:
                await client.create("spades", {"suicide": True}, 5)
            assert refused.value.data["why"] == "option"
            with pytest.raises(RefusedByHost) as refused:
                await client.create("bridge", {}, 4)
            assert refused.value.data["why"] == "no-such-game"

    run(test)


def test_an_owner_who_stands_up_leads_the_table_again_when_it_sits_down() -> None:
    async def test() -> None:
        async with lab(10) as here:
            table = here.host.create_table("classic")
            owner, guest = await here.client(), await here.client()
            await owner.sit(table.ref)
            await guest.sit(table.ref)
            await owner.stand()
            assert table.lobby.owner == guest.identity.public
            await owner.sit(table.ref)
            assert table.lobby.owner == owner.identity.public

    run(test)
