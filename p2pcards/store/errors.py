"""What can go wrong with files, and with a host whose key is not the one we know."""

from pathlib import Path

from p2pcards_protocol.errors import P2PCardsError

MISTAKES = frozenset({"name-taken", "gap", "unknown-table"})
"""Keys of a StoreError that the disk has no part in: whoever asked for this asks for it in vain again."""


class StoreError(P2PCardsError):
    """Something could not be kept or read. Nothing that depended on it may be sent.

    key   disk-full, read-only, no-permission, not-a-folder, busy, corrupt, too-new, key-unreadable, no-home,
          no-free-slot, name-taken, gap (an entry does not follow the last one), unknown-table, io
    path  the file or folder concerned
    """

    def __init__(self, key: str, path: Path, text: str = "") -> None:
        super().__init__(f"{key}: {path}" + (f" ({text})" if text else ""))
        self.key = key
        self.path = path
        self.text = text


class KeyChanged(P2PCardsError):
    """The host's key has changed. Somebody may be in between, or the host lost its key: a person has to decide.

    known  the key we have for this host, 32 bytes; `seen` the one it shows now; `name` how we call it
    """

    def __init__(self, known: bytes, seen: bytes, name: str) -> None:
        super().__init__(f"the key of {name!r} has changed")
        self.known = known
        self.seen = seen
        self.name = name
