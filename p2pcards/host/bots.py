"""The host's own bots: clients in this process, each with its own key and link, told only what its seat may know."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from p2pcards_protocol.identity import Identity

from p2pcards.bots.base import BOT_NAMES, STYLES
from p2pcards.bots.levels import make_bot
from p2pcards.net.bot import BotMind, play_bot
from p2pcards.net.client import Client
from p2pcards.net.link import Link, opened

from .effect import WantBot

if TYPE_CHECKING:
    from .server import HostServer


class BotCrew:
    """All bots of a host. pace: seconds that a bot waits before it acts, so that people can follow."""

    def __init__(self, server: HostServer, pace: float = 0.0) -> None:
        self._server = server
        self.pace = pace
        self._tasks: dict[bytes, tuple[str, asyncio.Task[None]]] = {}

    def owns(self, key: bytes) -> bool:
        """Whether the host runs the player with this key."""
        return key in self._tasks

    def send_for(self, ref: str, wanted: WantBot) -> None:
        """Bring a bot to a table, in the background."""
        identity = Identity.generate(self._server._rng)
        task = asyncio.get_running_loop().create_task(self._play(identity, ref, wanted))
        self._tasks[identity.public] = (ref, task)
        task.add_done_callback(lambda _done: self._tasks.pop(identity.public, None))

    async def _play(self, identity: Identity, ref: str, wanted: WantBot) -> None:
        name = wanted.name or BOT_NAMES[wanted.seat % len(BOT_NAMES)]
        style = STYLES[wanted.seat % len(STYLES)]
        mind = BotMind(make_bot(wanted.level, style), identity, pace=self.pace)
        client = Client(identity, name, lambda: self._open(identity), rng=self._server._rng)
        await client.open()
        try:
            await play_bot(client, mind, ref, wanted.seat, stand_in=wanted.stand_in)
        finally:
            await client.close()

    async def _open(self, identity: Identity) -> Link:
        link = self._server.local_link(identity)
        await opened(link, 5.0)
        return link

    def drop(self, key: bytes) -> None:
        """Send a bot away."""
        known = self._tasks.get(key)
        if known is not None:
            known[1].cancel()

    def drop_table(self, ref: str) -> None:
        """Send all bots of a table away."""
        for where, task in list(self._tasks.values()):
            if where == ref:
                task.cancel()

    def link_gone(self, key: bytes) -> None:
        """A bot's own link has ended: its task sees that by itself."""

    async def close(self) -> None:
        """Send all bots away and wait until they are gone."""
        tasks = [task for _, task in self._tasks.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
