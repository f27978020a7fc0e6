"""The match at a table: what the seats submit is judged, kept, relayed; pages for those who are behind."""

from __future__ import annotations

from typing import Any

from p2pcards_protocol import body as bodies
from p2pcards_protocol import message as wire
from p2pcards_protocol.errors import RemoteProtocolError
from p2pcards_protocol.transcript import Message

from p2pcards.errors import FairnessError, IllegalAction, TranscriptError
from p2pcards.net.client import CHAT_MOST
from p2pcards.referee import Work
from p2pcards.referee import event as events
from p2pcards.referee.requests import CLAIM

from .base import Peer
from .conductor import Step
from .effect import Compute, Effect, Keep, Log, Refusal, ToPeer, ToTable, WantBot
from .names import plain_line
from .page import page
from .replacing import ReplacingTable

ASIDE = frozenset({"vote", "contest", "pause", "resume", "leave", "takeback"})
"""Kinds that a seat may say unasked, as often as it likes: each stands in the file, and makes what others have on the
way stale. Answers to a claim or take-back are owed, so they do not count."""

CROSSED = frozenset({"stale", "deal-number", "used", "gap", "pins-before-open"})
"""Why-keys of messages that crossed with an entry on the way: signed again, they may be right."""


class PlayingTable(ReplacingTable):
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
            effects = self._returned(seat, t_ms, now)
            try:
                return [*effects, *self._submit(peer, message, now, t_ms)]
            except Refusal as refusal:  # that the seat is back stands, whatever it has said
                return [*effects, ToPeer(peer.id, refusal.answer(message.id))]
        if _unasked(message.blob) and not self._asides.take(peer.key, now):
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
        if not self._chats.take(peer.key, now):
            raise Refusal("illegal", why="chat-rate")
        return [ToTable(message)]

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
        if work is not None and work is not self._computing:
            effects.append(Compute(work))
        self._computing = work
        for happened in step.events:
            effects += self._react(happened, now, t_ms)
        if not conductor.referee.ended:
            effects += self._between_deals(now, t_ms)
            effects += self._away_in_play(now, t_ms)
        if conductor.referee.ended and step.entries:
            effects += [Log("ended", {"table": self.ref}), *self._shown()]
        return effects

    def worked(self, work: Work, result: Any, now: float, t_ms: int) -> list[Effect]:
        """The result of a `Compute`; for nothing where it is not waited for any more."""
        if self.conductor is None or self.conductor.referee.work is not work:
            return []
        return self._did(self.conductor.worked(result, t_ms), now, t_ms)

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
