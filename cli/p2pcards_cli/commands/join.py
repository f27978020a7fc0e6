"""`join [HOST]`, and `p2pcards` alone: find a table and sit down at it, oneself or a bot."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import click

from .. import clicks
from ..clicks import option
from ..exits import Exit, Failure
from ..say.i18n import N_, tr
from ..settings import Settings, global_options, settings_of
from .choice import OWN_TABLE, Choice, choose_host, has_room, knock, pick
from .common import LEVELS, Me, bot_time_option, first_tables, full_screen, myself, set_verbosity, stand_in

if TYPE_CHECKING:
    from p2pcards.net.client import Client
    from p2pcards.net.service import Found

    from ..meet import Met
    from ..plain.terminal import Terminal


@clicks.command("join")
@global_options
@option("--table", metavar="TABLE", help=N_("Which table of the host: its name, number or id."))
@option("--seat", type=click.IntRange(1, 8), help=N_("Which seat."))
@option("--spectate", is_flag=True, help=N_("Watch only."))
@option("--bot", type=click.Choice(LEVELS), help=N_("Let a bot play in your place, and end with the verdict."))
@bot_time_option
@option("--password", metavar="TEXT", help=N_("The table's password."))
@option("--timeout", type=click.FloatRange(0.1, 600), default=3.0, help=N_("Seconds to look for a host."))
@click.argument("host", nargs=-1)
@click.pass_context
def command(
    context: click.Context,
    host: tuple[str, ...],
    table: str | None,
    seat: int | None,
    spectate: bool,
    bot: str | None,
    bot_time: float,
    password: str | None,
    timeout: float,
) -> int:
    """Join the table that somebody hosts.

    HOST is a name, an address, HOST:PORT, [v6]:PORT, the host's six words or an invite. Without HOST: the only table
    that is announced, or a list to choose from.
    """
    choice = Choice(table, None if seat is None else seat - 1, spectate, bot, password, bot_time)
    settings = settings_of(context)
    with myself(settings, settings.name) as me:
        return asyncio.run(_join(settings, me, " ".join(host), choice, timeout))


def lobby(context: click.Context) -> int:
    """`p2pcards` alone: the tables in reach, or one's own."""
    settings = settings_of(context)
    with myself(settings, settings.name) as me:
        if full_screen(settings):
            from ..tui.run import lobby as full_lobby

            return asyncio.run(full_lobby(settings, me))
        code = asyncio.run(_join(settings, me, "", Choice(), 3.0, offer=True))
    if code != OWN_TABLE:
        return code
    from .common import wanted_table
    from .play import play

    return play(settings, wanted_table("spades"))


async def _join(settings: Settings, me: Me, text: str, choice: Choice, timeout: float, offer: bool = False) -> int:
    from ..meet import meet
    from ..plain.terminal import Terminal

    screen = not choice.bot and full_screen(settings)
    if screen and not text and choice.table is None:
        from ..tui.run import lobby as full_lobby

        return await full_lobby(settings, me)
    terminal = None if choice.bot or screen else Terminal(settings)
    target: str | Found = text
    others: tuple[Found, ...] = ()
    if not text:
        seen = await choose_host(settings, terminal, choice, timeout, offer, me.identity.public)
        if seen is None:
            return OWN_TABLE if offer else Exit.OK
        target, choice, others = seen
    client, ref = await meet(target, me.identity, me.name, me.store, search=timeout, others=others, decide=stand_in())
    try:
        await first_tables(client)
        if choice.bot:
            return await _bot(settings, client, me, choice)
        if terminal is None:
            return await _screen(settings, me, client, ref, choice)
        return await _person(settings, terminal, client, ref, choice)
    finally:
        await client.close()


async def _person(settings: Settings, terminal: Terminal, client: Client, ref: Met, choice: Choice) -> int:
    from ..plain.face import Face
    from ..present.invite import HostFacts
    from ..text import clean_name

    name = clean_name(ref.name)
    if ref.first:
        terminal.output.line(
            tr(
                "First time at host %(name)s. Its six words: %(words)s. Compare them with the host.",
                name=name,
                words=" ".join(ref.words),
            )
        )
    else:
        terminal.output.line(tr("At host %(name)s.", name=name))
    face = Face(client, terminal.output, HostFacts(name, ref.words, ref.key), secret=ref.secret)
    set_verbosity(face, settings)
    info = pick(client.tables, choice.table, client.identity.public, choice.spectate)
    if info is None:
        face.found()
        terminal.output.line(
            tr("Press the number of a table, or : to type a command, for example new hearts.")
            if terminal.keys
            else tr("Type the number of a table, or new and a game, or quit.")
        )
    else:
        await knock(client, info, choice, terminal)
        await face.enter(info.table, choice.seat, watching=choice.spectate)
    return await terminal.run(face)


async def _screen(settings: Settings, me: Me, client: Client, ref: Met, choice: Choice) -> int:
    """The full screen at the host that was named."""
    from ..present.invite import HostFacts
    from ..text import clean_name
    from ..tui.entering import enter
    from ..tui.face import Face
    from ..tui.run import run

    name = clean_name(ref.name)

    async def first(face: Face) -> None:
        if ref.first:
            face.tell_text(
                tr(
                    "First time at host %(name)s. Its six words: %(words)s. Compare them with the host.",
                    name=name,
                    words=" ".join(ref.words),
                )
            )
        info = pick(client.tables, choice.table, client.identity.public, choice.spectate)
        if info is None:
            return
        if choice.password is not None:
            await knock(client, info, choice)
        await enter(face, info.table, choice.seat, watch=choice.spectate, secret=ref.secret)

    return await run(settings, client, HostFacts(name, ref.words, ref.key), first, store=me.store)


async def _bot(settings: Settings, client: Client, me: Me, choice: Choice) -> int:
    from p2pcards.bots.levels import make_bot
    from p2pcards.net.bot import BotMind, play_bot
    from p2pcards.net.client_events import NoticeCame, Saved
    from p2pcards.net.thinking import Thinker

    from ..present.verdict import report_lines
    from ..say.errors import closed
    from ..say.lobby import notice

    info = pick(client.tables, choice.table, client.identity.public, False)
    if info is None:
        rooms = [each for each in client.tables if has_room(each)]
        if not rooms:
            raise Failure(tr("This host has no table with a free seat."), Exit.NOT_FOUND)
        info = rooms[0]
    if not settings.quiet:
        click.echo(tr("A bot sits down at table %(name)s.", name=info.name), err=True)
    thinker = Thinker(choice.bot_time)
    try:
        mind = BotMind(make_bot(choice.bot or "normal"), thinker=thinker)
        await knock(client, info, choice)
        ended = await play_bot(client, mind, info.table, choice.seat, until_saved=True)
    finally:
        thinker.close()
    if isinstance(ended, NoticeCame):
        raise Failure(notice(ended.code, ended.data), Exit.NOT_FOUND)
    if not isinstance(ended, Saved):
        raise Failure(closed("" if ended is None else ended.code), Exit.PROTOCOL)
    for line in report_lines(ended.report):
        click.echo(line)
    click.echo(tr("The match is in %(path)s", path=ended.path))
    return Exit.OK if ended.report.ok else Exit.NOT_VERIFIED
