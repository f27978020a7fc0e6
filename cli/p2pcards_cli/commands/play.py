"""`play [GAME]`: host a table at this machine and sit down at it, or go on with the match that was not finished."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import click

from .. import clicks
from ..house import GameType
from ..say.i18n import tr
from ..settings import Settings, global_options, settings_of
from .common import (
    BOT_TIME,
    Me,
    Wanted,
    bot_time_option,
    full_screen,
    listen_options,
    myself,
    set_verbosity,
    stand_in,
    table_options,
    wanted_table,
)

if TYPE_CHECKING:
    from p2pcards.host.server import HostServer
    from p2pcards.host.table import Table
    from p2pcards.store import Claim

    from ..plain.terminal import Terminal

BOT_PACE = 0.5
"""Seconds that a bot waits before it acts, so that a person can follow."""


@clicks.command("play")
@global_options
@table_options
@listen_options
@bot_time_option
@click.argument("game", default="spades", type=GameType())
@click.pass_context
def command(
    context: click.Context,
    /,
    game: str,
    port: int | None,
    bind: tuple[str, ...],
    no_mdns: bool,
    bot_time: float,
    **table: Any,
) -> int:
    """Host a table at this machine and sit down at it.

    It is announced in the network, so that others can join; bots take the seats that are empty at the start.
    """
    return play(settings_of(context), wanted_table(game, **table), port, bind, not no_mdns, bot_time)


def play(
    settings: Settings,
    wanted: Wanted,
    port: int | None = None,
    bind: tuple[str, ...] = (),
    announce: bool = True,
    bot_time: float = BOT_TIME,
) -> int:
    """Host and play until the person leaves; returns the exit code."""
    from p2pcards.store import claim

    with myself(settings, settings.name) as me, claim(settings.folder(), "host") as mine:
        return asyncio.run(_play(settings, wanted, me, mine, port, bind, announce, bot_time))


async def _play(
    settings: Settings,
    wanted: Wanted,
    me: Me,
    mine: Claim,
    port: int | None,
    bind: tuple[str, ...],
    announce: bool,
    bot_time: float,
) -> int:
    from p2pcards.host.presence import present
    from p2pcards.host.server import HostServer
    from p2pcards.net.serve import EVERYWHERE

    from ..plain.terminal import Terminal

    host = HostServer(mine.identity, name=me.name, store=me.store, bot_pace=BOT_PACE, bot_time=bot_time)
    try:
        await host.start(bind or EVERYWHERE, port, announce=announce)
        terminal = None if full_screen(settings) else Terminal(settings)
        table = await _unfinished(terminal, host, me)
        if table is None:
            table = host.create_table(
                wanted.game,
                wanted.changes,
                wanted.seats,
                deal=wanted.deal,  # type: ignore[arg-type]
                bots=wanted.bots,
                settings=wanted.settings(me.name),
                owner=me.identity.public,
            )
        try:
            async with present(host, settings.folder(), mine.slot, announce):
                return await _sit(settings, wanted.level, me, host, table, terminal)
        finally:
            if table.state != "playing":  # nothing to go on with the next time
                host.close_table(table.ref)
    finally:
        await host.close()


async def _unfinished(terminal: Terminal | None, host: HostServer, me: Me) -> Table | None:
    """A match of mine that was not finished, if the person wants to go on with it. Others of this host are closed."""
    from ..say.lobby import table_row

    found: Table | None = None
    for table in list(host.tables.values()):
        mine = table.state == "playing" and any(seat.key == me.identity.public for seat in table.info().seats)
        if mine and found is None:
            told = tr("A match was not finished: %(table)s", table=table_row(table.info()))
            told += "\n" + tr("Without a yes it ends here; what was played stays in its file.")
            if terminal is None:
                go_on = clicks.confirm(told + "\n" + tr("Go on with it?"), default=True)
            else:
                terminal.output.line(told)
                go_on = await terminal.yes(tr("Go on with it?"))
            if go_on:
                found = table
                continue
        host.close_table(table.ref)
    return found


async def _sit(
    settings: Settings, level: str, me: Me, host: HostServer, table: Table, terminal: Terminal | None
) -> int:
    from p2pcards.net.client import Client
    from p2pcards.net.link import Link, opened

    from ..plain.face import Face
    from ..present.invite import invite_lines
    from ..say.lobby import lan_problem
    from .common import facts_of, first_tables

    async def own_link() -> Link:
        link = host.local_link(me.identity)
        await opened(link, 5.0)
        return link

    client = Client(me.identity, me.name, own_link, store=me.store, decide=stand_in())
    await client.open()
    try:
        await first_tables(client)
        secret = table.settings.secret or None
        facts = facts_of(host, secret)
        if terminal is None:
            from ..tui.run import run

            return await run(
                settings,
                client,
                facts,
                lambda face: client.sit(table.ref, secret=table.settings.secret),
                store=me.store,
                level=level,
            )
        face = Face(client, terminal.output, facts, level=level, secret=table.settings.secret)
        set_verbosity(face, settings)
        host.on_problem(lambda key: face.tell_text(lan_problem(key)) if key not in (None, "starting") else None)
        told = invite_lines(facts)
        reachable = host.only_here or bool(host.addresses)
        terminal.output.lines(told[-1:] if secret else told[:3] if reachable else [lan_problem("no-address")])
        await face.enter(table.ref)
        if table.state == "lobby" and not terminal.keys:
            face.tell_text(tr("Type start to begin; bots take the empty seats."))
        return await terminal.run(face)
    finally:
        await client.close()
