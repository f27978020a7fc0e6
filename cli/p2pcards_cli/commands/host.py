"""`host`: tables for everybody, without a screen; and the console of a host that runs: `host status`, `host stop`, ...

The configuration of a host is a file of its own (`host --config FILE`, `host example`); flags win over it.
"""

from __future__ import annotations

import asyncio
import dataclasses
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .. import clicks
from ..clicks import option
from ..exits import Exit, Failure
from ..house import GameType
from ..say.i18n import N_, tr
from ..settings import Settings, global_options_but, settings_of
from .common import listen_options, table_options, wanted_table

if TYPE_CHECKING:
    from p2pcards.host.config import HostConfig
    from p2pcards.host.control import ControlError
    from p2pcards.host.server import HostServer

OF_A_TABLE = ("players", "teams", "bots", "level", "deal", "set", "turn", "invite_only", "password")
"""The flags that describe a table."""

CONTROL_ERRORS = {
    "not-running": N_("No host runs here. Start one with: p2pcards host"),
    "no-such-command": N_("Somebody plays at that host: it ends when they leave, and has no console."),
    "no-answer": N_("The host does not answer."),
    "no-such-table": N_("The host has no table of that name. See: p2pcards host tables"),
    "no-such-seat": N_("There is no such seat, or nobody sits there."),
    "illegal": N_("That seat is empty or does not exist."),
    "gone": N_("The host has no table of that name. See: p2pcards host tables"),
    "bad-key": N_("A key is 64 hexadecimal digits. See: p2pcards host tables"),
    "no-permission": N_(
        "The host may not write there. Choose a folder of its user; for a service, one in its state folder."
    ),
    "folder-not-absolute": N_("Give the whole path of the folder."),
    "no-config": N_("The host was started without a configuration file; there is nothing to read again."),
    "bad-days": N_("Days are a number from 0."),
}


@click.group("host", cls=clicks.Group, invoke_without_command=True)
@global_options_but("config", "name")
@option("--config", "file", type=click.Path(path_type=Path), help=N_("The host's configuration (TOML)."))
@option("--slot", type=click.IntRange(1, 256), help=N_("Which of this machine's hosts: 1 is the first."))
@option("--name", envvar="P2PCARDS_HOST_NAME", metavar="NAME", help=N_("The host's name; else the machine's."))
@option("--game", type=GameType(), help=N_("The game of the tables; else spades."))
@option("--tables", type=click.IntRange(0, 64), help=N_("How many tables to make at the start; else 1."))
@table_options
@listen_options
@option("--closed", is_flag=True, help=N_("Nobody else may make tables."))
@option("--bot-pace", type=click.FloatRange(0, 60), help=N_("Seconds a bot waits before it acts."))
@option("--bot-time", type=click.FloatRange(0, 60), help=N_("Seconds a bot may think about a card."))
@option("--log", type=click.Choice(["human", "json"]), help=N_("The form of the log."))
@option("--metrics-port", type=click.IntRange(1, 65535), help=N_("/healthz and /metrics on 127.0.0.1."))
@click.pass_context
def command(context: click.Context, /, file: Path | None, slot: int | None, **flags: Any) -> int | None:
    """Host tables without a screen, until Ctrl+C, SIGTERM or `host stop`."""
    settings = settings_of(context)
    if flags["name"] is None and settings.by_flag("name"):  # p2pcards --name NAME host
        flags["name"] = settings.name
    context.meta["slot"] = slot
    if context.invoked_subcommand is not None:
        return None
    if file is not None and flags["game"] is None and flags["tables"] is None:
        for name in OF_A_TABLE:
            if context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE:
                flag = "--" + name.replace("_", "-")
                raise click.UsageError(
                    tr("%(flag)s: the tables are those of the file. Write it there, or add --game.", flag=flag)
                )
    return _run(settings, file, slot, flags)


