"""One deal from hands out until all is played, as it stands in the script: whose turn it is, what is judged, what is
known.

Everything is judged by what an onlooker knows (`public`), so that all peers judge alike; `match` has what this peer
knows besides.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from p2pcards_protocol.errors import FairnessError, TranscriptError
from p2pcards_protocol.transcript import Message

from p2pcards.cards.card import SEVEN_OF_DIAMONDS, CardSet, card_set
from p2pcards.rules.action import Action, Bid, Blind, Choose, Claim, IllegalAction, Look, Pass, Play
from p2pcards.rules.phases import Phase
from p2pcards.table.claim import sure_line
from p2pcards.table.deal import Deal
from p2pcards.table.engine import check
from p2pcards.table.fold import advance
from p2pcards.table.match import Match

from . import event
from .dealing import Dealing
from .due import HOST, Due, Frozen, Granted, Said, Script
from .phase import phase
from .requests import Request

if TYPE_CHECKING:
    from .referee import Referee


class DealScript:
    """The play of the current deal, and what has been found out so far."""

    def __init__(self, referee: Referee, start: Match) -> None:
        self._referee = referee
        self._seats = tuple(range(start.n))
        self._events: list[Any] = []
        self.match = start
        self.public: Deal | None = None
        """The current deal as an onlooker knows it: what every entry is judged by, so that all peers judge alike."""
        self.dealing: Dealing | None = None
        self._known_hands: dict[int, CardSet] = {}
        self._known_passes: dict[int, CardSet] = {}
        self._log_entries: list[int] = []
        self._shown_entries: list[int] = []

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
                yield from self._card()

    def _card(self) -> Script:
        """A card, or a claim; or what somebody has asked for is granted meanwhile."""
        try:
            said: Said = yield from self._turn(("play", "claim"))
        except Granted as granted:
            self._grant(granted.request)
            return
        if said.message.kind == "claim":
            self._claimed(said.result.action)

    def _turn(self, kinds: tuple[str, ...]) -> Script:
        said: Said = yield Due(kinds, self._now.to_act, self._check_turn)
        turn: Turn = said.result
        if turn.frozen:
            raise Frozen(turn.frozen, said.seat, self._referee.ledger.seq)
        if isinstance(turn.action, Play | Claim):
            assert self.dealing is not None
            self._referee.requests.refuse()  # who plays on has answered whatever was asked
            self.dealing.played(turn.tried)
        if not isinstance(turn.action, Claim):
            self._do(turn.action)
        return said

    def _check_turn(self, message: Message, body: Any) -> Turn:
        action = action_of(message.kind, message.seat, body)
        tried = None
        if isinstance(action, Play | Claim):
            assert self.dealing is not None
            if isinstance(action, Claim) and (why := self._referee.requests.why_no_claim()) is not None:
                raise IllegalAction(action.seat, action, why)
            look = self.dealing.check_play if isinstance(action, Play) else self.dealing.check_claim
            try:
                tried = look(message, body)
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
        if message.kind in ("look", "blind", "bid", "play", "claim"):
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

    # -- claims and cards taken back ----------------------------------------------------------------------------------

    @property
    def last_entry(self) -> int:
        """The seq of the last action of the deal; -1 before the first."""
        return self._log_entries[-1] if self._log_entries else -1

    def _claimed(self, claim: Claim) -> None:
        """A claim stands: the hand is known to all. A certain one ends the deal; for another the others are asked."""
        seat, cards = claim.seat, claim.cards
        self._show(seat, cards, whole=True)
        self.tell(event.Claimed(seat, cards))
        if sure_line(self._now, seat, cards) is not None:
            self._end_by(claim, proved=True)
        else:
            self._referee.requests.claim(seat, cards, self._referee.ledger.seq)

    def _end_by(self, claim: Claim, *, proved: bool) -> None:
        self.tell(event.ClaimAccepted(claim.seat, claim.cards.bit_count(), proved))
        self._do(claim)

    def _show(self, seat: int, cards: CardSet, *, whole: bool) -> None:
        deal = self.match.deal
        assert deal is not None
        self.public = self._now.with_shown(seat, cards, whole=whole)
        self.match = self.match.with_deal(deal.with_shown(seat, cards, whole=whole))
        self._shown_entries.append(self._referee.ledger.seq)

    def _grant(self, request: Request) -> None:
        """All the others agree."""
        if request.kind == "claim":
            self._end_by(Claim(request.seat, request.cards), proved=False)
            return
        deal, card = self.match.deal, request.cards.bit_length() - 1
        assert deal is not None
        assert self.dealing is not None
        self._shown_entries.append(self._log_entries.pop())
        self.public = self._now.taken_back()
        self.match = self.match.with_deal(deal.taken_back())
        self.dealing.taken_back(request.seat, card)
        self.tell(event.TakenBack(request.seat, card))

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


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn message that may stand. tried: what the dealing wants to hear of it; frozen: why the deal freezes."""

    action: Action
    tried: Any = None
    frozen: str = ""


PROOFS = frozenset({"revoke-proven", "impossible-hand"})
"""Why-keys of a card that proves that somebody lied earlier, not always the seat that plays it: it stands, the deal
freezes, and the audit names the liar. In a sealed deal "not-held" is one too: the card has just opened in that seat's
hand, so another seat claimed what it did not have."""


def _step(deal: Deal, action: Action) -> tuple[Deal, tuple[Any, ...]]:
    """The deal after an action that has been judged elsewhere."""
    facts, events = advance(deal.setup, deal.facts, action)
    return Deal(deal.setup, (*deal.log, action), facts), events


def action_of(kind: str, seat: int, body: Any) -> Action:
    """The action of a turn message. Raises ValueError for a kind that is none, TranscriptError for a body that says no
    action."""
    if kind == "look":
        return Look(seat)
    if kind == "blind":
        return Blind(seat)
    if kind == "bid":
        return Bid(seat, body.tricks)
    if kind == "play":
        return Play(seat, body.card)
    if kind == "claim":
        shown = card_set(body.cards)
        if body.cards != tuple(sorted(body.cards)) or shown.bit_count() != len(body.cards):
            raise TranscriptError("body", None, "cards-not-ascending")
        if body.tricks != len(body.cards):
            raise TranscriptError("body", None, "claim-tricks")
        return Claim(seat, shown)
    raise ValueError(kind)
