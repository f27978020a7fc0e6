"""Requests in the lobby: sit and stand, watch, bots, teams, options, start, leave."""

from __future__ import annotations

from p2pcards_protocol import message as wire

from .absence import Absence
from .base import HOST_OPERATOR, Peer
from .effect import Changed, DropBot, Effect, Refusal, ToPeer, WantBot
from .lobby import Slot, check_level
from .starting import StartingTable


class SeatingTable(StartingTable):
    """A table where people sit down."""

    def _sit(self, peer: Peer, message: wire.Sit, now: float, t_ms: int) -> list[Effect]:
        if self.state != "lobby" or self._joining is not None:
            return self._come_back(peer, message, now, t_ms)
        if self._starting and not peer.host_bot:
            raise Refusal("state", why="playing")
        operator = (HOST_OPERATOR if peer.host_bot else message.name) if message.bot else ""
        level = self.settings.level if peer.host_bot else ""
        seat = self.lobby.sit(peer.key, message.name, message.seat, bot=message.bot, level=level, operator=operator)
        effects: list[Effect] = [*self._attach(peer), self._ok(peer, message, seat=seat), *self._shown()]
        return effects + self._maybe_start(now)

    def _come_back(self, peer: Peer, message: wire.Sit, now: float, t_ms: int) -> list[Effect]:
        seat = self._owned_seat(peer.key)
        if seat is None:
            raise Refusal("state", why="playing")
        effects: list[Effect] = self._attach(peer)
        slot = self.lobby.slots[seat]
        reclaim = slot is not None and slot.key != peer.key
        effects.append(self._ok(peer, message, seat=seat, reclaim=reclaim))
        if not reclaim:
            effects += self._returned(seat, t_ms, now)
        return [*effects, *self._shown()]

    def _spectate(self, peer: Peer, message: wire.Spectate, now: float, t_ms: int) -> list[Effect]:
        if not self.settings.spectators and not peer.host_bot:
            raise Refusal("illegal", why="no-spectators")
        if peer.key not in self._here:
            self._watching[peer.id] = message.name
        return [self._ok(peer, message), ToPeer(peer.id, self._lobby_message()), Changed()]

    def _stand(self, peer: Peer, message: wire.Stand, now: float, t_ms: int) -> list[Effect]:
        self._need_lobby()
        self.lobby.stand(peer.key)
        self._here.pop(peer.key, None)
        return [self._ok(peer, message), ToPeer(peer.id, self._lobby_message()), *self._shown()]

    def _ready(self, peer: Peer, message: wire.Ready, now: float, t_ms: int) -> list[Effect]:
        effects = self._again() if self.state == "over" else []
        self._need_lobby()
        self.lobby.ready(peer.key, message.ready)
        return [*effects, self._ok(peer, message), *self._shown(), *self._maybe_start(now)]

    def _bot(self, peer: Peer, message: wire.Bot, now: float, t_ms: int) -> list[Effect]:
        effects = self._again() if self.state == "over" else []
        self._need_lobby()
        self._need_owner(peer)
        if message.seat >= self.lobby.n:
            raise Refusal("illegal", why="no-such-seat", seats=self.lobby.n)
        slot = self.lobby.slots[message.seat]
        if slot is not None and slot.kind == "person":
            raise Refusal("illegal", why="seat-taken", seat=message.seat)
        if message.level is not None:
            check_level(message.level)
        if slot is not None:
            effects += self._drop_slot(slot)
        if message.level is not None:
            effects.append(WantBot(message.seat, message.level, self._bot_name()))
        elif slot is None:
            raise Refusal("illegal", why="no-bot-there", seat=message.seat)
        return [*effects, self._ok(peer, message), *self._shown()]

    def _drop_slot(self, slot: Slot) -> list[Effect]:
        self.lobby.stand(slot.key)
        self._here.pop(slot.key, None)
        return [DropBot(slot.key)]

    def _shuffle(self, peer: Peer, message: wire.Shuffle, now: float, t_ms: int) -> list[Effect]:
        effects = self._again() if self.state == "over" else []
        self._need_lobby()
        self._need_owner(peer)
        self.lobby.shuffle(self._rng)
        return [*effects, self._ok(peer, message), *self._shown()]

    def _change(self, peer: Peer, message: wire.Change, now: float, t_ms: int) -> list[Effect]:
        effects = self._again() if self.state == "over" else []
        self._need_lobby()
        self._need_owner(peer)
        self.lobby.change(message.options, message.deal)
        return [*effects, self._ok(peer, message), *self._shown()]

    def _start(self, peer: Peer, message: wire.Start, now: float, t_ms: int) -> list[Effect]:
        effects = self._again() if self.state == "over" else []
        self._need_lobby()
        self._need_owner(peer)
        if self.lobby.seat_of(peer.key) is None and self.lobby.owner is not None:
            raise Refusal("not-seated")
        effects.append(self._ok(peer, message))
        return [*effects, *self.begin(now)]

    def _leave(self, peer: Peer, message: wire.Leave, now: float, t_ms: int) -> list[Effect]:
        if self._watching.pop(peer.id, None) is not None:
            return [self._ok(peer, message), Changed()]
        if self.state == "playing":
            effects = self.gone(peer.id, now, t_ms)
            return [self._ok(peer, message), *effects]
        if self.lobby.seat_of(peer.key) is not None:
            self.lobby.stand(peer.key)
        self._here.pop(peer.key, None)
        return [self._ok(peer, message), *self._shown()]

    def _again(self) -> list[Effect]:
        """After a match: the same seats, for whoever is still here."""
        self.conductor = None
        self.header = None
        self._owners.clear()
        self.absence = Absence(self.settings.grace)
        effects: list[Effect] = []
        for slot in self.lobby.joined():
            if slot.key not in self._here:
                effects += self._drop_slot(slot)
        self.lobby.unready()
        return effects
