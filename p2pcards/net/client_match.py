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
from p2pcards_protocol.transcript import Entry, key_change_signature, write_file

from p2pcards.errors import P2PCardsError
from p2pcards.net import client_events as out
from p2pcards.net.at_table import AtTable
from p2pcards.net.client_link import KEEP_AGAIN, ClientLink, RefusedByHost
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

PAGE = 64
"""Entries that are asked for at a time: judging them holds up the loop, which may be a host's with many bots."""

NOT_YET = frozenset({"not-justified", "keys-stand"})
"""Why the host cannot give me a seat now, although it may be mine later."""

_SEAT_MAY_BE_FREE = (table_events.Left, table_events.Audited, table_events.DealVoided)
"""After these a seat that I wait for may be mine: its player has left, or no hand is dealt that I cannot open."""


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

    def _ask_since(self) -> None:
        at = self.at
        if at is not None and not at.asking_since:
            at.asking_since = True
            self._spawn(self._since(at))

    async def _since(self, at: AtTable) -> None:
        """Fetch what is missing, page by page; then the player may speak."""
        at.asking_since = True
        at.privates = []
        try:
            more = True
            while more:
                at.behind = False
                answer = await self._request(wire.Since(table=at.ref, seq=len(at.entries) - 1, limit=PAGE))
                for raw in answer.entries:
                    self._entry(at, Entry.from_tuple(raw), live=False)
                more = answer.more or at.behind
        except RefusedByHost:
            return
        except P2PCardsError as error:
            self._distrust(error)
            return
        finally:
            at.asking_since = False
        privates, at.privates = at.privates, []
        for private in privates:
            self._private(private)
        if at.player is not None:
            try:
                self._run(at, at.player.caught_up())
            except P2PCardsError as error:
                self._distrust(error)
                return
        if at.reclaim:
            await self._take_seat(at)

    async def _take_seat(self, at: AtTable) -> None:
        """Speak for a seat whose key is not mine: the owner is back, or a bot stands in."""
        seat = at.joining if at.seat is None else at.seat
        if seat is None or at.referee is None:
            return
        owner = at.referee.ledger.owner(seat) == self.identity.public
        kind = "join" if at.seat is None else "reclaim" if owner else "take"
        if at.taking or (at.player is not None and not at.player.able):
            return
        at.taking = True
        try:
            await self._ask_for_seat(at, seat, kind)
            at.reclaim = False
        except RefusedByHost as error:
            if error.data.get("why") not in NOT_YET:
                self._tell(out.Refusal(error.code, error.data))
        finally:
            at.taking = False

    async def _ask_for_seat(self, at: AtTable, seat: int, kind: Any) -> None:
        """Sign for a seat until the signature is for the deal that the host is at. Raises RefusedByHost."""
        assert at.referee is not None
        ledger = at.referee.ledger
        for last in (False, False, False, False, True):
            signature = key_change_signature(self.identity, kind, ledger.table_id, ledger.deal, seat)
            asked = wire.TakeSeat(
                table=at.ref, seat=seat, kind=kind, deal=ledger.deal, signature=signature, name=self.name
            )
            try:
                await self._request(asked)
                return
            except RefusedByHost as error:
                if error.code != "stale" or last:
                    raise

    def _relayed(self, message: wire.EntryMessage) -> None:
        at = self.at
        if at is None or message.table != at.ref or at.referee is None:
            return
        entry = Entry.from_tuple(message.entry)
        if entry.seq > len(at.entries):
            at.behind = True
            self._ask_since()
        else:
            self._entry(at, entry, live=not at.asking_since)

    def _entry(self, at: AtTable, entry: Entry, *, live: bool) -> None:
        if entry.seq < len(at.entries) and entry != at.entries[entry.seq]:
            raise TranscriptError("chain", entry.seq, "other-history")
        if entry.seq != len(at.entries):
            return
        if at.player is not None:
            at.entries.append(entry)
            self._run(at, at.player.receive(entry), live=live)
        elif at.watching is not None:
            at.entries.append(entry)
            for happened in (*at.watching.take(entry), *at.watching.catch_up()):
                self._happened(at, happened, live)
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
        if at.player is not None:
            try:
                self._run(at, at.player.worked(result))
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
        elif isinstance(event, table_events.KeyChanged) and live:
            self._key_changed(at, event)
        elif isinstance(event, _SEAT_MAY_BE_FREE) and at.reclaim and live:
            self._spawn(self._take_seat(at))

    def _key_changed(self, at: AtTable, event: table_events.KeyChanged) -> None:
        """The seat that I waited for is mine: from now on I play, with everything that was said so far."""
        if event.how != "join" or event.key != self.identity.public or event.seat != at.joining:
            return
        referee, entries = at.referee, at.entries
        if referee is None:
            return
        at.seat, at.joining, at.watching = event.seat, None, None
        at.player = Player(self.identity, referee.header, event.seat, self._rng, alone=self._alone, bot=self.program)
        effects = [effect for entry in entries for effect in at.player.receive(entry)]
        effects += at.player.caught_up()
        self._run(at, [effect for effect in effects if not isinstance(effect, Happened)])

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
            at.kept = upto

    def _flush(self) -> None:
        """Keep the entries that are not kept yet; what cannot be kept now can be asked for again."""
        at = self.at
        if at is not None and at.kept < len(at.entries):
            try:
                self._keep(at, {})
            except StoreError as error:
                self._tell(out.NoticeCame("not-kept", {"key": error.key}))
