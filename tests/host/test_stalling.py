"""A seat that stalls the table, fills the file or calls bots by what it may say unasked: a real host, real links."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from host.table_of import Lab, lab, run, until
from p2pcards_protocol import body as bodies
from p2pcards_protocol import message as wire
from p2pcards_protocol.body import Body, encode_body
from p2pcards_protocol.transcript import Message

from p2pcards.host.bucket import ASIDE_BURST
from p2pcards.host.table import Settings
from p2pcards.net.client import Client, RefusedByHost


async def seated(here: Lab, game: str = "classic", **settings: Any) -> tuple[Any, list[Client]]:
    """A sealed match under way, with people at the table who decide nothing."""
    table = here.host.create_table(game, {"max_hands": 1}, settings=Settings(**settings))
    clients = [await here.client(f"p{seat}") for seat in range(table.lobby.n)]
    for seat, client in enumerate(clients):
        await client.sit(table.ref, seat)
    await clients[0].start()
    await until(lambda: table.conductor is not None and table.conductor.referee.due is not None)
    await until(lambda: "bid" in getattr(table.conductor.referee.due, "kinds", ()))
    await until(lambda: all(up_to_date(table, client) for client in clients))
    return table, clients


def up_to_date(table: Any, client: Client) -> bool:
    player = None if client.at is None else client.at.player
    return player is not None and player.referee.ledger.seq == table.conductor.referee.ledger.seq


async def says(table: Any, client: Client, kind: str, body: Body) -> str:
    """A modified client says something; returns why the host does not take it, "" when it does."""
    await until(lambda: up_to_date(table, client))
    player = client.at.player  # type: ignore[union-attr]
    assert player is not None
    ledger, before = player.referee.ledger, count(table, kind, player.seat)
    draft = ledger.author(client.identity, player.seat, ledger.deal, kind, encode_body(body))
    assert client.link is not None
    number = client.link.request(wire.Submit(table=table.ref, blob=draft.blob, asig=draft.asig))
    answer: asyncio.Future[object] = asyncio.get_running_loop().create_future()
    client._answers[number] = answer
    await until(lambda: answer.done() or count(table, kind, player.seat) > before)
    if not answer.done():
        del client._answers[number]  # the entry is the answer
        return ""
    error = answer.exception()
    assert isinstance(error, RefusedByHost), error
    return str(error.data["why"])


def count(table: Any, kind: str, seat: int) -> int:
    said = [Message.decode(entry.blob) for entry in table.conductor.entries]
    return sum((message.kind, message.seat) == (kind, seat) for message in said)


def test_who_pauses_the_table_is_asked_about_like_who_is_gone() -> None:
    async def test() -> None:
        async with lab(81) as here:
            table, clients = await seated(here, grace=0.01)
            assert await says(table, clients[1], "pause", bodies.Pause()) == ""
            assert table.absence.since(1) is not None
            await until(lambda: table.absence.stage(1) == "vote" or table.absence.stage(1) == "partner")
            for client in (clients[0], clients[2]):
                assert await says(table, client, "vote", bodies.Vote(question="away", choice="end", about=1)) == ""
            await until(lambda: bool(table.conductor.referee.interrupts.forfeits))
            assert table.conductor.referee.interrupts.forfeits == {1: 1}

    run(test)


def test_who_has_the_key_and_not_the_secrets_does_not_hold_the_table_up(tmp_path: Path) -> None:
    """A key that was copied to another machine, or a store that was lost: the seat cannot open its hand."""

    async def test() -> None:
        async with lab(89, tmp_path) as here:
            table, clients = await seated(here, grace=0.01)
            due = table.conductor.referee.due
            (seat,) = due.seats
            twin = await here.client(f"p{seat}", identity=clients[seat].identity)
            await twin.sit(table.ref)
            await until(lambda: table.absence.since(seat) is not None)
            others = [client for client in clients if client is not clients[seat]]
            await until(lambda: all(client.at.away == (seat,) for client in others))
            await until(lambda: table.absence.stage(seat) in ("vote", "partner"))
            for client in others:
                assert await says(table, client, "vote", bodies.Vote(question="away", choice="end", about=seat)) == ""
                if table.conductor.referee.interrupts.forfeits:
                    break
            await until(lambda: table.conductor.referee.interrupts.forfeits == {seat: 1})

    run(test)


def test_who_has_paused_the_table_and_plays_is_back() -> None:
    async def test() -> None:
        async with lab(82) as here:
            table, clients = await seated(here)
            assert await says(table, clients[1], "pause", bodies.Pause()) == ""
            assert await says(table, clients[1], "resume", bodies.Resume()) == "not-paused"  # the host was first
            assert not table.conductor.referee.paused
            assert table.absence.away == ()

    run(test)


def test_what_nobody_has_asked_for_is_taken_so_often_and_no_more() -> None:
    async def test() -> None:
        async with lab(83) as here:
            table, clients = await seated(here)
            vote = bodies.Vote(question="lunch", choice="yes")
            whys = [await says(table, clients[1], "vote", vote) for _ in range(int(ASIDE_BURST) + 10)]
            assert whys[: int(ASIDE_BURST)] == [""] * int(ASIDE_BURST)
            assert whys.count("rate") >= 8  # a second brings one back
            assert count(table, "vote", 1) == whys.count("")
            contest = bodies.Contest(entry=0, reason="swallowed")
            assert await says(table, clients[2], "contest", contest) == "", "each seat has its own measure"

    run(test)


def test_who_leaves_again_and_again_gets_one_bot() -> None:
    async def test() -> None:
        async with lab(84) as here:
            table, clients = await seated(here)
            sent: list[Any] = []
            here.host.crew.send_for = lambda ref, wanted: sent.append(wanted)  # type: ignore[assignment, method-assign]
            assert await says(table, clients[1], "leave", bodies.LeaveBody()) == ""
            for _ in range(3):
                assert await says(table, clients[1], "leave", bodies.LeaveBody()) in ("spoke-already", "used")
            assert len(sent) == 1

    run(test)