def _run(settings: Settings, file: Path | None, slot: int | None, flags: dict[str, Any]) -> int:
    from p2pcards.host.headless import Headless
    from p2pcards.host.logs import writer
    from p2pcards.store import Store, claim

    config = _config(file, flags)
    log = (lambda event, data: None) if settings.quiet else writer(sys.stderr, config.log)
    with claim(settings.folder(), "host", slot=slot) as mine:
        store = Store(settings.folder())
        try:
            run = Headless(config, mine, store, log, None if file is None else lambda: _config(file, flags))
            asyncio.run(run.run(lambda host: _up(run, host, log)))
        finally:
            store.close()
    return Exit.OK


def _config(file: Path | None, flags: dict[str, Any]) -> HostConfig:
    """The file with what the flags say on top of it. Raises HostConfigError, click.UsageError, OptionError."""
    from p2pcards.host.config import HostConfig, TableConfig, load

    config = HostConfig() if file is None else load(file)
    changes: dict[str, Any] = {
        name: flags[name] for name in ("name", "port", "bot_pace", "bot_time", "log", "metrics_port")
    }
    changes["bind"] = flags["bind"] or None
    changes["announce"] = False if flags["no_mdns"] else None
    changes["create"] = "nobody" if flags["closed"] else None
    config = dataclasses.replace(config, **{name: value for name, value in changes.items() if value is not None})
    if file is not None and flags["game"] is None and flags["tables"] is None:
        return config
    wanted = wanted_table(flags["game"] or "spades", **{name: flags[name] for name in OF_A_TABLE})
    settings = wanted.settings("")
    table = TableConfig(
        game=wanted.game,
        players=wanted.seats,
        deal=wanted.deal,  # type: ignore[arg-type]
        bots=len(wanted.bots),
        level=wanted.level,  # type: ignore[arg-type]
        turn=wanted.turn,
        access=settings.access,
        password=wanted.password or "",
        options=wanted.changes,
    )
    return dataclasses.replace(config, table=(table,) * (1 if flags["tables"] is None else flags["tables"]))


def _up(run: Any, host: HostServer, log: Any) -> None:
    from ..present.invite import invite_lines
    from .common import facts_of

    facts = facts_of(host)
    facts.addresses = lambda: run.addresses
    click.echo(tr("Host %(name)s is up, port %(port)d.", name=host.name, port=host.port))
    for line in invite_lines(facts):
        click.echo(line)
    for table in host.tables.values():
        if table.settings.access == "invite":
            click.echo(tr("Table %(name)s, by invitation:", name=table.settings.name))
            click.echo(invite_lines(dataclasses.replace(facts, secret=table.settings.secret))[-1])
    sys.stdout.flush()
    host.on_problem(lambda key: log("announce", {"problem": key or "none"}))


# -- the console ------------------------------------------------------------------------------------------------------


def _ask(context: click.Context, do: str, **asked: Any) -> dict[str, Any]:
    """Ask the host that runs. Raises Failure."""
    from p2pcards.host.control import ControlError, ask, control_path

    path = control_path(settings_of(context).folder(), context.meta.get("slot") or 1)
    try:
        return ask(path, {"do": do, **asked})
    except ControlError as error:
        raise Failure(_refused(error), Exit.NOT_FOUND if error.key == "not-running" else Exit.FAILED) from None


def _refused(error: ControlError) -> str:
    """What the host said, as a sentence."""
    from ..say.errors import config_sentence
    from ..say.reasons import refused

    if told := config_sentence(error.key, error.data):
        return told
    if "why" in error.data:
        return refused(error.key, error.data)
    sentence = CONTROL_ERRORS.get(error.key)
    return tr(sentence) if sentence else tr("The host says: %(key)s.", key=error.key)


_json = option("--json", "as_json", is_flag=True, help=N_("One JSON object."))


