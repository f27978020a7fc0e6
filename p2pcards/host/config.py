"""The configuration of a headless host: one TOML file, every key with its meaning, unknown keys refused.

`example()` is the whole of it with the defaults; docs/hosting.md shows the same text.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from p2pcards.errors import P2PCardsError

from .listing import MOST_LISTED


class HostConfigError(P2PCardsError):
    """The file cannot be used. key: unreadable, not-toml, unknown-key, unknown-key-near, bad-value; data: path, name,
    nearest, text."""

    def __init__(self, key: str, path: Path | str, **data: str) -> None:
        super().__init__(f"{key}: {data}")
        self.key = key
        self.data: Mapping[str, object] = {"path": str(path), **data}


def _help(text: str, default: Any) -> Any:
    return field(default=default, metadata={"help": text})


@dataclass(frozen=True, slots=True)
class TableConfig:
    """One table that the host makes when it starts (and makes again when it has been closed)."""

    game: str = _help("Which game: spades, royal, cutthroat, classic, hearts, sparts, spar.", "spades")
    name: str = _help("What people see; else the host's name.", "")
    players: int = _help("How many seats; 0: as usual for the game.", 0)
    deal: Literal["sealed", "dealer"] = _help("sealed: nobody sees other hands. dealer: the host sees them.", "sealed")
    bots: int = _help("Seats that bots take at once.", 0)
    level: Literal["easy", "normal", "hard"] = _help("How well bots play.", "normal")
    turn: int = _help("Seconds a turn may take; 0: no limit.", 0)
    grace: float = _help("Seconds to wait for somebody who is away, before the others vote.", 60.0)
    access: Literal["open", "invite", "password"] = _help("Who may come in.", "open")
    password: str = _help('For access = "password"; needs the extra p2pcards[password].', "")
    spectators: bool = _help("Whether people may watch.", True)
    options: dict[str, Any] = field(
        default_factory=dict, metadata={"help": "House rules, as `p2pcards rules GAME` lists them."}
    )


@dataclass(frozen=True, slots=True)
class HostConfig:
    """A whole host."""

    name: str = _help("What people see in their list; else the machine's name.", "")
    bind: tuple[str, ...] = _help("Addresses to listen on; empty: all.", ())
    port: int = _help("0: the port of the last time, else 7787, else the next that is free.", 0)
    announce: bool = _help("Announce the host in the network (mDNS).", True)
    advertise: tuple[str, ...] = _help("Addresses for invites, where the machine's own lead nowhere (containers).", ())
    create: Literal["anybody", "allowed", "nobody"] = _help("Who may make tables.", "anybody")
    allow: tuple[str, ...] = _help("Keys (hex) that may make tables with create = allowed.", ())
    ban: tuple[str, ...] = _help("Keys (hex) that may not come in.", ())
    most_tables: int = _help("Tables at a time.", 64)
    idle_minutes: int = _help("A table that others made is removed when it is empty for so long; 0: never.", 60)
    keep_days: int = _help("Days to keep finished tables in the store (match files always stay); 0: for ever.", 30)
    bot_pace: float = _help("Seconds a bot waits before it acts.", 0.5)
    bot_time: float = _help("Seconds a bot that searches may think about a card.", 0.6)
    rate: float = _help("Messages a second that one peer may send (twice that at once).", 20.0)
    log: Literal["human", "json"] = _help("The form of the log on standard error.", "human")
    metrics_port: int = _help("Serve /healthz and /metrics on this port of 127.0.0.1; 0: not at all.", 0)
    table: tuple[TableConfig, ...] = _help("Tables to make at the start, one [[table]] each.", ())


Config = TypeVar("Config", HostConfig, TableConfig)


def load(path: Path) -> HostConfig:
    """Read a file. Raises HostConfigError."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise HostConfigError("unreadable", path, text=getattr(error, "strerror", None) or str(error)) from None
    return parse(text, path)


def parse(text: str, path: Path | str = "") -> HostConfig:
    """Read a text. Raises HostConfigError."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise HostConfigError("not-toml", path, text=str(error)) from None
    tables = data.pop("table", [])
    if not isinstance(tables, list) or not all(isinstance(one, dict) for one in tables):
        raise HostConfigError("bad-value", path, name="table", text="[[table]]")
    made = tuple(_made(TableConfig, one, path, "table.") for one in tables)
    config = _made(HostConfig, {**data}, path, "")
    return HostConfig(
        **{one.name: getattr(config, one.name) for one in fields(config) if one.name != "table"}, table=made
    )


def _made(kind: type[Config], data: Mapping[str, Any], path: Path | str, where: str) -> Config:
    hints = get_type_hints(kind)
    known = [one.name for one in fields(kind)]
    for name in data:
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            if near:
                raise HostConfigError("unknown-key-near", path, name=where + name, nearest=where + near[0])
            raise HostConfigError("unknown-key", path, name=where + name)
    values = {name: _value(value, hints[name], path, where + name) for name, value in data.items()}
    return kind(**values)


def _value(value: Any, hint: Any, path: Path | str, name: str) -> Any:
    """The value as its field wants it. Raises HostConfigError bad-value."""
    if get_origin(hint) is Literal:
        if value in get_args(hint):
            return value
        raise HostConfigError("bad-value", path, name=name, text=", ".join(map(str, get_args(hint))))
    if get_origin(hint) is tuple:
        if name in ("allow", "ban") and not (isinstance(value, list) and all(_is_key(one) for one in value)):
            raise HostConfigError("bad-value", path, name=name, text="[64 hex digits, ...]")
        if isinstance(value, list) and all(isinstance(one, str) for one in value):
            return tuple(value)
        raise HostConfigError("bad-value", path, name=name, text="[text, text, ...]")
    if get_origin(hint) is dict:
        if isinstance(value, dict):
            return {key: tuple(one) if isinstance(one, list) else one for key, one in value.items()}
        raise HostConfigError("bad-value", path, name=name, text="{name = value, ...}")
    if hint is float and type(value) is int:
        value = float(value)
    good = type(value) is hint and not (hint in (int, float) and value < 0)
    if name.endswith("port"):
        good = good and value <= 65535
    if name == "most_tables":
        good = good and value <= MOST_LISTED
        if not good:
            raise HostConfigError("bad-value", path, name=name, text=f"0..{MOST_LISTED}")
    if not good:
        raise HostConfigError("bad-value", path, name=name, text=_WANTED[hint])
    return value


def _is_key(text: Any) -> bool:
    return isinstance(text, str) and re.fullmatch(r"[0-9a-fA-F]{64}", text) is not None


_WANTED = {int: "0, 1, 2, ...", float: ">= 0", bool: "true, false", str: '"..."'}


def example() -> str:
    """The whole configuration with its defaults, each key with its meaning above it."""
    lines = ["# p2pcards host --config FILE", ""]
    for one in fields(HostConfig):
        if one.name != "table":
            lines += [f"# {one.metadata['help']}", f"{one.name} = {_toml(_default(one))}", ""]
    lines += [f"# {next(one for one in fields(HostConfig) if one.name == 'table').metadata['help']}", "[[table]]"]
    for one in fields(TableConfig):
        lines += [f"# {one.metadata['help']}", f"{one.name} = {_toml(_default(one))}"]
    return "\n".join(lines) + "\n"


def _default(one: Any) -> Any:
    return one.default_factory() if callable(one.default_factory) else one.default


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, tuple):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return "{}" if value == {} else str(value)
