"""From a lobby to a match: bots for the empty seats, everybody joins, the header."""

from __future__ import annotations

from p2pcards_protocol import message as wire

from p2pcards.bots.base import BOT_NAMES

from .base import Peer
from .conductor import Conductor
from .effect import Effect, Keep, Log, Refusal, ToTable, WantBot
from .joining import Joining
from .playing import PlayingTable


class StartingTable(PlayingTable):
    """A table that can start a match."""

    def _maybe_start(self, now: float) -> list[Effect]:
        """Start when all are ready, or when the bots that were sent for have come."""
        if self._starting and self.lobby.full:
            return self._propose(now)
        if not self._starting and self.lobby.all_ready and not self._not_here():
            return self.begin(now)
        return []

    def _not_here(self) -> tuple[bytes, ...]:
        """Who has a seat and no connection."""
        return tuple(slot.key for slot in self.lobby.joined() if slot.key not in self._here)

    def begin(self, now: float) -> list[Effect]:
        """Fill empty seats with bots and start as soon as they are there."""
        self._starting, self._start_by = True, now + Joining.STEP
        if self.lobby.full:
            return self._propose(now)
        taken = {slot.name for slot in self.lobby.slots if slot is not None}
        names = [name for name in BOT_NAMES if name not in taken]
        return [
            WantBot(seat, self.settings.level, names[place % len(names)] if names else "")
            for place, seat in enumerate(self.lobby.empty)
        ]

    def _propose(self, now: float) -> list[Effect]:
        if absent := self._not_here():
            return self._give_up_start(absent)
        self._joining = Joining(self.ref, self.lobby, self._identity, self._rng, now)
        return [ToTable(self._joining.proposal), *self._shown()]

    def _join_commit(self, peer: Peer, message: wire.JoinCommit, now: float, t_ms: int) -> list[Effect]:
        if self._joining is None:
            raise Refusal("state", why="not-due")
        commits = self._joining.commit(peer.key, message.commit, message.signature, now)
        return [] if commits is None else [ToTable(commits)]

    def _join_nonce(self, peer: Peer, message: wire.JoinNonce, now: float, t_ms: int) -> list[Effect]:
        if self._joining is None:
            raise Refusal("state", why="not-due")
        header = self._joining.nonce(peer.key, message.nonce)
        if header is None:
            return []
        self._joining = None
        self._starting = False
        self.header = header
        self.conductor = Conductor(self._identity, header, self._rng)
        effects: list[Effect] = [
            Keep(header=header),
            ToTable(wire.HeaderMessage(table=self.ref, header=header.encode())),
            Log("started", {"table": self.ref, "game": self.lobby.rules.game, "id": header.table_id.hex()[:8]}),
        ]
        return [*effects, *self._did(self.conductor.start(t_ms), now, t_ms), *self._shown()]

    def gone(self, peer: int, now: float, t_ms: int, reason: str = "lost") -> list[Effect]:
        """As below; and nobody waits for the answer of a peer whose connection has ended."""
        return [*super().gone(peer, now, t_ms, reason), *self._still_joining()]

    def _still_joining(self) -> list[Effect]:
        """Give the start up when somebody who was to join it is not here any more."""
        members = () if self._joining is None else self._joining.members
        absent = tuple(key for key in members if key not in self._here)
        return self._give_up_start(absent) if absent else []

    def _give_up_start(self, missing: tuple[bytes, ...]) -> list[Effect]:
        """Somebody did not answer: back to the lobby, without those who are here and said nothing. Who has lost the
        connection keeps the seat, and says again that it is ready; what the others said stands."""
        self._joining = None
        self._starting = False
        names = [slot.name for slot in self.lobby.joined() if slot.key in missing]
        for slot in self.lobby.joined():
            if slot.key not in missing:
                continue
            if slot.kind == "person":
                self.lobby.ready(slot.key, False)
            if slot.key in self._here:
                self.lobby.stand(slot.key)
                del self._here[slot.key]
        return [ToTable(wire.Notice(code="start-failed", table=self.ref, data={"names": names})), *self._shown()]

    def _abandon(self, late: tuple[int, ...]) -> list[Effect]:
        """Not even the terms were signed: back to the lobby."""
        missing = tuple(slot.key for seat, slot in enumerate(self.lobby.slots) if slot is not None and seat in late)
        self.conductor = None
        self.header = None
        return self._give_up_start(missing)
