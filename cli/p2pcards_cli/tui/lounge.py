"""The way to hosts: who is announced, connecting to one of them, or being one.

The screen asks for these things and does not care how they are done; tests put another lounge in its place.
"""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, aclosing
from typing import TYPE_CHECKING

from p2pcards_protocol.message import TableInfo

from p2pcards.net.browsing import Browser
from p2pcards.net.service import Found

from ..commands.common import Me, first_tables, stand_in
from ..meet import meet
from ..present.invite import HostFacts
from ..reach import follow_tables
from ..say.i18n import tr
from ..say.lobby import lan_problem
from ..settings import Settings
from ..text import clean_name
from .entering import attach, enter
from .hosting import host_table

if TYPE_CHECKING:
    from .face import Face

SEARCH = 3.0
"""Seconds to look for a host that was typed by name or words."""

AGAIN = 5.0
"""Seconds until a host that is announced and did not answer, or was lost, is asked again."""


class Lounge:
    """What is in reach. found: announced hosts; by their ids: tables of those that answered, problems of others."""

    def __init__(self, me: Me, settings: Settings) -> None:
        self.name = me.name
        self.found: tuple[Found, ...] = ()
        self.tables: dict[str, tuple[TableInfo, ...]] = {}
        self.problems: dict[str, str] = {}
        self.looking = True
        self.named = True
        self.me = me
        self.settings = settings
        self._asked: dict[str, Found] = {}
        self._browser: Browser | None = None
        self._face: Face | None = None
        self.stack = AsyncExitStack()

    @property
    def key(self) -> bytes:
        """My key, by which hosts know me."""
        return self.me.identity.public

    def start(self, face: Face) -> None:
        """Begin to look around."""
        self._face = face
        self._browser = Browser(self._changed)
        self._browser.on_problem = lambda key: self.problem(face, key)
        self._browser.start()
        self.greet(face)

    def greet(self, face: Face) -> None:
        """Ask for my name where nobody has ever said it."""
        if not self.named:
            from .menus import my_name

            my_name(face)

    async def close(self) -> None:
        """Stop looking, and end the host of this program if there is one."""
        if self._browser is not None:
            await self._browser.close()
        await self.stack.aclose()

    def problem(self, face: Face, key: str | None) -> None:
        """Say why a host is not announced, or why none is found."""
        if key not in (None, "starting"):
            face.say(lan_problem(str(key)))

    def _changed(self) -> None:
        face = self._face
        if face is None or self._browser is None:
            return
        self.found = self._browser.found
        for host in self.found:
            if self._asked.get(host.id) != host:
                self._asked[host.id] = host
                face.world.spawn(self._follow(face, host))
        face.world.redraw()

    async def _follow(self, face: Face, host: Found) -> None:
        """Keep what a host has on offer up to date while I am at no host."""

        def wanted() -> bool:
            return self._asked.get(host.id) == host and host in self.found and face.client is None

        while wanted():
            async with aclosing(follow_tables(host)) as follow:
                async for seen in follow:
                    if not wanted():
                        break
                    self.tables[host.id] = seen.tables
                    self.problems[host.id] = seen.problem
                    face.world.redraw()
            if self.problems.get(host.id) == "version":
                return
            await asyncio.sleep(AGAIN)
        if self._asked.get(host.id) == host:
            del self._asked[host.id]

    # -- going somewhere ----------------------------------------------------------------------------------------------

    def join_found(self, face: Face, host_id: str, table: str | None, *, watch: bool = False) -> None:
        """Go to an announced host, and to a table there."""
        host = next((each for each in self.found if each.id == host_id), None)
        if host is not None:
            self._begin(
                face, self._go(face, host, table, watch), tr("Connecting to %(host)s.", host=clean_name(host.name))
            )

    def join_typed(self, face: Face, text: str) -> None:
        """Go to the host that was typed."""
        self._begin(face, self._go(face, text, None, False), tr("Looking for that host."))

    def host_table(self, face: Face, game: str, seats: int, deal: str) -> None:
        """Be a host, and sit down at a table of one's own."""
        self._begin(face, host_table(self, face, game, seats, deal), tr("Making the table."))

    def rename(self, name: str) -> None:
        """Another name, from now on."""
        self.name = name
        if self._face is not None and self._face.client is not None:
            self._face.client.name = name
        self.me.store.put_setting("name", name.encode())

    def away(self, face: Face) -> None:
        """Leave the host and look around again."""
        client, face.client, face.host, face.lobby = face.client, None, None, None
        face.overlays.clear()
        face.link = ""

        async def close() -> None:
            if client is not None:
                if client.at is not None and not face.playing:
                    await client.leave()
                await client.close()
            await self.stack.aclose()
            self._changed()

        face.do(close())

    def _begin(self, face: Face, work: object, busy: str) -> None:
        face.busy = busy

        async def run() -> None:
            try:
                await work  # type: ignore[misc]
            finally:
                face.busy = ""

        face.do(run())

    async def _go(self, face: Face, wanted: str | Found, table: str | None, watch: bool) -> None:
        from ..commands.choice import pick

        me = self.me
        client, met = await meet(
            wanted, me.identity, self.name, me.store, search=SEARCH, others=self.found, decide=stand_in()
        )
        await first_tables(client)
        name = clean_name(met.name)
        attach(face, client, HostFacts(name, met.words, met.key))
        if met.first:
            face.tell_text(
                tr(
                    "First time at host %(name)s. Its six words: %(words)s. Compare them with the host.",
                    name=name,
                    words=" ".join(met.words),
                )
            )
        if watch and table is not None:
            await enter(face, table, watch=True, secret=met.secret)
            return
        info = pick(client.tables, table, client.identity.public, False)
        if info is not None:
            await enter(face, info.table, secret=met.secret)
