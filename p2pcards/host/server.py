"""The host process: links in, tables in the middle, effects out.

One event loop owns everything. Tables are state machines; this file carries out what they ask for, in order: what they
want kept goes to the journal, and what they want sent leaves once it is on the disk.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from ipaddress import ip_address
from typing import Any

from p2pcards_protocol import message as wire
from p2pcards_protocol.fields import DealKind
from p2pcards_protocol.identity import Identity
from p2pcards_protocol.session import Closed, Connected, Received, Session

from p2pcards.errors import OptionError
from p2pcards.net import password
from p2pcards.net.errors import ListenError
from p2pcards.net.lan import Announcer
from p2pcards.net.link import Link
from p2pcards.net.local import announced, interfaces
from p2pcards.net.pair import pair
from p2pcards.net.serve import EVERYWHERE, Server, serve
from p2pcards.rules.presets import find_game

from .carrier import Carrier
from .effect import Changed, Effect, Log, Refusal, WantBot
from .lobby import Lobby, check_level, option_refusal
from .names import clean_name
from .table import Peer, Settings, Table

MOST_DEFERRED = 16
"""Messages of one peer that wait while nothing can be kept."""

MOST_EACH = 8
"""Tables of one maker at a time."""

BOT_RATE = 10_000.0
"""Messages a second that the host's own bots may send: they are in this process."""


class HostServer(Carrier):
    """Tables for everybody who finds this host.

    name: what people see. store: where matches are kept, None for none. idle: seconds after
    which a table of a peer's that nobody is at is removed, 0 for never. log: called with an event key and values,
    never with a card or a secret. rate: messages a second that one peer may send (burst twice that).
    """

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
    def links(self) -> int:
        """Connections that have said who they are, the host's own bots' too."""
        return len(self._links)

    @property
    def commits(self) -> int:
        """Transactions since the start."""
        return self._journal.commits

    @property
    def trouble(self) -> str | None:
        """Why nothing can be kept, a key of StoreError; None when all is well."""
        return None if self._journal.trouble is None else self._journal.trouble.key

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
        self._carry_out(table, table.put_out(seat, self._now(), self._ms()))

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

    def _heard(self, peer: int, event: Any) -> None:
        if isinstance(event, Received):
            self._received(peer, event.message)
        elif isinstance(event, Closed):
            self._links.pop(peer, None)
            self._keys.pop(peer, None)
            self._addresses.pop(peer, None)
            self._log("disconnected", {"peer": peer, "code": event.code})
            reason = "closed" if event.code == "" else "lost"
            for table in list(self.tables.values()) if not self._closed else []:
                self._carry_out(table, table.gone(peer, self._now(), self._ms(), reason))

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
            table = self.tables.get(ref)
            if table is None:
                raise Refusal("gone")
            if self._waker.hold(ref, peer, message):
                return
            key = self._keys[peer]
            who = Peer(peer, key, self.crew.owns(key), self.crew.level(key), self._addresses.get(peer, ""))
            self._carry_out(table, table.request(who, message, self._now(), self._ms()))
        except Refusal as refusal:
            number = getattr(message, "id", 0)
            if number:
                self._send(peer, wire.Refused(re=number, code=refusal.code, data=refusal.data))
            else:
                self._send(peer, wire.Notice(code="refused", data={"code": refusal.code, **refusal.data}))

    def _defer(self, peer: int, message: Any) -> None:
        """Later, when what comes of it can be kept. Raises Refusal for those who ask for too much meanwhile."""
        if sum(other == peer for other, _ in self._deferred) >= MOST_DEFERRED:
            raise Refusal("state", why="not-kept")
        self._deferred.append((peer, message))

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
