"""The host process: links in, tables in the middle, effects out.

One event loop owns everything. Tables are state machines; this file carries out what they ask for, in order:
store first, then send.
"""

from __future__ import annotations

import asyncio
import datetime
import os
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from p2pcards_protocol import message as wire
from p2pcards_protocol.identity import Identity, host_words
from p2pcards_protocol.session import Closed, Connected, Received, Session
from p2pcards_protocol.transcript import FileWriter

from p2pcards.errors import OptionError, P2PCardsError
from p2pcards.net.gate import Limits
from p2pcards.net.lan import Announcer
from p2pcards.net.link import Link
from p2pcards.net.local import announced, interfaces
from p2pcards.net.pair import pair
from p2pcards.net.serve import EVERYWHERE, Server, serve
from p2pcards.net.service import Service
from p2pcards.net.work import run_once
from p2pcards.referee import Work
from p2pcards.rules.presets import find_game
from p2pcards.store import Store, TableNumber

from .bots import BotCrew
from .effect import Changed, Compute, DropBot, Effect, Keep, Log, Refusal, ToPeer, ToTable, WantBot
from .lobby import DealKind, Lobby, check_level, option_refusal
from .table import Peer, Settings, Table

MOST_TABLES = 64
"""Tables that peers may have on one host at a time."""

BOT_RATE = 10_000.0
"""Messages a second that the host's own bots may send: they are in this process."""


