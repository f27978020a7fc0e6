"""The match at a table: what the seats submit is judged, kept, relayed; pages for those who are behind."""

from __future__ import annotations

from typing import Any

from p2pcards_protocol import body as bodies
from p2pcards_protocol import message as wire

from p2pcards.errors import FairnessError, IllegalAction, TranscriptError
from p2pcards.referee import event as events

from .base import HOST_OPERATOR, Peer
from .conductor import PrivateTo, Step
from .effect import Compute, DropBot, Effect, Keep, Log, Refusal, ToPeer, ToTable, WantBot
from .lobby import Slot
from .page import page
from .waiting import WaitingTable


class PlayingTable(WaitingTable):
    """A table with a match."""

    def _seat(self, peer: Peer) -> int:
        """The seat that this peer plays now. Raises Refusal not-seated."""
        keys = self._playing().referee.ledger.keys
        if peer.key not in keys or self._here.get(peer.key) != peer.id:
            raise Refusal("not-seated")
        return keys.index(peer.key)

    def _submit(self, peer: Peer, message: wire.Submit, now: float, t_ms: int) -> list[Effect]:
        conductor, seat = self._playing(), self._seat(peer)
        try:
            step = conductor.submit(seat, message.blob, message.asig, t_ms)
        except TranscriptError as error:
            if error.reason == "repeated":
                return [self._ok(peer, message)]
            code = "stale" if error.reason == "stale" else "illegal"
            raise Refusal(code, why=error.reason, layer=error.layer) from None
        except IllegalAction as error:
            data = {k: v for k, v in error.data.items() if isinstance(v, bool | int | str)}
            raise Refusal("illegal", why=error.why, data=data) from None
        except FairnessError as error:
            raise Refusal("illegal", why=error.reason, layer="deal") from None
        return self._did(step, now, t_ms)

    def _private(self, peer: Peer, message: wire.Private, now: float, t_ms: int) -> list[Effect]:
        conductor, seat = self._playing(), self._seat(peer)
        try:
            conductor.private(seat, message.deal, message.attempt, message.body)
        except (TranscriptError, IllegalAction) as error:
            why = error.why if isinstance(error, IllegalAction) else error.reason
            return [ToPeer(peer.id, wire.Notice(code="pass-refused", table=self.ref, data={"why": why}))]
        return []

    def _since(self, peer: Peer, message: wire.Since, now: float, t_ms: int) -> list[Effect]:
        conductor = self._playing()
        if peer.id not in self.peers:
            raise Refusal("not-seated")
        assert self.header is not None
        effects: list[Effect] = []
        if message.seq < 0:
            effects.append(ToPeer(peer.id, wire.HeaderMessage(table=self.ref, header=self.header.encode())))
        entries, more = page(conductor.entries, message.seq, message.limit)
        tuples = tuple(entry.to_tuple() for entry in entries)
        effects.append(ToPeer(peer.id, wire.Entries(re=message.id, table=self.ref, entries=tuples, more=more)))
        if not more and peer.key in conductor.referee.ledger.keys and peer.key in self._here:
            seat = conductor.referee.ledger.keys.index(peer.key)
            effects += [self._private_effect(note) for note in conductor.privates_for(seat)]
        return effects

    def _chat(self, peer: Peer, message: wire.Chat, now: float, t_ms: int) -> list[Effect]:
        if peer.id not in self.peers:
            raise Refusal("not-seated")
        return [ToTable(message)]

    def _take_seat(self, peer: Peer, message: wire.TakeSeat, now: float, t_ms: int) -> list[Effect]:
        conductor = self._playing()
        if message.seat >= self.lobby.n:
            raise Refusal("illegal", why="no-such-seat", seats=self.lobby.n)
        allowed = {
            "take": peer.host_bot,
            "reclaim": message.seat in self._owners and self._owners[message.seat].key == peer.key,
            "join": False,
        }
        if not allowed[message.kind]:
            raise Refusal("illegal", why="not-your-seat")
        if message.deal != conductor.referee.ledger.deal:
            raise Refusal("stale", why="deal-number")
        change = bodies.KeyChange(seat=message.seat, key=peer.key, signature=message.signature)
        try:
            step = conductor.say(message.kind, change, t_ms)
        except TranscriptError as error:
            raise Refusal("illegal", why=error.reason, layer=error.layer) from None
        old = self.lobby.slots[message.seat]
        assert old is not None
        effects: list[Effect] = self._attach(peer)
        if message.kind == "take":
            self._owners.setdefault(message.seat, old)
            name = message.name or self._bot_name()
            self.lobby.slots[message.seat] = Slot(
                peer.key, name, "bot", old.joined, True, self.settings.level, HOST_OPERATOR
            )
        else:
            self.lobby.slots[message.seat] = self._owners.pop(message.seat)
            self._here.pop(old.key, None)
            effects.append(DropBot(old.key))
        effects += [self._ok(peer, message), *self._did(step, now, t_ms)]
        effects += [self._private_effect(note) for note in conductor.privates_for(message.seat)]
        return [*effects, *self._returned(message.seat, t_ms, now), *self._shown()]

    def _did(self, step: Step, now: float, t_ms: int) -> list[Effect]:
        """Store, relay, tell; then whatever the table itself must do about it."""
        conductor = self._playing()
        effects: list[Effect] = []
        if step.secrets or step.entries:
            effects.append(Keep(dict(step.secrets), tuple(step.entries)))
        effects += [ToTable(wire.EntryMessage(table=self.ref, entry=entry.to_tuple())) for entry in step.entries]
        effects += [self._private_effect(note) for note in step.privates]
        work = conductor.referee.work
        if work is not None:
            effects.append(Compute(work))
        for happened in step.events:
            effects += self._react(happened, now, t_ms)
        effects += self._away_in_play(now, t_ms)
        if conductor.referee.ended and step.entries:
            effects += [Log("ended", {"table": self.ref}), *self._shown()]
        return effects

    def worked(self, result: Any, now: float, t_ms: int) -> list[Effect]:
        """The result of a `Compute`."""
        if self.conductor is None:
            return []
        return self._did(self.conductor.worked(result, t_ms), now, t_ms)

    def _private_effect(self, note: PrivateTo) -> ToPeer:
        conductor = self._playing()
        peer = self._here.get(conductor.referee.ledger.keys[note.seat], -1)
        message = wire.Private(table=self.ref, deal=note.deal, attempt=note.attempt, kind=note.kind, body=note.body)
        return ToPeer(peer, message)

    def _react(self, happened: Any, now: float, t_ms: int) -> list[Effect]:
        if isinstance(happened, events.Left):
            return [WantBot(happened.seat, self.settings.level, self._bot_name(), stand_in=True)]
        if isinstance(happened, events.Voted):
            return self._count_votes(now, t_ms)
        if isinstance(happened, events.DealVoided) and self.absence.voided(happened.seat) >= 3:
            self.absence.forget_voids(happened.seat)
            if happened.seat < self.lobby.n:
                return [WantBot(happened.seat, self.settings.level, self._bot_name(), stand_in=True)]
        return []
