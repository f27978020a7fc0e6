"""Tries at passwords, counted for each address."""

from __future__ import annotations

from collections import deque

TRIES = 5
"""Passwords that one address may try a minute."""

_MINUTE = 60.0
_MOST = 4096  # addresses that are remembered


class Tries:
    """How often each address has tried in the last minute. Times are seconds on a steady clock."""

    def __init__(self, most: int = TRIES) -> None:
        self._most = most
        self._times: dict[str, deque[float]] = {}

    def take(self, address: str, now: float) -> bool:
        """Whether this address may try once more; counts the try."""
        if len(self._times) > _MOST:
            self._times = {one: times for one, times in self._times.items() if times and now - times[-1] < _MINUTE}
        times = self._times.setdefault(address, deque())
        while times and now - times[0] >= _MINUTE:
            times.popleft()
        if len(times) >= self._most:
            return False
        times.append(now)
        return True
