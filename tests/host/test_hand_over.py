"""A sealed hand goes on without its player: the seed is boxed for the host's bot, and comes back with the owner."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from host.table_of import Lab, lab, run, until
from p2pcards_protocol.transcript import Message

from p2pcards.bots.levels import make_bot
from p2pcards.host.effect import WantBot
from p2pcards.net.bot import BotMind
from p2pcards.net.client import Client
from p2pcards.net.client_events import Asked
from p2pcards.verify import verify_bytes


class Robot:
    """A client whose questions a bot answers until `pause` says otherwise."""

    def __init__(self, client: Client, pause: Any) -> None:
        self.client = client
        self.mind = BotMind(make_bot("easy"))
        self.pause = pause
        self.task = asyncio.get_running_loop().create_task(self._go())

    async def _go(self) -> None:
        async for event in self.client.events():
            if isinstance(event, Asked):
                while self.pause(self.client):
                    await asyncio.sleep(0.005)
                at = self.client.at
                if at is not None and at.player is not None and at.question is not None:
                    self.client.act(self.mind.decide(at.player, at.question), at.question.number)


async def four(here: Lab, game: str, deal: str, pause: Any) -> tuple[Any, list[Client]]:
    table = here.host.create_table(game, {"max_hands": 2}, deal=deal)
    clients = [await here.client(f"p{seat}") for seat in range(table.lobby.n)]
    for seat, client in enumerate(clients):
        await client.sit(table.ref, seat)
    for client in clients:
        Robot(client, pause)
    await clients[0].start()
    return table, clients


def kinds(entries: Any) -> list[tuple[str, int]]:
    return [((m := Message.decode(entry.blob)).kind, m.seat) for entry in entries]


def plays(table: Any) -> int:
    return 0 if table.conductor is None else [kind for kind, _ in kinds(table.conductor.entries)].count("play")


@pytest.mark.parametrize("deal", ["sealed", "dealer"])
@pytest.mark.parametrize("after", [("play", 9), ("p1", 3), ("pass.commit", 4)])
def test_a_clean_leave_hands_the_seat_to_a_bot_of_the_host(deal: str, after: tuple[str, int], tmp_path: Path) -> None:
    kind, count = after
    if deal == "dealer" and kind == "p1":
        pytest.skip("a dealer deal has no lists")

    def reached(table: Any) -> bool:
        entries = [] if table.conductor is None else table.conductor.entries
        return [said for said, _ in kinds(entries)].count(kind) >= count

    async def test() -> None:
        async with lab(71, tmp_path) as here:
            gone = False
            table, clients = await four(here, "hearts", deal, lambda c: plays(table) >= 9 and not gone)
            await until(lambda: reached(table))
            await clients[1].leave()
            gone = True
            await until(lambda: table.state == "over")
            await until(lambda: clients[0].at.referee.ended)
            data = clients[0].transcript()
            report = verify_bytes(data)
            assert report.ok, (report.fault, report.deals, report.counts)
            said = kinds(clients[0].at.entries)
            assert ("leave", 1) in said
            assert said.index(("leave", 1)) < said.index(("take", 255))
            assert report.counts.get("forfeits") is None
            slot = table.lobby.slots[1]
            assert slot.kind == "bot"

    run(test)


def test_the_owner_of_a_sealed_hand_comes_back_and_plays_it_on(tmp_path: Path) -> None:
    async def test() -> None:
        async with lab(72, tmp_path, bot_pace=0.02) as here:
            table, clients = await four(here, "hearts", "sealed", lambda c: False)
            await until(lambda: plays(table) >= 9)
            leaver = clients[1]
            identity, store = leaver.identity, leaver._keeper._store  # type: ignore[union-attr]
            await leaver.leave()
            await leaver.close()
            ledger = table.conductor.referee.ledger
            await until(lambda: ledger.key(1) != identity.public)
            again = await here.client("p1", identity=identity, store=store)
            await again.sit(table.ref)
            Robot(again, lambda c: False)
            await until(lambda: ledger.key(1) == identity.public)
            assert table.conductor.referee.number == 1
            assert table.conductor.referee.flow.playing
            await until(lambda: table.state == "over")
            await until(lambda: again.at.referee.ended)
            report = verify_bytes(again.transcript())
            assert report.ok, (report.fault, report.deals)

    run(test)


def test_a_host_cannot_make_a_client_leave(tmp_path: Path) -> None:
    """An offer that nobody asked for is not answered: the seed stays where it is."""

    async def test() -> None:
        async with lab(73, tmp_path) as here:
            table, clients = await four(here, "hearts", "sealed", lambda c: False)
            await until(lambda: plays(table) >= 5)
            peer = table._here[clients[1].identity.public]
            here.host._send_for(table, WantBot(1, "easy", "x", how="take", leaver=peer))
            await until(lambda: table.state == "over")
            await until(lambda: clients[0].at.referee.ended)
            said = kinds(clients[0].at.entries)
            assert ("leave", 1) not in said
            assert ("take", 255) not in said

    run(test)
