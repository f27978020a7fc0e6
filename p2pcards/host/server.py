"""The host process: links in, tables in the middle, effects out.

One event loop owns everything. Tables are state machines; this file carries out what they ask for, in order: what they
want kept goes to the journal, and what they want sent leaves once it is on the disk.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from p2pcards_protocol import message as wire
from p2pcards_protocol.deal.box import box_public, stand_in_box
from p2pcards_protocol.hashing import u8, u32
from p2pcards_protocol.identity import Identity, host_words
from p2pcards_protocol.session import Closed, Connected, Received, Session
from p2pcards_protocol.transcript import write_file

from p2pcards.errors import OptionError, P2PCardsError
from p2pcards.net import password
from p2pcards.net.errors import ListenError
from p2pcards.net.gate import Limits
from p2pcards.net.lan import Announcer
from p2pcards.net.link import Link
from p2pcards.net.local import announced, interfaces
from p2pcards.net.pair import pair
from p2pcards.net.serve import EVERYWHERE, Server, serve
from p2pcards.net.service import Service
from p2pcards.net.thinking import BUDGET, Thinker
from p2pcards.net.work import run_once
from p2pcards.referee import Work
from p2pcards.rules.presets import find_game
from p2pcards.store import Store, StoreError

from .bots import BotCrew
from .effect import Changed, Check, Compute, DropBot, Effect, Keep, Log, Refusal, ToPeer, ToTable, WantBot
from .journal import Journal, Then, Write
from .lobby import DealKind, Lobby, check_level, option_refusal
from .saved import table_bytes
from .shelf import BOT, BOT_KEY, Kept, Shelf
from .table import Peer, Settings, Table
from .tries import Tries

MOST_TABLES = 64
"""Tables that peers may have on one host at a time."""

MOST_DEFERRED = 16
"""Messages of one peer that wait while nothing can be kept."""

BOT_RATE = 10_000.0
"""Messages a second that the host's own bots may send: they are in this process."""


