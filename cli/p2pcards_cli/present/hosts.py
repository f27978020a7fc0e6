"""The hosts in reach and their tables, as a numbered list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from p2pcards.net.address import show

from ..say.errors import NOT_REACHED_SHORT
from ..say.i18n import tr
from ..say.lobby import table_row
from ..text import clean_name

if TYPE_CHECKING:
    from p2pcards_protocol.message import TableInfo

    from ..reach import HostSeen

Row = tuple["HostSeen", "TableInfo | None"]


def joinable(hosts: Sequence[HostSeen], *, watching: bool = False, key: bytes = b"") -> list[Row]:
    """What can be chosen: each table with a free seat, or with mine (or any, to watch), and each host without tables.

    key: mine; a seat of a match that goes on waits for it.
    """
    rows: list[Row] = []
    for host in hosts:
        if host.problem:
            continue
        tables = [
            info
            for info in host.tables
            if watching
            or has_seat(info, key)
            or (info.state != "playing" and any(seat.kind == "empty" for seat in info.seats))
        ]
        rows += [(host, info) for info in tables]
        if not host.tables:
            rows.append((host, None))
    return rows


def has_seat(info: TableInfo | None, key: bytes) -> bool:
    """Whether a seat of this table waits for the player with this key."""
    return info is not None and info.state != "over" and any(seat.key == key for seat in info.seats if key)


def host_lines(hosts: Sequence[HostSeen], rows: Sequence[Row]) -> list[str]:
    """The rows, numbered; then the hosts that cannot be joined, with the reason."""
    lines = []
    for number, (host, info) in enumerate(rows, 1):
        about = tr("no table yet.") if info is None else table_row(info)
        lines.append(
            tr("%(number)d: host %(name)s. %(about)s", number=number, name=clean_name(host.found.name), about=about)
        )
    lines += [problem_line(host) for host in hosts if host.problem]
    return lines


def problem_line(host: HostSeen) -> str:
    """Why a host cannot be joined."""
    name = clean_name(host.found.name)
    if host.problem == "version":
        low, high = host.found.versions
        return tr(
            "Host %(name)s speaks protocol %(low)d to %(high)d; this program does not.", name=name, low=low, high=high
        )
    why = tr(NOT_REACHED_SHORT[host.problem]) if host.problem in NOT_REACHED_SHORT else host.problem
    return tr("Host %(name)s is announced and cannot be reached: %(why)s.", name=name, why=why)


def browse_lines(hosts: Sequence[HostSeen]) -> list[str]:
    """Every host with address, words and tables."""
    lines = []
    for host in hosts:
        name = clean_name(host.found.name)
        where = [show(address, host.found.port) for address in host.found.addresses]
        if host.problem:
            lines.append(problem_line(host))
            continue
        lines.append(
            tr(
                "Host %(name)s, %(address)s. Six words: %(words)s",
                name=name,
                address=where[0] if where else "?",
                words=" ".join(host.words),
            )
        )
        lines += [
            tr("  table %(name)s: %(about)s", name=clean_name(info.name), about=table_row(info)) for info in host.tables
        ]
    return lines


def host_json(host: HostSeen) -> dict[str, Any]:
    """A host as plain values: one object a line of `browse --json`."""
    found = host.found
    return {
        "name": found.name,
        "id": found.id,
        "addresses": list(found.addresses),
        "port": found.port,
        "versions": list(found.versions),
        "games": list(found.games),
        "rules": list(found.rules),
        "reachable": not host.problem,
        "problem": host.problem or None,
        "words": list(host.words),
        "tables": [
            {
                "id": info.table,
                "name": info.name,
                "game": info.game,
                "ruleset": info.ruleset,
                "rules_hash": info.rules_hash.hex(),
                "deal": info.deal,
                "state": info.state,
                "access": info.access,
                "turn_s": info.turn_s,
                "spectators": info.spectators,
                "seats": [{"seat": s.seat + 1, "kind": s.kind, "name": s.name, "ready": s.ready} for s in info.seats],
            }
            for info in host.tables
        ],
    }
