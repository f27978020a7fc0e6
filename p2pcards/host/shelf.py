"""A host's tables in the store: for each the lobby, the match that runs, and the secrets of the host and of its bots.

The methods are parts of a transaction (`Journal`), and run in its thread.
"""

from __future__ import annotations

import datetime
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from p2pcards_protocol.transcript import Entry, Header

from p2pcards.errors import P2PCardsError
from p2pcards.store import SavedTable, State, Store, StoreError, TableNumber

BOT_KEY = "bot-key/"
"""What the names of the secrets begin with that are the seeds of bots' identities; the rest is the key in hex."""

BOT = "bot/"
"""What the names of a bot's own secrets begin with; its key in hex and a slash follow."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A table as it was kept. header: None in a lobby; the entries of a match are read when they are needed. count: how
    many there are. fault: why it cannot be read, None when it can."""

    ref: str
    state: State
    info: bytes
    header: Header | None
    secrets: dict[str, bytes]
    file: Path | None
    count: int = 0
    fault: P2PCardsError | None = None


class Shelf:
    """The tables of the host with this key."""

    def __init__(self, owner: bytes) -> None:
        self._owner = owner

    def keep(self, store: Store, ref: str, state: State, info: bytes) -> None:
        """The lobby of a table as it is now; a new row for a new table. That a match is over is said by `over`."""
        number = store.find_table(self._owner, ref)
        if number is None:
            store.create_table(self._owner, ref, "host", _now(), state=state, info=info)
        else:
            store.update_table(number, _now(), state=None if state == "over" else state, info=info)

    def begin(self, store: Store, ref: str, header: Header) -> None:
        """A match begins."""
        store.begin_match(self._number(store, ref), _now(), header.encode(), keep=BOT_KEY)

    def append(self, store: Store, ref: str, entries: Sequence[Entry], secrets: Mapping[str, bytes]) -> None:
        """The next entries of the match, and secrets."""
        store.append(self._number(store, ref), entries, secrets)

    def over(self, store: Store, ref: str, data: bytes, game: str, table_id: bytes) -> None:
        """The match has ended: its file."""
        path = store.write_match(data, date=datetime.date.today(), game=game, table_id=table_id)
        store.update_table(self._number(store, ref), _now(), state="over", file=path)

    def drop(self, store: Store, ref: str) -> None:
        """The table is gone."""
        number = store.find_table(self._owner, ref)
        if number is not None:
            store.drop_table(number)

    def prune(self, store: Store, before: int, keep: Collection[str]) -> None:
        """Finished tables that were last changed before that second are forgotten, but for those in `keep`."""
        for row in store.load_tables(self._owner):
            if row.state == "over" and row.updated < before and row.ref not in keep:
                store.drop_table(row.number)

    def _number(self, store: Store, ref: str) -> TableNumber:
        number = store.find_table(self._owner, ref)
        if number is None:
            raise StoreError("unknown-table", store.path, ref)
        return number

    def load(self, store: Store) -> list[Kept]:
        """Every table that was open when the host stopped, oldest first."""
        rows = [row for row in store.load_tables(self._owner) if row.role == "host"]
        return [self._kept(store, row) for row in sorted(rows, key=lambda row: row.number)]

    def find(self, store: Store, ref: str) -> Kept | None:
        """One table, as it is kept now."""
        return next((kept for kept in self.load(store) if kept.ref == ref), None)

    def _kept(self, store: Store, row: SavedTable) -> Kept:
        header, fault = None, None
        try:
            header = Header.decode(row.header) if row.header and row.state != "lobby" else None
        except P2PCardsError as error:
            fault = error
        count = 0 if header is None else row.seq + 1
        return Kept(row.ref, row.state, row.info, header, store.secrets(row.number), row.file, count, fault)

    def entries(self, store: Store, ref: str) -> list[Entry]:
        """The entries of the match at a table."""
        return [Entry.decode(data) for data in store.entries(self._number(store, ref))]


def _now() -> int:
    return int(time.time())
