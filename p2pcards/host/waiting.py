"""Who is away in a match: the pause, the grace time, the vote of the others, the way back."""

from __future__ import annotations

from p2pcards_protocol import body as bodies
from p2pcards_protocol import message as wire

from .base import TableBase
from .effect import Changed, Effect, ToTable, WantBot


class WaitingTable(TableBase):
    """A table that waits for those who are away."""

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

    def _ask_to_vote(self, seat: int, now: float, t_ms: int) -> list[Effect]:
        """The grace time is over: the others decide, if there are any; else the table waits."""
        voters = tuple(other for other in self.people if other != seat)
        if not voters:
            self.absence.wait_again(seat, now)
            return []
        choices = ["wait", "bot", "end"] if self.lobby.deal == "dealer" else ["wait", "end"]
        notice = wire.Notice(code="vote", table=self.ref, data={"seat": seat, "choices": choices})
        return [ToTable(notice)]
