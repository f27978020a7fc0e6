"""Who is connected to a host, and what all of them are told: the list of its tables."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from p2pcards_protocol import message as wire
from p2pcards_protocol.identity import Identity, host_words
from p2pcards_protocol.session import Connected, Session
from p2pcards_protocol.terms import short_hash

from p2pcards.net.announcing import Announcer
from p2pcards.net.gate import Limits
from p2pcards.net.link import Link
from p2pcards.net.pair import pair
from p2pcards.net.serve import Server
from p2pcards.net.service import Service
from p2pcards.store import Store

from .listing import fitting
from .table import Table

BOT_RATE = 10_000.0
"""Messages a second that the host's own bots may send: they are in this process."""


@dataclass(frozen=True, slots=True)
class Options:
    """How a host is run; see `HostServer`."""

    name: str
    store: Store | None
    rng: Callable[[int], bytes]
    log: Callable[[str, Mapping[str, Any]], None]
    rate: float
    limits: Limits | None
    bot_pace: float
    bot_time: float
    peers_create: bool
    most_tables: int
    idle: float


class Switchboard:
    """The lowest layer of `HostServer`."""

    def __init__(self, identity: Identity, options: Options) -> None:
        self.identity = identity
        self.name = options.name
        self.words = host_words(identity.public)
        self.tables: dict[str, Table] = {}
        self.rng = options.rng
        self.banned: frozenset[bytes] = frozenset()
        """Keys that may not come in."""
        self._log = options.log
        self._rate = options.rate
        self._limits = options.limits
        self._server: Server | None = None
        self._announcer: Announcer | None = None
        self._links: dict[int, Link] = {}
        self._keys: dict[int, bytes] = {}
        self._addresses: dict[int, str] = {}
        self._next_peer = 1
        self._telling = False
        self._closed = False

    @property
    def port(self) -> int:
        """Where it listens; 0 before `start`."""
        return 0 if self._server is None else self._server.port

    @property
    def links(self) -> int:
        """Connections that have said who they are, the host's own bots' too."""
        return len(self._links)

    def note(self, event: str, **data: Any) -> None:
        """A line for the log."""
        self._log(event, data)

    # -- for the layers above -----------------------------------------------------------------------------------------

    def _heard(self, peer: int, event: Any) -> None:
        """A message of a peer, or the end of its link."""
        raise NotImplementedError

    def _broken(self, table: Table, error: Exception) -> None:
        """A mistake of ours has come to light in a table."""
        raise NotImplementedError

    # -- peers --------------------------------------------------------------------------------------------------------

    def ban(self, keys: frozenset[bytes]) -> None:
        """These keys may not come in; those that are here go."""
        self.banned = keys
        for peer, key in list(self._keys.items()):
            if key in keys:
                self._links[peer].close("auth", "banned")

    def _session(self) -> Session:
        return Session("host", self.identity, self.rng, rate=self._rate, burst=2 * self._rate)

    def local_link(self, identity: Identity) -> Link:
        """A link of this process to its own host: the same frames and sessions as over a socket."""
        mine = Session("host", self.identity, self.rng, rate=BOT_RATE, burst=BOT_RATE)
        theirs = Session("client", identity, self.rng, host_key_seen=self.identity.public)
        host_end, seat_end = pair(mine, theirs)
        host_end.on_event = lambda link, event: self._greeted(link, event)
        return seat_end

    def _greeted(self, link: Link, event: Any) -> None:
        if isinstance(event, Connected):
            link.on_event = None
            self._on_link(link)

    def _on_link(self, link: Link) -> None:
        if link.connected is not None and link.connected.key in self.banned:
            link.close("auth", "banned")
            return
        peer = self._next_peer
        self._next_peer += 1
        self._links[peer] = link
        assert link.connected is not None
        self._keys[peer] = link.connected.key
        self._addresses[peer] = link.peer[0]
        link.send(self._tables_message())
        self._log("connected", {"peer": peer, "address": link.peer[0], "wants": link.connected.wants})
        link.listen(lambda event: self._heard(peer, event))

    def _forget(self, peer: int) -> None:
        self._links.pop(peer, None)
        self._keys.pop(peer, None)
        self._addresses.pop(peer, None)

    def _send(self, peer: int, message: wire.Link) -> None:
        link = self._links.get(peer)
        if link is not None:
            link.send(message)

    def _send_all(self, peers: Sequence[int], message: wire.Link) -> None:
        """The same bytes to everybody, encoded once."""
        payload = wire.encode_message(message)
        for peer in peers:
            link = self._links.get(peer)
            if link is not None:
                link.send_payload(type(message), payload)

    # -- the list of tables -------------------------------------------------------------------------------------------

    def _tables_message(self) -> wire.Tables:
        infos = []
        for table in list(self.tables.values()):
            try:
                infos.append(table.info())
            except Exception as error:
                self._broken(table, error)
        return wire.Tables(tables=fitting(infos))

    def _tables_changed(self) -> None:
        """Tell everybody, once for all changes of this turn of the loop."""
        if not self._telling and not self._closed:
            self._telling = True
            asyncio.get_running_loop().call_soon(self._tell_tables)

    def _tell_tables(self) -> None:
        self._telling = False
        if not self._closed:
            self._send_all(tuple(self._links), self._tables_message())
            if self._announcer is not None:
                self._announcer.update(self._service())

    def _service(self) -> Service:
        tables = list(self.tables.values())
        free = sum(len(table.lobby.empty) for table in tables if table.state == "lobby")
        games = tuple(dict.fromkeys(table.lobby.rules.game for table in tables))
        rules = tuple(dict.fromkeys(short_hash(table.lobby.rules_hash()) for table in tables))
        return Service(self.name, self.identity.public, self.port, len(tables), free, games, rules=rules)

    # -- clocks -------------------------------------------------------------------------------------------------------

    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    def _ms(self) -> int:
        return max(0, time.time_ns() // 1_000_000)  # a clock that nobody has set
