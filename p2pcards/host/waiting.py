"""Who is away in a match: the pause, the grace time, the partner's word, the vote of the others, the way back."""

from __future__ import annotations

from typing import Any

from p2pcards_protocol import body as bodies
from p2pcards_protocol import message as wire

from p2pcards.referee import event as events

from .base import TableBase
from .effect import Changed, Effect, ToPeer, ToTable, WantBot
from .turns import TurnClock

OWNER_PATIENCE = 20.0
"""Seconds that the owner of a table may be gone before somebody who is here becomes its owner."""


class WaitingTable(TableBase):
    """A table that waits for those who are away."""

    def gone(self, peer: int, now: float, t_ms: int, reason: str = "lost") -> list[Effect]:
        """The link of a peer has ended. reason: left (it said so), closed (its program ended), lost (silence)."""
        self._knocks.pop(peer, None)
        self._joiners = {seat: joiner for seat, joiner in self._joiners.items() if joiner.peer != peer}
        if self._watching.pop(peer, None) is not None:
            return [Changed()]
        key = next((key for key, other in self._here.items() if other == peer), None)
        if key is None:
            return []
        del self._here[key]
        self._lost[key] = now
        seat = self.lobby.seat_of(key)
        effects: list[Effect] = []
        if seat is not None:
            effects.append(ToTable(self._about(f"seat-{reason}", seat)))
        if self.state == "playing":
            keys = self._playing().referee.ledger.keys
            if key in keys:
                self.absence.lost(keys.index(key), now, reason)
                effects += self._away_in_play(now, t_ms)
        elif seat is not None and self.state == "lobby":
            slot = self.lobby.slots[seat]
            if slot is not None and slot.kind == "bot" and not slot.level:
                self.lobby.stand(key)
        return [*effects, *self._shown()]

    def _about(self, code: str, seat: int, **data: Any) -> wire.Notice:
        """A notice about a seat."""
        slot = self.lobby.slots[seat]
        name = "" if slot is None else slot.name
        return wire.Notice(code=code, table=self.ref, data={"seat": seat, "name": name, **data})

    def _away_in_play(self, now: float, t_ms: int) -> list[Effect]:
        """Pause as soon as hands are out and somebody is away."""
        conductor = self._playing()
        effects: list[Effect] = []
        if not conductor.referee.flow.playing:
            return effects
        while due := self.absence.due_pauses(now):  # what comes of one pause may be the next one
            seat, reason = due[0]
            self.absence.paused(seat)
            step = conductor.say("pause", bodies.Pause(reason=reason, about=seat), t_ms)
            effects += self._did(step, now, t_ms)
        return effects

    def _returned(self, seat: int, t_ms: int, now: float) -> list[Effect]:
        """The seat is played again; the table goes on when nobody else is missing.

        What was voted about it lapses. `resume` calls everybody back, so those who are still away are paused for, and
        asked about, once more: who is back has a vote now.
        """
        effects: list[Effect] = []
        if seat in self.absence.away and self.kicks.lapse(seat):
            effects.append(self._vote_over(seat))
        self.absence.back(seat)
        if self._not_before and not self.absence.away:  # all are back after a restart of the host: time runs again
            self._not_before, self.clock = 0.0, TurnClock()
        conductor = self._playing()
        if conductor.referee.paused and (seat in conductor.referee.interrupts.away or not self.absence.away):
            self.absence.ask_again()
            effects += self._did(conductor.say("resume", bodies.Resume(), t_ms), now, t_ms)
        return effects

    # -- what the others want -----------------------------------------------------------------------------------------

    def _next_step(self, seat: int, now: float) -> list[Effect]:
        """The grace time (or the partner's) is over: ask the partner, then all who are here; nobody here: wait."""
        voters = tuple(other for other in self.people if other != seat and other not in self.absence.away)
        if not voters:
            self.absence.wait_again(seat, now)
            return []
        partners = tuple(other for other in self._partners(seat) if other in voters)
        stage = self.absence.stage(seat)
        if stage == "grace" and partners and len(voters) > len(partners):
            self.absence.ask(seat, "partner", partners, now)
            return [ToPeer(self._peer_of(other), self._ballot(seat)) for other in partners]
        self.absence.ask(seat, "vote", voters, now)
        return [ToTable(self._ballot(seat))]

    def _ballot(self, seat: int) -> wire.Notice:
        choices = ["wait", "bot", "end"] if self.lobby.deal == "dealer" else ["wait", "end"]
        return self._about("vote", seat, choices=choices)

    def _partners(self, seat: int) -> tuple[int, ...]:
        sides = self.lobby.rules.sides(self.lobby.n)
        return next((tuple(other for other in side if other != seat) for side in sides if seat in side), ())

    def _peer_of(self, seat: int) -> int:
        slot = self.lobby.slots[seat]
        return -1 if slot is None else self._here.get(slot.key, -1)

    def _voted(self, voted: events.Voted, now: float) -> list[Effect]:
        """The partner's word about a seat that is away: wait, or ask all. A kick is counted by itself."""
        votes = self._playing().referee.interrupts.votes
        if votes.get(("kick", voted.on), {}).get(voted.seat) == voted.choice and voted.choice in ("yes", "no"):
            return self._kick_vote(voted.seat, voted.on, voted.choice == "yes")
        if self.absence.stage(voted.on) == "partner" and voted.seat in self.absence.voters(voted.on):
            if voted.choice != "wait":
                return self._next_step(voted.on, now)
            self.absence.wait_again(voted.on, now)
        return []

    def _decided(self, seat: int, choice: str, now: float, t_ms: int) -> list[Effect]:
        """More than half of the others want this about a seat that is away."""
        conductor = self._playing()
        self.absence.wait_again(seat, now)
        if choice == "bot":
            return [WantBot(seat, self.settings.level, self._bot_name(), how="take")]
        if choice == "end" and conductor.referee.flow.playing:
            return self._did(conductor.say("forfeit", bodies.About(seat=seat, reason="away"), t_ms), now, t_ms)
        return []

    def _kick_vote(self, voter: int, about: int, yes: bool) -> list[Effect]:
        """Somebody wants (or does not want) somebody out of a seat."""
        slot = self.lobby.slots[about] if about < self.lobby.n else None
        mine = self.lobby.slots[voter]
        if slot is None or mine is None:
            return []
        before, owner = about in self.kicks.decided, mine.key == self.lobby.owner
        outcome = self.kicks.vote(voter, about, yes, self.people, bot=slot.kind == "bot", owner=owner)
        if outcome == "decided" and not before:
            return [ToTable(self._about("kick", about)), *self._shown()]
        if outcome == "lost":
            return [self._vote_over(about)]
        return [ToPeer(self._peer_of(voter), self._about("kick-too-few", about))] if outcome == "too-few" else []

    def _vote_over(self, seat: int) -> ToTable:
        """A vote to put somebody out has come to nothing."""
        return ToTable(self._about("vote-over", seat))

    # -- the owner ----------------------------------------------------------------------------------------------------

    def _owner_timer(self) -> float | None:
        """When the role of an owner who is gone moves on."""
        gone = None if self.lobby.owner is None else self._lost.get(self.lobby.owner)
        return None if gone is None or not self.people else gone + OWNER_PATIENCE

    def _move_owner(self, now: float) -> list[Effect]:
        when = self._owner_timer()
        if when is None or now < when:
            return []
        here = [slot for slot in self.lobby.joined() if slot.kind == "person" and slot.key in self._here]
        self.lobby.owner = here[0].key
        return self._shown()
