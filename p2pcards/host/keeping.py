"""What a host keeps in its store for its tables, and what happens while it cannot."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from functools import partial

from p2pcards_protocol import message as wire
from p2pcards_protocol.identity import Identity
from p2pcards_protocol.transcript import Entry, write_file

from p2pcards.store import StoreError

from .effect import Keep
from .journal import Journal, Then, Write
from .saved import table_bytes
from .shelf import Kept, Shelf
from .switchboard import Options, Switchboard
from .table import Table


class Keeping(Switchboard):
    """A layer of `HostServer`."""

    def __init__(self, identity: Identity, options: Options) -> None:
        super().__init__(identity, options)
        self.entries_made = 0
        self._store = options.store
        self._shelf = Shelf(identity.public)
        self._journal = Journal(options.store, self._store_trouble)
        self._kept: dict[str, bytes] = {}
        self._matches: set[str] = set()
        self._trouble_since = 0.0

    @property
    def commits(self) -> int:
        """Transactions since the start."""
        return self._journal.commits

    @property
    def trouble(self) -> str | None:
        """Why nothing can be kept, a key of StoreError; None when all is well."""
        return None if self._journal.trouble is None else self._journal.trouble.key

    def _go_on(self) -> None:
        """Things can be kept again."""
        raise NotImplementedError

    def _put(self, table: Table, writes: Sequence[Write], thens: Sequence[Then]) -> None:
        """Keep this for a table, then go on. A mistake of ours in either is that table's alone."""

        def then() -> None:
            try:
                for one in thens:
                    one()
            except Exception as error:
                self._broken(table, error)

        self._journal.put(writes, [then], lambda error: self._broken(table, error))

    def keep_secrets(self, ref: str, secrets: Mapping[str, bytes]) -> None:
        """Keep secrets with a table, before anything that is sent after this."""
        table = self.tables.get(ref)
        if table is not None:
            self._put(table, [lambda store: self._shelf.append(store, ref, (), secrets)], [])

    def kept_entries(self, kept: Kept) -> list[Entry]:
        """The entries of a match that was kept; from any thread."""
        assert self._store is not None
        return self._shelf.entries(self._store, kept.ref)

    def _lobby_writes(self, table: Table) -> list[Write]:
        """The lobby as it is now, where that has changed."""
        data = table_bytes(table)
        if self._store is None or self._kept.get(table.ref) == data:
            return []
        self._kept[table.ref] = data
        ref, state = table.ref, table.state
        return [lambda store: self._shelf.keep(store, ref, state, data)]

    def _writes(self, table: Table, keep: Keep) -> list[Write]:
        if self._store is None:
            return []
        ref, header, shelf = table.ref, keep.header, self._shelf
        if header is not None:
            self._matches.add(ref)
            return [lambda store: shelf.begin(store, ref, header)]
        return [lambda store: shelf.append(store, ref, keep.entries, keep.secrets)]

    def prune(self, before: int) -> None:
        """Forget finished tables that were last changed before that second, in the store; their files stay."""
        here = {table.ref for table in self.tables.values()}
        self._journal.put([lambda store: self._shelf.prune(store, before, here)], [])

    def _finish(self, table: Table) -> None:
        """Write the match file of a match that has ended (or is given up)."""
        self._matches.discard(table.ref)
        if self._store is None or table.header is None or table.state == "lobby":
            return
        ref, game, table_id = table.ref, table.lobby.rules.game, table.header.table_id
        entries = self.kept_entries(table.asleep) if table.asleep is not None else table.played
        data = write_file(table.header, entries)
        log = partial(self._log, "saved", {"table": ref, "id": table_id.hex()[:8], "bytes": len(data)})
        self._put(table, [lambda store: self._shelf.over(store, ref, data, game, table_id)], [log])

    def _store_trouble(self, error: StoreError | None) -> None:
        """Nothing can be kept, so nothing is played; or it can again (None): on with what has waited."""
        if error is not None:
            self._trouble_since = self._now()
            self._log("store-trouble", {"key": error.key})
            code = "full-disk" if error.key == "disk-full" else "not-kept"
            self._send_all(tuple(self._links), wire.Notice(code=code, data={"key": error.key}))
            return
        self._log("store-back", {"seconds": round(self._now() - self._trouble_since, 1)})
        self._send_all(tuple(self._links), wire.Notice(code="kept-again"))
        for table in list(self.tables.values()):
            table.stood_still(self._trouble_since, self._now())
        asyncio.get_running_loop().call_soon(self._go_on)
