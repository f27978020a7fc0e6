"""Who was put out of a table stays out, until somebody who may lets it in again."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from host.table_of import lab, run, until
from host.test_decisions import heard, playing, seated
from p2pcards_protocol.transcript import Message

from p2pcards.host.effect import Refusal
from p2pcards.net.client import Client, RefusedByHost
from p2pcards.net.client_events import NoticeCame
from p2pcards.verify import verify_bytes


async def refused(ask: Callable[[], Awaitable[Any]]) -> str:
    """Why, once there is a link."""
    while True:
        with pytest.raises(RefusedByHost) as error:
            await ask()
        if error.value.code != "lost":
            return str(error.value.data["why"])
        await asyncio.sleep(0)


def codes(told: list[Any]) -> list[str]:
    return [event.code for event in told if isinstance(event, NoticeCame)]


def kicks(client: Client) -> list[dict[str, Any]]:
    said = [Message.decode(entry.blob) for entry in client.at.entries]  # type: ignore[union-attr]
    return [message.body for message in said if message.kind == "kick"]


def test_a_voted_out_player_stays_out_until_the_owner_says_otherwise(tmp_path: Path) -> None:
    async def test() -> None:
        async with lab(101, tmp_path) as here:
            table = here.host.create_table("classic", {"max_hands": 6}, deal="dealer")
            anna, bert, carl = await seated(here, table.ref, ("anna", "bert", "carl"))
            told = heard(carl)
            await anna.start()
            await until(lambda: all(client.at.player is not None for client in (anna, bert, carl)))
            for voter in (anna, bert):
                voter.vote("yes", 2, "kick")
            for client in (anna, bert, carl):
                playing(client, [])
            await until(lambda: "kicked" in codes(told))
            await until(lambda: len(kicks(anna)) == 1)
            assert kicks(anna) == [{"seat": 2}], "by vote"
            for ask in (carl.sit, carl.spectate):
                assert await refused(partial(ask, table.ref)) == "put-out"
            await here.kill_and_restart()
            assert await refused(partial(carl.spectate, "t1")) == "put-out"
            key = carl.identity.public
            await until(lambda: any(one.key == key for one in anna.at.out) and bert.link.closed is None)
            assert await refused(partial(bert.admit, key)) == "not-owner"
            await anna.admit(key)
            assert await refused(partial(anna.admit, key)) == "not-out"
            await carl.spectate("t1")
            await until(lambda: here.host.tables["t1"].state == "over" and anna.at.referee.ended)
            assert verify_bytes(anna.transcript()).ok

    run(test)


def test_whom_the_console_puts_out_of_a_lobby_the_console_lets_in(tmp_path: Path) -> None:
    async def test() -> None:
        async with lab(102, tmp_path) as here:
            table = here.host.create_table("spar", {}, 2)
            anna, bert = await seated(here, table.ref, ("anna", "bert"))
            told = heard(bert)
            here.host.kick("t1", 1)
            await until(lambda: "kicked" in codes(told))
            assert await refused(partial(bert.sit, "t1")) == "put-out"
            assert await refused(partial(anna.admit, bytes(32))) == "not-out"
            with pytest.raises(Refusal):
                here.host.admit("t1", anna.identity.public)
            here.host.admit("t1", bert.identity.public)
            assert await bert.sit("t1") == 1

    run(test)


def test_the_file_says_that_it_was_the_host(tmp_path: Path) -> None:
    async def test() -> None:
        async with lab(103, tmp_path) as here:
            table = here.host.create_table("spar", {"max_hands": 3}, 2, deal="dealer")
            anna, bert = await seated(here, table.ref, ("anna", "bert"))
            told = heard(anna)
            await anna.start()
            await until(lambda: all(client.at.player is not None for client in (anna, bert)))
            here.host.kick("t1", 1)
            for client in (anna, bert):
                playing(client, [])
            await until(lambda: table.state == "over" and anna.at.referee.ended)
            assert "kick-host" in codes(told)
            assert kicks(anna) == [{"seat": 1, "reason": "host"}]
            assert verify_bytes(anna.transcript()).ok

    run(test)


def test_one_vote_against_a_bot_puts_no_person_out(tmp_path: Path) -> None:
    """One vote is enough for a bot; the person in whose place it plays is not put out by it when it is back before."""

    async def test() -> None:
        async with lab(104, tmp_path) as here:
            table = here.host.create_table("spar", {"max_hands": 3}, 3, deal="dealer")
            anna, bert, carl = await seated(here, table.ref, ("anna", "bert", "carl"))
            told = heard(anna)
            await anna.start()
            await until(lambda: all(client.at.player is not None for client in (anna, bert, carl)))
            interrupts = table.conductor.referee.interrupts
            anna.vote("yes", 1, "kick")
            await until(lambda: interrupts.wanted_out(1) == 1)
            table.kicks.decided.add(1)  # as if it had been a bot's seat then
            for client in (anna, bert, carl):
                playing(client, [])
            await until(lambda: table.state == "over" and anna.at.referee.ended)
            assert "vote-over" in codes(told)
            assert kicks(anna) == []
            assert not table.shut_out

    run(test)
