"""Who may come in: counters per address that cost a flood more than they cost the host.

Pure: `now` is an argument (seconds of any steady clock). Limits are options of the host (network.md section 2).
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """What one address, and all together, may hold open before they have said who they are.

    strangers / strangers_each      connections that are not authenticated yet, in all / of one address
    watchers / watchers_each        links that only watch the list of tables, in all / of one address
    links                           connections of any kind in all
    handshakes / burst              TLS handshakes of one address: a second, and at once
    handshake_timeout               seconds for the TLS handshake
    unsent                          bytes that may wait for one peer
    """

    strangers: int = 64
    strangers_each: int = 8
    watchers: int = 256
    watchers_each: int = 32
    links: int = 1024
    handshakes: float = 20.0
    burst: float = 40.0
    handshake_timeout: float = 5.0
    unsent: int = 256 * 1024


class Gate:
    """Counts strangers, watchers and handshakes. Every `enter` that answered True is followed by one `leave`."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.links = 0
        self._strangers: dict[str, int] = {}
        self._watchers: dict[str, int] = {}
        self._buckets: dict[str, tuple[float, float]] = {}  # address -> (tokens, when)

    @property
    def strangers(self) -> int:
        return sum(self._strangers.values())

    def enter(self, address: str, now: float) -> bool:
        """A new connection from `address`: may it begin its handshake? Counts it as a stranger if so."""
        limits = self.limits
        if (
            self.links >= limits.links
            or self.strangers >= limits.strangers
            or self._strangers.get(address, 0) >= limits.strangers_each
            or not self._handshake(address, now)
        ):
            return False
        self.links += 1
        self._strangers[address] = self._strangers.get(address, 0) + 1
        return True

    def known(self, address: str) -> None:
        """A stranger has proved who it is."""
        _less(self._strangers, address)

    def watch(self, address: str) -> bool:
        """A stranger wants to watch only: may it? Counts it as a watcher if so."""
        if (
            sum(self._watchers.values()) >= self.limits.watchers
            or self._watchers.get(address, 0) >= self.limits.watchers_each
        ):
            return False
        _less(self._strangers, address)
        self._watchers[address] = self._watchers.get(address, 0) + 1
        return True

    def leave(self, address: str, *, stranger: bool = False, watcher: bool = False) -> None:
        """A connection that had entered is gone; the flags say as what it was counted last."""
        self.links -= 1
        if stranger:
            _less(self._strangers, address)
        if watcher:
            _less(self._watchers, address)

    def _handshake(self, address: str, now: float) -> bool:
        limits = self.limits
        if len(self._buckets) > 4 * limits.links:  # forget those that are full again anyway
            full = limits.burst / limits.handshakes
            self._buckets = {one: held for one, held in self._buckets.items() if now - held[1] < full}
        tokens, when = self._buckets.get(address, (limits.burst, now))
        tokens = min(limits.burst, tokens + (now - when) * limits.handshakes)
        if tokens < 1:
            self._buckets[address] = (tokens, now)
            return False
        self._buckets[address] = (tokens - 1, now)
        return True


def _less(counts: dict[str, int], address: str) -> None:
    left = counts.get(address, 0) - 1
    if left > 0:
        counts[address] = left
    else:
        counts.pop(address, None)
