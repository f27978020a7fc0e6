"""What is in reach: hosts as they are announced, their tables, and what one can do without any of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ....say.games import game_name
from ....say.i18n import N_, listing, tr, trn
from ....say.lobby import table_row
from ....text import clean, clean_name

if TYPE_CHECKING:
    from p2pcards_protocol.message import TableInfo

    from p2pcards.net.service import Found

OUR_VERSION = 1


@dataclass(frozen=True, slots=True)
class HomeRow:
    """A line to choose. what: ("host", id), ("table", id, ref), ("do", name). why: why it cannot be chosen."""

    what: tuple[str, ...]
    text: str
    why: str = ""
    indent: int = 0


@dataclass(frozen=True, slots=True)
class HomeModel:
    """me: my name; rows: to choose from; cursor: the chosen one; state: what the search says."""

    me: str
    rows: tuple[HomeRow, ...]
    cursor: int
    state: str
    ask: str = ""


ACTIONS: tuple[tuple[str, str], ...] = (
    ("play", N_("Make a table at this machine")),
    ("address", N_("Join by address, six words or invite")),
    ("past", N_("Past matches: replay, score sheet")),
    ("name", N_("Change my name")),
    ("settings", N_("Settings")),
    ("help", N_("Help: all keys")),
    ("quit", N_("Quit")),
)


WITH_HOST = ("past", "name", "settings", "help", "quit")
"""What of that there is while I am at a host."""


def misfit(found: Found) -> str:
    """Why a host cannot be joined, "" when it can."""
    low, high = found.versions
    if low > OUR_VERSION:
        return tr("newer than this program; update it")
    if high < OUR_VERSION:
        return tr("older than this program; its owner has to update it")
    if not found.addresses:
        return tr("no address yet")
    return ""


def host_text(found: Found) -> str:
    """A host in a line: its name, tables, seats, games."""
    about = trn("%(n)d table", "%(n)d tables", found.tables)
    free = trn("%(n)d free seat", "%(n)d free seats", found.free)
    games = listing(game_name(game) for game in found.games[:4])
    parts = [clean_name(found.name), f"({found.id[:4]}):", listing(part for part in (about, free, games) if part)]
    return " ".join(parts)


def present_home(
    name: str,
    found: Sequence[Found],
    tables: Mapping[str, Sequence[TableInfo]],
    here: Sequence[TableInfo],
    host_name: str,
    chosen: tuple[str, ...],
    busy: str,
    looking: bool,
    connected: bool = False,
    key: bytes = b"",
) -> HomeModel:
    """The list. tables: of announced hosts, by id; here: of the host I am connected to; chosen: the row to mark; key:
    mine, by which a seat of mine is known."""
    rows: list[HomeRow] = []
    for info in here:
        rows.append(HomeRow(("here", info.table), _table_text(info, key), ""))
    if connected:
        rows.append(HomeRow(("do", "new"), tr("Make another table at %(host)s", host=clean_name(host_name))))
        rows.append(HomeRow(("do", "away"), tr("Leave this host")))
        rows += [HomeRow(("do", key), tr(text)) for key, text in ACTIONS if key in WITH_HOST]
    else:
        for host in sorted(found, key=lambda each: (bool(misfit(each)), each.name.casefold(), each.id)):
            why = misfit(host)
            rows.append(HomeRow(("host", host.id), host_text(host), why))
            if not why:
                rows += [
                    HomeRow(("table", host.id, info.table), _table_text(info, key), "", 2)
                    for info in tables.get(host.id, ())
                ]
        rows += [HomeRow(("do", key), tr(text)) for key, text in ACTIONS]
    places = [place for place, row in enumerate(rows) if row.what == chosen]
    first = next((place for place, row in enumerate(rows) if not row.why), 0)
    if connected:
        state = tr("Tables of %(host)s:", host=clean_name(host_name))
    elif found:
        state = trn("%(n)d host in this network:", "%(n)d hosts in this network:", len(found))
    elif looking:
        state = tr("Looking for hosts in this network. None so far.")
    else:
        state = tr("No host in this network.")
    ask = busy or tr("Up and Down choose, Enter takes it.")
    return HomeModel(clean_name(name), tuple(rows), places[0] if places else first, state, ask)


def _table_text(info: TableInfo, key: bytes) -> str:
    told = tr("%(table)s. %(about)s", table=clean(info.name, 40), about=table_row(info))
    if key and any(seat.key == key for seat in info.seats):
        return f"{told} {tr('Your seat waits for you.')}"
    return told