@command.command("status")
@global_options_but("config", "name")
@_json
@click.pass_context
def status(context: click.Context, as_json: bool) -> int:
    """What the host that runs here is doing."""
    answer = _ask(context, "status")
    if as_json:
        click.echo(json.dumps(answer))
        return Exit.OK
    click.echo(tr("Host %(name)s is up, port %(port)d.", name=answer["name"], port=answer["port"]))
    click.echo(tr("Six words of this host: %(words)s", words=answer["words"]))
    click.echo(tr("Tables: %(tables)d. Connections: %(links)d.", tables=answer["tables"], links=answer["links"]))
    if answer["trouble"]:
        click.echo(tr("Nothing can be kept (%(key)s): matches are paused.", key=answer["trouble"]))
    return Exit.OK


@command.command("tables")
@global_options_but("config", "name")
@_json
@click.pass_context
def tables(context: click.Context, as_json: bool) -> int:
    """The tables of the host that runs here, with who sits where."""
    found = _ask(context, "tables")["tables"]
    if as_json:
        click.echo(json.dumps(found))
        return Exit.OK
    for table in found:
        click.echo(f"{table['table']}  {table['name']}  {table['ruleset']}  {table['deal']}  {table['state']}")
        for seat in table["seats"]:
            if seat["kind"] != "empty":
                away = "" if seat["here"] else f" ({tr('away')})"
                click.echo(f"    {seat['seat'] + 1} {seat['kind']} {seat['name']}{away} {seat['key']}")
        out = tr("put out")
        for one in table["out"]:
            click.echo(f"    {out}: {one['name']} {one['key']}")
    return Exit.OK


def _simple(name: str, help_text: str, *parameters: Any) -> None:
    """A command that asks one thing and says nothing when it was done."""

    @click.pass_context
    def run(context: click.Context, /, **values: Any) -> int:
        if "seat" in values:
            values["seat"] -= 1
        _ask(context, name, **values)
        return Exit.OK

    made: Any = global_options_but("config", "name")(run)
    for parameter in reversed(parameters):
        made = parameter(made)
    command.command(name, help=help_text)(made)


_table = click.argument("table")
_undo = option("--undo", is_flag=True, help=N_("Take it back."))
_simple("stop", N_("End the host in order; matches go on when it is started again."))
_simple("close", N_("Take a table away; a match that runs is kept as a file."), _table)
_simple(
    "kick",
    N_("Put somebody out of a seat: at once, or in a match after this deal."),
    _table,
    click.argument("seat", type=click.IntRange(1, 8)),
)
_simple("admit", N_("Let somebody in again who was put out of a table."), _table, click.argument("key"))
_simple("allow", N_("Let a key make tables."), click.argument("key"), _undo)
_simple("ban", N_("Keep a key out."), click.argument("key"), _undo)
_simple(
    "prune",
    N_("Forget finished tables; match files stay."),
    option("--days", type=click.IntRange(0), default=30, help=N_("Older than so many days.")),
)


@command.command("reload")
@global_options_but("config", "name")
@click.pass_context
def reload(context: click.Context) -> int:
    """Read the configuration again (as SIGHUP does); a file with a mistake changes nothing."""
    later = _ask(context, "reload")["after_restart"]
    if later:
        click.echo(tr("Taken over after the next start of the host: %(names)s.", names=", ".join(later)))
    return Exit.OK


@command.command("backup")
@global_options_but("config", "name")
@click.argument("folder", type=click.Path(path_type=Path))
@click.pass_context
def backup(context: click.Context, folder: Path) -> int:
    """Copy everything of the host into a folder, while it runs."""
    answer = _ask(context, "backup", folder=str(folder.absolute()))
    click.echo(answer["folder"])
    return Exit.OK


@command.command("example")
@global_options_but("config", "name")
def example() -> int:
    """A configuration with every key, its meaning and its default."""
    from p2pcards.host.config import example as text

    click.echo(text(), nl=False)
    return Exit.OK
