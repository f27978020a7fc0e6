"""Signatures that held, remembered: several ledgers of one process (a host and its bots) see the same entries."""

from __future__ import annotations

from collections import OrderedDict

from .hashing import sha256
from .identity import verify


class VerifiedCache:
    """Signatures that held, by the hash of everything that went in."""

    def __init__(self, size: int = 2048) -> None:
        self._held: OrderedDict[bytes, None] = OrderedDict()
        self._size = size

    def verify(self, public: bytes, signature: bytes, tag: str, *parts: bytes) -> bool:
        """As `identity.verify`."""
        name = sha256(b"".join((public, signature, tag.encode("ascii"), b"\x00", *parts)))
        if name in self._held:
            return True
        if not verify(public, signature, tag, *parts):
            return False
        self._held[name] = None
        if len(self._held) > self._size:
            self._held.popitem(last=False)
        return True

    def clear(self) -> None:
        """Forget them all: the next check is made in full."""
        self._held.clear()


#: The process's.
SIGNATURES = VerifiedCache()
