"""The match at a table: what the seats submit is judged, kept, relayed; pages for those who are behind."""

from __future__ import annotations

from typing import Any, Literal

from p2pcards_protocol import body as bodies
from p2pcards_protocol import message as wire
from p2pcards_protocol.errors import RemoteProtocolError
from p2pcards_protocol.transcript import Message

from p2pcards.errors import FairnessError, IllegalAction, TranscriptError
from p2pcards.net.client import CHAT_MOST
from p2pcards.referee import event as events
from p2pcards.referee.requests import CLAIM

from .base import HOST_OPERATOR, Joiner, Peer
from .bucket import Bucket
from .conductor import PrivateTo, Step
from .effect import Compute, DropBot, Effect, Keep, Log, Refusal, ToPeer, ToTable, WantBot
from .lobby import Slot
from .names import clash, clean_name, plain_line
from .page import page
from .waiting import WaitingTable

CHAT_BURST, CHAT_RATE = 5.0, 0.5
"""Chat messages of one key: at once, and then a second."""

ASIDE = frozenset({"vote", "contest", "pause", "resume", "leave", "takeback"})
"""Kinds that a seat may say unasked, as often as it likes: each stands in the file, and makes what others have on the
way stale. Answers to a claim or take-back are owed, so they do not count."""

ASIDE_BURST, ASIDE_RATE = 30.0, 1.0
"""Such messages of one key: at once, and then a second."""

CROSSED = frozenset({"stale", "deal-number", "used", "gap", "pins-before-open"})
"""Why-keys of messages that crossed with an entry on the way: signed again, they may be right."""

NOBODY = bytes(32)
"""The key, in the lobby, of a seat that was put out and whose bot has not come yet."""


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
        if seat in self.absence.away:
            return [*self._returned(seat, t_ms, now), *self._submit(peer, message, now, t_ms)]
        if _unasked(message.blob):
            name = b"aside" + peer.key
            if not self._buckets.setdefault(name, Bucket(ASIDE_BURST, ASIDE_RATE)).take(now):
                raise Refusal("state", why="rate")
        try:
            step = conductor.submit(seat, message.blob, message.asig, t_ms)
        except TranscriptError as error:
            if error.reason == "repeated":
                return [self._ok(peer, message)]
            code = "stale" if error.reason in CROSSED else "illegal"
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
        if len(message.text) > CHAT_MOST:
            raise Refusal("illegal", why="chat-long", most=CHAT_MOST)
        if message.key != peer.key or not plain_line(message.text, CHAT_MOST):
            raise Refusal("illegal", why="chat-text")
        if not self._buckets.setdefault(peer.key, Bucket(CHAT_BURST, CHAT_RATE)).take(now):
            raise Refusal("illegal", why="chat-rate")
        return [ToTable(message)]

    # -- another key for a seat ---------------------------------------------------------------------------------------

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
        old = self.lobby.slots[seat]
        if old is None or old.key == NOBODY:
            return []
        step = self._playing().say("kick", bodies.Kick(seat=seat), t_ms)
        effects: list[Effect] = [
            ToPeer(self._here.pop(old.key, -1), wire.Notice(code="kicked", table=self.ref)),
            DropBot(old.key),
            WantBot(seat, self.settings.level, self._bot_name(), how="join"),
        ]
        self.lobby.slots[seat] = Slot(NOBODY, old.name, "bot", old.joined, True, self.settings.level, HOST_OPERATOR)
        self.owners.pop(seat, None)
        if self.lobby.owner == old.key:
            self.lobby.owner = next((self.lobby.slots[n].key for n in self.people), None)  # type: ignore[union-attr]
        return [*effects, *self._did(step, now, t_ms), *self._shown()]

    # -- steps --------------------------------------------------------------------------------------------------------

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
        if not conductor.referee.ended:
            effects += self._between_deals(now, t_ms)
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

    def _left(self, seat: int, now: float, t_ms: int) -> list[Effect]:
        """A player has gone for good. A sealed hand that was not handed over nobody can play: the deal is forfeited."""
        conductor = self._playing()
        effects: list[Effect] = []
        leaver = self._leavers.pop(seat, None)
        if leaver is None:
            effects.append(WantBot(seat, self.settings.level, self._bot_name(), how="take"))
        else:
            peer, message = leaver
            effects += [self._ok(peer, message), *self.gone(peer.id, now, t_ms, "left")]
        handed = conductor.referee.interrupts.handed[seat]
        if self.lobby.deal == "sealed" and conductor.referee.flow.playing and not handed.ct:
            effects += self._did(conductor.say("forfeit", bodies.About(seat=seat, reason="left"), t_ms), now, t_ms)
        return effects

    def _paused_itself(self, paused: events.Paused, now: float) -> list[Effect]:
        """A seat has said that it is away: it is waited for and asked about like one whose link is gone."""
        if paused.seat < self.lobby.n and paused.seat not in self.absence.away:
            self.absence.lost(paused.seat, now, paused.reason)
            self.absence.paused(paused.seat)
        return []

    def _react(self, happened: Any, now: float, t_ms: int) -> list[Effect]:
        if isinstance(happened, events.Left):
            return self._left(happened.seat, now, t_ms)
        if isinstance(happened, events.Paused):
            return self._paused_itself(happened, now)
        if isinstance(happened, events.Voted):
            return self._voted(happened, now)
        if isinstance(happened, events.KeyChanged):
            ends = {"join": self.kicks.changed, "reclaim": self.kicks.lapse}.get(happened.how)
            return [] if ends is None or not ends(happened.seat) else [self._vote_over(happened.seat)]
        if isinstance(happened, events.Audited):
            return [self._vote_over(seat) for seat in self.kicks.deal_over()]
        if isinstance(happened, events.Decided):
            return self._decided(happened.on, happened.choice, now, t_ms)
        if isinstance(happened, events.DealVoided) and self.absence.voided(happened.seat) >= 3:
            self.absence.forget_voids(happened.seat)
            if happened.seat < self.lobby.n:
                return [WantBot(happened.seat, self.settings.level, self._bot_name(), how="take")]
        return []


def _unasked(blob: bytes) -> bool:
    """Whether a message is of a kind that no turn, phase or request asks for."""
    try:
        message = Message.decode(blob)
    except RemoteProtocolError:
        return False
    answer = message.body.get("question") == CLAIM or message.body.get("step", "ask") != "ask"
    return message.kind in ASIDE and not answer
