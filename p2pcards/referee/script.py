"""The order of things in a match, as one readable script.

    agree; then for each deal: commitments until hands are out, choosing, passing, looking, bidding, play; the
    score; the audit; a forfeit where the audit asks for one; acknowledgements; at the end `end`.

A void throws the deal back to fresh commitments. A forfeit in mid-deal goes straight to the audit.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from p2pcards_protocol.deal import Context, cut
from p2pcards_protocol.errors import FairnessError, TranscriptError
from p2pcards_protocol.transcript import Message

from p2pcards.cards.card import SEVEN_OF_DIAMONDS, CardSet, card_set
from p2pcards.rules.action import Action, Bid, Blind, Choose, IllegalAction, Look, Pass, Play
from p2pcards.rules.phases import Phase
from p2pcards.rules.score import Result
from p2pcards.table.deal import Deal
from p2pcards.table.engine import audit, check
from p2pcards.table.event import MatchOver
from p2pcards.table.fold import advance
from p2pcards.table.match import Match

from . import event
from .dealer import DealerDealing
from .dealing import Dealing, Opened
from .due import HOST, Due, Forfeited, Frozen, Said, Script, Verdict, Voided
from .phase import anything, phase
from .sealed import SealedDealing

if TYPE_CHECKING:
    from .referee import Referee


class MatchScript:
    """The script and what it has found out so far."""

    def __init__(self, referee: Referee, start: Match) -> None:
        self._referee = referee
        self._seats = tuple(range(start.n))
        self._events: list[Any] = []
        self.match = start
        self.public: Deal | None = None
        """The current deal as an onlooker knows it: what every entry is judged by, so that all peers judge alike."""
        self.attempt = 0
        self.dealing: Dealing | None = None
        self.hands_out = False
        """Whether hands are on their way: from here on there is no redeal."""
        self.playing = False
        """Whether a forfeit can still end the deal."""
        self.frozen = False
        """Whether the deal was stopped because what was said cannot all be true, and waits for every seed."""
        self.verdicts: dict[int, Verdict] = {}
        self.hands: dict[int, tuple[CardSet | None, ...]] = {}
        self._known_hands: dict[int, CardSet] = {}
        self._known_passes: dict[int, CardSet] = {}
        self._log_entries: list[int] = []
        self._started: tuple[Any, ...] = ()

    def collect(self) -> tuple[Any, ...]:
        """What happened since the last call."""
        events, self._events = tuple(self._events), []
        return events

    def tell(self, *events: Any) -> None:
        """Add to what happened."""
        self._events.extend(events)

    # -- private knowledge --------------------------------------------------------------------------------------------

    def learn_hand(self, seat: int, cards: CardSet) -> None:
        self._known_hands[seat] = cards
        deal = self.match.deal
        if deal is not None and deal.dealt[seat] is None:
            self.match = self.match.with_deal(deal.with_hand(seat, cards))

    def learn_pass(self, seat: int, cards: CardSet) -> None:
        self._known_passes[seat] = cards
        deal = self.match.deal
        if deal is not None and deal.passed[seat] and deal.passes[seat] is None:
            self.match = self.match.with_deal(deal.with_pass(seat, cards))

    # -- the match ----------------------------------------------------------------------------------------------------

    def run(self) -> Script:
        yield from phase("agree", "agree", self._seats, self._check_agree)
        drawn = cut(self._referee.header.table_id, len(self._seats))
        self.tell(event.Agreed(drawn, self.match.dealer))
        while self.match.result is None:
            yield from self._deal()
        yield Due(("end",), (HOST,), self._check_end)
        self.tell(event.Ended())

    def _check_agree(self, message: Message, body: Any) -> None:
        if body.terms != self._referee.terms.hash:
            raise TranscriptError("body", None, "other-terms")

    def _check_end(self, message: Message, body: Any) -> None:
        result = self.match.result
        if result is None or (body.winners, body.reason) != (result.winners, result.reason):
            raise TranscriptError("end", None, "other-result")
        if body.points != self.match.sheet.points:
            raise TranscriptError("end", None, "other-points")

    def _deal(self) -> Script:
        number = self.match.number
        dealing: Dealing = yield from self._deal_out()
        ended = yield from self._play_out(dealing)
        self.frozen = isinstance(ended, Frozen)
        played = self.match
        scored: tuple[Any, ...] = ()
        if ended is None:
            self.match, scored = played.finish()
        elif isinstance(ended, Forfeited):
            self.match, scored = self._forfeit(played, ended.seat, False, ended.reason)
        self._tell_score(scored)
        opened: Opened = yield from dealing.audit()
        verdict = self._judge(number, played.deal, opened)
        if isinstance(ended, Frozen) and verdict.outcome != "cheat":
            if ended.reason in CERTAIN:
                verdict = Verdict(number, "cheat", ended.seat, ended.reason, ended.entry)
            elif verdict.ok:
                verdict = Verdict(number, "cheat", ended.seat, "false-contest", ended.entry)
        self.verdicts[number] = verdict
        self.tell(event.Audited(verdict))
        if verdict.seat == HOST and (self.frozen or verdict.outcome == "cheat"):
            reason = "host-cheat" if verdict.outcome == "cheat" else "host-silent"
            self.match = dataclasses.replace(played, deal=None, result=Result((), reason))
        elif (verdict.outcome == "cheat" or self.frozen) and not isinstance(ended, Forfeited):
            assert verdict.seat is not None
            yield Due(("forfeit",), (HOST,), self._names(verdict.seat, verdict.reason))
            self.match, scored = self._forfeit(played, verdict.seat, ended is None, verdict.reason)
            self._tell_score(scored)
        self.hands_out = self.frozen = False
        self.public = None
        yield from phase("ack", "ack", self._seats, anything, optional=True)
        if self.match.result is not None:
            self.tell(MatchOver(self.match.result))

    def _play_out(self, dealing: Dealing) -> Script:
        """Hands go out and are played; returns what ended the deal early, None when it was played out."""
        self.playing = True
        try:
            yield from dealing.hand_out(self.shut)
            self.tell(*self._started)
            yield from self._play()
        except (Forfeited, Frozen) as stop:
            return stop
        finally:
            self.playing = False
        return None

    def _tell_score(self, scored: tuple[Any, ...]) -> None:
        """The end of the match is told only once the last deal is audited."""
        self.tell(*(happened for happened in scored if not isinstance(happened, MatchOver)))

    def _forfeit(self, match: Match, seat: int, finished: bool, why: str) -> tuple[Match, tuple[Any, ...]]:
        self.tell(event.Forfeit(match.number, seat, why))
        return match.forfeit(seat, finished, why)

    def _names(self, seat: int, reason: str) -> Any:
        def check(message: Message, body: Any) -> None:
            if (body.seat, body.reason) != (seat, reason):
                raise TranscriptError("audit", None, "forfeit-of-another-seat")

        return check

    # -- dealing ------------------------------------------------------------------------------------------------------

    def _deal_out(self) -> Script:
        """Commitments until the cards lie, attempt after attempt; returns the dealing that held."""
        self.match, self._started = self.match.start_deal()
        self.public = self.match.deal
        self.attempt = 0
        while True:
            self._known_hands.clear()
            self._known_passes.clear()
            self._log_entries.clear()
            self.dealing = dealing = self._new_dealing()
            number, dealer = self.match.number, self.match.dealer
            self.tell(event.Dealing(number, self.attempt, dealer))
            try:
                yield from dealing.deal()
                self.hands_out = True
                return dealing
            except Voided as void:
                self.tell(event.DealVoided(number, self.attempt, void.seat, void.reason))
                self.attempt += 1

    @property
    def shut(self) -> tuple[int, ...]:
        """The seats whose hands stay shut in this deal until they have looked or bid blind."""
        rules, sheet, n = self.match.rules, self.match.sheet, self.match.n
        if not rules.has_blind:
            return ()
        return tuple(seat for seat in self._seats if rules.may_blind(sheet, n, seat))

    def _new_dealing(self) -> Dealing:
        referee, match = self._referee, self.match
        rules, n = match.rules, match.n
        deck = rules.deck(n)
        sealed = referee.terms.deal == "sealed"
        ctx = Context(
            referee.header.table_id,
            match.number,
            self.attempt,
            "B" if sealed else "A",
            tuple(card for card in range(52) if deck >> card & 1),
            rules.hand_size(n),
            match.dealer,
            referee.ledger.keys,
        )
        if sealed:
            return SealedDealing(ctx, referee.ledger)
        return DealerDealing(ctx, referee.header.host_key, referee.ledger)

    # -- play ---------------------------------------------------------------------------------------------------------

    @property
    def _now(self) -> Deal:
        assert self.public is not None
        return self.public

    def _play(self) -> Script:
        dealing = self.dealing
        assert dealing is not None
        while (at := self._now.phase) is not None:
            if at is Phase.CHOOSING:
                yield from self._choosing()
            elif at is Phase.PASSING:
                yield from self._passing(dealing)
            elif at is Phase.LOOKING:
                said = yield from self._turn(("look", "blind"))
                yield from dealing.show(said.seat)
            elif at is Phase.BIDDING:
                yield from self._turn(("bid",))
            else:
                yield from self._turn(("play",))

    def _turn(self, kinds: tuple[str, ...]) -> Script:
        said: Said = yield Due(kinds, self._now.to_act, self._check_turn)
        turn: Turn = said.result
        if turn.frozen:
            raise Frozen(turn.frozen, said.seat, self._referee.ledger.seq)
        if isinstance(turn.action, Play):
            assert self.dealing is not None
            self.dealing.played(turn.tried)
        self._do(turn.action)
        return said

    def _check_turn(self, message: Message, body: Any) -> Turn:
        action = action_of(message.kind, message.seat, body)
        tried = None
        if isinstance(action, Play):
            assert self.dealing is not None
            try:
                tried = self.dealing.check_play(message, body)
            except FairnessError as error:
                if error.seat is None:
                    return Turn(action, None, error.reason)
                raise
        try:
            check(self._now, action)
        except IllegalAction as error:
            if error.why in PROOFS or (error.why == "not-held" and tried is not None):
                return Turn(action, tried, error.why)
            raise
        return Turn(action, tried)

    def check_known(self, message: Message, body: Any) -> None:
        """What this peer knows besides: a host that sees the hands refuses a revoke at once. Raises IllegalAction."""
        deal = self.match.deal
        if deal is None or message.seat == HOST or deal.hand(message.seat) is None:
            return
        if message.kind in ("look", "blind", "bid", "play"):
            check(deal, action_of(message.kind, message.seat, body))
        elif message.kind == "choose" and deal.phase is Phase.CHOOSING:
            holder = bool(deal.must_hold(message.seat) >> SEVEN_OF_DIAMONDS & 1)
            if holder != bool(body.game):
                why = ("must-choose", {}) if holder else ("not-holder", {"card": SEVEN_OF_DIAMONDS})
                raise IllegalAction(message.seat, Choose(message.seat, body.game or None), *why)

    def _do(self, action: Action) -> None:
        """The action stands: onlookers' view and own view go on. It has been judged before."""
        self._log_entries.append(self._referee.ledger.seq)
        onlooker = Pass(action.seat, None) if isinstance(action, Pass) else action
        self.public, _ = _step(self._now, onlooker)
        deal = self.match.deal
        assert deal is not None
        deal, events = _step(deal, action)
        self.match = self.match.with_deal(deal)
        self.tell(*events)

    def _choosing(self) -> Script:
        said: dict[int, Said] = yield from phase("choose", "choose", self._seats, self._check_choose)
        chosen = [seat for seat, choice in said.items() if choice.body.game]
        for seat, choice in said.items():
            self._do(Choose(seat, choice.body.game or None))
        if len(chosen) != 1:
            raise Frozen("two-chose" if chosen else "nobody-chose", None, self._referee.ledger.seq)

    def _check_choose(self, message: Message, body: Any) -> None:
        if body.game and body.game not in self._now.rules.choices:
            raise IllegalAction(
                message.seat, Choose(message.seat, body.game), "unknown-game", {"games": self._now.rules.choices}
            )

    def _passing(self, dealing: Dealing) -> Script:
        deal = self._now
        receivers = tuple(deal.game.receiver(deal.sheet, deal.n, seat) for seat in self._seats)
        yield from dealing.passing(receivers, deal.game.passing)
        for seat in self._seats:
            self._do(Pass(seat, self._known_passes.get(seat)))

    # -- the audit ----------------------------------------------------------------------------------------------------

    def _judge(self, number: int, deal: Deal | None, opened: Opened) -> Verdict:
        """What the audit of the deal and the rules with all hands known say together."""
        assert deal is not None
        if opened.error is not None:
            error = opened.error
            return Verdict(number, "cheat", error.seat, error.reason, error.entry)
        dealt = opened.dealt
        assert dealt is not None
        incomplete = self._incomplete(number, dealt.missing)
        if any(card is None for hand in dealt.hands for card in hand):
            return incomplete or Verdict(number, "verified")
        hands = tuple(card_set(card for card in hand if card is not None) for hand in dealt.hands)
        for seat, passed in (opened.passes or {}).items():
            if deal.passed[seat]:
                deal = deal.with_pass(seat, card_set(passed))
        self.hands[number] = hands
        found = audit(deal, hands)
        if found:
            first = found[0]
            return Verdict(number, "cheat", first.seat, first.why, self._entry_of(first.log))
        return incomplete or Verdict(number, "verified")

    def _incomplete(self, number: int, missing: tuple[int, ...]) -> Verdict | None:
        """Somebody did not open its part: named is the host, else the first seat that is here, else the first."""
        if not missing:
            return None
        if HOST in missing:
            return Verdict(number, "unverified", HOST, "seed-missing")
        gone = self._referee.interrupts
        here = [seat for seat in missing if seat not in gone.away and seat not in gone.left]
        return Verdict(number, "incomplete", (here or list(missing))[0], "seed-missing")

    def _entry_of(self, log: int) -> int | None:
        return self._log_entries[log] if log < len(self._log_entries) else None


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn message that may stand. tried: what the dealing wants to hear of it; frozen: why the deal freezes."""

    action: Action
    tried: Any = None
    frozen: str = ""


CERTAIN = frozenset({"revoke-proven"})
"""Proofs that need no seed: the seat itself has played both cards."""

PROOFS = frozenset({"revoke-proven", "impossible-hand"})
"""Why-keys of a card that proves that somebody lied earlier, not always the seat that plays it: it stands, the deal
freezes, and the audit names the liar. In a sealed deal "not-held" is one too: the card has just opened in that seat's
hand, so another seat claimed what it did not have."""


def _step(deal: Deal, action: Action) -> tuple[Deal, tuple[Any, ...]]:
    """The deal after an action that has been judged elsewhere."""
    facts, events = advance(deal.setup, deal.facts, action)
    return Deal(deal.setup, (*deal.log, action), facts), events


def action_of(kind: str, seat: int, body: Any) -> Action:
    """The action of a turn message. Raises ValueError for a kind that is none."""
    if kind == "look":
        return Look(seat)
    if kind == "blind":
        return Blind(seat)
    if kind == "bid":
        return Bid(seat, body.tricks)
    if kind == "play":
        return Play(seat, body.card)
    raise ValueError(kind)
