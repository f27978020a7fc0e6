"""Tables to choose from, and a table before its match: what changed, said once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..say.i18n import listing, tr, trn
from ..say.lobby import seat_line, table_row
from ..say.options import option_value
from ..text import clean, clean_name
from .rules import deal_line

if TYPE_CHECKING:
    from p2pcards_protocol.message import SeatInfo, TableInfo

    from p2pcards.rules.base import Rules


NO_SEAT = frozenset({"playing", "password"})
"""Why a host refuses a seat in a match under way to who has none there; who has one needs no password."""


def table_lines(tables: Sequence[TableInfo]) -> list[str]:
    """The tables of a host, numbered."""
    if not tables:
        return [tr("This host has no tables yet.")]
    return [
        tr("%(number)d: %(name)s. %(about)s", number=number, name=clean(info.name, 40), about=table_row(info))
        for number, info in enumerate(tables, 1)
    ]


def new_rows(before: Sequence[TableInfo], now: Sequence[TableInfo]) -> list[str]:
    """Of the same tables, the rows that say something new; who only watches is no news."""
    import msgspec

    def still(tables: Sequence[TableInfo]) -> list[str]:
        return table_lines([msgspec.structs.replace(info, spectators=0) for info in tables])

    rows = zip(table_lines(now), still(now), still(before), strict=True)
    return [row for row, new, old in rows if new != old]


def lobby_lines(info: TableInfo, mine: int | None) -> list[str]:
    """The whole table: what is played, then seat by seat."""
    return [table_row(info), *(seat_line(seat, seat.seat == mine) for seat in info.seats)]


def changed_rules(before: Rules | None, now: Rules | None) -> list[str]:
    """The options that have another value than before: "target_score = 300"."""
    if before is None or now is None or before.game != now.game:
        return []
    return [
        tr("%(name)s = %(value)s", name=option.name, value=option_value(getattr(now, option.name)))
        for option in now.options
        if getattr(now, option.name) != getattr(before, option.name)
    ]


def drawn(before: TableInfo | None, now: TableInfo) -> bool:
    """Whether the seats were drawn anew at a full table: who plays with whom is another matter then."""
    if before is None or before.table != now.table or any(seat.kind == "empty" for seat in now.seats):
        return False
    return sum(_who(a) != _who(b) for a, b in zip(now.seats, before.seats, strict=False)) > 1


def changes(before: TableInfo | None, now: TableInfo, mine: int | None, rules: Sequence[str] = ()) -> list[str]:
    """What is new since the last look, one line each. rules: the options that have changed."""
    if before is None or before.table != now.table:
        return lobby_lines(now, mine)
    lines = []
    if before.deal != now.deal:
        lines.append(deal_line(now.deal))
    if rules:
        lines.append(tr("The rules of the table have changed: %(rules)s.", rules=listing(rules)))
    elif before.rules_hash != now.rules_hash and before.deal == now.deal:
        lines.append(tr("The rules of the table have changed."))
    moved = [seat for seat, old in zip(now.seats, before.seats, strict=False) if seat != old]
    if sum(_who(a) != _who(b) for a, b in zip(now.seats, before.seats, strict=False)) > 2:
        return [*lines, *(seat_line(seat, seat.seat == mine) for seat in now.seats)]
    for seat in moved:
        lines += _change(before.seats[seat.seat], seat, mine)
    if before.spectators != now.spectators:
        lines.append(trn("%(n)d onlooker.", "%(n)d onlookers.", now.spectators))
    return lines


def _who(seat: SeatInfo) -> tuple[str, bytes]:
    return seat.kind, seat.key


def _change(old: SeatInfo, new: SeatInfo, mine: int | None) -> list[str]:
    name, seat = clean_name(new.name or old.name), new.seat + 1
    if _who(old) == _who(new):
        if old.name != new.name and new.kind != "empty":
            return [tr("Seat %(seat)d: %(name)s, until now %(old)s.", seat=seat, name=name, old=clean_name(old.name))]
        if old.ready != new.ready and new.kind == "person":
            return [tr("%(name)s: ready.", name=name) if new.ready else tr("%(name)s: not ready.", name=name)]
        if new.here and not old.here:  # why somebody is away is told by a notice of the host
            return [tr("%(name)s: here again.", name=name)]
        return []
    if new.kind == "empty":
        return [tr("Seat %(seat)d: %(name)s has left.", seat=seat, name=clean_name(old.name))]
    return [seat_line(new, new.seat == mine)]


def may_start(info: TableInfo, mine: int | None) -> bool:
    """Whether it is for me to start the match."""
    return mine is not None and info.owner == mine
