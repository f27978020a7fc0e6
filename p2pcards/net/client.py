"""A person's or a bot's end of one connection to one host. It comes back by itself.

Everything runs on one event loop. What the host sends is judged by my own player before anybody hears of it; what
happened comes out of `events`. Requests are coroutines that raise RefusedByHost; `act` is checked here first, so an
illegal action never leaves this machine.

Seven layers, each a file: the link (client_link), the match (client_match), catching up with it (client_behind),
joining one (client_joining), finding back to it (client_returning), what a person can ask for before one
(client_lobby), and here what it can do in one.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any

from p2pcards_protocol import message as wire
from p2pcards_protocol.deal.box import good_box
from p2pcards_protocol.errors import RemoteProtocolError
from p2pcards_protocol.hashing import u8, u32, u64
from p2pcards_protocol.identity import verify

from p2pcards.net import client_events as out
from p2pcards.net.at_table import AtTable
from p2pcards.net.client_link import RATE, RefusedByHost
from p2pcards.net.client_lobby import ClientLobby
from p2pcards.player import Player
from p2pcards.rules.action import Action

__all__ = ["RATE", "Client", "RefusedByHost"]

CHAT_MOST = 400
"""Characters of one chat message."""

LEAVE_AGAIN = 0.1
"""Seconds until a `leave` that crossed with the beginning of a deal is said again."""


class Client(ClientLobby):
    """See the module.

    opener: makes a connected link, whose host has proved its key; called again for each reconnection. store: where
    secrets, transcripts and match files go, None for nowhere (keeper: in place of a store). rate: messages a second,
    None for no limit. alone: no other seat is played in this process. decide: what plays for me when my turn has run
    out.
    """

    async def leave(self) -> None:
        """Leave the table; in a match, give the seat up to the host's bot."""
        at = self._here()
        at.leaving = at.player is not None and not at.player.referee.ended and self._my_seat(at)
        await self._request(wire.Leave(table=at.ref))
        self._flush()
        self.at = None

    def chat(self, text: str) -> None:
        """Say something to the table. Raises RefusedByHost (chat-long) for more than CHAT_MOST characters."""
        at = self._here()
        if len(text) > CHAT_MOST:
            raise RefusedByHost("illegal", {"why": "chat-long", "most": CHAT_MOST})
        now = time.time_ns() // 1_000_000
        signature = self.identity.sign("chat", self._chat_table(at), u64(now), text.encode())
        self._send(wire.Chat(table=at.ref, text=text, signature=signature, key=self.identity.public, t_ms=now))

    def act(self, action: Action, number: int | None = None, worlds: int | None = None) -> None:
        """The decision I was asked for (worlds: of a bot that searched for it). Raises IllegalAction; then nothing was
        sent."""
        self._run(self._here(), self._player().act(action, number, worlds))

    def vote(self, choice: str, about: int, question: str = "away") -> None:
        """Vote about a seat: wait, bot or end when it is away; question "kick": yes or no."""
        self._run(self._here(), self._player().vote(question, choice, about))

    def claim(self) -> None:
        """Claim all the tricks that are left: my hand is shown. Raises IllegalAction when I may not now."""
        player = self._player()
        self._run(self._here(), player.act(player.claim()))

    def take_back(self) -> None:
        """Ask the others for my last card back. Raises IllegalAction: "takebacks-off", "nothing-to-take-back", or
        "request-open" while another request is."""
        self._run(self._here(), self._player().take_back())

    def consent(self, yes: bool) -> None:
        """Answer the claim or take-back that waits for me. Raises IllegalAction ("no-request") when none does."""
        self._run(self._here(), self._player().consent(yes))

    def _player(self) -> Player:
        player = self._here().player
        if player is None:
            raise RefusedByHost("not-seated", {})
        return player

    async def join_seat(self, seat: int) -> None:
        """Take the place of a bot of the host that plays at the table I watch, at the end of this deal."""
        at = self._here()
        if at.referee is None:
            raise RefusedByHost("state", {"why": "not-playing"})
        await self._ask_for_seat(at, seat, "join")
        at.joining = seat

    async def reclaim(self) -> None:
        """Take my seat back from the bot that plays on for me."""
        at = self._here()
        if at.seat is None or at.referee is None:
            raise RefusedByHost("not-seated", {})
        await self._ask_for_seat(at, at.seat, "reclaim")

    def _received(self, message: Any) -> None:
        match message:
            case wire.Tables():
                self._tables(message)
            case wire.Lobby():
                self._lobby(message)
            case wire.Propose():
                self._propose(message)
            case wire.JoinCommits():
                self._join_commits(message)
            case wire.HeaderMessage():
                self._header(message)
            case wire.EntryMessage():
                self._relayed(message)
            case wire.Private():
                self._private(message)
            case wire.Chat():
                self._chat(message)
            case wire.Notice():
                self._notice(message)
            case wire.StandIn():
                self._stand_in(message)
            case wire.Refused():
                self._refused(message)
            case _ if hasattr(message, "re"):
                self._answered(message.re, message)

    def _stand_in(self, message: wire.StandIn) -> None:
        """I want to leave, and this bot of the host will play on: my seed goes to its box, and to nobody else."""
        at = self.at
        if at is None or at.player is None or not at.leaving or (message.table, message.seat) != (at.ref, at.seat):
            return
        parts = (at.player.referee.ledger.table_id, u32(message.deal), u8(message.seat), message.key, message.box)
        if not verify(self._host_key, message.signature, "stand-in", *parts) or not good_box(message.box):
            raise RemoteProtocolError("bad-message", "stand_in")
        self._say_leave(at, message.box)

    def _say_leave(self, at: AtTable, box: bytes) -> None:
        if at is self.at and at.player is not None and at.seat not in at.player.referee.interrupts.left:
            at.leave_box = box
            self._run(at, at.player.leave(box))

    def _refused(self, message: wire.Refused) -> None:
        future = self._answers.pop(message.re, None)
        if future is not None:
            if not future.done():
                future.set_exception(RefusedByHost(message.code, message.data))
            return
        if message.re in self._submitted:
            self._submitted.remove(message.re)
            at = self.at
            if message.code != "stale":
                self._tell(out.Refusal(message.code, message.data))
            if at is not None and at.player is not None:
                self._run(at, at.player.refused(message.code))
                if at.leave_box and message.data.get("why") == "deal-number":
                    asyncio.get_running_loop().call_later(LEAVE_AGAIN, self._say_leave, at, at.leave_box)

    def _my_seat(self, at: AtTable) -> bool:
        return at.seat is not None and at.referee is not None and at.referee.ledger.key(at.seat) == self.identity.public

    def _chat_table(self, at: AtTable) -> bytes:
        return bytes(32) if at.referee is None else at.referee.header.table_id

    def _chat(self, message: wire.Chat) -> None:
        at = self.at
        if at is None or message.table != at.ref:
            return
        parts = (self._chat_table(at), u64(message.t_ms), message.text.encode())
        if not verify(message.key, message.signature, "chat", *parts):
            return
        seat = next((seat for seat in at.info.seats if seat.key == message.key), None)
        self._tell(out.ChatSaid(seat.name if seat else "", seat.seat if seat else None, message.text))
