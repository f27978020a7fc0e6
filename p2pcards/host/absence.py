"""Who is away, for how long, and what the others have decided about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(slots=True)
class _Away:
    since: float
    asked: bool = False
    paused: bool = False


class Absence:
    """Times are seconds on the host's steady clock. grace: how long the table waits before it asks for a vote."""

    def __init__(self, grace: float) -> None:
        self._grace = grace
        self._away: dict[int, _Away] = {}
        self._voids: dict[int, int] = {}

    @property
    def away(self) -> tuple[int, ...]:
        """The seats that are away."""
        return tuple(sorted(self._away))

    @property
    def unpaused(self) -> tuple[int, ...]:
        """Seats that are away and for which the table has not been paused."""
        return tuple(seat for seat, away in sorted(self._away.items()) if not away.paused)

    def lost(self, seat: int, now: float) -> None:
        """The link of a seat is gone."""
        self._away.setdefault(seat, _Away(now))

    def paused(self, seat: int) -> None:
        """The table waits for this seat."""
        self._away[seat].paused = True

    def back(self, seat: int) -> None:
        """The seat is played again."""
        self._away.pop(seat, None)

    def wait_again(self, seat: int, now: float) -> None:
        """Another grace time."""
        if seat in self._away:
            self._away[seat].since = now
            self._away[seat].asked = False

    def overdue(self, now: float) -> tuple[int, ...]:
        """Seats whose grace time has just run out; each is named once."""
        late = []
        for seat, away in sorted(self._away.items()):
            if not away.asked and now >= away.since + self._grace:
                away.asked = True
                late.append(seat)
        return tuple(late)

    def timer(self) -> float | None:
        """When the next grace time ends."""
        return min((away.since + self._grace for away in self._away.values() if not away.asked), default=None)

    def decide(self, seat: int, votes: Mapping[int, str], people: tuple[int, ...]) -> str | None:
        """What more than half of the people who are here want, if anything. votes: choice by seat."""
        voters = [other for other in people if other != seat]
        for choice in ("end", "bot", "wait"):
            if 2 * sum(votes.get(other) == choice for other in voters) > len(voters):
                return choice
        return None

    def voided(self, seat: int) -> int:
        """Another attempt to deal was void because of this seat; returns how many there were."""
        self._voids[seat] = self._voids.get(seat, 0) + 1
        return self._voids[seat]

    def forget_voids(self, seat: int) -> None:
        """Somebody else has the seat."""
        self._voids.pop(seat, None)
