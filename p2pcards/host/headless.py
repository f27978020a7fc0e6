"""A host without a screen: from its configuration to a clean end. What its console can ask of it is in console.py."""

from __future__ import annotations

import asyncio
import json
import signal
import time
from collections.abc import Callable
from dataclasses import fields
from typing import Any

from p2pcards.errors import P2PCardsError
from p2pcards.net.local import host_name
from p2pcards.net.password import available, password_key
from p2pcards.net.serve import EVERYWHERE
from p2pcards.store import Claim, Store

from .config import HostConfig, TableConfig
from .console import Console
from .control import Control, ControlError, control_path
from .effect import Refusal
from .logs import Write
from .metrics import serve_metrics
from .server import HostServer
from .table import Settings, Table
from .table_office import make_lobby

NEEDS_RESTART = frozenset({"name", "bind", "port", "announce", "metrics_port", "log", "rate"})
"""Keys of the configuration that a running host does not take over."""

DAY = 86_400
END = 4.0
"""Seconds in which a host ends, whatever hangs."""


class Headless:
    """One run. reread: the configuration as it is now, for SIGHUP; raises HostConfigError."""

    def __init__(
        self, config: HostConfig, claim: Claim, store: Store, log: Write, reread: Callable[[], HostConfig] | None = None
    ) -> None:
        self.config = config
        self.store = store
        self._claim = claim
        self._log = log
        self._reread = reread
        self.began = time.monotonic()
        self._stop = asyncio.Event()
        self._keys_name = f"host-keys/{claim.identity.public.hex()}"
        self.host = HostServer(
            claim.identity,
            name=config.name or host_name(),
            store=store,
            log=log,
            rate=config.rate,
            bot_pace=config.bot_pace,
            bot_time=config.bot_time,
        )

    # -- life ---------------------------------------------------------------------------------------------------------

    async def run(self, ready: Callable[[HostServer], None] | None = None) -> None:
        """Host until a signal or the console says stop. ready: called once the port is open. Raises ListenError,
        StoreError, Refusal (a table of the configuration that cannot be made)."""
        control = Control(control_path(self.store.folder, self._claim.slot), Console(self).commands())
        metrics: asyncio.Server | None = None
        self._watch_signals()
        self._apply(self.config)
        try:
            bind = self.config.bind or EVERYWHERE
            await self.host.start(bind, self.config.port or None, announce=self.config.announce)
            self._make_tables()
            await control.start()
            if self.config.metrics_port:
                metrics = await serve_metrics(self.host, self.config.metrics_port)
            self._log("up", {"name": self.host.name, "port": self.host.port, "addresses": list(self.addresses)})
            if ready is not None:
                ready(self.host)
            pruning = asyncio.create_task(self._prune_daily())
            await self._stop.wait()
            pruning.cancel()
        finally:
            try:
                async with asyncio.timeout(END):
                    if metrics is not None:
                        metrics.close()
                    await control.close()
                    await self.host.close()
            except TimeoutError:
                self._log("end-forced", {"seconds": END})
            self._log("down", {"name": self.host.name})

    def stop(self) -> None:
        """End soon. Safe to call from a signal handler of the loop, and twice."""
        self._stop.set()

    @property
    def addresses(self) -> tuple[str, ...]:
        """Where others can reach the host: what the configuration advertises, else the machine's own."""
        return self.config.advertise or self.host.addresses

    def _watch_signals(self) -> None:
        """A shell starts background jobs with SIGINT ignored; a handler of our own ends that too."""
        loop = asyncio.get_running_loop()
        actions: dict[str, Callable[[], None]] = {
            "SIGINT": self.stop,
            "SIGTERM": self.stop,
            "SIGBREAK": self.stop,  # what a service of Windows gets
            "SIGHUP": self._hang_up,
        }
        for name, action in actions.items():
            number = getattr(signal, name, None)
            if number is None:
                continue
            try:
                loop.add_signal_handler(number, action)
            except (NotImplementedError, RuntimeError, ValueError):
                signal.signal(number, lambda *_, action=action: loop.call_soon_threadsafe(action))

    # -- configuration ------------------------------------------------------------------------------------------------

    def _apply(self, config: HostConfig) -> None:
        kept = self._kept_keys()
        self.host.peers_create = config.create == "anybody"
        self.host.allowed = _keys(config.allow) | kept["allow"] if config.create == "allowed" else frozenset()
        self.host.most_tables = config.most_tables
        self.host.idle = 60.0 * config.idle_minutes
        self.host.crew.pace = config.bot_pace
        self.host.crew.thinker.budget = config.bot_time
        self.host.ban(_keys(config.ban) | kept["ban"])

    def reload(self) -> dict[str, Any]:
        """Take over what has changed in the configuration file; returns what has, and what of it needs a restart.

        A file with a mistake changes nothing. Raises ControlError (no-config), HostConfigError, Refusal.
        """
        if self._reread is None:
            raise ControlError("no-config")
        fresh = self._reread()
        for wanted in fresh.table:
            check_table(wanted)
        changed = [one.name for one in fields(fresh) if getattr(fresh, one.name) != getattr(self.config, one.name)]
        self.config = fresh
        self._apply(fresh)
        self._make_tables()
        told = {"changed": changed, "after_restart": sorted(NEEDS_RESTART & set(changed))}
        self._log("reloaded", told)
        return told

    def _hang_up(self) -> None:
        """SIGHUP: there is nobody to answer, so the log says why."""
        try:
            self.reload()
        except P2PCardsError as error:
            self.log_refusal(error)

    def log_refusal(self, error: P2PCardsError) -> None:
        """A reload that changed nothing."""
        key = getattr(error, "key", getattr(error, "code", type(error).__name__))
        self._log("reload-refused", {"error": key, **getattr(error, "data", {})})

    def _make_tables(self) -> None:
        """The tables of the configuration that are not there (some may have come back from the store)."""
        for place, wanted in enumerate(self.config.table):
            name = wanted.name or (self.host.name if len(self.config.table) == 1 else f"{self.host.name} {place + 1}")
            here = [(table.settings.name, table.lobby.rules.game) for table in self.host.tables.values()]
            if not any(one[0] == name for one in here):
                make_table(self.host, wanted, name)

    def _kept_keys(self) -> dict[str, frozenset[bytes]]:
        kept = json.loads(self.store.get_setting(self._keys_name) or b"{}")
        return {what: _keys(tuple(kept.get(what, ()))) for what in ("allow", "ban")}

    def keep_key(self, what: str, key: bytes, add: bool) -> None:
        """Add a key to those that are allowed or banned ("allow", "ban"), or take it away, for later runs too."""
        kept = self._kept_keys()
        kept[what] = kept[what] | {key} if add else kept[what] - {key}
        plain = {name: sorted(one.hex() for one in keys) for name, keys in kept.items()}
        self.store.put_setting(self._keys_name, json.dumps(plain).encode())
        self._apply(self.config)

    async def _prune_daily(self) -> None:
        while True:
            if self.config.keep_days:  # a reload may change it
                self.host.prune(int(time.time()) - self.config.keep_days * DAY)
            await asyncio.sleep(DAY)


def check_table(wanted: TableConfig) -> None:
    """Whether the table can be made. Raises Refusal."""
    make_lobby(wanted.game, wanted.options, wanted.players or None, wanted.deal, (wanted.level,) * wanted.bots)
    if wanted.access == "password" and not (wanted.password and available()):
        raise Refusal("illegal", why="no-password-here")


def make_table(host: HostServer, wanted: TableConfig, name: str) -> Table:
    """A table of the configuration. Raises Refusal."""
    settings = Settings(
        name=name,
        access=wanted.access,
        spectators=wanted.spectators,
        level=wanted.level,
        grace=wanted.grace,
        turn=wanted.turn,
        password=password_key(wanted.password) if wanted.password else b"",
    )
    bots = (wanted.level,) * wanted.bots
    return host.create_table(
        wanted.game, wanted.options, wanted.players or None, deal=wanted.deal, bots=bots, settings=settings
    )


def _keys(texts: tuple[str, ...]) -> frozenset[bytes]:
    return frozenset(bytes.fromhex(text) for text in texts)
