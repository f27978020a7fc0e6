"""The hosts this person has met: which key belongs to which name and address.

First contact is taken (and its six words are shown); from then on another key under the same name, or at the same
typed address, stops hard until a person accepts it. A key that we know is that host wherever it is and whatever it is
called now.
"""

import json
import unicodedata
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from p2pcards.store.database import Database
from p2pcards.store.errors import KeyChanged


@dataclass(frozen=True, slots=True)
class KnownHost:
    """One host: `key` is its pin (32 bytes), `addresses` and `port` where it was last, times in seconds since 1970."""

    key: bytes
    name: str
    addresses: tuple[str, ...]
    port: int
    first_seen: int
    last_seen: int


class Hosts:
    """The table `hosts` of the store."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self) -> tuple[KnownHost, ...]:
        """Every known host, the one met last first."""
        rows = self._database._rows(f"SELECT {_COLUMNS} FROM hosts ORDER BY last_seen DESC, key")
        return tuple(_host(row) for row in rows)

    def get(self, key: bytes) -> KnownHost | None:
        rows = self._database._rows(f"SELECT {_COLUMNS} FROM hosts WHERE key = ?", key)
        return _host(rows[0]) if rows else None

    def expected(
        self, name: str = "", addresses: Collection[str] = (), port: int = 0, *, others: Collection[bytes] = ()
    ) -> KnownHost | None:
        """The known host that somebody who asks for this must mean; None at first contact.

        With a name only the name counts: addresses wander from machine to machine. Without one, a last known address
        with the same port does. `others` are keys of hosts that are seen alive at the same time: two hosts of one name
        may both be there, and neither is the other.
        """
        for host in self.all():
            if host.key in others:
                continue
            if name and fold(host.name) == fold(name):
                return host
            if not name and host.port == port and set(host.addresses) & set(addresses):
                return host
        return None

    def meet(
        self,
        key: bytes,
        name: str,
        addresses: Sequence[str],
        port: int,
        now: int,
        *,
        others: Collection[bytes] = (),
    ) -> bool:
        """A host showed `key`: remember it. True at first contact (show the words), False when it was known.

        Raises KeyChanged, and remembers nothing, if `expected` names a host with another key.
        """
        known = self.get(key)
        if known is None:
            old = self.expected(name, addresses, port, others=others)
            if old is not None:
                raise KeyChanged(old.key, key, old.name)
        self._database._execute(
            "INSERT INTO hosts VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO UPDATE SET name = excluded.name,"
            " addresses = excluded.addresses, port = excluded.port, last_seen = excluded.last_seen",
            *(key, name or (known.name if known else ""), json.dumps(list(addresses)), port, now, now),
        )
        return known is None

    def replace(self, old: bytes, new: bytes, now: int) -> None:
        """A person accepts that the host with key `old` now has key `new`."""
        with self._database.transaction():
            host = self.get(old)
            self.forget(old)
            if host is not None:
                self.meet(new, host.name, host.addresses, host.port, now)

    def forget(self, key: bytes) -> bool:
        """Whether it was known."""
        return self._database._execute("DELETE FROM hosts WHERE key = ?", key).rowcount > 0


def fold(name: str) -> str:
    """Names that look the same are the same."""
    return unicodedata.normalize("NFKC", name).casefold().strip()


_COLUMNS = "key, name, addresses, port, first_seen, last_seen"


def _host(row: Any) -> KnownHost:
    key, name, addresses, port, first, last = row
    return KnownHost(key, name, tuple(json.loads(addresses)), port, first, last)
