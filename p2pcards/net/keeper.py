"""Where a client keeps its part of a match: the entries it has seen and its own secrets."""

from __future__ import annotations

import datetime
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from p2pcards_protocol.transcript import Entry, Header

from p2pcards.store import Role, Store, TableNumber


class Keeper(Protocol):
    """One match of one client. Every method may raise StoreError; then nothing of it was kept."""

    def open(self, header: Header, role: Role) -> tuple[dict[str, bytes], list[Entry]]:
        """Begin to keep a match, or find what was kept of it: secrets by name, and the entries from the first on."""

    def keep(self, entries: Sequence[Entry], secrets: Mapping[str, bytes]) -> None:
        """The next entries and secrets; safe before anything that is sent after this."""

    def finish(self, data: bytes, game: str, table_id: bytes) -> Path | None:
        """The match is over; its file. Returns where it is, None when no file is kept."""


class StoreKeeper:
    """In the store of the person's own state folder; on the disk when a method returns. owner: the public key."""

    def __init__(self, store: Store, owner: bytes) -> None:
        self._store = store
        self._owner = owner
        self._number: TableNumber | None = None

    def open(self, header: Header, role: Role) -> tuple[dict[str, bytes], list[Entry]]:
        ref, now = header.table_id.hex(), int(time.time())
        with self._store.transaction():
            known = self._store.find_table(self._owner, ref)
            if known is not None:
                self._number = known
                return self._store.secrets(known), [Entry.decode(data) for data in self._store.entries(known)]
            number = self._store.create_table(self._owner, ref, role, now, state="playing")
            self._store.update_table(number, now, header=header.encode())
        self._number = number
        return {}, []

    def keep(self, entries: Sequence[Entry], secrets: Mapping[str, bytes]) -> None:
        if self._number is not None:
            self._store.append(self._number, entries, secrets)

    def finish(self, data: bytes, game: str, table_id: bytes) -> Path | None:
        path = self._store.write_match(data, date=datetime.date.today(), game=game, table_id=table_id)
        if self._number is not None:
            self._store.update_table(self._number, int(time.time()), state="over", file=path)
        return path
