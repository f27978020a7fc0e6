"""The way to hosts: who is announced, connecting to one of them, or being one.

The screen asks for these things and does not care how they are done; tests put another lounge in its place.
"""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

from p2pcards_protocol.message import TableInfo

from p2pcards.errors import P2PCardsError
from p2pcards.net.lan import Browser
from p2pcards.net.service import Found

from ..commands.common import Me, first_tables, stand_in
from ..commands.play import BOT_PACE
from ..exits import Failure
from ..meet import meet
from ..present.invite import HostFacts
from ..reach import ask_tables
from ..say.errors import error_sentence
from ..say.i18n import tr
from ..say.lobby import lan_problem
from ..say.reasons import refused
from ..settings import Settings
from ..text import clean_name

if TYPE_CHECKING:
    from p2pcards.host.server import HostServer
    from p2pcards.host.table import Table
    from p2pcards.net.client import Client

    from .face import Face

SEARCH = 3.0
"""Seconds to look for a host that was typed by name or words."""


class Lounge:
    """What is in reach. found: announced hosts; by their ids: tables of those that answered, problems of others."""

    def __init__(self, me: Me, settings: Settings) -> None:
        self.name = me.name
        self.found: tuple[Found, ...] = ()
        self.tables: dict[str, tuple[TableInfo, ...]] = {}
        self.problems: dict[str, str] = {}
        self.looking = True
        self.named = True
        self._me = me
        self._settings = settings
        self._asked: dict[str, Found] = {}
        self._browser: Browser | None = None
        self._face: Face | None = None
        self._stack = AsyncExitStack()

    def start(self, face: Face) -> None:
        """Begin to look around."""
        self._face = face
        self._browser = Browser(self._changed)
        self._browser.on_problem = lambda key: self._problem(face, key)
        self._browser.start()
        if not self.named:
            from .menus import my_name

            my_name(face)

    async def close(self) -> None:
        """Stop looking, and end the host of this program if there is one."""
        if self._browser is not None:
            await self._browser.close()
        await self._stack.aclose()

    def _problem(self, face: Face, key: str | None) -> None:
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
                face.world.spawn(self._ask(face, host))
        face.world.redraw()

    async def _ask(self, face: Face, host: Found) -> None:
        seen = await ask_tables(host)
        if self._asked.get(host.id) == host:
            self.tables[host.id] = seen.tables
            self.problems[host.id] = seen.problem
        face.world.redraw()

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
        self._begin(face, self._host(face, game, seats, deal), tr("Making the table."))

    def rename(self, name: str) -> None:
        """Another name, from now on."""
        self.name = name
        if self._face is not None and self._face.client is not None:
            self._face.client.name = name
        self._me.store.put_setting("name", name.encode())

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
            await self._stack.aclose()

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

        me = self._me
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

    async def _host(self, face: Face, game: str, seats: int, deal: str) -> None:
        from p2pcards.host.server import HostServer
        from p2pcards.host.table import Settings as TableSettings
        from p2pcards.net.client import Client
        from p2pcards.net.link import Link, opened
        from p2pcards.store import claim

        me = self._me
        mine = self._stack.enter_context(claim(self._settings.folder(), "host"))
        host = HostServer(mine.identity, name=self.name, store=me.store, bot_pace=BOT_PACE)
        self._stack.push_async_callback(host.close)
        await host.start()
        table = await self._unfinished(face, host)
        if table is None:
            table = host.create_table(
                game,
                {},
                seats,
                deal=deal,  # type: ignore[arg-type]
                settings=TableSettings(name=self.name, level=face.level),
                owner=me.identity.public,
            )

        async def own_link() -> Link:
            link = host.local_link(me.identity)
            await opened(link, 5.0)
            return link

        client = Client(me.identity, self.name, own_link, store=me.store, decide=stand_in())
        await client.open()
        await first_tables(client)
        host.on_problem(lambda key: self._problem(face, key))
        facts = HostFacts(host.name, host.words, host.identity.public, True, lambda: host.addresses, host.port)
        attach(face, client, facts)
        await enter(face, table.ref, secret=table.settings.secret)

    async def _unfinished(self, face: Face, host: HostServer) -> Table | None:
        """A match of mine that this host has kept, if the person wants to go on with it. Other tables are closed."""
        from ..say.lobby import table_row

        me = self._me.identity.public
        for table in list(host.tables.values()):
            info = table.info()
            mine = info.state == "playing" and any(seat.key == me for seat in info.seats)
            if mine and await _go_on(face, table_row(info)):
                return table
            host.close_table(table.ref)
        return None


async def _go_on(face: Face, about: str) -> bool:
    """Whether the person wants to go on with an unfinished match; closing the box means yes."""
    from .overlays import Item, Menu

    answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
    items = (
        Item(tr("Go on with it"), lambda: answer.set_result(True), help=about),
        Item(tr("Give it up and make a new table"), lambda: answer.set_result(False), help=about),
    )
    box = Menu(tr("A match was not finished"), lambda: items)
    face.open(box)
    while not answer.done():
        await asyncio.wait([answer], timeout=0.2)
        if box not in face.overlays and not answer.done():
            answer.set_result(True)
    return answer.result()


async def _knock(face: Face, client: Client, ref: str) -> None:
    """Ask for the password of a table that has one, and prove it. Raises Failure, RefusedByHost."""
    from p2pcards.net.password import BadPassword, available

    from .overlays import Asking

    info = next((each for each in client.tables if each.table == ref), None)
    if info is None or info.access != "password" or any(seat.key == client.identity.public for seat in info.seats):
        return
    if not available():
        raise Failure(refused("illegal", {"why": "no-password-here"}))
    typed: list[str] = []

    def done(text: str) -> str:
        typed.append(text)
        return ""

    box = Asking(tr("This table has a password"), (), tr("Password:"), done, most=100)
    face.open(box)
    while box in face.overlays:
        await asyncio.sleep(0.1)
    if not typed:
        raise Failure(tr("Not done."))
    try:
        await client.knock(ref, typed[0])
    except BadPassword:
        raise Failure(tr("The host does not know that password either. Nothing was given away.")) from None


async def enter(face: Face, ref: str, seat: int | None = None, *, watch: bool = False, secret: bytes = b"") -> None:
    """Sit down at a table, or watch it. Raises RefusedByHost; then I am at no table."""
    client = face.client
    assert client is not None
    await _knock(face, client, ref)
    try:
        if watch:
            await client.spectate(ref, secret=secret)
        else:
            await client.sit(ref, seat, secret=secret)
    except P2PCardsError:
        if client.at is not None and client.at.ref == ref and client.at.seat is None:
            client.at = None
        raise


def attach(face: Face, client: Client, host: HostFacts) -> None:
    """Show what this client tells, from now on."""
    from .hear import take

    face.client, face.host = client, host

    async def pump() -> None:
        async for event in client.events():
            if face.client is client:
                take(face, event)
        await asyncio.sleep(0)

    face.world.spawn(pump())
    face.world.redraw()


__all__ = ["Lounge", "attach", "error_sentence"]
