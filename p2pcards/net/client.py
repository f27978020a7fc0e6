"""A person's or a bot's end of one connection to one host. It comes back by itself.

Everything runs on one event loop. What the host sends is judged by my own player before anybody hears of it; what
happened comes out of `events`. Requests are coroutines that raise RefusedByHost; `act` is checked here first, so an
illegal action never leaves this machine.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from p2pcards_protocol import message as wire
from p2pcards_protocol.deal.box import good_box
from p2pcards_protocol.errors import RemoteProtocolError, TranscriptError
from p2pcards_protocol.hashing import sha256, u8, u32, u64
from p2pcards_protocol.identity import Identity, table_words, verify
from p2pcards_protocol.session import Closed, Received
from p2pcards_protocol.transcript import (
    Entry,
    Header,
    Terms,
    join_commitment,
    key_change_signature,
    sign_join,
    verify_join,
    write_file,
)

from p2pcards.errors import P2PCardsError
from p2pcards.net import client_events as out
from p2pcards.net.at_table import AtTable
from p2pcards.net.errors import NetError
from p2pcards.net.keeper import Keeper, StoreKeeper
from p2pcards.net.link import Link
from p2pcards.net.pacer import Pacer
from p2pcards.net.password import BadPassword, ClientSide, password_key
from p2pcards.net.work import run_once
from p2pcards.player import Ask, Compute, Effect, Happened, Player, Save, Submit, TellHost
from p2pcards.referee import Referee, Work
from p2pcards.referee import event as table_events
from p2pcards.rules.action import Action
from p2pcards.store import Store, StoreError
from p2pcards.verify import verify_bytes

BACKOFF = (0.2, 5.0)
"""Seconds before the first and the longest pause before another attempt to reconnect."""

RATE = 18.0
"""Messages a second that a client sends at most: a host drops those above 20."""

KEEP_EVERY = 32
"""Entries that may wait before they are written: the host has them, they can be asked for again."""

NOT_YET = frozenset({"not-justified", "keys-stand"})
"""Why the host cannot give me a seat now, although it may be mine later."""

LEAVE_AGAIN = 0.1
"""Seconds until a `leave` that crossed with the beginning of a deal is said again."""

KEEP_AGAIN = 1.0
"""Seconds until something that could not be kept is tried again."""

FATAL = frozenset({"auth", "version", "bad-frame", "bad-message", "state"})
"""Codes after which coming back would only fail again."""


_SEAT_MAY_BE_FREE = (table_events.Left, table_events.Audited, table_events.DealVoided)
"""After these a seat that I wait for may be mine: its player has left, or no hand is dealt that I cannot open."""


class RefusedByHost(P2PCardsError):
    """The host did not grant a request. code: illegal, stale, gone, not-seated, state, lost; data: why."""

    def __init__(self, code: str, data: dict[str, Any]) -> None:
        super().__init__(code, data)
        self.code = code
        self.data = data


class Client:
    """See the module.

    opener: makes a connected link, whose host has proved its key; called again for each reconnection. store: where
    secrets, transcripts and match files go, None for nowhere (keeper: in place of a store). rate: messages a second,
    None for no limit. alone: no other seat is played in this process. decide: what plays for me when my turn has run
    out.
    """

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
        self.identity = identity
        self.name = name
        self.tables: tuple[wire.TableInfo, ...] = ()
        self.at: AtTable | None = None
        self.link: Link | None = None
        self._opener = opener
        self._alone = alone
        self._keeper = StoreKeeper(store, identity.public) if keeper is None and store is not None else keeper
        self._unkept: list[tuple[AtTable, list[Effect], bool]] = []
        self._knocked: dict[str, bytes] = {}
        self._rng = rng
        self._decide = decide
        self._queue: asyncio.Queue[out.ClientEvent | None] = asyncio.Queue()
        self._answers: dict[int, asyncio.Future[Any]] = {}
        self._submitted: set[int] = set()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._pacer = Pacer(rate)
        self._closing = False
        self._host_key = b""

    # -- life ---------------------------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Connect for the first time. Raises what the opener raises."""
        self._use(await self._opener())

    async def close(self) -> None:
        """End the connection and the events."""
        if self._closing:
            return
        self._closing = True
        self._flush()
        if self.link is not None:
            self.link.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._queue.put_nowait(None)

    async def events(self) -> AsyncIterator[out.ClientEvent]:
        """What happens, in order, until the connection is closed for good."""
        while (event := await self._queue.get()) is not None:
            yield event

    @property
    def host_key(self) -> bytes:
        """The key that the host has proved."""
        return self._host_key

    # -- requests -----------------------------------------------------------------------------------------------------

    async def create(
        self,
        game: str,
        options: dict[str, Any],
        seats: int,
        *,
        deal: str = "sealed",
        bots: tuple[str, ...] = (),
        name: str = "",
        turn: int = 0,
    ) -> str:
        """Make a table; returns the host's name of it."""
        made = await self._request(
            wire.Create(game=game, options=options, seats=seats, deal=deal, bots=bots, name=name, turn_s=turn)  # type: ignore[arg-type]
        )
        return str(made.table)

    async def sit(self, ref: str, seat: int | None = None, *, bot: bool = False, secret: bytes = b"") -> int:
        """Take a seat (or come back to mine); returns which."""
        if self.at is None or self.at.ref != ref:
            self.at = self._arrive(ref)
        secret = secret or self._knocked.get(ref, b"")
        answer = await self._request(wire.Sit(table=ref, name=self.name, seat=seat, bot=bot, secret=secret))
        at = self._here()
        at.seat = int(answer.data["seat"])
        at.reclaim = bool(answer.data.get("reclaim", False))
        if at.info.state != "lobby":
            self._ask_since()
        return at.seat

    async def spectate(self, ref: str, *, secret: bytes = b"") -> None:
        """Watch a table: public facts only. secret: from an invite."""
        self.at = self._arrive(ref)
        self.at.secret = secret
        secret = secret or self._knocked.get(ref, b"")
        await self._request(wire.Spectate(table=ref, name=self.name, secret=secret))
        if self.at.info.state != "lobby":
            self._ask_since()

    async def stand_in(self, ref: str, seat: int, how: str = "take") -> None:
        """Play a seat on for somebody who is gone, or in the place of somebody who was put out ("join"): the host's
        bots only."""
        self.at = self._arrive(ref)
        if how == "take":
            self.at.seat = seat
        else:
            self.at.joining = seat
        await self._request(wire.Spectate(table=ref, name=self.name))
        self._ask_since()
        self.at.reclaim = True

    async def stand(self) -> None:
        """Leave the seat, stay in the lobby."""
        await self._request(wire.Stand(table=self._here().ref))
        self._here().seat = None

    async def ready(self, ready: bool = True) -> None:
        """Say that I am ready, or not. The match starts when all are."""
        await self._request(wire.Ready(table=self._here().ref, ready=ready))

    async def add_bot(self, seat: int, level: str) -> None:
        """Put a bot into an empty seat, or another one in a bot's place."""
        await self._request(wire.Bot(table=self._here().ref, seat=seat, level=level))

    async def remove_bot(self, seat: int) -> None:
        """Take a bot away."""
        await self._request(wire.Bot(table=self._here().ref, seat=seat))

    async def shuffle(self) -> None:
        """Random seats and teams."""
        await self._request(wire.Shuffle(table=self._here().ref))

    async def change(self, options: dict[str, Any], deal: str) -> None:
        """Change house rules and the kind of deal."""
        await self._request(wire.Change(table=self._here().ref, options=options, deal=deal))  # type: ignore[arg-type]

    async def start(self) -> None:
        """Start the match; empty seats get bots."""
        await self._request(wire.Start(table=self._here().ref))

    async def leave(self) -> None:
        """Leave the table; in a match, give the seat up to the host's bot."""
        at = self._here()
        at.leaving = at.player is not None and not at.player.referee.ended and self._my_seat(at)
        await self._request(wire.Leave(table=at.ref))
        self._flush()
        self.at = None

    def chat(self, text: str) -> None:
        """Say something to the table."""
        at = self._here()
        now = time.time_ns() // 1_000_000
        signature = self.identity.sign("chat", self._chat_table(at), u64(now), text.encode())
        self._send(wire.Chat(table=at.ref, text=text, signature=signature, key=self.identity.public, t_ms=now))

    def act(self, action: Action, number: int | None = None) -> None:
        """The decision I was asked for. Raises IllegalAction; then nothing was sent."""
        at = self._here()
        if at.player is None:
            raise RefusedByHost("not-seated", {})
        self._run(at, at.player.act(action, number))

    def vote(self, choice: str, about: int, question: str = "away") -> None:
        """Vote about a seat: wait, bot or end when it is away; question "kick": yes or no."""
        at = self._here()
        if at.player is None:
            raise RefusedByHost("not-seated", {})
        self._run(at, at.player.vote(question, choice, about))

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

    async def knock(self, ref: str, password: str) -> None:
        """Prove the password of a table; then sit down or watch. Raises RefusedByHost (password), BadPassword when it
        is the host that does not know it. Needs the extra `p2pcards[password]`."""
        loop = asyncio.get_running_loop()
        key = await loop.run_in_executor(None, password_key, password)
        side = ClientSide(key, self.identity.public, self._host_key)
        answer = await self._request(wire.Knock(table=ref, message=side.message))
        message, confirm = answer.data.get("message"), answer.data.get("confirm")
        if not isinstance(message, bytes) or not isinstance(confirm, bytes):
            raise BadPassword("no answer")
        self._knocked[ref] = await loop.run_in_executor(None, side.finish, message, confirm)

    def transcript(self) -> bytes:
        """The file of the match at my table, as far as it goes; b"" before the start."""
        at = self.at
        return b"" if at is None or at.referee is None else write_file(at.referee.header, at.entries)

    def _here(self) -> AtTable:
        if self.at is None:
            raise RefusedByHost("not-seated", {})
        return self.at

    def _arrive(self, ref: str) -> AtTable:
        info = next((info for info in self.tables if info.table == ref), None)
        if info is None:
            raise RefusedByHost("gone", {})
        return AtTable(ref, info, {})

    # -- the link -----------------------------------------------------------------------------------------------------

    def _use(self, link: Link) -> None:
        self.link = link
        self._host_key = link.connected.key if link.connected is not None else self._host_key
        self._pacer.start(link)
        link.listen(self._heard)

    def _send(self, message: Any) -> None:
        if self.link is not None:
            self._pacer.send(message)

    async def _request(self, message: Any) -> Any:
        """Send and wait for the answer. Raises RefusedByHost."""
        if self.link is None or self.link.closed is not None:
            raise RefusedByHost("lost", {})
        number = await self._pacer.request(message)
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._answers[number] = future
        return await future

    def _heard(self, event: Any) -> None:
        if isinstance(event, Received):
            try:
                self._received(event.message)
            except P2PCardsError as error:
                self._distrust(error)
        elif isinstance(event, Closed):
            self._lost(event)

    def _distrust(self, error: P2PCardsError) -> None:
        """The host sent what no honest host sends: end it, and say why."""
        reason = getattr(error, "reason", getattr(error, "why", str(error)))
        self._closing = True
        self._flush()
        self._tell(out.ClosedByHost("dishonest", str(reason)))
        if self.link is not None:
            self.link.close("bad-message", "does not hold")
        self._queue.put_nowait(None)

    def _lost(self, closed: Closed) -> None:
        for future in self._answers.values():
            if not future.done():
                future.set_exception(RefusedByHost("lost", {}))
        self._answers.clear()
        self._submitted.clear()
        self._flush()
        if self._closing:
            return
        if closed.code in FATAL:
            self._closing = True
            self._tell(out.ClosedByHost(closed.code, closed.text))
            self._queue.put_nowait(None)
            return
        if self.at is not None:
            self.at.asking_since = False
            if self.at.player is not None:
                self.at.player.interrupted()
        self._tell(out.LinkLost(closed.code))
        self._spawn(self._come_back())

    async def _come_back(self) -> None:
        """Try until the host is there again, then go on where we were."""
        pause = BACKOFF[0]
        while not self._closing:
            jitter = 0.75 + self._rng(1)[0] / 512
            await asyncio.sleep(pause * jitter)
            pause = min(2 * pause, BACKOFF[1])
            try:
                link = await self._opener()
            except (NetError, P2PCardsError, OSError):
                continue
            self._use(link)
            await self._resume()
            return

    async def _resume(self) -> None:
        at = self.at
        if at is None:
            self._tell(out.LinkBack(0))
            return
        try:
            if at.seat is None:
                await self._request(wire.Spectate(table=at.ref, name=self.name, secret=at.secret))
            else:
                answer = await self._request(wire.Sit(table=at.ref, name=self.name, seat=at.seat))
                at.reclaim = bool(answer.data.get("reclaim", False))
        except RefusedByHost as error:
            if error.code != "lost":
                self._tell(out.NoticeCame("table-gone", {"code": error.code}))
                self.at = None
            return
        before = len(at.entries)
        at.missed = []
        if at.referee is not None or at.info.state != "lobby":
            await self._since(at)
        missed, at.missed = tuple(at.missed or ()), None
        self._tell(out.LinkBack(len(at.entries) - before, missed))

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
                answer = await self._request(wire.Since(table=at.ref, seq=len(at.entries) - 1))
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

    # -- what the host says -------------------------------------------------------------------------------------------

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

    def _tables(self, message: wire.Tables) -> None:
        self.tables = message.tables
        if self.at is not None:
            self.at.info = next((i for i in message.tables if i.table == self.at.ref), self.at.info)
        self._tell(out.TablesChanged(message.tables))

    def _lobby(self, message: wire.Lobby) -> None:
        at = self.at
        if at is None or message.table.table != at.ref:
            return
        at.info, at.options = message.table, message.options
        at.secret = message.secret or at.secret
        if message.table.state == "lobby":
            mine = [seat.seat for seat in message.table.seats if seat.key == self.identity.public]
            at.seat = mine[0] if mine else None
        self._tell(out.LobbyChanged(message.table, message.options))

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

    def _answered(self, number: int, answer: Any) -> None:
        future = self._answers.pop(number, None)
        if future is not None and not future.done():
            future.set_result(answer)

    def _refused(self, message: wire.Refused) -> None:
        future = self._answers.pop(message.re, None)
        if future is not None:
            if not future.done():
                future.set_exception(RefusedByHost(message.code, message.data))
            return
        if message.re in self._submitted:
            self._submitted.discard(message.re)
            at = self.at
            if message.code != "stale":
                self._tell(out.Refusal(message.code, message.data))
            if at is not None and at.player is not None:
                self._run(at, at.player.refused(message.code))
                if at.leave_box and message.data.get("why") == "deal-number":
                    asyncio.get_running_loop().call_later(LEAVE_AGAIN, self._say_leave, at, at.leave_box)

    def _notice(self, message: wire.Notice) -> None:
        if message.code == "replaced":
            self._closing = True
            self._tell(out.ClosedByHost("replaced"))
            self._queue.put_nowait(None)
            return
        if message.code == "closed" and self.at is not None and message.table == self.at.ref:
            self._flush()
            self.at = None
        self._tell(out.NoticeCame(message.code, message.data))

    # -- joining ------------------------------------------------------------------------------------------------------

    def _propose(self, message: wire.Propose) -> None:
        at = self.at
        if at is None or message.table != at.ref or at.seat is None:
            return
        terms = Terms.decode(message.terms)
        seat = next((n for n, seat in enumerate(terms.seats) if seat.key == self.identity.public), None)
        if seat is None or terms.rules_hash != at.info.rules_hash:
            raise TranscriptError("header", None, "other-terms")
        at.seat = seat
        at.nonce, at.proposed, at.commits = self._rng(32), terms, None
        commitment = join_commitment(self.identity.public, at.nonce)
        signature = sign_join(self.identity, commitment, sha256(message.terms))
        self._send(wire.JoinCommit(table=at.ref, commit=commitment, signature=signature))

    def _join_commits(self, message: wire.JoinCommits) -> None:
        at = self.at
        if at is None or message.table != at.ref or at.proposed is None:
            return
        keys = {commit.key for commit in message.commits}
        wanted = {seat.key for seat in at.proposed.seats} | {self._host_key}
        mine = join_commitment(self.identity.public, at.nonce)
        good = (
            keys == wanted
            and len(message.commits) == len(wanted)
            and len({commit.commit for commit in message.commits}) == len(wanted)
            and any(commit.key == self.identity.public and commit.commit == mine for commit in message.commits)
            and all(verify_join(c.key, c.commit, c.signature, at.proposed.hash) for c in message.commits)
        )
        if not good:
            raise TranscriptError("header", None, "join-commits")
        at.commits = message
        self._send(wire.JoinNonce(table=at.ref, nonce=at.nonce))

    def _header(self, message: wire.HeaderMessage) -> None:
        at = self.at
        if at is None or message.table != at.ref:
            return
        header = Header.decode(message.header)
        if at.referee is not None and at.referee.header.encode() == message.header:
            return
        header.check()
        if header.host_key != self._host_key:
            raise TranscriptError("header", None, "other-host")
        if at.commits is not None and at.proposed is not None:
            published = {commit.key: commit.commit for commit in at.commits.commits}
            joined = {member.key: member.commit for member in header.members} | {header.host_key: header.host_commit}
            if published != joined or header.terms != at.proposed.encode():
                raise TranscriptError("header", None, "other-commits")
        fresh = at.commits is not None and not at.asking_since
        at.commits = at.proposed = None
        self._begin(at, header)
        if fresh and at.player is not None:
            self._run(at, at.player.caught_up())

    def _begin(self, at: AtTable, header: Header) -> None:
        """A match begins, or one that runs is joined."""
        at.entries, at.kept, at.path = [], 0, None
        at.player = at.watching = None
        secrets: dict[str, bytes] = {}
        entries: list[Entry] = []
        if self._keeper is not None:
            secrets, entries = self._keeper.open(header, "spectator" if at.seat is None else "seat")
        if at.seat is None:
            at.watching = Referee(header)
        else:
            at.player = Player(self.identity, header, at.seat, self._rng, secrets, alone=self._alone)
        self._tell(out.Started(at.seat, table_words(header.table_id), header.parsed_terms))
        at.kept = len(entries)
        for entry in entries:
            self._entry(at, entry, live=False)

    # -- the transcript -----------------------------------------------------------------------------------------------

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
                self._pacer.submit(wire.Submit(table=at.ref, blob=blob, asig=asig), self._submitted.add)
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
        at.player = Player(self.identity, referee.header, event.seat, self._rng, alone=self._alone)
        effects = [effect for entry in entries for effect in at.player.receive(entry)]
        effects += at.player.caught_up()
        self._run(at, [effect for effect in effects if not isinstance(effect, Happened)])

    def _play_for_me(self, at: AtTable) -> None:
        """My turn has run out: my own bot plays, as everybody was told."""
        if at.player is None or self._decide is None or at.player.question is None:
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

    # -- keeping ------------------------------------------------------------------------------------------------------

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

    # -- small things -------------------------------------------------------------------------------------------------

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

    def _tell(self, event: out.ClientEvent) -> None:
        self._queue.put_nowait(event)

    def _spawn(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
