"""How a host's tables come back: when it is started again, and when a mistake of ours has come to light in one of them.

Both are the same: what was kept is read and judged again, and everybody comes back to it over a new connection. What
the broken table had made and not kept was told to nobody, so nothing contradicts it. A table that breaks too often is
put away; it stays in the store, and is tried again when the host is started.
"""

from __future__ import annotations

from collections.abc import Sequence

from p2pcards_protocol import message as wire
from p2pcards_protocol.identity import Identity

from p2pcards.errors import P2PCardsError
from p2pcards.store import StoreError

from .carrier import Carrier
from .conductor import Conductor
from .effect import Changed, Effect, WantBot
from .shelf import BOT, BOT_KEY, Kept
from .switchboard import Options
from .table import Table
from .waking import Waker
from .where import where

MOST_BREAKS = 4
"""Times that a table may break within BREAK_TIME; with the last it is put away."""

BREAK_TIME = 3600.0
"""Seconds."""


class Reviving(Carrier):
    """A layer of `HostServer`."""

    def __init__(self, identity: Identity, options: Options) -> None:
        super().__init__(identity, options)
        self._waker = Waker(self, self._awake)
        self._breaks: dict[str, list[float]] = {}

    # -- from the store -----------------------------------------------------------------------------------------------

    def _revive(self) -> None:
        """The tables of the last time."""
        for kept in [] if self._store is None else self._shelf.load(self._store):
            self._bring_back(kept)

    def _bring_back(self, kept: Kept) -> None:
        """One with a match sleeps until the waker has it back."""
        try:
            table = Table.revive(kept, self.identity, self.rng, self._now())
        except P2PCardsError as error:
            self._lost(kept.ref, error)
            return
        self.tables[kept.ref] = table
        self._kept[kept.ref] = kept.info
        if kept.header is not None and kept.file is None:
            self._matches.add(kept.ref)
        if table.asleep is not None:
            self._waker.add(kept)
        else:
            self._back(table, kept, [])
            self._waker.drop(kept.ref)

    def _awake(self, kept: Kept, conductor: Conductor | Exception) -> None:
        """A match is back, or does not hold. Then its table is not here; what was kept of it stays."""
        if isinstance(conductor, Conductor):
            table = self.tables[kept.ref]
            self._back(table, kept, table.wake(conductor, self._now(), self._ms()))
        else:
            self._lost(kept.ref, conductor)

    def _back(self, table: Table, kept: Kept, effects: Sequence[Effect]) -> None:
        self._log("table-back", {"table": kept.ref, "state": table.state, "entries": table.entries})
        self._carry_out(table, [*effects, Changed()])
        if self.tables.get(kept.ref) is table:  # else it has broken again
            self._revive_bots(table, kept)

    def _revive_bots(self, table: Table, kept: Kept) -> None:
        for seat, slot in enumerate(table.lobby.slots):
            seed = None if slot is None else kept.secrets.get(BOT_KEY + slot.key.hex())
            if slot is not None and seed is not None:
                prefix = f"{BOT}{slot.key.hex()}/"
                own = {name: value for name, value in kept.secrets.items() if name.startswith(prefix)}
                self.crew.revive(table.ref, WantBot(seat, slot.level or "normal", slot.name), seed, own)

    # -- mistakes -----------------------------------------------------------------------------------------------------

    def _broken(self, table: Table, error: Exception) -> None:
        """Nothing more is done with the table as it is."""
        ref = table.ref
        if self._closed or self.tables.get(ref) is not table:
            return
        del self.tables[ref]
        breaks = [when for when in self._breaks.get(ref, ()) if when > self._now() - BREAK_TIME]
        self._breaks[ref] = breaks = [*breaks, self._now()]
        lost = self._store is None or len(breaks) >= MOST_BREAKS
        self._log("table-broken", {"table": ref, "error": repr(error), "where": where(error), "times": len(breaks)})
        timer = self._timers.pop(ref, None)
        if timer is not None:
            timer.cancel()
        self.crew.drop_table(ref)
        self._matches.discard(ref)
        self._kept.pop(ref, None)
        for peer in table.peers:
            self._send(peer, wire.Notice(code="table-lost" if lost else "table-again", table=ref))
            if not lost and peer in self._links:
                self._links[peer].close()
        if lost:
            self._lost(ref, repr(error))
        else:
            self._waker.expect(ref)
            self._journal.put([], [lambda: self._again(ref)])

    def _again(self, ref: str) -> None:
        """All that was to be kept of a broken table is."""
        assert self._store is not None
        try:
            kept = self._shelf.find(self._store, ref)
        except StoreError as error:
            self._lost(ref, error)
            return
        if kept is not None:
            self._bring_back(kept)
            self._waker.start()
        else:
            self._lost(ref, "not kept")

    def _lost(self, ref: str, error: object) -> None:
        """The table is not here any more; what was kept of it stays in the store."""
        self._log("table-lost", {"table": ref, "error": str(error)})
        self.tables.pop(ref, None)
        self._matches.discard(ref)
        self._waker.drop(ref)
        self._tables_changed()
