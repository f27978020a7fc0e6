"""What the console of a host without a screen can ask of it (`p2pcards host status` and the like), over its control
socket."""

from __future__ import annotations

import asyncio
import shutil
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

from p2pcards.errors import P2PCardsError
from p2pcards.store import Store

from .config import HostConfig
from .control import ControlError
from .presence import status
from .server import HostServer
from .table import Table

DAY = 86_400


class Run(Protocol):
    """The run of the host (`headless.Headless`)."""

    host: HostServer
    config: HostConfig
    store: Store
    began: float

    @property
    def addresses(self) -> tuple[str, ...]: ...

    def stop(self) -> None: ...

    def reload(self) -> dict[str, Any]: ...

    def keep_key(self, what: str, key: bytes, add: bool) -> None: ...

    def log_refusal(self, error: P2PCardsError) -> None: ...


class Console:
    """The commands of one run: given what was asked, each returns the answer. They raise ControlError, Refusal."""

    def __init__(self, run: Run) -> None:
        self._run = run

    def commands(self) -> dict[str, Any]:
        """What can be asked, by name."""
        return {
            "status": self._do_status,
            "stop": self._do_stop,
            "tables": self._do_tables,
            "close": self._do_close,
            "kick": self._do_kick,
            "admit": self._do_admit,
            "allow": self._do_allow,
            "ban": self._do_ban,
            "prune": self._do_prune,
            "backup": self._do_backup,
            "reload": self._do_reload,
        }

    async def _do_status(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        up = round(time.monotonic() - self._run.began)
        return {**status(self._run.host, self._run.addresses, self._run.config.announce), "up_seconds": up}

    async def _do_stop(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        asyncio.get_running_loop().call_soon(self._run.stop)
        return {}

    async def _do_tables(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        return {"tables": [_table(table) for table in self._run.host.tables.values()]}

    async def _do_close(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        ref = str(asked.get("table"))
        if ref not in self._run.host.tables:
            raise ControlError("no-such-table")
        self._run.host.close_table(ref)
        return {}

    async def _do_kick(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        seat = asked.get("seat")
        if type(seat) is not int:
            raise ControlError("no-such-seat")
        self._run.host.kick(str(asked.get("table")), seat)
        return {}

    async def _do_admit(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        self._run.host.admit(str(asked.get("table")), _key(asked))
        return {}

    async def _do_allow(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        self._run.keep_key("allow", _key(asked), not asked.get("undo"))
        return {}

    async def _do_ban(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        self._run.keep_key("ban", _key(asked), not asked.get("undo"))
        return {}

    async def _do_prune(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        days = asked.get("days", self._run.config.keep_days)
        if type(days) is not int or days < 0:
            raise ControlError("bad-days")
        self._run.host.prune(int(time.time()) - days * DAY)
        return {}

    async def _do_backup(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """The database as it is now, the keys and the match files, in one folder."""
        target = Path(str(asked.get("folder", "")))
        if not target.is_absolute():
            raise ControlError("folder-not-absolute")
        await asyncio.get_running_loop().run_in_executor(None, self._backup, target)
        return {"folder": str(target)}

    def _backup(self, target: Path) -> None:
        self._run.store.backup(target)
        for name in ("keys", "matches"):
            if (self._run.store.folder / name).is_dir():
                ignore = shutil.ignore_patterns("*.lock")
                shutil.copytree(self._run.store.folder / name, target / name, dirs_exist_ok=True, ignore=ignore)

    async def _do_reload(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        try:
            return self._run.reload()
        except P2PCardsError as error:
            self._run.log_refusal(error)
            raise


def _table(table: Table) -> dict[str, Any]:
    info = table.info()
    return {
        "table": info.table,
        "name": info.name,
        "game": info.game,
        "ruleset": info.ruleset,
        "deal": info.deal,
        "state": info.state,
        "access": info.access,
        "spectators": info.spectators,
        "entries": table.entries,
        "seats": [
            {"seat": seat.seat, "kind": seat.kind, "name": seat.name, "here": seat.here, "key": seat.key.hex()}
            for seat in info.seats
        ],
        "out": [{"name": name, "key": key.hex()} for key, name in table.shut_out.items()],
    }


def _key(asked: Mapping[str, Any]) -> bytes:
    """The key that is meant. Raises ControlError."""
    try:
        key = bytes.fromhex(str(asked.get("key")))
    except ValueError:
        raise ControlError("bad-key") from None
    if len(key) != 32:
        raise ControlError("bad-key")
    return key
