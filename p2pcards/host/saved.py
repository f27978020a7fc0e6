"""A table's lobby as bytes for the store, and back: JSON with a version, so that a later program can read it."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from typing import Any

from p2pcards.errors import P2PCardsError
from p2pcards.rules.base import RULES_VERSION
from p2pcards.rules.presets import read_rules

from .base import Settings, TableBase
from .lobby import Lobby, Slot

VERSION = 1


def table_bytes(table: TableBase) -> bytes:
    """Everything of a table that is not in the transcript of its match."""
    lobby = table.lobby
    value = {
        "v": VERSION,
        "game": lobby.rules.game,
        "options": lobby.rules.to_options(),
        "rules_version": RULES_VERSION,
        "deal": lobby.deal,
        "slots": [_slot(slot) for slot in lobby.slots],
        "owner": _hex(lobby.owner),
        "joined": lobby.joins,
        "kicked": sorted(table.kicks.decided),
        "kicked_by_host": sorted(table.kicks.by_host),
        "out": [[key.hex(), name] for key, name in table.shut_out.items()],
        "owners": {str(seat): _slot(slot) for seat, slot in table.owners.items()},
        "settings": {name: _hex(v) if isinstance(v, bytes) else v for name, v in asdict(table.settings).items()},
    }
    return json.dumps(value, separators=(",", ":"), sort_keys=True).encode()


@dataclass(frozen=True, slots=True)
class SavedLobby:
    """What was kept. owners: whose seats stand-ins play; kicked, by_host: see `Kicks`; out: who may not come in."""

    lobby: Lobby
    settings: Settings
    owners: dict[int, Slot]
    kicked: frozenset[int]
    by_host: frozenset[int]
    out: dict[bytes, str]


def read_lobby(data: bytes) -> SavedLobby:
    """Raises P2PCardsError when it cannot be read."""
    try:
        value = json.loads(data)
        if value["v"] != VERSION:
            raise ValueError(f"version {value['v']}")
        rules = read_rules(value["game"], value["options"], value.get("rules_version", 1))
        lobby = Lobby(rules, len(value["slots"]), value["deal"])
        lobby.slots = [_read_slot(slot) for slot in value["slots"]]
        lobby.owner = None if value["owner"] is None else bytes.fromhex(value["owner"])
        lobby.joins = int(value["joined"])
        owners = {int(seat): slot for seat, raw in value["owners"].items() if (slot := _read_slot(raw)) is not None}
        kicked, by_host = (frozenset(map(int, value.get(name, ()))) for name in ("kicked", "kicked_by_host"))
        out = {bytes.fromhex(key): str(name) for key, name in value.get("out", ())}
        return SavedLobby(lobby, _read_settings(value["settings"]), owners, kicked, by_host, out)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise P2PCardsError(f"a table that was kept cannot be read: {error!r}") from error


def _read_settings(value: dict[str, Any]) -> Settings:
    known = {field.name: field for field in fields(Settings)}
    plain: dict[str, Any] = {name: v for name, v in value.items() if name in known}
    plain.update({name: bytes.fromhex(plain[name]) for name in _BYTES & plain.keys()})
    return Settings(**plain)


_BYTES = frozenset(field.name for field in fields(Settings) if isinstance(field.default, bytes))


def _slot(slot: Slot | None) -> dict[str, Any] | None:
    return None if slot is None else {**asdict(slot), "key": slot.key.hex()}


def _read_slot(value: dict[str, Any] | None) -> Slot | None:
    return None if value is None else Slot(**{**value, "key": bytes.fromhex(value["key"])})


def _hex(value: bytes | None) -> str | None:
    return None if value is None else value.hex()
