"""The host's own bots: clients in this process, each with its own key and link, told only what its seat may know.

Their keys and secrets are kept with the table, so that they come back after a restart of the host as everybody does.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from p2pcards_protocol.identity import Identity
from p2pcards_protocol.transcript import Entry, Header

from p2pcards.bots.base import BOT_NAMES, STYLES
from p2pcards.bots.levels import make_bot
from p2pcards.net.bot import BotMind, play_bot
from p2pcards.net.client import Client, RefusedByHost
from p2pcards.net.link import Link, opened
from p2pcards.net.thinking import Thinker
from p2pcards.store import Role

from .effect import WantBot
from .shelf import BOT, BOT_KEY
from .table import Table

REST = 1.0
"""Seconds until a bot whose program failed is started again."""

MOST_FAILURES = 5
"""So often a bot is started again; then its seat counts as away, and people decide."""


class Home(Protocol):
    """The host whose bots they are."""

    rng: Callable[[int], bytes]
    tables: dict[str, Table]

    def keep_secrets(self, ref: str, secrets: Mapping[str, bytes]) -> None:
        """Keep secrets with a table, before anything that is sent after this."""

    def local_link(self, identity: Identity) -> Link:
        """A link of this process to its own host."""

    def note(self, event: str, **data: Any) -> None:
        """A line for the log."""


@dataclass(slots=True)
class _Crewman:
    ref: str
    wanted: WantBot
    identity: Identity
    task: asyncio.Task[None] | None = None
    client: Client | None = None
    failures: int = 0


class BotKeeper:
    """A bot's secrets, kept with the host's table; the entries are there anyway."""

    def __init__(self, server: Home, ref: str, key: bytes, secrets: Mapping[str, bytes]) -> None:
        self._server = server
        self._ref = ref
        self._prefix = f"{BOT}{key.hex()}/"
        self._known = dict(secrets)
        self._match = ""

    def open(self, header: Header, role: Role) -> tuple[dict[str, bytes], list[Entry]]:
        self._match = header.table_id.hex()
        start = f"{self._prefix}{self._match}/"
        return {name[len(start) :]: value for name, value in self._known.items() if name.startswith(start)}, []

    def keep(self, entries: Sequence[Entry], secrets: Mapping[str, bytes]) -> None:
        if secrets:
            named = {f"{self._prefix}{self._match}/{name}": value for name, value in secrets.items()}
            self._known.update(named)
            self._server.keep_secrets(self._ref, named)

    def finish(self, data: bytes, game: str, table_id: bytes) -> Path | None:
        return None


class BotCrew:
    """All bots of a host. pace: seconds that a bot waits before it acts, so that people can follow. thinker: where
    those that search do it."""

    def __init__(self, server: Home, pace: float = 0.0, thinker: Thinker | None = None) -> None:
        self._server = server
        self.pace = pace
        self.thinker = thinker or Thinker()
        self._crew: dict[bytes, _Crewman] = {}
        self._closed = False

    def owns(self, key: bytes) -> bool:
        """Whether the host runs the player with this key."""
        return key in self._crew

    def level(self, key: bytes) -> str:
        """How well the bot with this key plays; "" when it is none of the host's."""
        return self._crew[key].wanted.level if key in self._crew else ""

    def send_for(self, ref: str, wanted: WantBot) -> Identity:
        """Bring a new bot to a table, in the background; returns who it is."""
        identity = Identity.generate(self._server.rng)
        self._server.keep_secrets(ref, {BOT_KEY + identity.public.hex(): identity.seed})
        self._begin(_Crewman(ref, wanted, identity), {})
        return identity

    def revive(self, ref: str, wanted: WantBot, seed: bytes, secrets: Mapping[str, bytes]) -> None:
        """Bring back a bot that sat at a table before the host was started again."""
        self._begin(_Crewman(ref, wanted, Identity.from_seed(seed)), secrets)

    def _begin(self, man: _Crewman, secrets: Mapping[str, bytes]) -> None:
        self._crew[man.identity.public] = man
        keeper = BotKeeper(self._server, man.ref, man.identity.public, secrets)
        self._start(man, keeper)

    def _start(self, man: _Crewman, keeper: BotKeeper) -> None:
        if self._closed or self._crew.get(man.identity.public) is not man:
            return
        man.task = asyncio.get_running_loop().create_task(self._play(man, keeper))
        man.task.add_done_callback(lambda done: self._ended(man, keeper, done))

    def _ended(self, man: _Crewman, keeper: BotKeeper, done: asyncio.Task[None]) -> None:
        error = None if done.cancelled() else done.exception()
        if error is None or isinstance(error, RefusedByHost) or man.failures >= MOST_FAILURES:
            if self._crew.get(man.identity.public) is man:
                del self._crew[man.identity.public]
            return
        man.failures += 1
        self._server.note("bot-failed", table=man.ref, error=type(error).__name__, times=man.failures)
        asyncio.get_running_loop().call_later(REST, self._start, man, keeper)

    async def _play(self, man: _Crewman, keeper: BotKeeper) -> None:
        wanted = man.wanted
        name = wanted.name or BOT_NAMES[wanted.seat % len(BOT_NAMES)]
        style = STYLES[wanted.seat % len(STYLES)]
        mind = BotMind(make_bot(wanted.level, style), pace=self.pace, thinker=self.thinker)
        if wanted.level == "hard":
            self.thinker.warm()
        client = Client(
            man.identity, name, lambda: self._open(man.identity), rng=self._server.rng, keeper=keeper, alone=False
        )
        man.client = client
        await client.open()
        try:
            table = self._server.tables.get(man.ref)
            seated = table is not None and table.lobby.seat_of(man.identity.public) is not None
            await play_bot(client, mind, man.ref, wanted.seat, how="sit" if seated else wanted.how)
        finally:
            await client.close()

    async def _open(self, identity: Identity) -> Link:
        link = self._server.local_link(identity)
        await opened(link, 5.0)
        return link

    def drop(self, key: bytes) -> None:
        """Send a bot away."""
        man = self._crew.pop(key, None)
        if man is not None and man.task is not None:
            man.task.cancel()

    def drop_table(self, ref: str) -> None:
        """Send all bots of a table away."""
        for key, man in list(self._crew.items()):
            if man.ref == ref:
                self.drop(key)

    async def close(self) -> None:
        """Send all bots away and wait until they are gone."""
        self._closed = True
        tasks = [man.task for man in self._crew.values() if man.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.thinker.close()
