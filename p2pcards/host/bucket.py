"""Token buckets: so many at once, and then so many a second."""

from __future__ import annotations

from dataclasses import dataclass

CHAT_BURST, CHAT_RATE = 5.0, 0.5
"""Chat messages of one key: at once, and then a second."""

ASIDE_BURST, ASIDE_RATE = 30.0, 1.0
"""Messages of one key that nothing asks for (playing.ASIDE): at once, and then a second."""

MOST = 1024
"""Buckets that are kept; above it those that are full again are forgotten, which changes nothing."""


@dataclass(slots=True)
class _Bucket:
    tokens: float
    at: float


class Buckets:
    """One for each name. burst: tokens when full. rate: tokens that come back a second. Times are seconds on a steady
    clock."""

    def __init__(self, burst: float, rate: float) -> None:
        self._burst = burst
        self._rate = rate
        self._buckets: dict[bytes, _Bucket] = {}

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, name: bytes, now: float) -> bool:
        """Take one token; False when there is none."""
        if len(self._buckets) >= MOST:
            self._buckets = {one: it for one, it in self._buckets.items() if self._filled(it, now) < self._burst}
        bucket = self._buckets.setdefault(name, _Bucket(self._burst, now))
        bucket.tokens, bucket.at = self._filled(bucket, now), now
        if bucket.tokens < 1:
            return False
        bucket.tokens -= 1
        return True

    def _filled(self, bucket: _Bucket, now: float) -> float:
        return min(self._burst, bucket.tokens + (now - bucket.at) * self._rate)
