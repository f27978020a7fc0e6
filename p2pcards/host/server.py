"""The host process: links in, tables in the middle, effects out.

One event loop owns everything. Tables are state machines; this file carries out what they ask for, in order: what they
want kept goes to the journal, and what they want sent leaves once it is on the disk.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from ipaddress import ip_address
from typing import Any

from p2pcards_protocol import message as wire
from p2pcards_protocol.identity import Identity
from p2pcards_protocol.session import Closed, Received

from p2pcards.net.announcing import Announcer
from p2pcards.net.errors import ListenError
from p2pcards.net.gate import Limits
from p2pcards.net.local import announced, interfaces
from p2pcards.net.serve import EVERYWHERE, Server, serve
from p2pcards.net.thinking import BUDGET
from p2pcards.store import Store

from .effect import Refusal
from .switchboard import Options
from .table import Peer
from .table_office import MOST_TABLES, TableOffice

MOST_DEFERRED = 16
"""Messages of one peer that wait while nothing can be kept."""


class HostServer(TableOffice):
    """Tables for everybody who finds this host.

    name: what people see. store: where matches are kept, None for none. idle: seconds after
    which a table of a peer's that nobody is at is removed, 0 for never. log: called with an event key and values,
    never with a card or a secret. rate: messages a second that one peer may send (burst twice that).
    """

    def __init__(
        self,
        identity: Identity,
        *,
        name: str,
        store: Store | None = None,
        rng: Callable[[int], bytes] = os.urandom,
        log: Callable[[str, Mapping[str, Any]], None] | None = None,
        rate: float = 20.0,
        limits: Limits | None = None,
        bot_pace: float = 0.0,
        bot_time: float = BUDGET,
        peers_create: bool = True,
        most_tables: int = MOST_TABLES,
        idle: float = 0.0,
    ) -> None:
        log = log or (lambda event, data: None)
        super().__init__(
            identity,
            Options(name, store, rng, log, rate, limits, bot_pace, bot_time, peers_create, most_tables, idle),
        )

    async def start(self, bind: Sequence[str] = EVERYWHERE, port: int | None = None, *, announce: bool = True) -> None:
        """List the tables of the last time, open the port and, if asked, announce the host in the background; the
        matches come back meanwhile.

        port None: the one of the last time, else the default one, else the next that is free. Raises ListenError,
        StoreError.
        """
        self._revive()
        self._server = await self._listen(bind, port)
        self._waker.start()
        if self.idle:
            self._sweep()
        if announce:
            self._announcer = Announcer(self._server.listening, self._service())
            self._announcer.start()

    async def _listen(self, bind: Sequence[str], port: int | None) -> Server:
        name = f"port/{self.identity.public.hex()}"
        last = None if self._store is None or port is not None else self._store.get_setting(name)
        for number in (int(last), None) if last else (port,):
            try:
                server = await serve(
                    self.identity, bind, number, self._on_link, session=self._session, limits=self._limits
                )
                break
            except ListenError:
                if number is None or not last:
                    raise
        if self._store is not None and port is None:
            self._store.put_setting(name, str(server.port).encode())
        return server

    @property
    def turned_away(self) -> int:
        """Connections that were refused at the door."""
        return 0 if self._server is None else self._server.turned_away

    @property
    def addresses(self) -> tuple[str, ...]:
        """The addresses that others can reach now."""
        return () if self._server is None else announced(self._server.listening, interfaces())

    @property
    def announces(self) -> bool:
        """Whether it was asked to announce itself."""
        return self._announcer is not None

    @property
    def only_here(self) -> bool:
        """Whether it listens on this machine's own address alone, so that nobody else can join."""
        return self._server is not None and all(ip_address(one).is_loopback for one in self._server.listening)

    @property
    def problem(self) -> str | None:
        """Why the host is not announced, a key of net.lan; None when it is (or was not asked to be)."""
        return None if self._announcer is None else self._announcer.problem

    def on_problem(self, tell: Callable[[str | None], None]) -> None:
        """Call `tell` whenever `problem` changes."""
        if self._announcer is not None:
            self._announcer.on_problem = tell

    async def close(self) -> None:
        """Tell everybody, say goodbye on the network, end every link. Safe to call twice."""
        if self._closed:
            return
        self._closed = True
        if self._sweeper is not None:
            self._sweeper.cancel()
        for timer in self._timers.values():
            timer.cancel()
        await self._waker.close()
        await self._journal.close()
        for link in list(self._links.values()):
            link.send(wire.Notice(code="stopping"))
        await asyncio.sleep(0)
        await self.crew.close()
        for job in list(self._jobs):
            job.cancel()
        await asyncio.gather(*self._jobs, return_exceptions=True)
        if self._announcer is not None:
            await self._announcer.close()
        if self._server is not None:
            await self._server.close()

    def _heard(self, peer: int, event: Any) -> None:
        if isinstance(event, Received):
            self._received(peer, event.message)
        elif isinstance(event, Closed):
            self._forget(peer)
            self._log("disconnected", {"peer": peer, "code": event.code})
            reason = "closed" if event.code == "" else "lost"
            for table in list(self.tables.values()) if not self._closed else []:
                self._let(table, partial(table.gone, peer, self._now(), self._ms(), reason))

    def _received(self, peer: int, message: Any) -> None:
        try:
            if self._journal.trouble is not None:
                self._defer(peer, message)
                return
            if isinstance(message, wire.Create):
                self._create(peer, message)
                return
            ref = getattr(message, "table", None)
            if ref is None:
                return
            if self._waker.hold(ref, peer, message):
                return
            table = self.tables.get(ref)
            if table is None:
                raise Refusal("gone")
            key = self._keys[peer]
            who = Peer(peer, key, self.crew.owns(key), self.crew.level(key), self._addresses.get(peer, ""))
            self._ask(table, partial(table.request, who, message, self._now(), self._ms()))
        except Refusal as refusal:
            self._send(peer, refusal.answer(getattr(message, "id", 0)))

    def _defer(self, peer: int, message: Any) -> None:
        """Later, when what comes of it can be kept. Raises Refusal for those who ask for too much meanwhile."""
        if sum(other == peer for other, _ in self._deferred) >= MOST_DEFERRED:
            raise Refusal("state", why="not-kept")
        self._deferred.append((peer, message))
