"""Another player in a seat: a stand-in for who is gone, the owner who is back, a newcomer in the place of a bot, a bot
in the place of who was put out."""

from __future__ import annotations

from typing import Literal

from p2pcards_protocol import body as bodies
from p2pcards_protocol import message as wire

from p2pcards.errors import TranscriptError

from .base import HOST_OPERATOR, Joiner, Peer
from .dealers_part import PrivateTo
from .effect import DropBot, Effect, Refusal, ToPeer, WantBot
from .kicks import LEAST
from .lobby import Slot
from .names import clash, clean_name
from .waiting import WaitingTable

NOBODY = bytes(32)
"""The key, in the lobby, of a seat that was put out and whose bot has not come yet."""

MOST_OUT = 64
"""Players that a table remembers to have put out."""


class ReplacingTable(WaitingTable):
    """A table whose seats change hands."""

    def _take_seat(self, peer: Peer, message: wire.TakeSeat, now: float, t_ms: int) -> list[Effect]:
        conductor = self._playing()
        if message.seat >= self.lobby.n:
            raise Refusal("illegal", why="no-such-seat", seats=self.lobby.n)
        if message.kind == "join":
            return self._want_to_join(peer, message, now, t_ms)
        allowed = {
            "take": peer.host_bot,
            "reclaim": message.seat in self.owners and self.owners[message.seat].key == peer.key,
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
            self.owners.setdefault(message.seat, old)
            name = message.name or self._bot_name()
            level = peer.level or self.settings.level
            self.lobby.slots[message.seat] = Slot(peer.key, name, "bot", old.joined, True, level, HOST_OPERATOR)
        else:
            self.lobby.slots[message.seat] = self.owners.pop(message.seat)
            self._here.pop(old.key, None)
            effects.append(DropBot(old.key))
        effects += [self._ok(peer, message), *self._did(step, now, t_ms)]
        effects += [self._private_effect(note) for note in conductor.privates_for(message.seat)]
        return [*effects, *self._returned(message.seat, t_ms, now), *self._shown()]

    def _want_to_join(self, peer: Peer, message: wire.TakeSeat, now: float, t_ms: int) -> list[Effect]:
        """Somebody who watches wants a bot's seat, or a bot the seat of who was put out: at the end of this deal."""
        slot, seat, other = self.lobby.slots[message.seat], message.seat, self._joiners.get(message.seat)
        if peer.id not in self._watching:
            raise Refusal("not-seated")
        free = slot is not None and (slot.key == NOBODY if peer.host_bot else slot.level and seat not in self.owners)
        if not free or (other is not None and other.key != peer.key):
            raise Refusal("illegal", why="not-your-seat")
        ledger = self._playing().referee.ledger
        if message.deal != ledger.deal:
            raise Refusal("stale", why="deal-number")
        name = self._bot_name() if peer.host_bot else clean_name(message.name)
        others = [one.name for n, one in enumerate(self.lobby.slots) if one is not None and n != seat]
        others += [one.name for one in self.owners.values() if one.key != peer.key]
        others += [one.name for one in self._joiners.values() if one.key != peer.key]
        if not peer.host_bot and clash(name, others):
            raise Refusal("illegal", why="name-taken", name=name)
        self._joiners[seat] = Joiner(peer.id, peer.key, name, message.deal, message.signature, peer.level)
        return [self._ok(peer, message, when="next-deal"), *self._between_deals(now, t_ms)]

    def _between_deals(self, now: float, t_ms: int) -> list[Effect]:
        """Once a deal is audited, before the next is dealt: newcomers and bots take the seats that wait for them."""
        effects: list[Effect] = []
        for seat in (*self._joiners, *self.kicks.decided):
            due = self._playing().referee.due
            if due is None or due.phase != "ack" or seat not in due.seats:
                continue
            if seat in self._joiners:
                effects += self._join(seat, now, t_ms)
            elif seat in self.kicks.decided:
                effects += self._put_out(seat, now, t_ms)
        return effects

    def _join(self, seat: int, now: float, t_ms: int) -> list[Effect]:
        joiner, old = self._joiners.pop(seat), self.lobby.slots[seat]
        assert old is not None
        operator = HOST_OPERATOR if joiner.level else ""
        change = bodies.KeyChange(
            seat=seat, key=joiner.key, signature=joiner.signature, name=joiner.name, operator=operator
        )
        try:
            step = self._playing().say("join", change, t_ms)
        except TranscriptError as error:
            return [ToPeer(joiner.peer, wire.Notice(code="join-refused", table=self.ref, data={"why": error.reason}))]
        self._watching.pop(joiner.peer, None)
        self._here.pop(old.key, None)
        self._here[joiner.key] = joiner.peer
        self.lobby.joins += 1
        kind: Literal["person", "bot"] = "bot" if joiner.level else "person"
        self.lobby.slots[seat] = Slot(joiner.key, joiner.name, kind, self.lobby.joins, True, joiner.level, operator)
        return [DropBot(old.key), *self._did(step, now, t_ms), *self._returned(seat, t_ms, now), *self._shown()]

    def _put_out(self, seat: int, now: float, t_ms: int) -> list[Effect]:
        """What was decided is carried out; a vote only where it still stands in the chain: a bot's place may be a
        person's again, and two people must want a person out."""
        old = self.lobby.slots[seat]
        if old is None or old.key == NOBODY:
            return []
        wanted, by_host = self._playing().referee.interrupts.wanted_out(seat), seat in self.kicks.by_host
        if not by_host and not self._playing().referee.interrupts.voted_out(seat):
            self.kicks.decided.discard(seat)
            return [self._vote_over(seat)]
        step = self._playing().say("kick", bodies.Kick(seat=seat, reason="host" if by_host else "vote"), t_ms)
        player = self.owners.pop(seat, old)
        effects = self._shut_out(player) if player is old or by_host or wanted >= LEAST else []
        self._here.pop(old.key, None)
        effects += [DropBot(old.key), WantBot(seat, self.settings.level, self._bot_name(), how="join")]
        self.lobby.slots[seat] = Slot(NOBODY, old.name, "bot", old.joined, True, self.settings.level, HOST_OPERATOR)
        if self.lobby.owner == player.key:
            self.lobby.owner = next((self.lobby.slots[n].key for n in self.people), None)  # type: ignore[union-attr]
        return [*effects, *self._did(step, now, t_ms), *self._shown()]

    def _shut_out(self, player: Slot) -> list[Effect]:
        """Who was put out stays out until somebody lets it in again; a bot of the host is nobody."""
        if not player.level:
            self.shut_out[player.key] = player.name
            while len(self.shut_out) > MOST_OUT:
                del self.shut_out[next(iter(self.shut_out))]
        return [ToPeer(self._here.pop(player.key, -1), wire.Notice(code="kicked", table=self.ref))]

    def _admit(self, peer: Peer, message: wire.Admit, now: float, t_ms: int) -> list[Effect]:
        """The owner of the table lets somebody in again."""
        if peer.key != self.lobby.owner:
            raise Refusal("illegal", why="not-owner")
        return [self._ok(peer, message), *self.admit(message.key)]

    def admit(self, key: bytes) -> list[Effect]:
        """Who was put out may come in again. Raises Refusal."""
        if self.shut_out.pop(key, None) is None:
            raise Refusal("illegal", why="not-out")
        return self._shown()

    def _private_effect(self, note: PrivateTo) -> ToPeer:
        conductor = self._playing()
        peer = self._here.get(conductor.referee.ledger.keys[note.seat], -1)
        message = wire.Private(table=self.ref, deal=note.deal, attempt=note.attempt, kind=note.kind, body=note.body)
        return ToPeer(peer, message)
