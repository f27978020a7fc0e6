"""`demo [GAME]`: a host on loopback, bots that join it over TLS like anybody, one whole match, and the verdict on the
file that it leaves."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import click

from .. import clicks
from ..clicks import option
from ..exits import Exit, Failure
from ..house import GameType, changes, find
from ..say.i18n import N_, tr, trn
from ..settings import Settings, global_options, settings_of
from .common import LEVELS, bot_time_option, first_tables

if TYPE_CHECKING:
    from p2pcards_protocol.identity import Identity

    from p2pcards.net.client import Client
    from p2pcards.net.client_events import ClientEvent, Saved
    from p2pcards.net.link import Link
    from p2pcards.rules.base import Rules
    from p2pcards.store import Store

LOOPBACK = ("127.0.0.1",)
DEALS_AT_MOST = 60


@clicks.command("demo")
@global_options
@option("--players", type=click.IntRange(2, 8), help=N_("How many bots play."))
@option("--level", type=click.Choice(LEVELS), default="normal", help=N_("How well they play."))
@option("--deal", type=click.Choice(["sealed", "dealer"]), default="sealed", help=N_("The kind of deal."))
@bot_time_option
@option("--set", multiple=True, metavar="NAME=VALUE", help=N_("Change a house rule; may be repeated."))
@click.argument("game", default="spades", type=GameType())
@click.pass_context
def command(
    context: click.Context,
    game: str,
    players: int | None,
    level: str,
    deal: str,
    bot_time: float,
    set: tuple[str, ...],
) -> int:
    """Watch a whole match of bots over a real connection, and see its file verified."""
    preset = find(game)
    wanted = changes(preset, set)
    rules = preset.change(wanted if "deal_cap" in wanted else {"deal_cap": DEALS_AT_MOST, **wanted})
    seats = rules.usual_seats if players is None else players
    rules.check(seats)
    return asyncio.run(_demo(settings_of(context), rules, seats, level, deal, bot_time))


async def _demo(settings: Settings, rules: Rules, seats: int, level: str, deal: str, bot_time: float) -> int:
    from ..present.verdict import report_lines
    from ..say.games import game_name

    began = time.monotonic()
    if not settings.quiet:
        click.echo(
            trn(
                "%(game)s: %(n)d bot, each with its own key and connection.",
                "%(game)s: %(n)d bots, each with its own key and connection.",
                seats,
                game=game_name(rules.game),
            ),
            err=True,
        )
    saved = await _match(settings, rules, seats, level, deal, bot_time)
    for line in report_lines(saved.report, columns=not settings.plain):
        click.echo(line)
    click.echo(tr("The match is in %(path)s", path=saved.path))
    if not settings.quiet:
        click.echo(tr("It took %(seconds).1f seconds.", seconds=time.monotonic() - began), err=True)
    return Exit.OK if saved.report.ok else Exit.NOT_VERIFIED


async def _match(settings: Settings, rules: Rules, seats: int, level: str, deal: str, bot_time: float) -> Saved:
    """Host, join, play; the first bot keeps the file."""
    from p2pcards_protocol.identity import Identity

    from p2pcards.bots.base import BOT_NAMES, STYLES
    from p2pcards.bots.levels import make_bot
    from p2pcards.host.server import HostServer
    from p2pcards.net.bot import BotMind, play_bot
    from p2pcards.net.client import Client
    from p2pcards.net.client_events import Saved
    from p2pcards.net.thinking import Thinker
    from p2pcards.store import Store

    thinker = Thinker(bot_time)
    store = Store(settings.folder())
    host = HostServer(Identity.generate(os.urandom), name="demo", rate=1_000_000.0)
    clients: list[Client] = []
    tasks: list[asyncio.Task[object]] = []
    try:
        await host.start(LOOPBACK, 0, announce=False)
        table = host.create_table(rules.game, {name: getattr(rules, name) for name in rules.changed}, seats, deal=deal)  # type: ignore[arg-type]
        for seat in range(seats):
            identity = Identity.generate(os.urandom)
            mind = BotMind(make_bot(level, STYLES[seat % len(STYLES)]), thinker=thinker)
            client = Client(
                identity,
                BOT_NAMES[seat % len(BOT_NAMES)],
                _opener(host.port, host.identity.public, identity),
                store=store if seat == 0 else None,
            )
            await client.open()
            clients.append(client)
            await first_tables(client)
            watch = None if seat else _progress(client, store, settings.quiet)
            tasks.append(
                asyncio.create_task(play_bot(client, mind, table.ref, seat, until_saved=seat == 0, watch=watch))
            )
        ended, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        result = ended.pop().result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for client in clients:
            await client.close()
        await host.close()
        thinker.close()
        store.close()
    if not isinstance(result, Saved):
        raise Failure(tr("The match came to no end: %(text)s", text=result))
    return result


def _opener(port: int, key: bytes, identity: Identity) -> Callable[[], Awaitable[Link]]:
    """Connects a bot to the host over a real socket; the host is not remembered."""
    from p2pcards_protocol.session import Session

    from p2pcards.net.connect import connect

    def session(seen: bytes) -> Session:
        return Session("client", identity, os.urandom, host_key_seen=seen)

    return lambda: connect(LOOPBACK, port, session, key)


def _progress(client: Client, store: Store, quiet: int) -> Callable[[ClientEvent], None]:
    """Tells on stderr what is scored and verified. A match waits for its disk; a demo that cannot be kept ends: what it
    returns raises StoreError then."""
    from p2pcards.net.client_events import Happened, NoticeCame
    from p2pcards.referee import event as around
    from p2pcards.store import StoreError
    from p2pcards.table import event as table

    from ..present.sight import Sight
    from ..present.told import Teller

    teller = Teller()
    shown = (table.DealStarted, table.DealScored, table.GameChosen, table.MatchOver, around.Agreed, around.Audited)

    def watch(event: ClientEvent) -> None:
        if isinstance(event, NoticeCame) and event.code == "not-kept":
            raise StoreError(str(event.data.get("key", "io")), store.path)
        if quiet:
            return
        if isinstance(event, Happened) and isinstance(event.event, shown) and client.at is not None:
            onlooker = Sight.of(client.at)
            names = type(onlooker.names)(onlooker.names.names)
            for line in teller.tell(event.event, Sight(onlooker.rules, names, None, onlooker.view, onlooker.match)):
                click.echo(line.text, err=True)

    return watch
