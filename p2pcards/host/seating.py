"""Requests in the lobby: sit and stand, watch, bots, teams, options, start, leave, another match."""

from __future__ import annotations

import hmac

from p2pcards_protocol import message as wire

from p2pcards.net.password import Proof

from .absence import Absence
from .base import HOST_OPERATOR, Peer
from .effect import Changed, Check, DropBot, Effect, Log, Refusal, ToPeer, ToTable, WantBot
from .kicks import Kicks
from .lobby import Slot, check_level
from .names import clean_name, free_name
from .starting import StartingTable
from .turns import TurnClock


class SeatingTable(StartingTable):
    """A table where people sit down."""

    # -- who may come in ----------------------------------------------------------------------------------------------

    def _need_access(self, peer: Peer, secret: bytes) -> None:
        """A key that has a seat here, and the host's own bots, come in anyway; who was put out does not. Raises
        Refusal."""
        if peer.key in self.shut_out:
            raise Refusal("illegal", why="put-out")
        access = self.settings.access
        if access == "open" or peer.host_bot or peer.key == self.lobby.owner or self._owned_seat(peer.key) is not None:
            return
        if access == "invite":
            if not hmac.compare_digest(secret, self.settings.secret):
                raise Refusal("illegal", why="invite-only")
            return
        expected = self._knocks.get(peer.id)
        if expected is None or not hmac.compare_digest(secret, expected):
            raise Refusal("illegal", why="password")

    def _knock(self, peer: Peer, message: wire.Knock, now: float, t_ms: int) -> list[Effect]:
        if self.settings.access != "password":
            raise Refusal("state", why="no-password")
        self._knocks.pop(peer.id, None)
        return [Check(peer, message.id, self.settings.password, message.message)]

    def knocked(self, peer: Peer, request: int, proof: Proof | None) -> list[Effect]:
        """The result of a `Check`; None: garbage, or too many tries."""
        if proof is None:
            return [ToPeer(peer.id, wire.Refused(re=request, code="illegal", data={"why": "password"}))]
        self._knocks[peer.id] = proof.expected
        return [ToPeer(peer.id, wire.Ok(re=request, data={"message": proof.message, "confirm": proof.confirm}))]

    # -- seats --------------------------------------------------------------------------------------------------------

    def _sit(self, peer: Peer, message: wire.Sit, now: float, t_ms: int) -> list[Effect]:
        self._need_access(peer, message.secret)
        effects: list[Effect] = []
        if self.state != "lobby" or self._joining is not None:
            if self._owned_seat(peer.key) is not None or self.state != "over":
                return self._come_back(peer, message, now, t_ms)
            effects += self._again(now)
        if self._starting and not peer.host_bot and self.lobby.seat_of(peer.key) is None:
            raise Refusal("state", why="playing")
        if not message.bot:
            effects += self._make_room(peer, message.seat)
        operator = HOST_OPERATOR if peer.host_bot else free_name(clean_name(message.name), (HOST_OPERATOR,))
        seat = self.lobby.sit(
            peer.key,
            message.name,
            message.seat,
            bot=message.bot,
            level=peer.level,
            operator=operator if message.bot else "",
        )
        effects += [*self._attach(peer), self._ok(peer, message, seat=seat, match=self._match_id), *self._shown()]
        return effects + self._maybe_start(now)

    def _make_room(self, peer: Peer, seat: int | None) -> list[Effect]:
        """A person comes before a bot of the host."""
        if self.lobby.seat_of(peer.key) is not None:
            return []
        bots = [n for n, slot in enumerate(self.lobby.slots) if slot is not None and slot.level]
        if seat is None and self.lobby.full and bots:
            seat = bots[-1]
        slot = self.lobby.slots[seat] if seat in bots else None
        return [] if slot is None else self._drop_slot(slot)

    def _come_back(self, peer: Peer, message: wire.Sit, now: float, t_ms: int) -> list[Effect]:
        seat = self._owned_seat(peer.key)
        if seat is None:
            raise Refusal("state", why="playing")
        self.lobby.wish(peer.key, message.name)
        effects: list[Effect] = self._attach(peer)
        slot = self.lobby.slots[seat]
        reclaim = slot is not None and slot.key != peer.key
        effects.append(self._ok(peer, message, seat=seat, reclaim=reclaim, match=self._match_id))
        if self._joining is not None:  # what the older connection has said may be forgotten there: once more
            return [*effects, *self._propose(now)]
        if not reclaim and self.conductor is not None:
            effects += self._returned(seat, t_ms, now)
        return [*effects, *self._shown()]

    def _spectate(self, peer: Peer, message: wire.Spectate, now: float, t_ms: int) -> list[Effect]:
        if not self.settings.spectators and not peer.host_bot:
            raise Refusal("illegal", why="no-spectators")
        self._need_access(peer, message.secret)
        if peer.key not in self._here:
            self._watching[peer.id] = message.name
        return [self._ok(peer, message, match=self._match_id), ToPeer(peer.id, self._lobby_message()), Changed()]

    def _stand(self, peer: Peer, message: wire.Stand, now: float, t_ms: int) -> list[Effect]:
        self._need_lobby()
        self.lobby.stand(peer.key)
        self._here.pop(peer.key, None)
        return [self._ok(peer, message), ToPeer(peer.id, self._lobby_message()), *self._shown()]

    def _ready(self, peer: Peer, message: wire.Ready, now: float, t_ms: int) -> list[Effect]:
        effects = self._again(now) if self.state == "over" and self.lobby.seat_of(peer.key) is not None else []
        self._need_lobby()
        self.lobby.ready(peer.key, message.ready)
        return [*effects, self._ok(peer, message), *self._shown(), *self._maybe_start(now)]

    def _bot(self, peer: Peer, message: wire.Bot, now: float, t_ms: int) -> list[Effect]:
        effects = self._lobby_of_owner(peer, now)
        if message.seat >= self.lobby.n:
            raise Refusal("illegal", why="no-such-seat", seats=self.lobby.n)
        slot = self.lobby.slots[message.seat]
        if slot is not None and slot.kind == "person" and (slot.key in self._here or slot.key == peer.key):
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
        return [DropBot(slot.key)] if slot.level else []

    def _lobby_of_owner(self, peer: Peer, now: float) -> list[Effect]:
        """For what only the owner may do, and only in a lobby. Raises Refusal."""
        self._need_owner(peer)
        effects = self._again(now) if self.state == "over" else []
        self._need_lobby()
        return effects

    def _shuffle(self, peer: Peer, message: wire.Shuffle, now: float, t_ms: int) -> list[Effect]:
        effects = self._lobby_of_owner(peer, now)
        self.lobby.shuffle(self._rng)
        return [*effects, self._ok(peer, message), *self._shown()]

    def _change(self, peer: Peer, message: wire.Change, now: float, t_ms: int) -> list[Effect]:
        effects = self._lobby_of_owner(peer, now)
        self.lobby.change(message.options, message.deal)
        return [*effects, self._ok(peer, message), *self._shown()]

    def _start(self, peer: Peer, message: wire.Start, now: float, t_ms: int) -> list[Effect]:
        effects = self._lobby_of_owner(peer, now)
        if self.lobby.seat_of(peer.key) is None and self.lobby.owner is not None:
            raise Refusal("not-seated")
        effects.append(self._ok(peer, message))
        return [*effects, *self.begin(now)]

    def _leave(self, peer: Peer, message: wire.Leave, now: float, t_ms: int) -> list[Effect]:
        if self._watching.pop(peer.id, None) is not None:
            return [self._ok(peer, message), Changed()]
        if self.state == "playing":
            return self._leave_match(peer, message, now, t_ms)
        if self.lobby.seat_of(peer.key) is not None:
            self.lobby.stand(peer.key)
        self._here.pop(peer.key, None)
        return [self._ok(peer, message), *self._shown(), *self._still_joining()]

    def _leave_match(self, peer: Peer, message: wire.Leave, now: float, t_ms: int) -> list[Effect]:
        """First the bot that plays on, so that a sealed hand can be handed to it; then `leave`, then it is done."""
        conductor = self._playing()
        keys = conductor.referee.ledger.keys
        seat = keys.index(peer.key) if peer.key in keys and self._here.get(peer.key) == peer.id else None
        if seat is None or seat in conductor.referee.interrupts.left:
            return [self._ok(peer, message), *self.gone(peer.id, now, t_ms, "left")]
        known, self._leavers[seat] = self._leavers.get(seat), (peer, message)
        if known is not None:
            return []
        return [WantBot(seat, self.settings.level, self._bot_name(), how="take", leaver=peer.id)]

    # -- seats that are empty without being free ----------------------------------------------------------------------

    def _empty_timer(self) -> float | None:
        """When the seat of somebody who is gone from the lobby is free again: not while everybody is gone."""
        if not self.people:
            return None
        gone = [self._lost[slot.key] for slot in self.lobby.joined() if slot.key in self._lost]
        return min(gone) + self.settings.grace if gone else None

    def _free_seats(self, now: float) -> list[Effect]:
        when = self._empty_timer()
        if when is None or now < when:
            return []
        effects: list[Effect] = []
        for slot in self.lobby.joined():
            if slot.key in self._lost and now >= self._lost[slot.key] + self.settings.grace:
                self._lost.pop(slot.key)
                effects += self._drop_slot(slot)
                effects.append(Log("seat-freed", {"table": self.ref, "name": slot.name}))
        return [*effects, *self._shown()]

    def _again(self, now: float) -> list[Effect]:
        """After a match: the same seats for another one. Whoever has been gone for long has no seat any more."""
        self.conductor = None
        self.header = None
        self.owners.clear()
        self.absence = Absence(self.settings.grace)
        self.clock = TurnClock()
        self.kicks = Kicks()
        self._joiners.clear()
        effects: list[Effect] = []
        for slot in self.lobby.joined():
            if slot.key not in self._here and now >= self._lost.get(slot.key, now) + self.settings.grace:
                effects += self._drop_slot(slot)
        self.lobby.wishes()
        self.lobby.unready()
        return effects

    def put_out(self, seat: int, now: float, t_ms: int) -> list[Effect]:
        """The host's console wants somebody out of a seat: at once in a lobby, in a match between deals. Raises
        Refusal."""
        slot = self.lobby.slots[seat] if 0 <= seat < self.lobby.n else None
        if slot is None:
            raise Refusal("illegal", why="no-such-seat", seats=self.lobby.n)
        if self.state == "playing":
            self.kicks.decided.add(seat)
            self.kicks.by_host.add(seat)
            return [ToTable(self._about("kick-host", seat)), *self._between_deals(now, t_ms), *self._shown()]
        return [*self._shut_out(slot), *self._drop_slot(slot), *self._shown()]
