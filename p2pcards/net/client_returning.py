"""How a client finds back to its table: after a break of the link, after the host was started again, and when the host
has lost the table and has it again.

What a client holds of a match belongs to that match alone. The host says with each seat which match it is at; where it
is another one than mine (it ended, was given up or lost while I was away), mine is put away and said to be gone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from p2pcards_protocol import message as wire

from p2pcards.net import client_events as out
from p2pcards.net.at_table import AtTable
from p2pcards.net.client_joining import ClientJoining
from p2pcards.net.client_link import RefusedByHost
from p2pcards.net.password import BadPassword, ClientSide


class ClientReturning(ClientJoining):
    """See the module."""

    _sought: AtTable | None = None
    """A table with my seat that the host does not have any more: taken up again when it has."""
    _returning = False

    async def _resume(self) -> None:
        at = self.at
        if at is None:
            self._tell(out.LinkBack(0))
            self._seek()
            return
        try:
            answer = await self._come_in(at)
        except BadPassword:
            self._table_gone(at, RefusedByHost("illegal", {"why": "password"}))
            return
        except RefusedByHost as error:
            if error.code != "lost" and self.at is at:
                self._table_gone(at, error)
            return
        before = len(at.entries)
        at.missed = []
        if self._seated(at, answer.data):
            before = min(before, len(at.entries))
            await self._since(at)
        missed, at.missed = tuple(at.missed or ()), None
        self._tell(out.LinkBack(len(at.entries) - before, missed))

    async def _come_in(self, at: AtTable) -> Any:
        """Come back to a table. Raises RefusedByHost."""
        if not at.secret and at.ref in self._passwords:
            await self._prove(at.ref, self._passwords[at.ref])
        secret = at.secret or self._knocked.get(at.ref, b"")
        if at.seat is None and not at.sits:
            return await self._request(wire.Spectate(table=at.ref, name=self.name, secret=secret))
        try:
            return await self._request(wire.Sit(table=at.ref, name=self.name, seat=at.seat, bot=at.bot, secret=secret))
        except RefusedByHost as error:
            if error.data.get("why") != "seat-taken":
                raise
        return await self._request(wire.Sit(table=at.ref, name=self.name, bot=at.bot, secret=secret))

    async def _prove(self, ref: str, key: bytes) -> None:
        """Prove the password of a table over the link that stands; the host forgets it with the link. key: what stands
        for it. Raises RefusedByHost, BadPassword."""
        loop = asyncio.get_running_loop()
        side = ClientSide(key, self.identity.public, self._host_key)
        answer = await self._request(wire.Knock(table=ref, message=side.message))
        message, confirm = answer.data.get("message"), answer.data.get("confirm")
        if not isinstance(message, bytes) or not isinstance(confirm, bytes):
            raise BadPassword("no answer")
        self._knocked[ref] = await loop.run_in_executor(None, side.finish, message, confirm)
        self._passwords[ref] = key

    def _seated(self, at: AtTable, data: Mapping[str, Any]) -> bool:
        """The host has let me in. Whether there is a match there whose entries I must ask for."""
        seat = data.get("seat")
        if type(seat) is int and 0 <= seat < len(at.info.seats):
            at.seat = seat
        at.reclaim = bool(data.get("reclaim", False))
        match = data.get("match")
        if not isinstance(match, bytes):  # a host that does not say
            return at.referee is not None or at.info.state != "lobby"
        if at.referee is not None and at.referee.ledger.table_id != match and (match or not at.referee.ended):
            self._put_away(at)
        elif self._watches_own_seat(at):
            assert at.watching is not None
            self._begin(at, at.watching.referee.header)
        return match != b""

    def _watches_own_seat(self, at: AtTable) -> bool:
        """Whether I have been a spectator of the match in which I have a seat."""
        if at.watching is None or at.watching.referee.ended or at.seat is None:
            return False
        return at.watching.referee.ledger.owner(at.seat) == self.identity.public

    def _put_away(self, at: AtTable) -> None:
        """The host is not at my match any more: what I have of it is kept, and no more is heard of it."""
        self._flush()
        lost = at.referee is not None and not at.referee.ended
        at.player = at.watching = None
        at.entries, at.stored, at.kept, at.path, at.joining = [], [], 0, None, None
        if lost:
            self._tell(out.NoticeCame("match-gone", {}))

    def _table_gone(self, at: AtTable, error: RefusedByHost) -> None:
        self._flush()
        self.at = None
        if error.code == "gone" and at.seat is not None:
            self._sought = at
        self._tell(out.NoticeCame("table-gone", {"code": error.code, **error.data}))

    def _seek(self) -> None:
        """Whether the host has the table again where a seat is mine; then go back to it."""
        sought = self._sought
        if self.at is not None or sought is None or self._returning:
            return
        for info in self.tables:
            if info.table == sought.ref and any(seat.key == self.identity.public for seat in info.seats):
                self._returning = True
                self._spawn(self._return_to(sought, info))

    async def _return_to(self, at: AtTable, info: wire.TableInfo) -> None:
        self._sought, self.at, at.info = None, at, info
        try:
            await self._resume()
        finally:
            self._returning = False

    # -- what a host says outside a match -----------------------------------------------------------------------------

    def _tables(self, message: wire.Tables) -> None:
        self.tables = message.tables
        if self.at is not None:
            self.at.info = next((i for i in message.tables if i.table == self.at.ref), self.at.info)
        self._tell(out.TablesChanged(message.tables))
        self._seek()

    def _lobby(self, message: wire.Lobby) -> None:
        at = self.at
        if at is None or message.table.table != at.ref:
            return
        at.info, at.options, at.out = message.table, message.options, message.out
        at.secret = message.secret or at.secret
        if message.table.state == "lobby":
            mine = [seat.seat for seat in message.table.seats if seat.key == self.identity.public]
            had, at.seat = at.seat, mine[0] if mine else None
            if had is not None and at.seat is None:
                at.sits = False
                self._tell(out.NoticeCame("seat-gone", {"seat": had}))
        self._tell(out.LobbyChanged(message.table, message.options))

    def _notice(self, message: wire.Notice) -> None:
        if message.code == "replaced":
            self._closing = True
            self._tell(out.ClosedByHost("replaced"))
            self._queue.put_nowait(None)
            return
        if message.code in out.NO_TABLE and self.at is not None and message.table == self.at.ref:
            self._flush()
            if message.code == "table-lost" and self.at.seat is not None:
                self._sought = self.at
            self.at = None
            if message.code == "closed":  # the list that says so comes a moment later
                self.tables = tuple(info for info in self.tables if info.table != message.table)
        self._tell(out.NoticeCame(message.code, message.data))
