"""Everything this person's programs keep: tables with their transcripts and secrets, hosts, settings, match files.

The host and every client use it alike. What they keep of a table is the log and this process's own secrets, nothing
derived: resuming is folding the log again. `append` writes both in one transaction and returns when they are on the
disk; only then may anything that depends on them be sent.
"""

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, NewType, Protocol

from p2pcards.store.database import Database
from p2pcards.store.errors import StoreError
from p2pcards.store.files import state_folder
from p2pcards.store.hosts import Hosts
from p2pcards.store.matches import MatchFile, list_matches, write_match

TableNumber = NewType("TableNumber", int)
Role = Literal["host", "seat", "spectator"]
State = Literal["lobby", "playing", "over"]


class Record(Protocol):
    """What is appended: a transcript entry (`p2pcards_protocol.transcript.Entry`)."""

    @property
    def seq(self) -> int: ...

    def encode(self) -> bytes: ...


@dataclass(frozen=True, slots=True)
class SavedTable:
    """A table as it was kept.

    number   the store's own handle
    owner    the public key of the identity that keeps it (the host's, or a player's)
    ref      the owner's own name for it, unique per owner
    info     whatever the owner needs beside the log, encoded by the owner
    header   the transcript's header bytes, b"" before the match starts
    file     the match file already written for it, or None
    seq      number of the last entry, -1 without any
    updated  seconds since 1970
    """

    number: TableNumber
    owner: bytes
    ref: str
    role: Role
    state: State
    info: bytes
    header: bytes
    file: Path | None
    seq: int
    updated: int


