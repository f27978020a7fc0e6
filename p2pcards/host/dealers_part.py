"""What the host of a dealer deal knows and tells by itself, without I/O: its seed, the deck, who gets which hand, and
the passes that the seats tell it before they commit to them. In a sealed deal it has no part."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from p2pcards_protocol import body as bodies
from p2pcards_protocol.deal import DealerSecrets
from p2pcards_protocol.deal.dealer import pass_hash
from p2pcards_protocol.transcript import Message

from p2pcards.cards.card import card_set
from p2pcards.errors import FairnessError, IllegalAction, TranscriptError
from p2pcards.player.secrets import Secrets
from p2pcards.referee import Referee
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


class DealersPart:
    """The lower half of `Conductor`. secrets: what was saved for this match before."""

    def __init__(
        self, referee: Referee, rng: Callable[[int], bytes], secrets: Mapping[str, bytes] | None = None
    ) -> None:
        self.referee = referee
        self._rng = rng
        self._kept = dict(secrets or {})
        self._dealing: Any = None
        self._secrets: Secrets | None = None
        self._deck: DealerSecrets | None = None
        self._passes: dict[int, tuple[tuple[int, ...], bytes]] = {}
        self._sent_hands: set[int] = set()
        self._sent_passes = False

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

    def _due_privates(self) -> list[PrivateTo]:
        """What single seats must be told now; the host knows the hands from then on."""
        flow = self.referee.flow
        if not self._dealt_out() or self.referee.deal is None:
            return []
        assert self._deck is not None
        if not self._sent_hands and not self._known():
            self._deck.deck(flow.dealing.public.seeds)  # type: ignore[union-attr]
            for seat in range(self.referee.n):
                self.referee.learn_hand(seat, card_set(self._deck.hand(seat)[0]))
        due: list[PrivateTo] = []
        exchanged = self.referee.deal.facts.exchanged and not self._sent_passes
        for note in self._all_privates() if exchanged or len(self._sent_hands) < self.referee.n else ():
            if note.kind == "hand" and note.seat not in self._sent_hands:
                self._sent_hands.add(note.seat)
                due.append(note)
            elif note.kind == "pass" and not self._sent_passes:
                due.append(note)
        if any(note.kind == "pass" for note in due):
            self._sent_passes = True
        return due

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
        cards, nonce = told
        if pass_hash(dealing.ctx, message.seat, dealing.receiver(message.seat), nonce, cards) != body.hash:
            raise FairnessError(message.seat, "pass-hash")
        self._secrets.keep(f"host-pass-{message.seat}", lambda: nonce + bytes(cards))
        self.referee.learn_pass(message.seat, card_set(cards))