class HostServer:
    """Tables for everybody who finds this host.

    name: what people see. store: where matches are kept, None for none. log: called with an event key and values,
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
        peers_create: bool = True,
    ) -> None:
        self.identity = identity
        self.name = name
        self.words = host_words(identity.public)
        self.tables: dict[str, Table] = {}
        self.crew = BotCrew(self, bot_pace)
        self._store = store
        self._rng = rng
        self._log = log or (lambda event, data: None)
        self._rate = rate
        self._limits = limits
        self._peers_create = peers_create
        self._server: Server | None = None
        self._announcer: Announcer | None = None
        self._links: dict[int, Link] = {}
        self._keys: dict[int, bytes] = {}
        self._next_peer = 1
        self._next_table = 1
        self._numbers: dict[str, TableNumber] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._jobs: set[asyncio.Task[None]] = set()
        self._telling = False
        self._closed = False

    # -- life ---------------------------------------------------------------------------------------------------------

    async def start(self, bind: Sequence[str] = EVERYWHERE, port: int | None = None, *, announce: bool = True) -> None:
        """Open the port and, if asked, announce the host in the background. Raises ListenError."""
        self._server = await serve(self.identity, bind, port, self._on_link, session=self._session, limits=self._limits)
        if announce:
            self._announcer = Announcer(self._server.listening, self._service())
            self._announcer.start()

    @property
    def port(self) -> int:
        """Where it listens; 0 before `start`."""
        return 0 if self._server is None else self._server.port

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
        for timer in self._timers.values():
            timer.cancel()
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
        ref = f"t{self._next_table}"
        self._next_table += 1
        table = Table(ref, self.identity, self._rng, lobby, settings or Settings())
        self.tables[ref] = table
        effects: list[Effect] = [Log("table", {"table": ref, "game": game}), Changed()]
        taken = lobby.n - len(bots)
        effects += [WantBot(taken + place, level) for place, level in enumerate(bots)]
        self._carry_out(table, effects)
        return table

    def close_table(self, ref: str) -> None:
        """Take a table away; those at it are told."""
        table = self.tables.pop(ref, None)
        if table is None:
            return
        for peer in table.peers:
            self._send(peer, wire.Notice(code="closed", table=ref))
        timer = self._timers.pop(ref, None)
        if timer is not None:
            timer.cancel()
        self.crew.drop_table(ref)
        self._carry_out(table, [Changed()])

    # -- links --------------------------------------------------------------------------------------------------------

    def _session(self) -> Session:
        return Session("host", self.identity, self._rng, rate=self._rate, burst=2 * self._rate)

    def local_link(self, identity: Identity) -> Link:
        """A link of this process to its own host: the same frames and sessions as over a socket."""
        mine = Session("host", self.identity, self._rng, rate=BOT_RATE, burst=BOT_RATE)
        theirs = Session("client", identity, self._rng, host_key_seen=self.identity.public)
        host_end, seat_end = pair(mine, theirs)
        host_end.on_event = lambda link, event: self._greeted(link, event)
        return seat_end

    def _greeted(self, link: Link, event: Any) -> None:
        if isinstance(event, Connected):
            link.on_event = None
            self._on_link(link)

    def _on_link(self, link: Link) -> None:
        peer = self._next_peer
        self._next_peer += 1
        self._links[peer] = link
        assert link.connected is not None
        self._keys[peer] = link.connected.key
        link.send(self._tables_message())
        self._log("connected", {"peer": peer, "address": link.peer[0], "wants": link.connected.wants})
        link.listen(lambda event: self._heard(peer, event))

    def _heard(self, peer: int, event: Any) -> None:
        if isinstance(event, Received):
            self._received(peer, event.message)
        elif isinstance(event, Closed):
            self._links.pop(peer, None)
            key = self._keys.pop(peer, b"")
            self._log("disconnected", {"peer": peer, "code": event.code})
            for table in list(self.tables.values()):
                self._carry_out(table, table.gone(peer, self._now(), self._ms()))
            self.crew.link_gone(key)

    def _received(self, peer: int, message: Any) -> None:
        try:
            if isinstance(message, wire.Create):
                self._create(peer, message)
                return
            ref = getattr(message, "table", None)
            if ref is None:
                return
            table = self.tables.get(ref)
            if table is None:
                raise Refusal("gone")
            who = Peer(peer, self._keys[peer], self.crew.owns(self._keys[peer]))
            self._carry_out(table, table.request(who, message, self._now(), self._ms()))
        except Refusal as refusal:
            number = getattr(message, "id", 0)
            if number:
                self._send(peer, wire.Refused(re=number, code=refusal.code, data=refusal.data))
            else:
                self._send(peer, wire.Notice(code="refused", data={"code": refusal.code, **refusal.data}))

    def _create(self, peer: int, message: wire.Create) -> None:
        if not self._peers_create:
            raise Refusal("illegal", why="no-new-tables")
        if len(self.tables) >= MOST_TABLES:
            raise Refusal("state", why="too-many-tables")
        settings = Settings(
            name=message.name, access=message.access, spectators=message.spectators, turn=message.turn_s
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
        self._send(peer, wire.Created(re=message.id, table=table.ref))

    # -- effects ------------------------------------------------------------------------------------------------------

    def _carry_out(self, table: Table, effects: Sequence[Effect]) -> None:
        for effect in effects:
            match effect:
                case ToPeer(peer, message):
                    self._send(peer, message)
                case ToTable(message):
                    self._send_all(table.peers, message)
                case Keep():
                    self._keep(table, effect)
                case Changed():
                    self._tables_changed()
                case WantBot():
                    self.crew.send_for(table.ref, effect)
                case DropBot(key):
                    self.crew.drop(key)
                case Compute(work):
                    self._job(self._compute(table, work))
                case Log(event, data):
                    self._log(event, data)
        if table.state == "over":
            self._finish(table)
        self._set_timer(table)

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

    def _keep(self, table: Table, keep: Keep) -> None:
        if self._store is None:
            return
        now = int(time.time())
        if keep.header is not None:
            number = self._store.create_table(
                self.identity.public, keep.header.table_id.hex(), "host", now, state="playing"
            )
            self._store.update_table(number, now, header=keep.header.encode())
            self._numbers[table.ref] = number
        elif table.ref in self._numbers:
            self._store.append(self._numbers[table.ref], keep.entries, keep.secrets)

    def _finish(self, table: Table) -> None:
        """Write the match file of a match that has ended."""
        number = self._numbers.pop(table.ref, None)
        if self._store is None or number is None or table.conductor is None or table.header is None:
            return
        writer = FileWriter
        data = writer.header_bytes(table.header) + b"".join(
            writer.entry_bytes(entry) for entry in table.conductor.entries
        )
        path = self._store.write_match(
            data, date=datetime.date.today(), game=table.lobby.rules.game, table_id=table.header.table_id
        )
        self._store.update_table(number, int(time.time()), state="over", file=path)
        self._log("saved", {"table": table.ref, "path": str(path)})

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
