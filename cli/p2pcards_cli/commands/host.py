"""`host`: tables for everybody, without a screen; what happens goes to stderr, one line each."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import click

from .. import clicks
from ..clicks import option
from ..exits import Exit
from ..house import GameType
from ..say.i18n import N_, tr
from ..settings import Settings, global_options, settings_of
from .common import Wanted, listen_options, table_options, wanted_table

if TYPE_CHECKING:
    from p2pcards.store import Store


@clicks.command("host")
@global_options
@option("--name", envvar="P2PCARDS_HOST_NAME", metavar="NAME", help=N_("The host's name; else the machine's."))
@option("--game", default="spades", type=GameType(), help=N_("The game of the tables."))
@option("--tables", type=click.IntRange(0, 64), default=1, help=N_("How many tables to make at the start."))
@table_options
@listen_options
@option("--closed", is_flag=True, help=N_("Nobody else may make tables."))
@option("--bot-pace", type=click.FloatRange(0, 60), default=0.5, help=N_("Seconds a bot waits before it acts."))
@click.pass_context
def command(
    context: click.Context,
    /,
    name: str | None,
    game: str,
    tables: int,
    port: int | None,
    bind: tuple[str, ...],
    no_mdns: bool,
    closed: bool,
    bot_pace: float,
    **table: Any,
) -> int:
    """Host tables without a screen, until Ctrl+C or SIGTERM."""
    from p2pcards.store import Store, claim

    settings = settings_of(context)
    wanted = wanted_table(game, **table)
    with claim(settings.folder(), "host") as mine:
        store = Store(settings.folder())
        try:
            run = _host(
                settings, wanted, mine.identity, store, name, tables, port, bind, not no_mdns, not closed, bot_pace
            )
            return asyncio.run(run)
        finally:
            store.close()


async def _host(
    settings: Settings,
    wanted: Wanted,
    identity: Any,
    store: Store,
    name: str | None,
    tables: int,
    port: int | None,
    bind: tuple[str, ...],
    announce: bool,
    peers_create: bool,
    bot_pace: float,
) -> int:
    from p2pcards.host.server import HostServer
    from p2pcards.net.local import host_name
    from p2pcards.net.serve import EVERYWHERE

    from ..plain.face import HostFacts
    from ..plain.invite import invite_lines
    from ..say.lobby import lan_problem
    from ..text import clean, clean_name

    def log(event: str, data: Mapping[str, Any]) -> None:
        if settings.quiet == 0:
            told = " ".join(f"{key}={clean(str(value), 80)}" for key, value in data.items())
            click.echo(f"{event} {told}".rstrip(), err=True)

    shown = clean_name(name or host_name())
    host = HostServer(identity, name=shown, store=store, log=log, bot_pace=bot_pace, peers_create=peers_create)
    stop: asyncio.Queue[int] = asyncio.Queue()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError, ValueError):
            loop.add_signal_handler(number, stop.put_nowait, int(number))
    try:
        await host.start(bind or EVERYWHERE, port, announce=announce)
        for place in range(len(host.tables), tables):  # those of the last time are back already
            title = shown if tables == 1 else f"{shown} {place + 1}"
            host.create_table(
                wanted.game,
                wanted.changes,
                wanted.seats,
                deal=wanted.deal,  # type: ignore[arg-type]
                bots=wanted.bots,
                settings=wanted.settings(title),
            )
        facts = HostFacts(host.name, host.words, host.identity.public, True, lambda: host.addresses, host.port)
        click.echo(tr("Host %(name)s is up, port %(port)d.", name=shown, port=host.port))
        for line in invite_lines(facts):
            click.echo(line)

        def tell(key: str | None) -> None:
            if key is not None and key != "starting":
                click.echo(lan_problem(key), err=True)

        host.on_problem(tell)
        code = Exit.INTERRUPTED if await stop.get() == signal.SIGINT else Exit.OK
    finally:
        await host.close()
    click.echo(tr("Host %(name)s is down.", name=shown), err=True)
    return code
