"""One table of the host, as a state machine without I/O: a lobby, then a match, then perhaps another.

It is fed with requests of peers, with links that are gone, with timers and with results of computations; it
returns effects. `now` is a steady clock in seconds, `t_ms` the wall clock in ms since 1970.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from p2pcards_protocol import body as bodies
from p2pcards_protocol import message as wire
from p2pcards_protocol.identity import Identity
from p2pcards_protocol.transcript import Header

from p2pcards.bots.base import BOT_NAMES
from p2pcards.errors import FairnessError, IllegalAction, TranscriptError
from p2pcards.referee import event as events

from .absence import Absence
from .conductor import Conductor, PrivateTo, Step
from .effect import Changed, Compute, DropBot, Effect, Keep, Log, Refusal, ToPeer, ToTable, WantBot
from .joining import Joining
from .lobby import Lobby, Slot, check_level
from .page import page

HOST_OPERATOR = "host"
"""The operator, in the terms, of bots that the host runs."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What does not belong to the rules. grace: seconds that the table waits before it votes; turn: seconds a turn
    may take (0: no limit); step: seconds for what programs answer by themselves."""

    name: str = ""
    access: Literal["open", "invite", "password"] = "open"
    spectators: bool = True
    level: str = "normal"
    grace: float = 60.0
    turn: int = 0
    step: float = 10.0


@dataclass(frozen=True, slots=True)
class Peer:
    """A connected program. host_bot: the host itself runs it."""

    id: int
    key: bytes
    host_bot: bool = False


class Table:
    """See the module. ref: the host's local name of the table."""

    def __init__(
        self, ref: str, identity: Identity, rng: Callable[[int], bytes], lobby: Lobby, settings: Settings
    ) -> None:
        self.ref = ref
        self.lobby = lobby
        self.settings = settings
        self.conductor: Conductor | None = None
        self.header: Header | None = None
        self._identity = identity
        self._rng = rng
        self._joining: Joining | None = None
        self._starting = False
        self._here: dict[bytes, int] = {}
        self._watching: dict[int, str] = {}
        self._owners: dict[int, Slot] = {}
        self.absence = Absence(settings.grace)
        self._due_since: tuple[object, float] | None = None
        self._lost: dict[bytes, float] = {}

    # -- questions ----------------------------------------------------------------------------------------------------

    @property
    def state(self) -> Literal["lobby", "playing", "over"]:
        if self.conductor is None:
            return "lobby"
        return "over" if self.conductor.referee.ended else "playing"

    @property
    def peers(self) -> tuple[int, ...]:
        """Everybody at the table, spectators too."""
        return (*self._here.values(), *self._watching)

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people who are here."""
        return tuple(
            seat
            for seat, slot in enumerate(self.lobby.slots)
            if slot is not None and slot.kind == "person" and slot.key in self._here
        )

    def info(self) -> wire.TableInfo:
        """What the lobby shows."""
        owner = None if self.lobby.owner is None else self.lobby.seat_of(self.lobby.owner)
        return wire.TableInfo(
            table=self.ref,
            name=self.settings.name or self.ref,
            game=self.lobby.rules.game,
            rules_hash=self.lobby.rules_hash(),
            deal=self.lobby.deal,
            state=self.state,
            seats=tuple(self._seat_info(seat) for seat in range(self.lobby.n)),
            ruleset=self.lobby.rules.ruleset,
            spectators=len(self._watching),
            access=self.settings.access,
            turn_s=self.settings.turn,
            owner=owner,
        )

    def _seat_info(self, seat: int) -> wire.SeatInfo:
        slot = self.lobby.slots[seat]
        if slot is None:
            return wire.SeatInfo(seat=seat, kind="empty")
        return wire.SeatInfo(
            seat=seat,
            kind=slot.kind,
            name=slot.name,
            key=slot.key,
            ready=slot.ready,
            here=slot.key in self._here,
            operator=slot.operator,
        )

    def _lobby_message(self) -> wire.Lobby:
        info = self.info()
        return wire.Lobby(table=info, options=self.lobby.rules.to_options(), rules=info.rules_hash)

    def _shown(self) -> list[Effect]:
        return [ToTable(self._lobby_message()), Changed()]

    # -- requests -----------------------------------------------------------------------------------------------------

    def request(self, peer: Peer, message: Any, now: float, t_ms: int) -> list[Effect]:
        """A message of a peer for this table. Raises Refusal."""
        handler = _HANDLERS.get(type(message))
        if handler is None:
            raise Refusal("state", why="no-such-request")
        return handler(self, peer, message, now, t_ms)

    def _ok(self, peer: Peer, message: Any, **data: Any) -> ToPeer:
        return ToPeer(peer.id, wire.Ok(re=message.id, data=data))

    def _need_lobby(self) -> None:
        if self.state != "lobby" or self._joining is not None or self._starting:
            raise Refusal("state", why="playing")

    def _need_owner(self, peer: Peer) -> None:
        if self.lobby.owner is not None and peer.key != self.lobby.owner:
            raise Refusal("illegal", why="not-owner")

    def _sit(self, peer: Peer, message: wire.Sit, now: float, t_ms: int) -> list[Effect]:
        if self.state != "lobby" or self._joining is not None:
            return self._come_back(peer, message, now, t_ms)
        if self._starting and not peer.host_bot:
            raise Refusal("state", why="playing")
        operator = (HOST_OPERATOR if peer.host_bot else message.name) if message.bot else ""
        level = self.settings.level if peer.host_bot else ""
        seat = self.lobby.sit(peer.key, message.name, message.seat, bot=message.bot, level=level, operator=operator)
        effects: list[Effect] = [*self._attach(peer), self._ok(peer, message, seat=seat), *self._shown()]
        return effects + self._maybe_start(now)

    def _come_back(self, peer: Peer, message: wire.Sit, now: float, t_ms: int) -> list[Effect]:
        seat = self._owned_seat(peer.key)
        if seat is None:
            raise Refusal("state", why="playing")
        effects: list[Effect] = self._attach(peer)
        slot = self.lobby.slots[seat]
        reclaim = slot is not None and slot.key != peer.key
        effects.append(self._ok(peer, message, seat=seat, reclaim=reclaim))
        if not reclaim:
            effects += self._returned(seat, t_ms, now)
        return [*effects, *self._shown()]

    def _owned_seat(self, key: bytes) -> int | None:
        """The seat that a key plays, or may reclaim."""
        seat = self.lobby.seat_of(key)
        if seat is not None:
            return seat
        return next((seat for seat, slot in self._owners.items() if slot.key == key), None)

    def _attach(self, peer: Peer) -> list[Effect]:
        """The newest connection of a key is the one that counts."""
        effects: list[Effect] = []
        old = self._here.get(peer.key)
        if old is not None and old != peer.id:
            effects.append(ToPeer(old, wire.Notice(code="replaced", table=self.ref)))
        self._watching.pop(peer.id, None)
        self._lost.pop(peer.key, None)
        self._here[peer.key] = peer.id
        return effects

    def _spectate(self, peer: Peer, message: wire.Spectate, now: float, t_ms: int) -> list[Effect]:
        if not self.settings.spectators and not peer.host_bot:
            raise Refusal("illegal", why="no-spectators")
        if peer.key not in self._here:
            self._watching[peer.id] = message.name
        return [self._ok(peer, message), ToPeer(peer.id, self._lobby_message()), Changed()]

    def _stand(self, peer: Peer, message: wire.Stand, now: float, t_ms: int) -> list[Effect]:
        self._need_lobby()
        self.lobby.stand(peer.key)
        self._here.pop(peer.key, None)
        return [self._ok(peer, message), ToPeer(peer.id, self._lobby_message()), *self._shown()]

    def _ready(self, peer: Peer, message: wire.Ready, now: float, t_ms: int) -> list[Effect]:
        effects = self._again() if self.state == "over" else []
        self._need_lobby()
        self.lobby.ready(peer.key, message.ready)
        return [*effects, self._ok(peer, message), *self._shown(), *self._maybe_start(now)]

    def _bot(self, peer: Peer, message: wire.Bot, now: float, t_ms: int) -> list[Effect]:
        effects = self._again() if self.state == "over" else []
        self._need_lobby()
        self._need_owner(peer)
        if message.seat >= self.lobby.n:
            raise Refusal("illegal", why="no-such-seat", seats=self.lobby.n)
        slot = self.lobby.slots[message.seat]
        if slot is not None and slot.kind == "person":
            raise Refusal("illegal", why="seat-taken", seat=message.seat)
        if message.level is not None:
            check_level(message.level)
        if slot is not None:
            effects += self._drop_slot(slot)
        if message.level is not None:
            effects.append(WantBot(message.seat, message.level, self._bot_name()))
        elif slot is None:
            raise Refusal("illegal", why="no-bot-there", seat=message.seat)
        return [*effects, self._ok(peer, message), *self._shown()]

    def _drop_slot(self, slot: Slot) -> list[Effect]:
        self.lobby.stand(slot.key)
        self._here.pop(slot.key, None)
        return [DropBot(slot.key)]

    def _bot_name(self) -> str:
        taken = {slot.name for slot in self.lobby.slots if slot is not None}
        return next((name for name in BOT_NAMES if name not in taken), BOT_NAMES[0])

    def _shuffle(self, peer: Peer, message: wire.Shuffle, now: float, t_ms: int) -> list[Effect]:
        effects = self._again() if self.state == "over" else []
        self._need_lobby()
        self._need_owner(peer)
        self.lobby.shuffle(self._rng)
        return [*effects, self._ok(peer, message), *self._shown()]

    def _change(self, peer: Peer, message: wire.Change, now: float, t_ms: int) -> list[Effect]:
        effects = self._again() if self.state == "over" else []
        self._need_lobby()
        self._need_owner(peer)
        self.lobby.change(message.options, message.deal)
        return [*effects, self._ok(peer, message), *self._shown()]

    def _start(self, peer: Peer, message: wire.Start, now: float, t_ms: int) -> list[Effect]:
        effects = self._again() if self.state == "over" else []
        self._need_lobby()
        self._need_owner(peer)
        if self.lobby.seat_of(peer.key) is None and self.lobby.owner is not None:
            raise Refusal("not-seated")
        effects.append(self._ok(peer, message))
        return [*effects, *self.begin(now)]

    def _leave(self, peer: Peer, message: wire.Leave, now: float, t_ms: int) -> list[Effect]:
        if self._watching.pop(peer.id, None) is not None:
            return [self._ok(peer, message), Changed()]
        if self.state == "playing":
            effects = self.gone(peer.id, now, t_ms)
            return [self._ok(peer, message), *effects]
        if self.lobby.seat_of(peer.key) is not None:
            self.lobby.stand(peer.key)
        self._here.pop(peer.key, None)
        return [self._ok(peer, message), *self._shown()]

    def _again(self) -> list[Effect]:
        """After a match: the same seats, for whoever is still here."""
        self.conductor = None
        self.header = None
        self._owners.clear()
        self.absence = Absence(self.settings.grace)
        effects: list[Effect] = []
        for slot in self.lobby.joined():
            if slot.key not in self._here:
                effects += self._drop_slot(slot)
        self.lobby.unready()
        return effects

    # -- start --------------------------------------------------------------------------------------------------------

    def _maybe_start(self, now: float) -> list[Effect]:
        """Start when all are ready, or when the bots that were sent for have come."""
        if self._starting and self.lobby.full:
            return self._propose(now)
        if not self._starting and self.lobby.all_ready:
            return self.begin(now)
        return []

    def begin(self, now: float) -> list[Effect]:
        """Fill empty seats with bots and start as soon as they are there."""
        self._starting = True
        if self.lobby.full:
            return self._propose(now)
        taken = {slot.name for slot in self.lobby.slots if slot is not None}
        names = [name for name in BOT_NAMES if name not in taken]
        return [
            WantBot(seat, self.settings.level, names[place % len(names)] if names else "")
            for place, seat in enumerate(self.lobby.empty)
        ]

    def _propose(self, now: float) -> list[Effect]:
        self._joining = Joining(self.ref, self.lobby, self._identity, self._rng, now)
        return [ToTable(self._joining.proposal), *self._shown()]

    def _join_commit(self, peer: Peer, message: wire.JoinCommit, now: float, t_ms: int) -> list[Effect]:
        if self._joining is None:
            raise Refusal("state", why="not-due")
        commits = self._joining.commit(peer.key, message.commit, message.signature, now)
        return [] if commits is None else [ToTable(commits)]

    def _join_nonce(self, peer: Peer, message: wire.JoinNonce, now: float, t_ms: int) -> list[Effect]:
        if self._joining is None:
            raise Refusal("state", why="not-due")
        header = self._joining.nonce(peer.key, message.nonce)
        if header is None:
            return []
        self._joining = None
        self._starting = False
        self.header = header
        self.conductor = Conductor(self._identity, header, self._rng)
        effects: list[Effect] = [
            Keep(header=header),
            ToTable(wire.HeaderMessage(table=self.ref, header=header.encode())),
            Log("started", {"table": self.ref, "game": self.lobby.rules.game, "id": header.table_id.hex()[:8]}),
        ]
        return [*effects, *self._did(self.conductor.start(t_ms), now, t_ms), *self._shown()]

    def _give_up_start(self, missing: tuple[bytes, ...]) -> list[Effect]:
        """Somebody did not answer: back to the lobby without them."""
        self._joining = None
        self._starting = False
        names = [slot.name for slot in self.lobby.joined() if slot.key in missing]
        for slot in self.lobby.joined():
            if slot.key in missing:
                self.lobby.stand(slot.key)
                self._here.pop(slot.key, None)
        self.lobby.unready()
        return [ToTable(wire.Notice(code="start-failed", table=self.ref, data={"names": names})), *self._shown()]

    # -- play ---------------------------------------------------------------------------------------------------------

    def _playing(self) -> Conductor:
        if self.conductor is None or self._joining is not None:
            raise Refusal("state", why="not-playing")
        return self.conductor

    def _seat(self, peer: Peer) -> int:
        """The seat that this peer plays now. Raises Refusal not-seated."""
        keys = self._playing().referee.ledger.keys
        if peer.key not in keys or self._here.get(peer.key) != peer.id:
            raise Refusal("not-seated")
        return keys.index(peer.key)

    def _submit(self, peer: Peer, message: wire.Submit, now: float, t_ms: int) -> list[Effect]:
        conductor, seat = self._playing(), self._seat(peer)
        try:
            step = conductor.submit(seat, message.blob, message.asig, t_ms)
        except TranscriptError as error:
            if error.reason == "repeated":
                return [self._ok(peer, message)]
            code = "stale" if error.reason == "stale" else "illegal"
            raise Refusal(code, why=error.reason, layer=error.layer) from None
        except IllegalAction as error:
            data = {k: v for k, v in error.data.items() if isinstance(v, bool | int | str)}
            raise Refusal("illegal", why=error.why, data=data) from None
        except FairnessError as error:
            raise Refusal("illegal", why=error.reason, layer="deal") from None
        return self._did(step, now, t_ms)

    def _private(self, peer: Peer, message: wire.Private, now: float, t_ms: int) -> list[Effect]:
        conductor, seat = self._playing(), self._seat(peer)
        try:
            conductor.private(seat, message.deal, message.attempt, message.body)
        except (TranscriptError, IllegalAction) as error:
            why = error.why if isinstance(error, IllegalAction) else error.reason
            return [ToPeer(peer.id, wire.Notice(code="pass-refused", table=self.ref, data={"why": why}))]
        return []

    def _since(self, peer: Peer, message: wire.Since, now: float, t_ms: int) -> list[Effect]:
        conductor = self._playing()
        if peer.id not in self.peers:
            raise Refusal("not-seated")
        assert self.header is not None
        effects: list[Effect] = []
        if message.seq < 0:
            effects.append(ToPeer(peer.id, wire.HeaderMessage(table=self.ref, header=self.header.encode())))
        entries, more = page(conductor.entries, message.seq, message.limit)
        tuples = tuple(entry.to_tuple() for entry in entries)
        effects.append(ToPeer(peer.id, wire.Entries(re=message.id, table=self.ref, entries=tuples, more=more)))
        if not more and peer.key in conductor.referee.ledger.keys and peer.key in self._here:
            seat = conductor.referee.ledger.keys.index(peer.key)
            effects += [self._private_effect(note) for note in conductor.privates_for(seat)]
        return effects

    def _chat(self, peer: Peer, message: wire.Chat, now: float, t_ms: int) -> list[Effect]:
        if peer.id not in self.peers:
            raise Refusal("not-seated")
        return [ToTable(message)]

    def _take_seat(self, peer: Peer, message: wire.TakeSeat, now: float, t_ms: int) -> list[Effect]:
        conductor = self._playing()
        if message.seat >= self.lobby.n:
            raise Refusal("illegal", why="no-such-seat", seats=self.lobby.n)
        allowed = {
            "take": peer.host_bot,
            "reclaim": message.seat in self._owners and self._owners[message.seat].key == peer.key,
            "join": False,
        }
        if not allowed[message.kind]:
            raise Refusal("illegal", why="not-your-seat")
        if message.deal != conductor.referee.ledger.deal:
            raise Refusal("stale", why="deal-number")
        change = bodies.KeyChange(seat=message.seat, key=peer.key, signature=message.signature)
        try:
            step = conductor.say(message.kind, change, t_ms)
        except TranscriptError as error:
            raise Refusal("illegal", why=error.reason, layer=error.layer) from None
        old = self.lobby.slots[message.seat]
        assert old is not None
        effects: list[Effect] = self._attach(peer)
        if message.kind == "take":
            self._owners.setdefault(message.seat, old)
            name = message.name or self._bot_name()
            self.lobby.slots[message.seat] = Slot(
                peer.key, name, "bot", old.joined, True, self.settings.level, HOST_OPERATOR
            )
        else:
            self.lobby.slots[message.seat] = self._owners.pop(message.seat)
            self._here.pop(old.key, None)
            effects.append(DropBot(old.key))
        effects += [self._ok(peer, message), *self._did(step, now, t_ms)]
        effects += [self._private_effect(note) for note in conductor.privates_for(message.seat)]
        return [*effects, *self._returned(message.seat, t_ms, now), *self._shown()]

    def _did(self, step: Step, now: float, t_ms: int) -> list[Effect]:
        """Store, relay, tell; then whatever the table itself must do about it."""
        conductor = self._playing()
        effects: list[Effect] = []
        if step.secrets or step.entries:
            effects.append(Keep(dict(step.secrets), tuple(step.entries)))
        effects += [ToTable(wire.EntryMessage(table=self.ref, entry=entry.to_tuple())) for entry in step.entries]
        effects += [self._private_effect(note) for note in step.privates]
        work = conductor.referee.work
        if work is not None:
            effects.append(Compute(work))
        for happened in step.events:
            effects += self._react(happened, now, t_ms)
        effects += self._away_in_play(now, t_ms)
        if conductor.referee.ended and step.entries:
            effects += [Log("ended", {"table": self.ref}), *self._shown()]
        return effects

    def worked(self, result: Any, now: float, t_ms: int) -> list[Effect]:
        """The result of a `Compute`."""
        if self.conductor is None:
            return []
        return self._did(self.conductor.worked(result, t_ms), now, t_ms)

    def _private_effect(self, note: PrivateTo) -> ToPeer:
        conductor = self._playing()
        peer = self._here.get(conductor.referee.ledger.keys[note.seat], -1)
        message = wire.Private(table=self.ref, deal=note.deal, attempt=note.attempt, kind=note.kind, body=note.body)
        return ToPeer(peer, message)

    def _react(self, happened: Any, now: float, t_ms: int) -> list[Effect]:
        if isinstance(happened, events.Left):
            return [WantBot(happened.seat, self.settings.level, self._bot_name(), stand_in=True)]
        if isinstance(happened, events.Voted):
            return self._count_votes(now, t_ms)
        if isinstance(happened, events.DealVoided) and self.absence.voided(happened.seat) >= 3:
            self.absence.forget_voids(happened.seat)
            if happened.seat < self.lobby.n:
                return [WantBot(happened.seat, self.settings.level, self._bot_name(), stand_in=True)]
        return []

    # -- absence ------------------------------------------------------------------------------------------------------

    def gone(self, peer: int, now: float, t_ms: int) -> list[Effect]:
        """The link of a peer has ended."""
        if self._watching.pop(peer, None) is not None:
            return [Changed()]
        key = next((key for key, other in self._here.items() if other == peer), None)
        if key is None:
            return []
        del self._here[key]
        if self.state == "playing":
            keys = self._playing().referee.ledger.keys
            if key in keys:
                self.absence.lost(keys.index(key), now)
                return [*self._away_in_play(now, t_ms), *self._shown()]
            return self._shown()
        self._lost[key] = now
        slot = self.lobby.slots[self.lobby.seat_of(key) or 0] if self.lobby.seat_of(key) is not None else None
        if slot is not None and slot.kind == "bot" and self.state == "lobby":
            self.lobby.stand(key)
        return self._shown()

    def _away_in_play(self, now: float, t_ms: int) -> list[Effect]:
        """Pause as soon as hands are out and somebody is away."""
        conductor = self._playing()
        effects: list[Effect] = []
        if not conductor.referee.flow.playing:
            return effects
        for seat in self.absence.unpaused:
            self.absence.paused(seat)
            step = conductor.say("pause", bodies.Pause(reason="lost", about=seat), t_ms)
            effects += self._did(step, now, t_ms)
        return effects

    def _returned(self, seat: int, t_ms: int, now: float) -> list[Effect]:
        self.absence.back(seat)
        conductor = self._playing()
        if conductor.referee.paused and not self.absence.away:
            return self._did(conductor.say("resume", bodies.Resume(), t_ms), now, t_ms)
        return []

    def _count_votes(self, now: float, t_ms: int) -> list[Effect]:
        conductor = self._playing()
        for seat in self.absence.away:
            votes = conductor.referee.interrupts.votes.get(("away", seat), {})
            choice = self.absence.decide(seat, votes, self.people)
            if choice is None:
                continue
            if choice == "wait":
                self.absence.wait_again(seat, now)
                conductor.referee.interrupts.votes.pop(("away", seat), None)
            elif choice == "bot" and self.lobby.deal == "dealer":
                return [WantBot(seat, self.settings.level, self._bot_name(), stand_in=True)]
            elif choice == "end" and conductor.referee.flow.playing:
                self.absence.wait_again(seat, now)
                return self._did(conductor.say("forfeit", bodies.About(seat=seat, reason="away"), t_ms), now, t_ms)
        return []

    # -- timers -------------------------------------------------------------------------------------------------------

    def timer(self, now: float) -> float | None:
        """When `handle_timer` wants to be called next, on the steady clock."""
        times = [self._joining.deadline] if self._joining is not None else []
        if self.state == "playing":
            times += [time for time in (self._step_deadline(now), self.absence.timer()) if time is not None]
        return min(times, default=None)

    def _step_deadline(self, now: float) -> float | None:
        """Until when the seats that are due must have spoken."""
        referee = self._playing().referee
        due = referee.due
        if due is None or (referee.paused and not due.phase):
            self._due_since = None
            return None
        mark = (referee.ledger.pin, due.kinds[0])
        if self._due_since is None or self._due_since[0] != mark:
            self._due_since = (mark, now)
        if due.kinds[0] in _HUMAN:
            return self._due_since[1] + self.settings.turn if self.settings.turn else None
        return self._due_since[1] + self.settings.step

    def handle_timer(self, now: float, t_ms: int) -> list[Effect]:
        """A timer may have run out."""
        effects: list[Effect] = []
        if self._joining is not None:
            if now >= self._joining.deadline:
                effects += self._give_up_start(self._joining.missing)
            return effects
        if self.state != "playing":
            return effects
        deadline = self._step_deadline(now)
        if deadline is not None and now >= deadline:
            self._due_since = None
            effects += self._overdue(now, t_ms)
        for seat in self.absence.overdue(now):
            effects += self._ask_to_vote(seat, now, t_ms)
        return effects

    def _overdue(self, now: float, t_ms: int) -> list[Effect]:
        conductor = self._playing()
        due, flow = conductor.referee.due, conductor.referee.flow
        if due is None:
            return []
        late = tuple(seat for seat in due.seats if seat < self.lobby.n)
        if due.optional:
            return self._did(conductor.close_early(t_ms), now, t_ms)
        if due.kinds[0] in _HUMAN:
            effects: list[Effect] = []
            for seat in late[:1] if not due.phase else late:
                effects += self._did(conductor.say("timeout", bodies.About(seat=seat, reason="turn"), t_ms), now, t_ms)
            return effects
        if not late:
            return []
        if flow.dealing is not None and not flow.hands_out:
            step = conductor.say("void", bodies.About(seat=late[0], reason="timeout"), t_ms)
            return self._did(step, now, t_ms)
        if flow.dealing is None:
            return self._abandon(late)
        effects = []
        for seat in late:
            self.absence.lost(seat, now)
        return effects + self._away_in_play(now, t_ms)

    def _abandon(self, late: tuple[int, ...]) -> list[Effect]:
        """Not even the terms were signed: back to the lobby."""
        missing = tuple(slot.key for seat, slot in enumerate(self.lobby.slots) if slot is not None and seat in late)
        self.conductor = None
        self.header = None
        return self._give_up_start(missing)

    def _ask_to_vote(self, seat: int, now: float, t_ms: int) -> list[Effect]:
        """The grace time is over: the others decide, if there are any; else the table waits."""
        voters = tuple(other for other in self.people if other != seat)
        if not voters:
            self.absence.wait_again(seat, now)
            return []
        choices = ["wait", "bot", "end"] if self.lobby.deal == "dealer" else ["wait", "end"]
        notice = wire.Notice(code="vote", table=self.ref, data={"seat": seat, "choices": choices})
        return [ToTable(notice)]


_HUMAN = frozenset({"look", "bid", "play", "choose", "pass.commit"})
"""Kinds that wait for a person's decision."""


Handler = Callable[[Table, Peer, Any, float, int], list[Effect]]

_HANDLERS: dict[type[Any], Handler] = {
    wire.Sit: Table._sit,
    wire.Stand: Table._stand,
    wire.Ready: Table._ready,
    wire.Spectate: Table._spectate,
    wire.Bot: Table._bot,
    wire.Shuffle: Table._shuffle,
    wire.Change: Table._change,
    wire.Start: Table._start,
    wire.Leave: Table._leave,
    wire.JoinCommit: Table._join_commit,
    wire.JoinNonce: Table._join_nonce,
    wire.Submit: Table._submit,
    wire.Private: Table._private,
    wire.Since: Table._since,
    wire.Chat: Table._chat,
    wire.TakeSeat: Table._take_seat,
}
"""What each request of a peer does."""
