"""How a client catches up with its table: the entries that it has missed, and then the seat that it is to play.

What was missed is judged entry by entry, and between two of them everybody else on the loop has a turn: it may be that
of a host with many bots. Audits run beside the loop.
"""

from __future__ import annotations

import asyncio
from typing import Any

from p2pcards_protocol import message as wire
from p2pcards_protocol.errors import TranscriptError
from p2pcards_protocol.transcript import Entry, key_change_signature

from p2pcards.errors import P2PCardsError
from p2pcards.net import client_events as out
from p2pcards.net.at_table import AtTable
from p2pcards.net.client_link import KEEP_AGAIN, RefusedByHost
from p2pcards.net.client_match import ClientMatch
from p2pcards.net.work import one_at_a_time, run_once
from p2pcards.player import Player
from p2pcards.referee import event as table_events

PAGE = 64
"""Entries that are asked for at a time."""

MOST_EMPTY = 2
"""Answers in a row that promise more and bring nothing; an honest host gives one when an entry crosses with it."""

NOT_YET = frozenset({"not-justified", "keys-stand"})
"""Why the host cannot give me a seat now, although it may be mine later."""

_SEAT_MAY_BE_FREE = (table_events.Left, table_events.Audited, table_events.DealVoided)
"""After these a seat that I wait for may be mine: its player has left, or no hand is dealt that I cannot open."""


class ClientBehind(ClientMatch):
    """See the module."""

    # -- entries ------------------------------------------------------------------------------------------------------

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
            await self._fetch(at)
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

    async def _fetch(self, at: AtTable) -> None:
        """Raises RefusedByHost, and what the judge raises."""
        more, empty = True, 0
        while more:
            at.behind, before = False, len(at.entries)
            answer = await self._request(wire.Since(table=at.ref, seq=before - 1, limit=PAGE))
            stored, at.stored = at.stored, []
            for entry in (*stored, *map(Entry.from_tuple, answer.entries)):
                await self._take(at, entry)
            more = answer.more or at.behind
            empty = empty + 1 if len(at.entries) == before else 0
            if more and empty >= MOST_EMPTY:
                raise TranscriptError("chain", before, "no-such-entries")

    async def _take(self, at: AtTable, entry: Entry) -> None:
        """One entry, and the audit that it leads to."""
        async with one_at_a_time():
            self._entry(at, entry, live=False)
        while at.judge is not None and (work := at.judge.referee.work) is not None and not self._closing:
            await run_once(work)
            # `_compute` waits for it too, and hands the result in; where nothing can be kept it has to wait itself
            await asyncio.sleep(KEEP_AGAIN if self._unkept else 0)

    # -- a seat whose key is not mine ---------------------------------------------------------------------------------

    def _happened(self, at: AtTable, event: Any, live: bool) -> None:
        super()._happened(at, event, live)
        if isinstance(event, table_events.KeyChanged) and live:
            self._key_changed(at, event)
        elif isinstance(event, _SEAT_MAY_BE_FREE) and at.reclaim and live:
            self._spawn(self._take_seat(at))

    def _key_changed(self, at: AtTable, event: table_events.KeyChanged) -> None:
        """The seat that I waited for is mine: from now on I play, after all that I have watched."""
        if event.how != "join" or event.key != self.identity.public or event.seat != at.joining:
            return
        if at.watching is None:
            return
        referee = at.watching.referee
        at.seat, at.joining, at.watching = event.seat, None, None
        at.player = Player(
            self.identity,
            referee.header,
            event.seat,
            self._rng,
            alone=self._alone,
            bot=self.program,
            referee=referee,
        )
        self._run(at, at.player.caught_up())

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