class HostServer:
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
        self.identity = identity
        self.name = name
        self.words = host_words(identity.public)
        self.tables: dict[str, Table] = {}
        self.crew = BotCrew(self, bot_pace, Thinker(bot_time))
        self._store = store
        self.rng = rng
        self._log = log or (lambda event, data: None)
        self._rate = rate
        self._limits = limits
        self.peers_create = peers_create
        self.allowed: frozenset[bytes] = frozenset()
        """Keys that may make tables although others may not."""
        self.banned: frozenset[bytes] = frozenset()
        """Keys that may not come in."""
        self.most_tables = most_tables
        self.idle = idle
        self.entries_made = 0
        self._emptied: dict[str, float] = {}
        self._sweeper: asyncio.TimerHandle | None = None
        self._server: Server | None = None
        self._announcer: Announcer | None = None
        self._links: dict[int, Link] = {}
        self._keys: dict[int, bytes] = {}
        self._addresses: dict[int, str] = {}
        self._next_peer = 1
        self._next_table = 1
        self._shelf = Shelf(identity.public)
        self._journal = Journal(store, self._store_trouble)
        self._kept: dict[str, bytes] = {}
        self._matches: set[str] = set()
        self._deferred: list[tuple[int, Any]] = []
        self._trouble_since = 0.0
        self._tries = Tries()
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._jobs: set[asyncio.Task[None]] = set()
        self._telling = False
        self._closed = False

    # -- life ---------------------------------------------------------------------------------------------------------

    async def start(self, bind: Sequence[str] = EVERYWHERE, port: int | None = None, *, announce: bool = True) -> None:
        """Bring back the tables of the last time, open the port and, if asked, announce the host in the background.

        port None: the one of the last time, else the default one, else the next that is free. Raises ListenError,
        StoreError.
        """
        self._revive()
        self._server = await self._listen(bind, port)
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
    def port(self) -> int:
        """Where it listens; 0 before `start`."""
        return 0 if self._server is None else self._server.port

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

    # -- tables -------------------------------------------------------------------------------------------------------

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
        try:
            preset = find_game(game)
        except KeyError:
            raise Refusal("illegal", why="no-such-game") from None
        try:
            rules = preset.change(options or {})
            lobby = Lobby(rules, preset.usual_seats if seats is None else seats, deal)
        except OptionError as error:
            raise option_refusal(error) from None
        if len(bots) > lobby.n:
            raise Refusal("illegal", why="too-many-bots", seats=lobby.n)
        for level in bots:
            check_level(level)
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

    # -- what was kept ------------------------------------------------------------------------------------------------

    def _revive(self) -> None:
        for kept in [] if self._store is None else self._shelf.load(self._store):
            try:
                table, effects = Table.revive(kept, self.identity, self.rng, self._now(), self._ms())
            except P2PCardsError as error:
                self._log("table-lost", {"table": kept.ref, "error": str(error)})
                continue
            self.tables[kept.ref] = table
            self._kept[kept.ref] = kept.info
            if kept.header is not None and kept.file is None:
                self._matches.add(kept.ref)
            self._log("table-back", {"table": kept.ref, "state": table.state, "entries": len(kept.entries)})
            self._carry_out(table, [*effects, Changed()])
            self._revive_bots(table, kept)

    def _revive_bots(self, table: Table, kept: Kept) -> None:
        for seat, slot in enumerate(table.lobby.slots):
            seed = None if slot is None else kept.secrets.get(BOT_KEY + slot.key.hex())
            if slot is not None and seed is not None:
                prefix = f"{BOT}{slot.key.hex()}/"
                own = {name: value for name, value in kept.secrets.items() if name.startswith(prefix)}
                self.crew.revive(table.ref, WantBot(seat, slot.level or "normal", slot.name), seed, own)

    def _send_for(self, table: Table, wanted: WantBot) -> None:
        """Bring a bot; tell the one whose seat it takes where a seed can be sealed for it."""
        identity = self.crew.send_for(table.ref, wanted)
        if wanted.leaver is None or table.header is None or table.conductor is None:
            return
        table_id, deal = table.header.table_id, table.conductor.referee.ledger.deal
        box = box_public(stand_in_box(identity, table_id))
        parts = (table_id, u32(deal), u8(wanted.seat), identity.public, box)
        signature = self.identity.sign("stand-in", *parts)
        offer = wire.StandIn(
            table=table.ref, deal=deal, seat=wanted.seat, key=identity.public, box=box, signature=signature
        )
        self._send(wanted.leaver, offer)

    def keep_secrets(self, ref: str, secrets: Mapping[str, bytes]) -> None:
        """Keep secrets with a table, before anything that is sent after this."""
        self._journal.put([lambda store: self._shelf.append(store, ref, (), secrets)], [])

    def _store_trouble(self, error: StoreError | None) -> None:
        """Nothing can be kept, so nothing is played; or it can again (None): on with what has waited."""
        if error is not None:
            self._trouble_since = self._now()
            self._log("store-trouble", {"key": error.key})
            code = "full-disk" if error.key == "disk-full" else "not-kept"
            self._send_all(tuple(self._links), wire.Notice(code=code, data={"key": error.key}))
            return
        self._log("store-back", {"seconds": round(self._now() - self._trouble_since, 1)})
        self._send_all(tuple(self._links), wire.Notice(code="kept-again"))
        for table in list(self.tables.values()):
            table.stood_still(self._trouble_since, self._now())
        asyncio.get_running_loop().call_soon(self._go_on)

    def _go_on(self) -> None:
        deferred, self._deferred = self._deferred, []
        for peer, message in deferred:
            if peer in self._links:
                self._received(peer, message)
        for table in list(self.tables.values()):
            self._set_timer(table)

    def note(self, event: str, **data: Any) -> None:
        """A line for the log."""
        self._log(event, data)

    # -- links --------------------------------------------------------------------------------------------------------

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
        settings = Settings(
            name=message.name,
            access=message.access,
            spectators=message.spectators,
            turn=message.turn_s,
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

    # -- effects ------------------------------------------------------------------------------------------------------

    def _carry_out(self, table: Table, effects: Sequence[Effect]) -> None:
        """What is to be kept goes into one transaction, whatever its place among the effects; what is to be sent
        follows."""
        writes: list[Write] = []
        thens: list[Then] = []
        for effect in effects:
            match effect:
                case ToPeer(peer, message):
                    thens.append(partial(self._send, peer, message))
                case ToTable(message):
                    thens.append(partial(self._send_all, table.peers, message))
                case Keep():
                    self.entries_made += len(effect.entries)
                    writes += self._writes(table, effect)
                case Changed():
                    thens.append(self._tables_changed)
                case WantBot():
                    thens.append(partial(self._send_for, table, effect))
                case DropBot(key):
                    thens.append(partial(self.crew.drop, key))
                case Compute(work):
                    self._job(self._compute(table, work))
                case Check():
                    self._job(self._check(table, effect))
                case Log(event, data):
                    self._log(event, data)
        if table.ref in self.tables:
            if any(isinstance(effect, Changed) for effect in effects):
                writes = [*self._lobby_writes(table), *writes]
            self._journal.put(writes, thens)
            if table.state == "over" and table.ref in self._matches:
                self._finish(table)
        else:
            self._journal.put([], thens)
        self._set_timer(table)

    def _lobby_writes(self, table: Table) -> list[Write]:
        """The lobby as it is now, where that has changed."""
        data = table_bytes(table)
        if self._store is None or self._kept.get(table.ref) == data:
            return []
        self._kept[table.ref] = data
        ref, state = table.ref, table.state
        return [lambda store: self._shelf.keep(store, ref, state, data)]

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

    def _writes(self, table: Table, keep: Keep) -> list[Write]:
        if self._store is None:
            return []
        ref, header, shelf = table.ref, keep.header, self._shelf
        if header is not None:
            self._matches.add(ref)
            return [lambda store: shelf.begin(store, ref, header)]
        return [lambda store: shelf.append(store, ref, keep.entries, keep.secrets)]

    def prune(self, before: int) -> None:
        """Forget finished tables that were last changed before that second, in the store; their files stay."""
        here = {table.ref for table in self.tables.values()}
        self._journal.put([lambda store: self._shelf.prune(store, before, here)], [])

    def _finish(self, table: Table) -> None:
        """Write the match file of a match that has ended (or is given up)."""
        self._matches.discard(table.ref)
        if self._store is None or table.conductor is None or table.header is None:
            return
        ref, game, table_id = table.ref, table.lobby.rules.game, table.header.table_id
        data = write_file(table.header, table.conductor.entries)
        log = partial(self._log, "saved", {"table": ref, "id": table_id.hex()[:8], "bytes": len(data)})
        self._journal.put([lambda store: self._shelf.over(store, ref, data, game, table_id)], [log])

    async def _check(self, table: Table, check: Check) -> None:
        """A try at a password: counted for its address, computed in a thread."""
        proof = None
        if self._tries.take(check.peer.address, self._now()):
            try:
                proof = await asyncio.get_running_loop().run_in_executor(
                    None, password.host_side, check.key, check.peer.key, self.identity.public, check.message
                )
            except password.BadPassword:
                pass
        self._carry_out(table, table.knocked(check.peer, check.request, proof))

    async def _compute(self, table: Table, work: Work) -> None:
        result = await run_once(work)
        self._carry_out(table, table.worked(result, self._now(), self._ms()))

    def _job(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._jobs.add(task)
        task.add_done_callback(self._job_done)

    def _job_done(self, task: asyncio.Task[None]) -> None:
        self._jobs.discard(task)
        if not task.cancelled() and task.exception() is not None:
            error = task.exception()
            self._log("failed", {"error": repr(error)})
            if not isinstance(error, P2PCardsError):
                raise error  # type: ignore[misc]

    def _set_timer(self, table: Table) -> None:
        old = self._timers.pop(table.ref, None)
        if old is not None:
            old.cancel()
        when = table.timer(self._now())
        if when is not None and table.ref in self.tables and not self._closed:
            loop = asyncio.get_running_loop()
            self._timers[table.ref] = loop.call_at(when, self._ring, table)

    def _ring(self, table: Table) -> None:
        if self._journal.trouble is not None:
            return  # time stands still; `_go_on` sets the timers again
        self._carry_out(table, table.handle_timer(self._now(), self._ms()))

    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    def _ms(self) -> int:
        return time.time_ns() // 1_000_000

    # -- what the lobby shows -----------------------------------------------------------------------------------------

    def _tables_message(self) -> wire.Tables:
        return wire.Tables(tables=tuple(table.info() for table in self.tables.values()))

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
        games = tuple(dict.fromkeys(table.lobby.rules.ruleset for table in tables))
        return Service(self.name, self.identity.public, self.port, len(tables), free, games)