class Store(Database):
    """The store of one state folder. Every method may raise StoreError, and then nothing of it was kept."""

    def __init__(self, folder: str | Path | None = None) -> None:
        """Open the store in `folder` (see `state_folder`), making it if need be."""
        self._last: dict[TableNumber, int] = {}  # before the database is opened, which on a full disk rolls back
        super().__init__(state_folder(folder))
        self.hosts = Hosts(self)

    # -- tables

    def create_table(
        self, owner: bytes, ref: str, role: Role, now: int, *, state: State = "lobby", info: bytes = b""
    ) -> TableNumber:
        """Begin to keep a table. Raises StoreError("name-taken") if this owner has one of this name."""
        if self._rows("SELECT 1 FROM tables WHERE owner = ? AND ref = ?", owner, ref):
            raise StoreError("name-taken", self.path, ref)
        done = self._execute(
            "INSERT INTO tables (owner, ref, role, state, info, header, file, created, updated)"
            " VALUES (?, ?, ?, ?, ?, x'', '', ?, ?)",
            *(owner, ref, role, state, info, now, now),
        )
        return TableNumber(int(done.lastrowid or 0))

    def update_table(
        self,
        table: TableNumber,
        now: int,
        *,
        state: State | None = None,
        info: bytes | None = None,
        header: bytes | None = None,
        file: Path | None = None,
    ) -> None:
        """Change what is given, leave the rest."""
        values: dict[str, Any] = {"state": state, "info": info, "header": header, "file": file and str(file)}
        changed = {name: value for name, value in values.items() if value is not None}
        sets = ", ".join(f"{name} = ?" for name in (*changed, "updated"))
        done = self._execute(f"UPDATE tables SET {sets} WHERE number = ?", *changed.values(), now, table)
        if not done.rowcount:
            raise StoreError("unknown-table", self.path, str(table))

    def append(self, table: TableNumber, entries: Iterable[Record], secrets: Mapping[str, bytes] | None = None) -> None:
        """Keep the next entries and these secrets (new or replaced), together; on the disk when this returns.

        Entries must follow the last one kept: StoreError("gap") otherwise. Within `transaction` the outermost block is
        what reaches the disk: a host that serves many tables writes them at once.
        """
        with self.transaction():
            last = self.last_seq(table)
            for entry in entries:
                if entry.seq != last + 1:
                    raise StoreError("gap", self.path, f"table {table}: {entry.seq} after {last}")
                last = entry.seq
                self._execute("INSERT INTO entries VALUES (?, ?, ?)", table, last, entry.encode())
            for name, value in (secrets or {}).items():
                self.put_secret(table, name, value)
            self._last[table] = last

    def last_seq(self, table: TableNumber) -> int:
        """Number of the last entry kept, -1 without any."""
        if table not in self._last:
            ((last,),) = self._rows("SELECT max(seq) FROM entries WHERE number = ?", table)
            self._last[table] = -1 if last is None else int(last)
        return self._last[table]

    def entries(self, table: TableNumber, start: int = 0) -> list[bytes]:
        """The encoded entries from number `start` on, in order."""
        return [
            row[0]
            for row in self._rows("SELECT entry FROM entries WHERE number = ? AND seq >= ? ORDER BY seq", table, start)
        ]

    def load_tables(self, owner: bytes | None = None) -> tuple[SavedTable, ...]:
        """Every table (of this owner), the one changed last first."""
        rows = self._rows(
            "SELECT number, owner, ref, role, state, info, header, file,"
            " (SELECT coalesce(max(seq), -1) FROM entries WHERE entries.number = tables.number), updated"
            " FROM tables WHERE ?1 IS NULL OR owner = ?1 ORDER BY updated DESC, number DESC",
            owner,
        )
        return tuple(
            SavedTable(number, owner, ref, role, state, info, header, Path(file) if file else None, seq, updated)
            for number, owner, ref, role, state, info, header, file, seq, updated in rows
        )

    def drop_table(self, table: TableNumber) -> None:
        """Forget a table with its entries and secrets. Its match file stays."""
        self._execute("DELETE FROM tables WHERE number = ?", table)
        self._last.pop(table, None)

    def find_table(self, owner: bytes, ref: str) -> TableNumber | None:
        """The handle of the table that this owner calls `ref`."""
        rows = self._rows("SELECT number FROM tables WHERE owner = ? AND ref = ?", owner, ref)
        return TableNumber(rows[0][0]) if rows else None

    def begin_match(self, table: TableNumber, now: int, header: bytes, *, keep: str) -> None:
        """A (new) match at this table: its header; entries of an earlier one and their secrets are forgotten, but for
        secrets whose names begin with `keep`."""
        with self.transaction():
            self._execute("DELETE FROM entries WHERE number = ?", table)
            self._execute("DELETE FROM secrets WHERE number = ? AND substr(name, 1, ?) <> ?", table, len(keep), keep)
            self.update_table(table, now, state="playing", header=header)
            self._last[table] = -1

    # -- secrets and settings

    def put_secret(self, table: TableNumber, name: str, value: bytes) -> None:
        """Keep a secret of this process; on the disk when this returns (outside of `transaction`)."""
        self._execute("INSERT OR REPLACE INTO secrets VALUES (?, ?, ?)", table, name, value)

    def get_secret(self, table: TableNumber, name: str) -> bytes | None:
        rows = self._rows("SELECT value FROM secrets WHERE number = ? AND name = ?", table, name)
        return rows[0][0] if rows else None

    def secrets(self, table: TableNumber) -> dict[str, bytes]:
        """All secrets of a table, by name."""
        return dict(self._rows("SELECT name, value FROM secrets WHERE number = ? ORDER BY name", table))

    def put_setting(self, name: str, value: bytes) -> None:
        """Keep a value of the person's own (a chosen name, a preset)."""
        self._execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", name, value)

    def get_setting(self, name: str) -> bytes | None:
        rows = self._rows("SELECT value FROM settings WHERE name = ?", name)
        return rows[0][0] if rows else None

    # -- match files

    def write_match(self, data: bytes, *, date: datetime.date, game: str, table_id: bytes) -> Path:
        """See `matches.write_match`."""
        return write_match(self.folder, data, date=date, game=game, table_id=table_id)

    def matches(self) -> tuple[MatchFile, ...]:
        """See `matches.list_matches`."""
        return list_matches(self.folder)

    def _rolled_back(self) -> None:
        self._last.clear()
