"""The order of things in a match, as one readable script.

    agree; then for each deal: commitments until hands are out, choosing, passing, looking, bidding, play; the
    score; the audit; a forfeit where the audit asks for one; acknowledgements; at the end `end`.

A void throws the deal back to fresh commitments. A forfeit in mid-deal goes straight to the audit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from p2pcards_protocol.deal import Context, cut
from p2pcards_protocol.errors import TranscriptError
from p2pcards_protocol.transcript import Message

from p2pcards.cards.card import CardSet, card_set
from p2pcards.rules.action import Action, Bid, Blind, Choose, IllegalAction, Look, Pass, Play
from p2pcards.rules.phases import Phase
from p2pcards.table.deal import Deal
from p2pcards.table.engine import Violation, apply, audit
from p2pcards.table.event import DealStarted, MatchOver
from p2pcards.table.match import Match

from . import event
from .dealer import DealerDealing
from .dealing import Dealing, Opened
from .due import HOST, Due, Forfeited, Frozen, Said, Script, Verdict, Voided
from .phase import anything, phase

if TYPE_CHECKING:
    from .referee import Referee


class MatchScript:
    """The script and what it has found out so far."""

    def __init__(self, referee: Referee, start: Match) -> None:
        self._referee = referee
        self._seats = tuple(range(start.n))
        self._events: list[Any] = []
        self.match = start
        self.attempt = 0
        self.dealing: Dealing | None = None
        self.hands_out = False
        self.playing = False
        self.verdicts: dict[int, Verdict] = {}
        self.hands: dict[int, tuple[CardSet | None, ...]] = {}
        self._known_hands: dict[int, CardSet] = {}
        self._known_passes: dict[int, CardSet] = {}
        self._log_entries: list[int] = []

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
        number, before = self.match.number, self.match
        yield from self._deal_out()
        ended: Forfeited | Frozen | None = None
        self.playing = True
        try:
            yield from self._play()
        except (Forfeited, Frozen) as stop:
            ended = stop
        self.playing = False
        played = self.match
        scored: tuple[Any, ...] = ()
        if ended is None:
            self.match, scored = played.finish()
        elif isinstance(ended, Forfeited):
            self.match, scored = self._forfeit(played, ended.seat, False, ended.reason)
        self._tell_score(scored)
        opened: Opened = yield from self._dealing.audit()
        verdict, violation = self._judge(number, played.deal, opened)
        self.verdicts[number] = verdict
        self.tell(event.Audited(verdict))
        guilty = verdict.seat if verdict.outcome == "cheat" and verdict.seat != HOST else None
        if guilty is None and isinstance(ended, Frozen):
            self.match = before
            raise TranscriptError("audit", None, "frozen-without-a-culprit")
        if guilty is not None and not isinstance(ended, Forfeited):
            yield Due(("forfeit",), (HOST,), self._names(guilty, verdict.reason))
            self.match, scored = self._forfeit(played, guilty, ended is None, verdict.reason)
            self._tell_score(scored)
        self.hands_out = False
        yield from phase("ack", "ack", self._seats, anything, optional=True)
        if self.match.result is not None:
            self.tell(MatchOver(self.match.result))

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

    @property
    def _dealing(self) -> Dealing:
        assert self.dealing is not None
        return self.dealing

    def _deal_out(self) -> Script:
        self.match, started = self.match.start_deal()
        self.attempt = 0
        while True:
            self._known_hands.clear()
            self._known_passes.clear()
            self._log_entries.clear()
            self.dealing = dealing = self._new_dealing()
            number, dealer = self.match.number, self.match.dealer
            self.tell(event.Dealing(number, self.attempt, dealer))
            try:
                yield from dealing.deal(self.shut)
                break
            except Voided as void:
                self.tell(event.DealVoided(number, self.attempt, void.seat, void.reason))
                self.attempt += 1
        self.hands_out = True
        self.tell(*(happened for happened in started if isinstance(happened, DealStarted)))

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
            from .sealed import SealedDealing

            return SealedDealing(ctx)
        return DealerDealing(ctx, referee.header.host_key)

    # -- play ---------------------------------------------------------------------------------------------------------

    @property
    def _now(self) -> Deal:
        assert self.match.deal is not None
        return self.match.deal

    def _play(self) -> Script:
        while (at := self._now.phase) is not None:
            if at is Phase.CHOOSING:
                yield from self._choosing()
            elif at is Phase.PASSING:
                yield from self._passing()
            elif at is Phase.LOOKING:
                said = yield from self._turn(("look", "blind"))
                yield from self._dealing.show(said.seat)
            elif at is Phase.BIDDING:
                yield from self._turn(("bid",))
            else:
                yield from self._turn(("play",))

    def _turn(self, kinds: tuple[str, ...]) -> Script:
        said: Said = yield Due(kinds, self._now.to_act, self._check_turn)
        action, tried = said.result
        if isinstance(action, Play):
            self._dealing.played(tried)
        self._do(action)
        return said

    def _check_turn(self, message: Message, body: Any) -> tuple[Action, Any]:
        action = action_of(message.kind, message.seat, body)
        tried = self._dealing.check_play(message, body) if isinstance(action, Play) else None
        apply(self._now, action)
        return action, tried

    def _do(self, action: Action) -> None:
        self.match, events = self.match.apply(action)
        self._log_entries.append(self._referee.ledger.seq)
        self.tell(*events)

    def _choosing(self) -> Script:
        said: dict[int, Said] = yield from phase("choose", "choose", self._seats, self._check_choose)
        try:
            for seat, choice in said.items():
                self._do(Choose(seat, choice.body.game or None))
        except IllegalAction as error:
            raise Frozen(error.why) from error

    def _check_choose(self, message: Message, body: Any) -> None:
        try:
            apply(self._now, Choose(message.seat, body.game or None))
        except IllegalAction as error:
            if error.why != "nobody-chose":
                raise

    def _passing(self) -> Script:
        deal = self._now
        receivers = tuple(deal.game.receiver(deal.sheet, deal.n, seat) for seat in self._seats)
        yield from self._dealing.passing(receivers)
        for seat in self._seats:
            self._do(Pass(seat, self._known_passes.get(seat)))

    # -- the audit ----------------------------------------------------------------------------------------------------

    def _judge(self, number: int, deal: Deal | None, opened: Opened) -> tuple[Verdict, Violation | None]:
        assert deal is not None
        if opened.error is not None:
            error = opened.error
            return Verdict(number, "cheat", error.seat, error.reason, error.entry), None
        dealt = opened.dealt
        assert dealt is not None
        if dealt.missing:
            outcome = "unverified" if HOST in dealt.missing else "incomplete"
            return Verdict(number, outcome, dealt.missing[0], "seed-missing"), None
        hands = tuple(card_set(card for card in hand if card is not None) for hand in dealt.hands)
        for seat, passed in (opened.passes or {}).items():
            if deal.passed[seat] and deal.passes[seat] is None:
                deal = deal.with_pass(seat, card_set(passed))
        self.hands[number] = hands
        found = audit(deal, hands)
        if found:
            first = found[0]
            return Verdict(number, "cheat", first.seat, first.why, self._entry_of(first.log)), first
        return Verdict(number, "verified"), None

    def _entry_of(self, log: int) -> int | None:
        return self._log_entries[log] if log < len(self._log_entries) else None


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
