"""Who is away, for how long, and whom the table has asked about it.

A seat that is away is first waited for (grace), then its partner is asked, then everybody who is here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

PARTNER = 15.0
"""Seconds in which the partner alone is asked."""

Stage = Literal["grace", "partner", "vote"]


@dataclass(slots=True)
class _Away:
    since: float
    settle: float
    reason: str
    stage: Stage = "grace"
    stage_since: float = 0.0
    paused: bool = False
    voters: tuple[int, ...] = ()


class Absence:
    """Times are seconds on the host's steady clock. grace: how long the table waits before it asks."""

    def __init__(self, grace: float) -> None:
        self._grace = grace
        self._away: dict[int, _Away] = {}
        self._voids: dict[int, int] = {}

    @property
    def away(self) -> tuple[int, ...]:
        """The seats that are away."""
        return tuple(sorted(self._away))

    def due_pauses(self, now: float) -> tuple[tuple[int, str], ...]:
        """Seats for which the table has not been paused yet and should be, with the reason: lost, closed or idle."""
        return tuple(
            (seat, away.reason)
            for seat, away in sorted(self._away.items())
            if not away.paused and now >= away.since + away.settle
        )

    def lost(self, seat: int, now: float, reason: str = "lost", *, settle: float = 0.0) -> None:
        """Nobody plays the seat. settle: seconds until the table is paused for it."""
        self._away.setdefault(seat, _Away(now, settle, reason))

    def since(self, seat: int) -> float | None:
        """Since when a seat is away; None when it is not."""
        return self._away[seat].since if seat in self._away else None

    def paused(self, seat: int) -> None:
        """The table waits for this seat."""
        if seat in self._away:
            self._away[seat].paused = True

    def back(self, seat: int) -> None:
        """The seat is played again."""
        self._away.pop(seat, None)

    def wait_again(self, seat: int, now: float) -> None:
        """Another grace time."""
        if seat in self._away:
            self._away[seat].since = now
            self._away[seat].stage = "grace"

    def ask_again(self) -> None:
        """Nobody is paused for any more: those who are away must be, and be asked about, afresh; their time runs on."""
        for away in self._away.values():
            away.paused, away.stage = False, "grace"

    def shift(self, seconds: float) -> None:
        """Time in which nothing could happen does not count."""
        for away in self._away.values():
            away.since += seconds
            away.stage_since += seconds

    # -- asking -------------------------------------------------------------------------------------------------------

    def stage(self, seat: int) -> Stage | None:
        """How far it is with a seat that is away."""
        return self._away[seat].stage if seat in self._away else None

    def voters(self, seat: int) -> tuple[int, ...]:
        """Who is asked about a seat."""
        return self._away[seat].voters if seat in self._away else ()

    def overdue(self, now: float) -> tuple[int, ...]:
        """Seats for which the next step is due: the grace time, or the partner's time, is over."""
        return tuple(seat for seat, away in sorted(self._away.items()) if (when := self._next(away)) and now >= when)

    def ask(self, seat: int, stage: Stage, voters: tuple[int, ...], now: float) -> None:
        """These seats are asked from now on."""
        away = self._away[seat]
        away.stage, away.stage_since, away.voters = stage, now, voters

    def _next(self, away: _Away) -> float | None:
        if away.stage == "grace":
            return away.since + self._grace
        return away.stage_since + PARTNER if away.stage == "partner" else None

    def timer(self, now: float) -> float | None:
        """When something is due next. A pause that cannot be made yet is made as soon as it can, not by the clock."""
        times = [when for away in self._away.values() if (when := self._next(away)) is not None]
        settles = [away.since + away.settle for away in self._away.values() if not away.paused]
        times += [when for when in settles if when > now]
        return min(times, default=None)

    # -- voids --------------------------------------------------------------------------------------------------------

    def voided(self, seat: int) -> int:
        """Another attempt to deal was void because of this seat; returns how many there were."""
        self._voids[seat] = self._voids.get(seat, 0) + 1
        return self._voids[seat]

    def forget_voids(self, seat: int) -> None:
        """Somebody else has the seat."""
        self._voids.pop(seat, None)
