"""The middle layer of a client: the transcript of the match at its table, and its own player in it.

Entries are judged by the player (or a spectator's referee) before anybody hears of them; what must be kept is kept
before anything that depends on it is sent.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from typing import Any

from p2pcards_protocol import message as wire
from p2pcards_protocol.errors import TranscriptError
from p2pcards_protocol.identity import Identity
from p2pcards_protocol.transcript import Entry, write_file

from p2pcards.errors import P2PCardsError
from p2pcards.net import client_events as out
from p2pcards.net.at_table import AtTable
from p2pcards.net.client_link import KEEP_AGAIN, ClientLink
from p2pcards.net.keeper import Keeper, StoreKeeper
from p2pcards.net.link import Link
from p2pcards.net.work import run_once
from p2pcards.player import Ask, Compute, Effect, Happened, Player, Program, Save, Submit, TellHost
from p2pcards.referee import Work
from p2pcards.referee import event as table_events
from p2pcards.rules.action import Action
from p2pcards.store import Store, StoreError
from p2pcards.verify import verify_bytes

KEEP_EVERY = 32
"""Entries that may wait before they are written: the host has them, they can be asked for again."""


class ClientMatch(ClientLink):
    """See the module; the arguments are those of `Client`."""

    def __init__(
        self,
        identity: Identity,
        name: str,
        opener: Callable[[], Awaitable[Link]],
        *,
        store: Store | None = None,
        keeper: Keeper | None = None,
        rng: Callable[[int], bytes] = os.urandom,
        rate: float | None = None,
        alone: bool = True,
        decide: Callable[[Player, Ask], Action] | None = None,
    ) -> None:
        super().__init__(identity, name, opener, rng, rate)
        self.tables: tuple[wire.TableInfo, ...] = ()
        self.at: AtTable | None = None
        self._knocked: dict[str, bytes] = {}
        self._passwords: dict[str, bytes] = {}
        self._alone = alone
        self._keeper = StoreKeeper(store, identity.public) if keeper is None and store is not None else keeper
        self._unkept: list[tuple[AtTable, list[Effect], bool]] = []
        self._decide = decide
        self.program: Program | None = None
        """Which bot plays at this end, None for a person."""

    def _interrupted(self) -> None:
        self._knocked.clear()
        if self.at is not None:
            self.at.asking_since = False
            if self.at.player is not None:
                self.at.player.interrupted()

    def transcript(self) -> bytes:
        """The file of the match at my table, as far as it goes; b"" before the start."""
        at = self.at
        return b"" if at is None or at.referee is None else write_file(at.referee.header, at.entries)

    def _entry(self, at: AtTable, entry: Entry, *, live: bool) -> None:
        if entry.seq < len(at.entries) and entry != at.entries[entry.seq]:
            raise TranscriptError("chain", entry.seq, "other-history")
        if entry.seq != len(at.entries):
            return
        if at.judge is not None:
            at.entries.append(entry)
            self._run(at, at.judge.receive(entry), live=live)
        if len(at.entries) - at.kept >= KEEP_EVERY:
            self._flush()

    def _private(self, message: wire.Private) -> None:
        at = self.at
        if at is None or message.table != at.ref:
            return
        if at.asking_since:
            at.privates.append(message)  # for a deal whose entries may be on their way
        elif at.player is not None:
            self._run(at, at.player.private(message.deal, message.attempt, message.kind, message.body))

    def _run(self, at: AtTable, effects: list[Effect], *, live: bool = True) -> None:
        """Carry out, in order. Where something cannot be kept, all that comes after it waits until it can."""
        if self._unkept:
            self._unkept.append((at, effects, live))
            return
        for place, effect in enumerate(effects):
            try:
                self._carry_out(at, effect, live)
            except StoreError as error:
                self._unkept.append((at, effects[place:], live))
                self._tell(out.NoticeCame("not-kept", {"key": error.key}))
                self._spawn(self._keep_later())
                return

    async def _keep_later(self) -> None:
        """The disk is full or read-only: try again until it is not. Nothing that depends on it is sent meanwhile."""
        while self._unkept:
            await asyncio.sleep(KEEP_AGAIN)
            waiting, self._unkept = self._unkept, []
            for at, effects, live in waiting:
                self._run(at, effects, live=live)
            if self._unkept:
                return  # another of these is at work
        self._tell(out.NoticeCame("kept-again", {}))

    def _carry_out(self, at: AtTable, effect: Effect, live: bool) -> None:
        match effect:
            case Save(name, data):
                self._keep(at, {name: data})
            case Submit(blob, asig):
                self._keep(at, {})
                self._pacer.submit(wire.Submit(table=at.ref, blob=blob, asig=asig), self._submitted.append)
            case TellHost(deal, attempt, kind, body):
                self._send(wire.Private(table=at.ref, deal=deal, attempt=attempt, kind=kind, body=body))  # type: ignore[arg-type]
            case Compute(work):
                self._spawn(self._compute(at, work))
            case Ask(prompt, number):
                self._tell(out.Asked(prompt, number))
            case Happened(event):
                self._happened(at, event, live)

    async def _compute(self, at: AtTable, work: Work) -> None:
        result = await run_once(work)
        if at.judge is not None and at.judge.referee.work is work:
            try:
                self._run(at, at.judge.worked(result), live=not at.asking_since)
            except P2PCardsError as error:
                self._distrust(error)

    def _happened(self, at: AtTable, event: Any, live: bool) -> None:
        self._tell(out.Happened(event, live))
        if at.missed is not None and not live:
            at.missed.append(event)
        if isinstance(event, table_events.Ended):
            self._flush()
            self._spawn(self._finish(at))
        elif isinstance(event, table_events.TimedOut) and event.seat == at.seat and live:
            self._play_for_me(at)

    def _play_for_me(self, at: AtTable) -> None:
        """My turn has run out: my own bot plays, as everybody was told. A bot's turn it plays itself."""
        if at.player is None or self._decide is None or self.program is not None or at.player.question is None:
            return
        question = at.player.question
        self._run(at, at.player.act(self._decide(at.player, question), question.number))

    async def _finish(self, at: AtTable) -> None:
        """The match is over: keep the file, verify it, say where it is."""
        referee = at.referee
        if referee is None:
            return
        data = write_file(referee.header, at.entries)
        report = await asyncio.get_running_loop().run_in_executor(None, verify_bytes, data)
        if self._keeper is None:
            return
        while not self._closing:
            try:
                at.path = self._keeper.finish(data, referee.rules.game, referee.header.table_id)
                break
            except StoreError as error:
                self._tell(out.NoticeCame("not-kept", {"key": error.key}))
                await asyncio.sleep(KEEP_AGAIN)
        if at.path is not None:
            self._tell(out.Saved(at.path, report))

    def _keep(self, at: AtTable, secrets: dict[str, bytes]) -> None:
        """My secrets, and the entries that are not kept yet. Raises StoreError."""
        if self._keeper is not None and at.referee is not None and (secrets or at.kept < len(at.entries)):
            upto = len(at.entries)
            self._keeper.keep(at.entries[at.kept : upto], secrets)
            at.kept = max(at.kept, upto)

    def _flush(self) -> None:
        """Keep the entries that are not kept yet; what cannot be kept now can be asked for again."""
        at = self.at
        if at is not None and at.kept < len(at.entries):
            try:
                self._keep(at, {})
            except StoreError as error:
                self._tell(out.NoticeCame("not-kept", {"key": error.key}))
