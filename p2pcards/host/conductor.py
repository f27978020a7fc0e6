"""The host's own voice in a match, without I/O: it opens and closes phases, deals, audits and ends.

It judges what the seats submit with the same referee as everybody, puts it into the chain, and then says
whatever is its own turn to say. Every method that makes entries returns a `Step`: secrets that must be on disk
first, the entries in order, and private messages for single seats.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from p2pcards_protocol import body as bodies
from p2pcards_protocol.deal import DealerSecrets
from p2pcards_protocol.identity import Identity
from p2pcards_protocol.transcript import Entry, Header, Message

from p2pcards.cards.card import card_set
from p2pcards.errors import FairnessError, IllegalAction, TranscriptError
from p2pcards.player.secrets import Secrets
from p2pcards.referee import HOST, Due, Referee
from p2pcards.referee.dealer import DealerDealing
from p2pcards.rules.action import Pass
from p2pcards.table.engine import check


@dataclass(frozen=True, slots=True)
class PrivateTo:
    """A private message for the link of one seat."""

    seat: int
    deal: int
    attempt: int
    kind: Literal["hand", "pass"]
    body: dict[str, Any]


@dataclass(slots=True)
class Step:
    """What came of one input, in order: save the secrets, store and relay the entries, send the private messages."""

    secrets: list[tuple[str, bytes]] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    privates: list[PrivateTo] = field(default_factory=list)
    events: list[Any] = field(default_factory=list)


class Conductor:
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
        self.referee = Referee(header)
        self.entries: list[Entry] = []
        self._identity = identity
        self._rng = rng
        self._kept = dict(secrets or {})
        self._dealing: Any = None
        self._secrets: Secrets | None = None
        self._deck: DealerSecrets | None = None
        self._passes: dict[int, tuple[tuple[int, ...], bytes]] = {}
        self._sent_hands: set[int] = set()
        self._sent_passes = False

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

    def private(self, seat: int, deal: int, attempt: int, body: dict[str, Any]) -> None:
        """The cards that a seat passes, told to the host alone before it commits to them. Raises IllegalAction or
        TranscriptError."""
        cards, nonce, at = body.get("cards"), body.get("nonce"), self.referee.deal
        shape = isinstance(cards, list) and all(type(c) is int and 0 <= c < 52 for c in cards)
        if not shape or not isinstance(nonce, bytes) or len(nonce) != 32 or at is None:
            raise TranscriptError("body", None, "private")
        if (deal, attempt) != (self.referee.number, self.referee.flow.attempt):
            raise TranscriptError("deal", None, "deal-number")
        assert isinstance(cards, list)
        if len(set(cards)) != len(cards):
            raise TranscriptError("body", None, "private")
        check(at, Pass(seat, card_set(cards)))
        self._passes[seat] = (tuple(sorted(cards)), nonce)

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

    def privates_for(self, seat: int) -> list[PrivateTo]:
        """What a seat that comes back, or another that plays it on, must be told again: its own pass too."""
        notes = [note for note in self._all_privates() if note.seat == seat]
        if notes and seat in self._passes and self.referee.deal is not None and self._committed_pass(seat):
            cards, nonce = self._passes[seat]
            body = {"seat": seat, "cards": list(cards), "nonce": nonce}
            notes.append(PrivateTo(seat, self.referee.number, self.referee.flow.attempt, "pass", body))
        return notes

    def _committed_pass(self, seat: int) -> bool:
        dealing = self.referee.flow.dealing
        return isinstance(dealing, DealerDealing) and seat in dealing.public.passes

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
        flow = self.referee.flow
        if not self._dealt_out() or self.referee.deal is None:
            return
        assert self._deck is not None
        if not self._sent_hands and not self._known():
            self._deck.deck(flow.dealing.public.seeds)  # type: ignore[union-attr]
            for seat in range(self.referee.n):
                self.referee.learn_hand(seat, card_set(self._deck.hand(seat)[0]))
        exchanged = self.referee.deal.facts.exchanged and not self._sent_passes
        for note in self._all_privates() if exchanged or len(self._sent_hands) < self.referee.n else ():
            if note.kind == "hand" and note.seat not in self._sent_hands:
                self._sent_hands.add(note.seat)
                step.privates.append(note)
            elif note.kind == "pass" and not self._sent_passes:
                step.privates.append(note)
        if any(note.kind == "pass" for note in step.privates):
            self._sent_passes = True

    def _dealt_out(self) -> bool:
        """Whether the hashes of the hands of a dealer deal are public."""
        dealing = self.referee.flow.dealing
        return isinstance(dealing, DealerDealing) and bool(dealing.public.hashes)

    def _known(self) -> bool:
        deal = self.referee.deal
        return deal is not None and all(hand is not None for hand in deal.dealt)

    def _all_privates(self) -> list[PrivateTo]:
        flow, deal = self.referee.flow, self.referee.deal
        if self._deck is None or deal is None or not self._dealt_out():
            return []
        number, attempt = self.referee.number, flow.attempt
        notes = []
        for seat in range(deal.n):
            if deal.looked[seat]:
                cards, nonce = self._deck.hand(seat)
                notes.append(PrivateTo(seat, number, attempt, "hand", {"cards": list(cards), "nonce": nonce}))
        if deal.facts.exchanged:
            for giver, (passed, nonce) in sorted(self._passes.items()):
                body = {"seat": giver, "cards": list(passed), "nonce": nonce}
                notes.append(PrivateTo(flow.dealing.receiver(giver), number, attempt, "pass", body))  # type: ignore[union-attr]
        return notes

    def _follow(self) -> None:
        """A new attempt: new secrets."""
        flow = self.referee.flow
        if flow.dealing is self._dealing or flow.dealing is None:
            return
        self._dealing = flow.dealing
        self._secrets = Secrets(self._kept, flow.match.number, flow.attempt)
        self._deck = None
        self._passes = {}
        self._sent_hands = set()
        self._sent_passes = False
        if isinstance(flow.dealing, DealerDealing):
            self._deck = DealerSecrets(flow.dealing.ctx, self._secrets.keep("host-seed", lambda: self._rng(32)))
            self._passes = self._saved_passes()
            for seat, (passed, _) in self._passes.items():
                self.referee.learn_pass(seat, card_set(passed))

    def _saved_passes(self) -> dict[int, tuple[tuple[int, ...], bytes]]:
        assert self._secrets is not None
        found = {}
        for seat in range(self.referee.n):
            kept = self._secrets.get(f"host-pass-{seat}")
            if kept is not None:
                found[seat] = (tuple(kept[32:]), kept[:32])
        return found

    def _check_private(self, message: Message) -> None:
        """A pass in a dealer deal must be the one the seat told the host; it is kept before it stands."""
        if message.kind != "pass.commit" or self._deck is None or self._secrets is None:
            return
        told = self._passes.get(message.seat)
        if told is None:
            raise IllegalAction(message.seat, message.kind, "cards-needed", {})
        body = message.parsed()
        assert isinstance(body, bodies.PassCommit)
        dealing = self.referee.flow.dealing
        assert isinstance(dealing, DealerDealing)
        from p2pcards_protocol.deal.dealer import pass_hash

        cards, nonce = told
        if pass_hash(dealing.ctx, message.seat, dealing.receiver(message.seat), nonce, cards) != body.hash:
            raise FairnessError(message.seat, "pass-hash")
        self._secrets.keep(f"host-pass-{message.seat}", lambda: nonce + bytes(cards))
        self.referee.learn_pass(message.seat, card_set(cards))

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
