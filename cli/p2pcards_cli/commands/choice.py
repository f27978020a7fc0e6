"""Which host and which table: from a list, by name, or the only one there is; and proving a table's password."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..exits import Exit, Failure
from ..say.i18n import listing, tr
from ..settings import Settings

if TYPE_CHECKING:
    from p2pcards_protocol.message import TableInfo

    from p2pcards.net.client import Client
    from p2pcards.net.service import Found

    from ..plain.terminal import Terminal
    from ..reach import HostSeen

OWN_TABLE = -1
"""What the lobby answers when the person wants to host."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Which table and how. seat: 0..n-1; bot: the level of a bot that plays in my place, bot_time: seconds it may
    think about a card."""

    table: str | None = None
    seat: int | None = None
    spectate: bool = False
    bot: str | None = None
    password: str | None = None
    bot_time: float = 0.6


async def choose_host(
    settings: Settings, terminal: Terminal | None, choice: Choice, timeout: float, offer: bool, key: bytes
) -> tuple[Found, Choice, tuple[Found, ...]] | None:
    """The host and table to join where none was named, and all hosts that are there. None: the person wants neither.

    key: the person's; the one table where a seat waits for it is not asked about.
    """
    from ..present.hosts import browse_lines, has_seat, host_lines, joinable
    from ..reach import look_around
    from ..say.lobby import lan_problem

    if terminal is not None:
        terminal.output.line(tr("Looking for tables."))
    hosts, problem = await look_around(timeout)
    rows = joinable(hosts, watching=choice.spectate, key=key)
    everybody = tuple(host.found for host in hosts)
    mine = [] if choice.spectate else [row for row in rows if has_seat(row[1], key)]
    if len(mine) == 1:
        return *_row(mine[0], choice), everybody
    if rows and (terminal is None or (len(rows) == 1 and not offer)):
        return *_row(rows[0], choice), everybody
    if terminal is None:
        raise Failure(_nothing(hosts, timeout), Exit.NOT_FOUND)
    if problem not in (None, "starting"):
        terminal.output.line(lan_problem(str(problem)))
    if not rows and not offer:
        raise Failure(_nothing(hosts, timeout), Exit.NOT_FOUND)
    terminal.output.lines(host_lines(hosts, rows))
    if not rows:
        terminal.output.lines(browse_lines(hosts))
        terminal.output.line(tr("No table with a free seat in reach."))
    question = tr("Which table? Type its number, or quit.")
    if offer:
        terminal.output.line(tr("%(number)d: host a table of your own.", number=len(rows) + 1))
        question = tr("Type a number, or quit.")
    number = await terminal.number(question, len(rows) + (1 if offer else 0))
    if number is None:
        if offer:
            raise Failure("", Exit.OK)
        return None
    return None if number > len(rows) else (*_row(rows[number - 1], choice), everybody)


def _row(row: tuple[HostSeen, TableInfo | None], choice: Choice) -> tuple[Found, Choice]:
    host, info = row
    table = choice.table or (info.table if info is not None else None)
    return host.found, replace(choice, table=table)


def _nothing(hosts: tuple[HostSeen, ...], timeout: float) -> str:
    if hosts:
        return tr("There are hosts in this network, and no table with a free seat. See: p2pcards browse")
    return tr(
        "No table seen in %(seconds).0f seconds. Ask the host for its address and type: p2pcards join ADDRESS. "
        "Or host one: p2pcards play",
        seconds=timeout,
    )


def pick(tables: tuple[TableInfo, ...], wanted: str | None, key: bytes, watching: bool) -> TableInfo | None:
    """The table to sit down at: the one that is named, where I have a seat, or the only one with a free seat.

    None: there are several, or none. Raises Failure for a name that no table has.
    """
    from ..text import clean, fold

    if wanted is not None:
        named = [
            info
            for number, info in enumerate(tables, 1)
            if wanted in (info.table, str(number)) or fold(info.name) == fold(wanted)
        ]
        if not named:
            there = listing(f"{number} {clean(info.name, 40)}" for number, info in enumerate(tables, 1))
            if not there:
                raise Failure(tr("This host has no tables yet."), Exit.NOT_FOUND)
            raise Failure(
                tr("This host has no table %(name)s. Its tables: %(tables)s.", name=wanted, tables=there),
                Exit.NOT_FOUND,
            )
        return named[0]
    mine = [info for info in tables if any(seat.key == key for seat in info.seats)]
    if mine:
        return mine[0]
    free = [info for info in tables if watching or (info.state != "playing" and has_room(info))]
    return free[0] if len(free) == 1 else None


def has_room(info: TableInfo) -> bool:
    """Whether somebody can sit down."""
    return any(seat.kind == "empty" for seat in info.seats)


ATTEMPTS = 3
"""How often a person at the terminal may type a password before the program ends."""


async def knock(client: Client, info: TableInfo, choice: Choice, terminal: Terminal | None = None) -> None:
    """Prove the password of a table that has one; where none was given, the person at the terminal is asked. Raises
    RefusedByHost, Failure."""
    from p2pcards.net.password import BadPassword, available

    from ..say.reasons import refused

    if info.access != "password" or any(seat.key == client.identity.public for seat in info.seats):
        return
    if not available():
        raise Failure(refused("illegal", {"why": "no-password-here"}), Exit.FAILED)
    for left in range(ATTEMPTS if choice.password is None and terminal is not None else 1, 0, -1):
        password = choice.password
        if password is None and terminal is not None:
            terminal.output.line(tr("This table has a password. Type it:"))
            password = await terminal.secret()
        if not password:
            raise Failure(refused("illegal", {"why": "password"}), Exit.FAILED)
        try:
            await client.knock(info.table, password)
            return
        except BadPassword:
            wrong = tr("That is not the password of this table.")
            if left == 1 or terminal is None:
                raise Failure(wrong, Exit.FAILED) from None
            terminal.output.line(wrong)
