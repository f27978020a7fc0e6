"""What may come at (almost) any time, beside the script: pauses, votes, changes of the key in a seat, voids,
forfeits, contests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from p2pcards_protocol.errors import TranscriptError
from p2pcards_protocol.transcript import Message

from . import event
from .due import HOST, Forfeited, Frozen, Said, Voided

if TYPE_CHECKING:
    from .referee import Referee

INTERRUPTS = frozenset(
    {"pause", "resume", "vote", "leave", "take", "reclaim", "join", "timeout", "void", "contest", "kick", "takeback"}
)
"""Kinds that the script does not wait for. `forfeit` is one too where the script does not ask for it."""


class Interrupts:
    """Who is away and what was voted."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee
        self.away: dict[int, str] = {}
        self.left: set[int] = set()
        self.standins: set[int] = set()
        """Seats that a bot plays for their owner."""
        self.votes: dict[tuple[str, int], dict[int, str]] = {}
        self.timeouts: dict[int, int] = {}
        self.voids: dict[int, int] = {}
        self.contests: list[tuple[int, int, str]] = []

    def check(self, message: Message, body: Any) -> None:
        """Raises TranscriptError unless this may be said now."""
        kind, seq = message.kind, self._referee.ledger.seq + 1
        flow = self._referee.flow
        if kind == "void" and (flow.dealing is None or flow.hands_out or self._referee.deal is None):
            raise TranscriptError("phase", seq, "hands-are-out")
        if kind == "forfeit" and not flow.playing:
            raise TranscriptError("phase", seq, "no-deal-under-way")
        if kind in ("join", "kick") and flow.hands_out:
            raise TranscriptError("phase", seq, "deal-under-way")
        if kind == "resume" and not self.away:
            raise TranscriptError("phase", seq, "not-paused")
        if kind == "contest" and body.entry > self._referee.ledger.seq:
            raise TranscriptError("body", seq, "no-such-entry")

    def take(self, said: Said) -> Voided | Forfeited | Frozen | None:
        """Note it; returns what must be thrown into the script."""
        message, body, flow = said.message, said.body, self._referee.flow
        kind, seat = message.kind, message.seat
        if kind == "pause":
            about = seat if body.about is None else body.about
            self.away[about] = body.reason
            flow.tell(event.Paused(about, body.reason))
        elif kind == "resume":
            self.away.clear()
            self.votes.clear()
            flow.tell(event.Resumed())
        elif kind == "vote":
            about = HOST if body.about is None else body.about
            self.votes.setdefault((body.question, about), {})[seat] = body.choice
            flow.tell(event.Voted(seat, about, body.choice))
        elif kind == "leave":
            self.left.add(seat)
            flow.tell(event.Left(seat))
        elif kind in ("take", "reclaim", "join"):
            self.left.discard(body.seat)
            if kind == "take":
                self.standins.add(body.seat)
            else:
                self.standins.discard(body.seat)
            flow.tell(event.KeyChanged(body.seat, kind, body.key))
        elif kind == "timeout":
            self.timeouts[body.seat] = self.timeouts.get(body.seat, 0) + 1
            flow.tell(event.TimedOut(body.seat))
        elif kind == "contest":
            self.contests.append((seat, body.entry, body.reason))
            flow.tell(event.Contested(seat, body.entry, body.reason))
            if flow.playing and flow.dealing is not None and flow.dealing.contest(message, body):
                return Frozen(body.reason, seat, self._referee.ledger.seq)
        elif kind == "forfeit":
            return Forfeited(body.seat, body.reason)
        elif kind == "void":
            self.voids[body.seat] = self.voids.get(body.seat, 0) + 1
            return Voided(body.seat, body.reason)
        return None
