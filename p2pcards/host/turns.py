"""How long the seats that are due have had: a clock that stops while somebody is away."""

from __future__ import annotations


class TurnClock:
    """Times are seconds on the host's steady clock; a turn is whatever `mark` says it is.

    warned: the warning of this turn has been given. called: its limit has been reached once.
    """

    def __init__(self) -> None:
        self._mark: object = None
        self._spent = 0.0
        self._since: float | None = None
        self.warned = False
        self.called = False

    def follow(self, mark: object, running: bool, now: float) -> None:
        """Which turn it is now, and whether its time runs. A new mark starts a new turn."""
        if mark != self._mark:
            self._mark, self._spent, self._since = mark, 0.0, None
            self.warned = self.called = False
        if running and self._since is None:
            self._since = now
        elif not running and self._since is not None:
            self._spent += now - self._since
            self._since = None

    def stop(self, now: float) -> None:
        """The time stands still until the next `follow`."""
        self.follow(self._mark, False, now)

    def spent(self, now: float) -> float:
        """Seconds that this turn has taken so far."""
        return self._spent + (0.0 if self._since is None else now - self._since)

    def when(self, limit: float) -> float | None:
        """When this turn will have taken `limit` seconds; None while the clock stands."""
        return None if self._since is None else self._since + limit - self._spent
