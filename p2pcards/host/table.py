"""One table of the host, as a state machine without I/O: a lobby, then a match, then perhaps another.

It is fed with requests of peers, with links that are gone, with timers and with results of computations; it
returns effects. `now` is a steady clock in seconds, `t_ms` the wall clock in ms since 1970.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from p2pcards_protocol import body as bodies
from p2pcards_protocol import message as wire
from p2pcards_protocol.identity import Identity

from p2pcards.referee import Due

from .base import Peer, Settings
from .conductor import Conductor
from .effect import Effect, Refusal, ToTable, WantBot
from .replacing import NOBODY
from .saved import read_lobby
from .seating import SeatingTable
from .shelf import BOT_KEY, Kept

__all__ = ["Peer", "Settings", "Table"]


class Table(SeatingTable):
    """See the module, and base.py for how it is built."""

    def request(self, peer: Peer, message: Any, now: float, t_ms: int) -> list[Effect]:
        """A message of a peer for this table. Raises Refusal."""
        handler = _HANDLERS.get(type(message))
        if handler is None:
            raise Refusal("state", why="no-such-request")
        return handler(self, peer, message, now, t_ms)

    @classmethod
    def revive(cls, kept: Kept, identity: Identity, rng: Callable[[int], bytes], now: float) -> Table:
        """The table as it was when the host stopped; nobody is here yet. One with a match is asleep until `wake`.

        Raises P2PCardsError when what was kept does not hold.
        """
        if kept.fault is not None:
            raise kept.fault
        saved = read_lobby(kept.info)
        lobby, settings = saved.lobby, saved.settings
        table = cls(kept.ref, identity, rng, lobby, settings)
        table.owners.update(saved.owners)
        table.kicks.decided |= saved.kicked
        table.kicks.by_host |= saved.by_host
        table.shut_out.update(saved.out)
        table._lost = {slot.key: now for slot in lobby.joined()}
        table._not_before = now + max(SETTLE, settings.grace)
        bots = {bytes.fromhex(name[len(BOT_KEY) :]) for name in kept.secrets if name.startswith(BOT_KEY)}
        if kept.header is None:
            for slot in lobby.joined():
                if slot.level and slot.key not in bots:  # a bot of this host whose key is not there any more
                    lobby.stand(slot.key)
        else:
            table.header, table.asleep = kept.header, kept
        return table

    def wake(self, conductor: Conductor, now: float, t_ms: int) -> list[Effect]:
        """The match is back; what it wants done first. Its seats have their time to come back from now on."""
        self.conductor, self.asleep = conductor, None
        self._lost = dict.fromkeys(self._lost, now)
        self._not_before = now + max(SETTLE, self.settings.grace)
        if conductor.referee.ended:
            return []
        interrupts = conductor.referee.interrupts
        for seat in range(self.lobby.n):
            self.absence.lost(seat, now, settle=SETTLE)
            if seat in interrupts.away:
                self.absence.paused(seat)
        effects: list[Effect] = [
            WantBot(seat, self.settings.level, self._bot_name(), how="take") for seat in sorted(interrupts.left)
        ]
        effects += [
            WantBot(seat, self.settings.level, self._bot_name(), how="join")
            for seat, slot in enumerate(self.lobby.slots)
            if slot is not None and slot.key == NOBODY
        ]
        return [*effects, *self._did(conductor.start(t_ms), now, t_ms)]

    # -- timers -------------------------------------------------------------------------------------------------------

    def timer(self, now: float) -> float | None:
        """When `handle_timer` wants to be called next, on the steady clock."""
        if self.asleep is not None:
            return None
        times = [self._start_deadline, self._owner_timer()]
        if self.state == "lobby":
            times.append(self._empty_timer())
        elif self.state == "playing" and self._joining is None:
            times += [self._step_deadline(now), self.absence.timer(now)]
        return min((when for when in times if when is not None), default=None)

    @property
    def _start_deadline(self) -> float | None:
        """Until when the step of a start that runs must be done."""
        if self._joining is not None:
            return self._joining.deadline
        return self._start_by if self._starting else None

    def handle_timer(self, now: float, t_ms: int) -> list[Effect]:
        """A timer may have run out."""
        effects = self._move_owner(now)
        if self._start_deadline is not None:
            if now >= self._start_deadline:
                effects += self._give_up_start(() if self._joining is None else self._joining.missing)
            return effects
        if self.state == "lobby":
            return effects + self._free_seats(now)
        if self.state != "playing":
            return effects
        deadline = self._step_deadline(now)
        if deadline is not None and now >= deadline:
            effects += self._overdue(now, t_ms)
        return effects + self._absent(now, t_ms)

    def _absent(self, now: float, t_ms: int) -> list[Effect]:
        """What is due about seats that are away."""
        if self.state != "playing":
            return []
        effects = self._away_in_play(now, t_ms)
        for seat in self.absence.overdue(now):
            effects += self._next_step(seat, now)
        return effects

    def stood_still(self, since: float, now: float) -> None:
        """From `since` to `now` nothing could be kept, so nothing was done: that time does not count."""
        self.absence.shift(now - since)
        self._not_before = max(self._not_before, now + self.settings.step)

    # -- the turn -----------------------------------------------------------------------------------------------------

    def _step_deadline(self, now: float) -> float | None:
        """Until when the seats that are due must have spoken (or are warned)."""
        referee = self._playing().referee
        due = referee.due
        if due is None:
            self.clock.stop(now)
            return None
        log = 0 if referee.flow.public is None else len(referee.flow.public.log)
        seats = due.phase_seats if due.phase else due.seats
        running = due.phase != "" or not (referee.paused or self.absence.away)
        turn = (referee.number, referee.flow.attempt, due.kinds[0], seats, log, referee.requests.taken_back)
        self.clock.follow(turn, running, now)
        limit = self._limit(due)
        when = None if limit is None else self.clock.when(limit)
        return None if when is None else max(when, self._not_before)

    def _limit(self, due: Due) -> float | None:
        """Seconds until something must happen about what is due; None: as long as it takes."""
        if due.kinds[0] == "seed" and self._playing().referee.flow.frozen:
            return max(self.settings.step, self.settings.grace)  # who is away by accident must not pay for a cheat
        if due.kinds[0] not in _HUMAN:
            return self.settings.step
        turn = float(self.settings.turn)
        if not turn:
            return None
        if self.clock.called:
            return turn + self.settings.step
        return turn if self.clock.warned else turn - min(WARNING, turn / 2)

    def _overdue(self, now: float, t_ms: int) -> list[Effect]:
        conductor = self._playing()
        due, flow = conductor.referee.due, conductor.referee.flow
        if due is None:
            return []
        late = tuple(seat for seat in due.seats if seat < self.lobby.n)
        if due.optional:
            return self._did(conductor.close_early(t_ms), now, t_ms)
        if due.kinds[0] in _HUMAN:
            return self._turn_is_over(late if due.phase else late[:1], now, t_ms)
        if not late:
            return []
        if flow.dealing is not None and not flow.hands_out:
            step = conductor.say("void", bodies.About(seat=late[0], reason="timeout"), t_ms)
            return self._did(step, now, t_ms)
        if flow.dealing is None:
            return self._abandon(late)
        return self._nobody_plays(late, now, t_ms)

    def _turn_is_over(self, late: tuple[int, ...], now: float, t_ms: int) -> list[Effect]:
        """First a warning; at the limit everybody is told, and the seat's own program plays; if it does not even do
        that, nobody plays the seat."""
        if not self.clock.warned:
            self.clock.warned = True
            left = round(min(WARNING, self.settings.turn / 2))
            return [ToTable(self._about("turn-warning", seat, seconds=left)) for seat in late]
        if self.clock.called:
            return self._nobody_plays(late, now, t_ms)
        self.clock.called = True
        effects: list[Effect] = []
        for seat in late:
            step = self._playing().say("timeout", bodies.About(seat=seat, reason="turn"), t_ms)
            effects += self._did(step, now, t_ms)
        return effects

    def _nobody_plays(self, late: tuple[int, ...], now: float, t_ms: int) -> list[Effect]:
        for seat in late:
            self.absence.lost(seat, now, "idle")
        return self._away_in_play(now, t_ms)


SETTLE = 8.0
"""Seconds that a host which has started again gives everybody to come back, before it says that they are away."""

WARNING = 15.0
"""Seconds before the end of a turn at which the seat is warned (half the turn where that is less)."""

_HUMAN = frozenset({"look", "bid", "play", "choose", "pass.commit"})
"""Kinds that wait for a person's decision."""


Handler = Callable[[Table, Peer, Any, float, int], list[Effect]]

_HANDLERS: dict[type[Any], Handler] = {
    wire.Sit: Table._sit,
    wire.Knock: Table._knock,
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
    wire.Admit: Table._admit,
}
"""What each request of a peer does."""
