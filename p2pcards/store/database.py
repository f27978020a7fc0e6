"""The SQLite file: opening, schema versions, transactions, and SQLite's errors as StoreError.

WAL with synchronous=FULL: a transaction that has returned is on the disk (SQLite's own words, "durable across power
loss"), and one that has not returned is gone as a whole. Several processes of one person may share the file.
"""

import contextlib
import os
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from p2pcards.store.errors import StoreError
from p2pcards.store.files import make_folder, trouble

NAME = "p2pcards.sqlite3"
_APPLICATION = 0x50325043  # "P2PC", in the file's header: `file` and others can tell what it is
_BUSY = 5.0  # seconds to wait for another process

# One script per version; a store of version n is brought up by the scripts from n on. Never edit one that was released.
_MIGRATIONS = (
    """
    CREATE TABLE hosts (
        key BLOB PRIMARY KEY, name TEXT NOT NULL, addresses TEXT NOT NULL, port INTEGER NOT NULL,
        first_seen INTEGER NOT NULL, last_seen INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE tables (
        number INTEGER PRIMARY KEY AUTOINCREMENT, owner BLOB NOT NULL, ref TEXT NOT NULL, role TEXT NOT NULL,
        state TEXT NOT NULL, info BLOB NOT NULL, header BLOB NOT NULL, file TEXT NOT NULL,
        created INTEGER NOT NULL, updated INTEGER NOT NULL, UNIQUE (owner, ref)
    );
    CREATE TABLE entries (
        number INTEGER NOT NULL REFERENCES tables ON DELETE CASCADE, seq INTEGER NOT NULL, entry BLOB NOT NULL,
        PRIMARY KEY (number, seq)
    ) WITHOUT ROWID;
    CREATE TABLE secrets (
        number INTEGER NOT NULL REFERENCES tables ON DELETE CASCADE, name TEXT NOT NULL, value BLOB NOT NULL,
        PRIMARY KEY (number, name)
    ) WITHOUT ROWID;
    CREATE TABLE settings (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
    """,
)
VERSION = len(_MIGRATIONS)


class Database:
    """One connection, shared by the threads of this process: a transaction belongs to one of them, the others wait.
    `path` is the file."""

    def __init__(self, folder: Path) -> None:
        """Open or make the store of this state folder. Raises StoreError."""
        self.folder = folder
        self.path = folder / NAME
        make_folder(folder)
        with trouble(self.path):  # SQLite would make it with the umask's mode; the files beside it inherit this one
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))
        self._depth = 0
        self._lock = threading.RLock()
        with self._errors():
            self._connection = sqlite3.connect(
                self.path, timeout=_BUSY, isolation_level=None, check_same_thread=False, cached_statements=64
            )
        try:
            with self._errors():
                for pragma in ("journal_mode=WAL", "synchronous=FULL", "fullfsync=ON", "foreign_keys=ON"):
                    self._connection.execute(f"PRAGMA {pragma}")
                self._migrate()
        except BaseException:
            self._connection.close()
            raise

    def close(self) -> None:
        """Safe to call twice. What was committed is on the disk already; a transaction under way is waited for."""
        with self._lock:
            self._connection.close()

    def backup(self, folder: Path) -> Path:
        """Copy the database into another folder, whole, while it is in use. Raises StoreError."""
        make_folder(folder)
        target = folder / NAME
        with self._lock, self._errors(), contextlib.closing(sqlite3.connect(target)) as copy:
            self._connection.backup(copy)
        return target

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """All that is written within is kept together, and on the disk at the end, or not at all.

        Nests: what an inner block wrote is undone with it, and the outermost one is what reaches the disk. Raises
        StoreError from the end of the block; then nothing was kept.
        """
        with self._lock:
            yield from self._transaction()

    def _transaction(self) -> Iterator[None]:
        begin, end, undo = ("BEGIN IMMEDIATE", "COMMIT", "ROLLBACK")
        if self._depth:
            name = f"inner{self._depth}"
            begin, end, undo = (f"SAVEPOINT {name}", f"RELEASE {name}", f"ROLLBACK TO {name}")
        self._execute(begin)
        self._depth += 1
        try:
            yield
            self._execute(end)
        except BaseException:
            self._rolled_back()
            with contextlib.suppress(sqlite3.Error):  # a full disk may have ended the transaction by itself
                self._connection.execute(undo)
            raise
        finally:
            self._depth -= 1

    def _rolled_back(self) -> None:
        """For what a subclass remembers of the tables."""

    def _execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
        with self._lock, self._errors():
            return self._connection.execute(statement, values)

    def _rows(self, statement: str, *values: Any) -> list[Any]:
        with self._lock, self._errors():
            return self._connection.execute(statement, values).fetchall()

    def _migrate(self) -> None:
        (version,) = self._rows("PRAGMA user_version")[0]
        if version > VERSION:
            raise StoreError("too-new", self.path, f"version {version}, this program knows {VERSION}")
        if version == VERSION:
            return
        with self.transaction():
            (version,) = self._rows("PRAGMA user_version")[0]  # another process may have been quicker
            for script in _MIGRATIONS[version:]:
                for statement in script.split(";"):
                    self._execute(statement)
            self._execute(f"PRAGMA application_id={_APPLICATION}")
            self._execute(f"PRAGMA user_version={VERSION}")

    @contextlib.contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as why:
            code = getattr(why, "sqlite_errorcode", None)
            key = _KEYS.get(code & 0xFF, "io") if code is not None else "io"
            raise StoreError(key, self.path, str(why)) from why


_KEYS = {
    sqlite3.SQLITE_FULL: "disk-full",
    sqlite3.SQLITE_READONLY: "read-only",
    sqlite3.SQLITE_CANTOPEN: "no-permission",
    sqlite3.SQLITE_PERM: "no-permission",
    sqlite3.SQLITE_BUSY: "busy",
    sqlite3.SQLITE_LOCKED: "busy",
    sqlite3.SQLITE_CORRUPT: "corrupt",
    sqlite3.SQLITE_NOTADB: "corrupt",
}
