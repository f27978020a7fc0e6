"""Being a host from the full screen: the table, or the match that was not finished."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from ..commands.common import first_tables, stand_in
from ..commands.play import BOT_PACE
from ..present.invite import HostFacts
from ..say.i18n import tr
from .entering import attach, enter

if TYPE_CHECKING:
    from p2pcards.host.server import HostServer
    from p2pcards.host.table import Table

    from .face import Face
    from .lounge import Lounge


async def host_table(lounge: Lounge, face: Face, game: str, seats: int, deal: str) -> None:
    """Be a host, and sit down at a table of one's own, or go on with a match that was not finished."""
    from p2pcards.host.presence import present
    from p2pcards.host.server import HostServer
    from p2pcards.host.table import Settings as TableSettings
    from p2pcards.net.client import Client
    from p2pcards.net.link import Link, opened
    from p2pcards.store import claim

    me = lounge.me
    mine = lounge.stack.enter_context(claim(lounge.settings.folder(), "host"))
    host = HostServer(mine.identity, name=lounge.name, store=me.store, bot_pace=BOT_PACE)
    lounge.stack.push_async_callback(host.close)
    await host.start()
    await lounge.stack.enter_async_context(present(host, lounge.settings.folder(), mine.slot))
    table = await _unfinished(lounge, face, host)
    if table is None:
        table = host.create_table(
            game,
            {},
            seats,
            deal=deal,  # type: ignore[arg-type]
            settings=TableSettings(name=lounge.name, level=face.level),
            owner=me.identity.public,
        )

    async def own_link() -> Link:
        link = host.local_link(me.identity)
        await opened(link, 5.0)
        return link

    client = Client(me.identity, lounge.name, own_link, store=me.store, decide=stand_in())
    await client.open()
    await first_tables(client)
    host.on_problem(lambda key: lounge.problem(face, key))
    facts = HostFacts(host.name, host.words, host.identity.public, True, lambda: host.addresses, host.port)
    attach(face, client, facts)
    await enter(face, table.ref, secret=table.settings.secret)


async def _unfinished(lounge: Lounge, face: Face, host: HostServer) -> Table | None:
    """A match of mine that this host has kept, if the person wants to go on with it. Other tables are closed."""
    from ..say.lobby import table_row

    me = lounge.me.identity.public
    for table in list(host.tables.values()):
        info = table.info()
        mine = info.state == "playing" and any(seat.key == me for seat in info.seats)
        if mine and await go_on(face, table_row(info)):
            return table
        host.close_table(table.ref)
    return None


async def go_on(face: Face, about: str) -> bool:
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
