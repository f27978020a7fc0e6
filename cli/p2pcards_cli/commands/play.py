"""`play [GAME]`: host a table at this machine and sit down at it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import click

from ..house import GameType
from ..say.i18n import tr
from ..settings import Settings, global_options, settings_of
from .common import (
    Me,
    Wanted,
    full_screen,
    listen_options,
    myself,
    name_option,
    set_verbosity,
    stand_in,
    table_options,
    wanted_table,
)

if TYPE_CHECKING:
    from p2pcards.host.server import HostServer

    from ..plain.terminal import Terminal

BOT_PACE = 0.5
"""Seconds that a bot waits before it acts, so that a person can follow."""


@click.command("play")
@global_options
@name_option
@table_options
@listen_options
@click.argument("game", default="spades", type=GameType())
@click.pass_context
def command(
    context: click.Context,
    game: str,
    name: str | None,
    players: int | None,
    teams: str | None,
    bots: int,
    level: str,
    deal: str,
    house: tuple[str, ...],
    turn: int,
    port: int | None,
    bind: tuple[str, ...],
    no_mdns: bool,
) -> int:
    """Host a table at this machine and sit down at it.

    It is announced in the network, so that others can join; bots take the seats that are empty at the start.
    """
    wanted = wanted_table(game, players, teams, bots, level, deal, house, turn)
    return play(settings_of(context), wanted, name, port, bind, not no_mdns)


def play(
    settings: Settings,
    wanted: Wanted,
    name: str | None = None,
    port: int | None = None,
    bind: tuple[str, ...] = (),
    announce: bool = True,
) -> int:
    """Host and play until the person leaves; returns the exit code."""
    from p2pcards.store import claim

    with myself(settings, name) as me, claim(settings.folder(), "host") as mine:
        return asyncio.run(_play(settings, wanted, me, mine.identity, port, bind, announce))


async def _play(
    settings: Settings,
    wanted: Wanted,
    me: Me,
    host_identity: object,
    port: int | None,
    bind: tuple[str, ...],
    announce: bool,
) -> int:
    from p2pcards_protocol.identity import Identity

    from p2pcards.host.server import HostServer
    from p2pcards.net.serve import EVERYWHERE

    from ..plain.terminal import Terminal

    assert isinstance(host_identity, Identity)
    host = HostServer(host_identity, name=me.name, store=me.store, bot_pace=BOT_PACE)
    try:
        await host.start(bind or EVERYWHERE, port, announce=announce)
        terminal = None if full_screen(settings) else Terminal(settings)
        return await _sit(settings, wanted, me, host, terminal)
    finally:
        await host.close()


async def _sit(settings: Settings, wanted: Wanted, me: Me, host: HostServer, terminal: Terminal | None) -> int:
    from p2pcards.host.table import Settings as TableSettings
    from p2pcards.net.client import Client
    from p2pcards.net.link import Link, opened

    from ..plain.face import Face, HostFacts
    from ..plain.invite import invite_lines
    from ..say.lobby import lan_problem
    from .common import first_tables

    async def own_link() -> Link:
        link = host.local_link(me.identity)
        await opened(link, 5.0)
        return link

    table = host.create_table(
        wanted.game,
        wanted.changes,
        wanted.seats,
        deal=wanted.deal,  # type: ignore[arg-type]
        bots=wanted.bots,
        settings=TableSettings(name=me.name, level=wanted.level, turn=wanted.turn),
        owner=me.identity.public,
    )
    client = Client(me.identity, me.name, own_link, store=me.store, decide=stand_in(me.identity))
    await client.open()
    try:
        await first_tables(client)
        facts = HostFacts(host.name, host.words, host.identity.public, True, lambda: host.addresses, host.port)
        if terminal is None:
            from ..tui.run import run

            return await run(
                settings, client, facts, lambda face: client.sit(table.ref), store=me.store, level=wanted.level
            )
        face = Face(client, terminal.output, facts, level=wanted.level)
        set_verbosity(face, settings)
        host.on_problem(lambda key: face.tell_text(lan_problem(key)) if key not in (None, "starting") else None)
        terminal.output.lines(invite_lines(facts)[:3] if host.addresses else [lan_problem("no-address")])
        await client.sit(table.ref)
        face.tell_text(tr("Type start to begin; bots take the empty seats."))
        return await terminal.run(face)
    finally:
        await client.close()
