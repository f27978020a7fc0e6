"""Which tables a host has: they are made, by the host or for a peer, and taken away."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from p2pcards_protocol import message as wire
from p2pcards_protocol.fields import DealKind
from p2pcards_protocol.identity import Identity

from p2pcards.errors import OptionError
from p2pcards.net import password
from p2pcards.rules.presets import find_game

from .effect import Changed, Effect, Log, Refusal, WantBot
from .lobby import Lobby, check_level, option_refusal
from .names import clean_name
from .reviving import Reviving
from .switchboard import Options
from .table import Settings, Table

MOST_TABLES = 64
"""Tables that peers may have on one host at a time."""

MOST_EACH = 8
"""Tables of one maker at a time."""


class TableOffice(Reviving):
    """A layer of `HostServer`."""

    def __init__(self, identity: Identity, options: Options) -> None:
        super().__init__(identity, options)
        self.peers_create = options.peers_create
        self.allowed: frozenset[bytes] = frozenset()
        """Keys that may make tables although others may not."""
        self.most_tables = options.most_tables
        self.idle = options.idle
        self._next_table = 1
        self._emptied: dict[str, float] = {}
        self._sweeper: asyncio.TimerHandle | None = None

    def create_table(
        self,
        game: str,
        options: Mapping[str, Any] | None = None,
        seats: int | None = None,
        *,
        deal: DealKind = "sealed",
        bots: Sequence[str] = (),
        settings: Settings | None = None,
        owner: bytes | None = None,
    ) -> Table:
        """Make a table. Raises Refusal: no such game, or options that make none."""
        lobby = make_lobby(game, options or {}, seats, deal, bots)
        lobby.owner = owner
        ref = self._new_ref()
        table = Table(ref, self.identity, self.rng, lobby, self._with_secret(settings or Settings()))
        self.tables[ref] = table
        effects: list[Effect] = [Log("table", {"table": ref, "game": game}), Changed()]
        taken = lobby.n - len(bots)
        effects += [WantBot(taken + place, level) for place, level in enumerate(bots)]
        self._carry_out(table, effects)
        return table

    def _new_ref(self) -> str:
        """A name that no table of this host has ever had: somebody may still look for an old one."""
        name = f"tables/{self.identity.public.hex()}"
        known = None if self._store is None else self._store.get_setting(name)
        number = max(self._next_table, int(known or 0) + 1)
        self._next_table = number + 1
        if self._store is not None:
            self._journal.put([lambda store: store.put_setting(name, str(number).encode())], [])
        return f"t{number}"

    def _with_secret(self, settings: Settings) -> Settings:
        if settings.access == "password" and not (settings.password and password.available()):
            raise Refusal("illegal", why="no-password-here")
        return replace(settings, secret=self.rng(16)) if settings.access == "invite" else settings

    def close_table(self, ref: str) -> None:
        """Take a table away; those at it are told. What was played of a match that has not ended is kept as a file."""
        table = self.tables.pop(ref, None)
        if table is None:
            return
        if ref in self._matches:
            self._finish(table)
        self._waker.drop(ref)
        self._kept.pop(ref, None)
        self._journal.put([lambda store: self._shelf.drop(store, ref)], [])
        for peer in table.peers:
            self._send(peer, wire.Notice(code="closed", table=ref))
        timer = self._timers.pop(ref, None)
        if timer is not None:
            timer.cancel()
        self.crew.drop_table(ref)
        self._carry_out(table, [Changed()])

    def _sweep(self) -> None:
        """Look for tables of peers that nobody is at, and ended ones that everybody has left; once a minute."""
        now = self._now()
        for ref, table in list(self.tables.items()):
            people = table.people or any(peer in self._links for peer in table.peers if not self._own(peer))
            if people or not table.settings.maker or table.state == "playing":
                self._emptied.pop(ref, None)
            elif now - self._emptied.setdefault(ref, now) >= self.idle:
                self._emptied.pop(ref)
                self._log("idle", {"table": ref})
                self.close_table(ref)
        self._sweeper = asyncio.get_running_loop().call_later(min(60.0, self.idle), self._sweep)

    def _own(self, peer: int) -> bool:
        return self.crew.owns(self._keys.get(peer, b""))

    def kick(self, ref: str, seat: int) -> None:
        """Put somebody out of a seat. Raises Refusal."""
        table = self.tables.get(ref)
        if table is None:
            raise Refusal("gone")
        self._ask(table, partial(table.put_out, seat, self._now(), self._ms()))

    def admit(self, ref: str, key: bytes) -> None:
        """Let somebody in again who was put out of a table. Raises Refusal."""
        table = self.tables.get(ref)
        if table is None:
            raise Refusal("gone")
        self._ask(table, partial(table.admit, key))

    def _create(self, peer: int, message: wire.Create) -> None:
        if not self.peers_create and self._keys[peer] not in self.allowed:
            raise Refusal("illegal", why="no-new-tables")
        if len(self.tables) >= self.most_tables:
            raise Refusal("state", why="too-many-tables")
        key = self._keys[peer]
        if sum(table.settings.maker == key for table in self.tables.values()) >= MOST_EACH:
            raise Refusal("state", why="too-many-tables")
        if len(message.bots) >= message.seats:  # nobody would play there
            raise Refusal("illegal", why="too-many-bots", seats=message.seats)
        settings = Settings(
            name=clean_name(message.name) if message.name else "",
            access=message.access,
            spectators=message.spectators,
            turn=message.turn_s,
            password=message.password if message.access == "password" else b"",
            maker=self._keys[peer],
        )
        table = self.create_table(
            message.game,
            message.options,
            message.seats,
            deal=message.deal,
            bots=message.bots,
            settings=settings,
            owner=self._keys[peer],
        )
        created = wire.Created(re=message.id, table=table.ref)
        self._journal.put([], [lambda: self._send(peer, self._tables_message()), lambda: self._send(peer, created)])


def make_lobby(
    game: str, options: Mapping[str, Any], seats: int | None, deal: DealKind, bots: Sequence[str] = ()
) -> Lobby:
    """The empty seats of a game with these options. Raises Refusal: no such game, or options that make none."""
    try:
        preset = find_game(game)
    except KeyError:
        raise Refusal("illegal", why="no-such-game") from None
    try:
        lobby = Lobby(preset.change(options), preset.usual_seats if seats is None else seats, deal)
    except OptionError as error:
        raise option_refusal(error) from None
    if len(bots) > lobby.n:
        raise Refusal("illegal", why="too-many-bots", seats=lobby.n)
    for level in bots:
        check_level(level)
    return lobby
