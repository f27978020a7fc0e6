"""What a host carries out for its tables.

What they want kept goes to the journal, what they want sent leaves once it is on the disk; then timers, computations
and bots. Whatever a table does, it does through `_ask` or `_let`: a mistake of ours in one table is no other table's.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from p2pcards_protocol import message as wire
from p2pcards_protocol.deal.box import box_public, stand_in_box
from p2pcards_protocol.hashing import u8, u32
from p2pcards_protocol.identity import Identity

from p2pcards.errors import P2PCardsError
from p2pcards.net import password
from p2pcards.net.thinking import Thinker
from p2pcards.net.work import run_once
from p2pcards.referee import Work

from .bots import BotCrew
from .effect import Changed, Check, Compute, DropBot, Effect, Keep, Log, Refusal, ToPeer, ToTable, WantBot
from .journal import Then, Write
from .keeping import Keeping
from .switchboard import Options
from .table import Table
from .tries import Tries
from .where import where


class Carrier(Keeping):
    """A layer of `HostServer`."""

    def __init__(self, identity: Identity, options: Options) -> None:
        super().__init__(identity, options)
        self.crew = BotCrew(self, options.bot_pace, Thinker(options.bot_time))
        self._deferred: list[tuple[int, Any]] = []
        self._tries = Tries()
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._jobs: set[asyncio.Task[None]] = set()

    def _received(self, peer: int, message: Any) -> None:
        """A message of a peer; the layer above says what it means."""

    def hear(self, peer: int, message: Any) -> None:
        """A message that has waited; for nothing if its peer is gone."""
        if peer in self._links and not self._closed:
            self._received(peer, message)

    def _go_on(self) -> None:
        """What has waited while nothing could be kept."""
        deferred, self._deferred = self._deferred, []
        for peer, message in deferred:
            self.hear(peer, message)
        for table in list(self.tables.values()):
            self._let(table, tuple)

    # -- steps of tables ----------------------------------------------------------------------------------------------

    def _ask(self, table: Table, step: Callable[[], Sequence[Effect]]) -> None:
        """What somebody asks of a table, carried out. Raises Refusal.

        A mistake of ours that has made no entry is that request's alone: else who finds one could break tables by it.
        """
        before = table.entries
        try:
            self._carry_out(table, step())
        except Exception as error:
            if table.entries > before:
                self._broken(table, error)
            if isinstance(error, Refusal):
                raise
            self._log("request-failed", {"table": table.ref, "error": repr(error), "where": where(error)})
            raise Refusal("state", why="mistake") from error

    def _let(self, table: Table, step: Callable[[], Sequence[Effect]]) -> None:
        """What a table does by itself, carried out."""
        try:
            self._carry_out(table, step())
        except Exception as error:
            self._broken(table, error)

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
        here = table.ref in self.tables
        if here and any(isinstance(effect, Changed) for effect in effects):
            writes = [*self._lobby_writes(table), *writes]
        self._put(table, writes if here else [], thens)
        if here and table.state == "over" and table.ref in self._matches:
            self._finish(table)
        self._set_timer(table)

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
        self._let(table, lambda: table.handle_timer(self._now(), self._ms()))

    # -- computations -------------------------------------------------------------------------------------------------

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
        self._let(table, lambda: table.knocked(check.peer, check.request, proof))

    async def _compute(self, table: Table, work: Work) -> None:
        try:
            result = await run_once(work)
        except Exception as error:
            self._broken(table, error)
            return
        self._let(table, lambda: table.worked(work, result, self._now(), self._ms()))

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

    # -- bots ---------------------------------------------------------------------------------------------------------

    def _send_for(self, table: Table, wanted: WantBot) -> None:
        """Bring a bot; tell the one whose seat it takes where a seed can be sealed for it."""
        if table.ref not in self.tables:
            return
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
