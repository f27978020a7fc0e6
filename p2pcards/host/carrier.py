"""What a host carries out for its tables.

What they want kept goes to the journal, what they want sent leaves once it is on the disk; then timers, computations,
bots, and what the lobby shows.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from p2pcards_protocol import message as wire
from p2pcards_protocol.deal.box import box_public, stand_in_box
from p2pcards_protocol.hashing import u8, u32
from p2pcards_protocol.identity import Identity, host_words
from p2pcards_protocol.terms import short_hash
from p2pcards_protocol.transcript import Entry, write_file

from p2pcards.errors import P2PCardsError
from p2pcards.net import password
from p2pcards.net.gate import Limits
from p2pcards.net.lan import Announcer
from p2pcards.net.link import Link
from p2pcards.net.serve import Server
from p2pcards.net.service import Service
from p2pcards.net.thinking import BUDGET, Thinker
from p2pcards.net.work import run_once
from p2pcards.referee import Work
from p2pcards.store import Store, StoreError

from .bots import BotCrew
from .conductor import Conductor
from .effect import Changed, Check, Compute, DropBot, Effect, Keep, Log, ToPeer, ToTable, WantBot
from .journal import Journal, Then, Write
from .listing import fitting
from .saved import table_bytes
from .shelf import BOT, BOT_KEY, Kept, Shelf
from .table import Table
from .tries import Tries
from .waking import Waker

MOST_TABLES = 64
"""Tables that peers may have on one host at a time."""


class Carrier:
    """The lower layer of `HostServer`, whose arguments these are."""

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
        self._waker = Waker(self, self._awake)
        self._kept: dict[str, bytes] = {}
        self._matches: set[str] = set()
        self._deferred: list[tuple[int, Any]] = []
        self._trouble_since = 0.0
        self._tries = Tries()
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._jobs: set[asyncio.Task[None]] = set()
        self._telling = False
        self._closed = False

    @property
    def port(self) -> int:
        """Where it listens; 0 before `start`."""
        return 0 if self._server is None else self._server.port

    def local_link(self, identity: Identity) -> Link:
        """A link of this process to its own host; the layer above makes it."""
        raise NotImplementedError

    def _received(self, peer: int, message: Any) -> None:
        """A message of a peer; the layer above says what it means."""

    def _revive(self) -> None:
        """The tables of the last time. Those with a match sleep until the waker has it back."""
        for kept in [] if self._store is None else self._shelf.load(self._store):
            try:
                table = Table.revive(kept, self.identity, self.rng, self._now())
            except P2PCardsError as error:
                self._log("table-lost", {"table": kept.ref, "error": str(error)})
                continue
            self.tables[kept.ref] = table
            self._kept[kept.ref] = kept.info
            if kept.header is not None and kept.file is None:
                self._matches.add(kept.ref)
            if table.asleep is not None:
                self._waker.add(kept)
            else:
                self._back(table, kept, [])

    def _awake(self, kept: Kept, conductor: Conductor | P2PCardsError) -> None:
        """A match is back, or does not hold. Then its table is not here; what was kept of it stays."""
        table = self.tables[kept.ref]
        if isinstance(conductor, Conductor):
            self._back(table, kept, table.wake(conductor, self._now(), self._ms()))
            return
        self._log("table-lost", {"table": kept.ref, "error": str(conductor)})
        del self.tables[kept.ref]
        self._matches.discard(kept.ref)
        self._tables_changed()

    def _back(self, table: Table, kept: Kept, effects: Sequence[Effect]) -> None:
        self._log("table-back", {"table": kept.ref, "state": table.state, "entries": table.entries})
        self._carry_out(table, [*effects, Changed()])
        self._revive_bots(table, kept)

    def kept_entries(self, kept: Kept) -> list[Entry]:
        """The entries of a match that was kept; from any thread."""
        assert self._store is not None
        return self._shelf.entries(self._store, kept.ref)

    def hear(self, peer: int, message: Any) -> None:
        """A message that has waited; for nothing if its peer is gone."""
        if peer in self._links and not self._closed:
            self._received(peer, message)

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
            self.hear(peer, message)
        for table in list(self.tables.values()):
            self._set_timer(table)

    def note(self, event: str, **data: Any) -> None:
        """A line for the log."""
        self._log(event, data)

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
        if self._store is None or table.header is None or table.state == "lobby":
            return
        ref, game, table_id = table.ref, table.lobby.rules.game, table.header.table_id
        entries = self.kept_entries(table.asleep) if table.asleep is not None else table.played
        data = write_file(table.header, entries)
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

    def _tables_message(self) -> wire.Tables:
        return wire.Tables(tables=fitting([table.info() for table in self.tables.values()]))

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
