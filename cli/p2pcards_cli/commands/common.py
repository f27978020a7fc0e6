"""What `play`, `join` and `host` share: options, the person's key and store, waiting for the tables."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import click

from ..clicks import option
from ..say.i18n import N_, tr
from ..settings import Settings, my_name

if TYPE_CHECKING:
    from p2pcards_protocol.identity import Identity

    from p2pcards.host.server import HostServer
    from p2pcards.host.table import Settings as TableSettings
    from p2pcards.net.client import Client
    from p2pcards.player import Ask, Player
    from p2pcards.rules.action import Action
    from p2pcards.store import Store

    from ..plain.face import Face
    from ..present.invite import HostFacts

BOT_TIME = 0.6
"""Seconds that a bot of level hard may think about a card."""

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

LEVELS = ("easy", "normal", "hard")
TEAMS = {0: "none", 2: "two", 3: "three"}


def table_options(function: Decorated) -> Decorated:
    """What is played at a table."""
    for decorator in reversed(
        (
            option("--players", type=click.IntRange(2, 8), help=N_("How many seats the table has.")),
            option("--teams", type=click.Choice(["0", "2", "3"]), help=N_("How many teams; 0: everybody alone.")),
            option("--bots", type=click.IntRange(0, 8), default=0, help=N_("Seats that bots take at once.")),
            option("--level", type=click.Choice(LEVELS), default="normal", help=N_("How well bots play.")),
            option(
                "--deal",
                type=click.Choice(["sealed", "dealer"]),
                default="sealed",
                help=N_("sealed: nobody sees a card that is not theirs. dealer: the host sees them all; quicker."),
            ),
            option("--set", multiple=True, metavar="NAME=VALUE", help=N_("Change a house rule; may be repeated.")),
            option("--invite-only", is_flag=True, help=N_("Only people with the invite can join.")),
            option("--password", metavar="TEXT", help=N_("Only people with the password can join.")),
            option("--turn", type=click.IntRange(0, 3600), default=0, help=N_("Seconds a turn may take; 0: no limit.")),
        )
    ):
        function = decorator(function)
    return function


def listen_options(function: Decorated) -> Decorated:
    """Where a host listens."""
    for decorator in reversed(
        (
            option("--port", type=click.IntRange(1, 65535), help=N_("The port; else 7787 or the next free one.")),
            option(
                "--bind", multiple=True, metavar="ADDRESS", help=N_("Listen on this address only; may be repeated.")
            ),
            option("--no-mdns", is_flag=True, help=N_("Do not announce the host in the network.")),
        )
    ):
        function = decorator(function)
    return function


def bot_time_option(function: Decorated) -> Decorated:
    """How long a bot that searches may think."""
    text = N_("Seconds a bot of level hard may think about a card.")
    return option("--bot-time", type=click.FloatRange(0, 60), default=BOT_TIME, help=text)(function)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A table as it was asked for. changes: options that differ from the preset."""

    game: str
    changes: dict[str, Any]
    seats: int
    bots: tuple[str, ...]
    level: str
    deal: str
    turn: int
    invite_only: bool = False
    password: str | None = None

    def settings(self, name: str) -> TableSettings:
        """What does not belong to the rules. Raises Failure where passwords do not work here."""
        from p2pcards.host.table import Settings as TableSettings
        from p2pcards.net.password import available, password_key

        from ..exits import Failure
        from ..say.reasons import refused

        if self.password is not None and not available():
            raise Failure(refused("illegal", {"why": "no-password-here"}))
        access: Literal["open", "invite", "password"] = (
            "password" if self.password is not None else "invite" if self.invite_only else "open"
        )
        key = b"" if self.password is None else password_key(self.password)
        return TableSettings(name=name, access=access, level=self.level, turn=self.turn, password=key)


def wanted_table(
    game: str,
    players: int | None = None,
    teams: str | None = None,
    bots: int = 0,
    level: str = "normal",
    deal: str = "sealed",
    set: tuple[str, ...] = (),
    turn: int = 0,
    invite_only: bool = False,
    password: str | None = None,
) -> Wanted:
    """The options put together and checked. Raises click.UsageError, OptionError."""
    from ..house import changes, find

    preset = find(game)
    typed = list(set)
    if teams is not None:
        typed.append(f"team_count={TEAMS[int(teams)]}")
    found = changes(preset, typed)
    rules = preset.change(found)
    seats = rules.usual_seats if players is None else players
    rules.check(seats)
    if bots > seats:
        raise click.UsageError(tr("%(bots)d bots do not fit in %(seats)d seats.", bots=bots, seats=seats))
    plain = {name: list(value) if isinstance(value, tuple) else value for name, value in found.items()}
    return Wanted(rules.game, plain, seats, (level,) * bots, level, deal, turn, invite_only, password)


@dataclass(slots=True)
class Me:
    """This person, for as long as the program runs. named: whether the name was given, and is not the system user's."""

    identity: Identity
    name: str
    store: Store
    slot: int
    named: bool = False


@contextmanager
def myself(settings: Settings, name: str | None) -> Iterator[Me]:
    """My key (locked while the program runs) and my store. Raises StoreError."""
    from p2pcards.store import Store, claim

    folder = settings.folder()
    with claim(folder, "player") as mine:
        store = Store(folder)
        try:
            yield Me(mine.identity, my_name(settings, name), store, mine.slot, bool(name and name.strip()))
        finally:
            store.close()


def stand_in() -> Callable[[Player, Ask], Action]:
    """What plays for me when my time is up: a bot of this program."""
    from p2pcards.bots.levels import make_bot
    from p2pcards.net.bot import BotMind

    return BotMind(make_bot("normal", clock=time.monotonic)).decide


def facts_of(host: HostServer, secret: bytes | None = None) -> HostFacts:
    """What others need to find this host. secret: of an invite-only table."""
    from ..present.invite import HostFacts

    return HostFacts(
        host.name,
        host.words,
        host.identity.public,
        True,
        lambda: host.addresses,
        host.port,
        secret,
        announced=host.announces,
        only_here=host.only_here,
    )


async def first_tables(client: Client) -> None:
    """Wait until the host has told its tables. Raises Failure when it ends the connection instead."""
    from p2pcards.net.client_events import ClosedByHost, LinkLost, TablesChanged

    from ..exits import Exit, Failure
    from ..say.errors import closed

    async for event in client.events():
        if isinstance(event, TablesChanged):
            return
        if isinstance(event, ClosedByHost | LinkLost):
            code = event.code if isinstance(event, ClosedByHost) else event.reason
            raise Failure(closed(code), Exit.PROTOCOL if isinstance(event, ClosedByHost) else Exit.NOT_FOUND)


def full_screen(settings: Settings) -> bool:
    """Whether the full screen is to be used: a terminal at both ends, and nobody asked for line mode."""
    import os
    import sys

    from ..plain.mode import reason

    ends = (stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))
    return reason(settings, os.environ, *ends) is None


def set_verbosity(face: Face, settings: Settings) -> None:
    """-q and -v as the verbosity to start with."""
    face.verbosity = max(0, min(2, 2 - settings.quiet))
