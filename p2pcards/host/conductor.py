"""The host's own voice in a match, without I/O: it opens and closes phases, deals, audits and ends.

It judges what the seats submit with the same referee as everybody, puts it into the chain, and then says
whatever is its own turn to say. Every method that makes entries returns a `Step`: secrets that must be on disk
first, the entries in order, and private messages for single seats.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from p2pcards_protocol import body as bodies
from p2pcards_protocol.identity import Identity
from p2pcards_protocol.transcript import Entry, Header

from p2pcards.errors import TranscriptError
from p2pcards.referee import HOST, Due, Referee

from .dealers_part import DealersPart, PrivateTo


@dataclass(slots=True)
class Step:
    """What came of one input, in order: save the secrets, store and relay the entries, send the private messages."""

    secrets: list[tuple[str, bytes]] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    privates: list[PrivateTo] = field(default_factory=list)
    events: list[Any] = field(default_factory=list)


class Conductor(DealersPart):
    """A match as its host runs it.

    secrets: what was saved for this match before (a restart). Times are the host's clock in ms since 1970.
    """

    def __init__(
        self,
        identity: Identity,
        header: Header,
        rng: Callable[[int], bytes],
        secrets: Mapping[str, bytes] | None = None,
    ) -> None:
        super().__init__(Referee(header), rng, secrets)
        self.entries: list[Entry] = []
        self._identity = identity

    # -- input --------------------------------------------------------------------------------------------------------

    def resume(self, entries: Iterable[Entry]) -> None:
        """Fold the entries that were stored before a restart. Raises what the referee raises."""
        for entry in entries:
            self._append(entry)
            self.referee.catch_up()
            self._after(Step())

    def start(self, t_ms: int) -> Step:
        """Say what is the host's to say first (also after `resume`)."""
        return self._go_on(Step(), t_ms)

    def submit(self, seat: int, blob: bytes, asig: bytes, t_ms: int) -> Step:
        """A seat's message. Raises IllegalAction, FairnessError or TranscriptError; then nothing has changed."""
        message = self.referee.consider(blob, asig)
        if message.seat != seat:
            raise TranscriptError("author-signature", None, "not-your-seat")
        self._check_private(message)
        step = Step()
        self._put(self.referee.ledger.seal(self._identity, t_ms, blob, asig), step)
        return self._go_on(step, t_ms)

    def say(self, kind: str, body: bodies.Body, t_ms: int) -> Step:
        """Something the host says beside the script: pause, resume, void, forfeit, timeout, kick."""
        step = Step()
        self._speak(kind, body, step, t_ms)
        return self._go_on(step, t_ms)

    def worked(self, result: Any, t_ms: int) -> Step:
        """The result of `referee.work`."""
        step = Step()
        step.events += self.referee.worked(result)
        return self._go_on(step, t_ms)

    def close_early(self, t_ms: int) -> Step:
        """Close an open phase that may do without the seats that have not spoken (ack, audit)."""
        due = self.referee.due
        step = Step()
        if due is not None and due.optional:
            self._speak("close", self._closing(), step, t_ms)
        return self._go_on(step, t_ms)

    # -- steps --------------------------------------------------------------------------------------------------------

    def _append(self, entry: Entry) -> tuple[Any, ...]:
        events = self.referee.take(entry)
        self.entries.append(entry)
        return events

    def _put(self, entry: Entry, step: Step) -> None:
        step.events += self._append(entry)
        step.entries.append(entry)
        self._after(step)

    def _after(self, step: Step) -> None:
        """What the host learns by an entry, and what it must tell single seats."""
        self._follow()
        step.privates += self._due_privates()

    # -- the host's turns ---------------------------------------------------------------------------------------------

    def _go_on(self, step: Step, t_ms: int) -> Step:
        """Say everything that is the host's to say until somebody else is due."""
        self._follow()
        while (due := self.referee.due) is not None and HOST in due.seats and not self._waiting(due):
            kind = due.kinds[0] if not due.optional else ("seed" if due.kinds[0] == "seed" else "close")
            self._speak(kind, self._body(kind, due), step, t_ms)
        if self._secrets is not None:
            fresh, self._secrets.fresh = self._secrets.fresh, []
            step.secrets += fresh
        return step

    def _waiting(self, due: Due) -> bool:
        """Whether an optional phase still waits for seats (the host has said its own part)."""
        return due.optional and (due.kinds[0] != "seed" or self._deck is None)

    def _speak(self, kind: str, body: bodies.Body, step: Step, t_ms: int) -> None:
        ledger = self.referee.ledger
        deal = ledger.deal
        if isinstance(body, bodies.Open) and body.name == "commit" and self.referee.flow.attempt == 0:
            deal += 1
        draft = ledger.author(self._identity, HOST, deal, kind, bodies.encode_body(body))
        self.referee.consider(draft.blob, draft.asig)
        self._put(ledger.seal(self._identity, t_ms, draft.blob, draft.asig), step)

    def _body(self, kind: str, due: Due) -> bodies.Body:
        flow = self.referee.flow
        if kind == "open":
            attempt = flow.attempt if flow.dealing is not None else 0
            return bodies.Open(name=due.phase, seats=due.phase_seats, attempt=attempt, targets=due.targets)  # type: ignore[arg-type]
        if kind == "close":
            return self._closing()
        if kind == "commit":
            assert self._deck is not None
            return bodies.Commit(commit=self._deck.commitment(self._identity.public))
        if kind == "hand":
            assert self._deck is not None
            self._deck.deck(flow.dealing.public.seeds)  # type: ignore[union-attr]
            return bodies.Hand(hashes=self._deck.hashes)
        if kind == "seed":
            assert self._deck is not None
            passes = tuple(
                bodies.DealtPass(seat=seat, cards=cards, nonce=nonce)
                for seat, (cards, nonce) in sorted(self._passes.items())
                if seat in flow.dealing.public.passes  # type: ignore[union-attr]
            )
            return bodies.Seed(seed=self._deck.seed, passes=passes)
        if kind == "forfeit":
            verdict = self.referee.verdicts[self.referee.number]
            assert verdict.seat is not None
            return bodies.About(seat=verdict.seat, reason=verdict.reason)
        assert kind == "end", kind
        result, sheet = self.referee.match.result, self.referee.match.sheet
        assert result is not None
        return bodies.End(winners=result.winners, reason=result.reason, points=sheet.points)

    def _closing(self) -> bodies.Close:
        open_phase = self.referee.ledger.open_phase
        assert open_phase is not None
        spoken = open_phase.spoken
        return bodies.Close(
            hashes=tuple(spoken[seat].blob_hash if seat in spoken else b"" for seat in open_phase.seats)
        )
