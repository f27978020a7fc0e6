"""One table of the host, as a state machine without I/O: a lobby, then a match, then perhaps another.

It is fed with requests of peers, with links that are gone, with timers and with results of computations; it
returns effects. `now` is a steady clock in seconds, `t_ms` the wall clock in ms since 1970.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from p2pcards_protocol import body as bodies
from p2pcards_protocol import message as wire

from .base import Peer, Settings
from .effect import Effect, Refusal
from .seating import SeatingTable

__all__ = ["Peer", "Settings", "Table"]


class Table(SeatingTable):
    """See the module, and base.py for how it is built."""

    def request(self, peer: Peer, message: Any, now: float, t_ms: int) -> list[Effect]:
        """A message of a peer for this table. Raises Refusal."""
        handler = _HANDLERS.get(type(message))
        if handler is None:
            raise Refusal("state", why="no-such-request")
        return handler(self, peer, message, now, t_ms)

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
