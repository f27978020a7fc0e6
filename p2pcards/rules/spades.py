"""Spades and its close variants: partnership Spades, QuentinC's, Cutthroat and Royal."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, ClassVar

from p2pcards.cards.card import SPADES, Suit
from p2pcards.cards.seat import Seat, Sides, make_sides, partners
from p2pcards.rules.base import DealFacts, Rules
from p2pcards.rules.masks import PlayRules
from p2pcards.rules.option import OptionError, option
from p2pcards.rules.score import Score, Sheet
from p2pcards.rules.spades_score import forfeit_spades, score_spades

_TEAMS = {"none": 0, "two": 2, "three": 3}


@dataclasses.dataclass(frozen=True)
class SpadesOptions:
    """The options of bidding, play and scoring that every Spades game has."""

    max_bid: int = option(0, "highest bid; 0: the number of cards in a hand", high=26)
    min_bid: int = option(0, "lowest bid; 1 shuts nil", high=1)
    forbidden_bids: tuple[int, ...] = option((), "bids that nobody may make", high=26)
    nil_bid: bool = option(True, "a bid of 0 is a nil: a bonus without a trick, the same lost with one")
    nil_value: int = option(100, "points for a nil made, lost for a nil failed", high=1000, usual=(100, 50))
    blind_nil: bool = option(False, "a side far enough behind may bid nil before it sees its cards")
    blind_nil_value: int = option(0, "points for a blind nil; 0: twice the nil", high=2000)
    blind_nil_min_deficit: int = option(100, "points behind the leader that open blind nil", high=10_000)
    no_hell: bool = option(False, "the bids may not add up to the number of tricks: binds the last to bid")
    suicide: bool = option(False, "in every pair one partner bids nil, the other enough, or both bid nil")
    suicide_min_bid: int = option(4, "the least bid beside a nil in suicide", low=1, high=13)
    team_bid_cap: int = option(0, "a side's bids may not add up to more than this; 0: no cap", high=52)
    first_bidder: str = option("eldest", "who bids first: the seat left of the dealer", choices=("eldest",))
    trump_suit: str = option("spades", "the trump suit", choices=("spades",))
    must_trump_when_void: bool = option(False, "a seat that cannot follow suit must play a spade if it can")
    spades_break: str = option(
        "any_spade_played",
        "spades may be led once one has been played, or never but from a hand of spades",
        choices=("any_spade_played", "never"),
    )
    lead_exception: str = option(
        "only_spades", "a hand of nothing but spades may lead one in any case", choices=("only_spades",)
    )
    first_leader: str = option("eldest", "who leads first: the seat left of the dealer", choices=("eldest",))
    overtrick_points: int = option(1, "points for each trick above a made bid", high=10)
    made_score: str = option("ten_a_trick", "points for a made bid: 10 for each trick bid", choices=("ten_a_trick",))
    set_score: str = option(
        "minus_bid",
        "a missed bid: loses 10 a trick bid, scores zero, or loses 10 a missing trick",
        choices=("minus_bid", "zero", "minus_missing"),
    )
    failed_nil_tricks: str = option(
        "bags",
        "tricks of a failed nil: count as bags, for nothing, as bags and a point each, or for the partner's bid",
        choices=("bags", "ignored", "bags_and_points", "help_partner"),
    )
    bag_limit: int = option(10, "bags that cost a penalty; 0: bags are not counted", high=100, usual=(10, 0))
    bag_penalty: int = option(100, "points lost at the bag limit", high=1000)
    bag_scope: str = option(
        "game", "bags add up over the match, or count for each deal alone", choices=("game", "round")
    )
    bag_remainder: str = option(
        "carry", "after a penalty: bags over the limit stay, or the count goes to zero", choices=("carry", "reset")
    )
    bag_penalty_when_failed: bool = option(True, "a side whose bid failed in this deal still pays for its bags")
    exact_low_bonus: int = option(0, "bonus for taking exactly a low bid; 0: none", high=1000, usual=(20, 0))
    exact_low_bids: tuple[int, ...] = option((1, 2), "the bids that are low", low=1, high=26)
    exact_low_players: tuple[int, ...] = option((3, 4), "the numbers of seats with that bonus", low=2, high=6)
    bonus_scope: str = option(
        "side", "bonuses go by the side's total or by each player's bid", choices=("side", "player")
    )
    high_bid_bonus: int = option(0, "bonus a trick from the threshold on for a made high bid; 0: none", high=100)
    high_bid_threshold: tuple[int, ...] = option(
        (10, 8, 7, 6), "the least high bid with 3, 4, 5 and 6 seats", low=1, high=26, length=4
    )
    quicksand: bool = option(False, "each trick above the bid loses 10, each one missing loses 10, no bags")


@dataclasses.dataclass(frozen=True)
class Spades(SpadesOptions, Rules):
    """Spades for 3 to 6 seats, alone or in sides."""

    game: str = "spades"
    team_count: str = option(
        "usual",
        "usual: two sides with 4 seats, else everybody alone; or none, two, three",
        choices=("usual", "none", "two", "three"),
    )
    team_seating: str = option("alternate", "partners are never neighbours", choices=("alternate",))

    seats: ClassVar[tuple[int, ...]] = (3, 4, 5, 6)

    # --- options -----------------------------------------------------------------------------------------------------

    def implied(self, changes: Mapping[str, Any]) -> Mapping[str, Any]:
        """min_bid 1 shuts nil and blind nil, and the other way round; quicksand knows no bags."""
        return implied_by_bids(self, changes)

    def check_options(self) -> None:
        """See `Rules.check_options`."""
        check_bids(self)

    def check(self, seats: int) -> None:
        """See `Rules.check`."""
        super().check(seats)
        teams = self._teams(seats)
        if teams and (seats % teams or seats // teams < 2):
            raise OptionError("team_count", "teams", {"seats": seats, "teams": teams})
        if self.suicide and any(len(side) != 2 for side in self.sides(seats)):
            raise OptionError("suicide", "pairs", {"seats": seats})
        check_bid_range(self, self.hand_size(seats), seats)

    def _teams(self, seats: int) -> int:
        if self.team_count == "usual":
            return 2 if seats == 4 else 0
        return _TEAMS[self.team_count]

    def threshold(self, seats: int) -> int:
        """The least bid that earns the high-bid bonus; 0: none with so many seats."""
        return self.high_bid_threshold[seats - 3] if 3 <= seats <= 6 else 0

    # --- the deal ----------------------------------------------------------------------------------------------------

    def hand_size(self, seats: int) -> int:
        """See `Rules.hand_size`; two seats get 13 each and 26 cards stay in the stock."""
        return self.cards_each or (13 if seats == 2 else super().hand_size(seats))

    def sides(self, seats: int) -> Sides:
        """See `Rules.sides`."""
        return make_sides(seats, self._teams(seats))

    @property
    def has_bids(self) -> bool:
        """See `Rules.has_bids`."""
        return True

    @property
    def has_blind(self) -> bool:
        """See `Rules.has_blind`."""
        return self.blind_nil

    def nil_points(self, blind: bool) -> int:
        """What a nil is worth, blind or not."""
        return (self.blind_nil_value or 2 * self.nil_value) if blind else self.nil_value

    def may_blind(self, sheet: Sheet, seats: int, seat: Seat) -> bool:
        """Whether the side of the seat is far enough behind the leading side (document 003 line 37)."""
        if not self.blind_nil:
            return False
        for side, members in enumerate(self.sides(seats)):
            if seat in members:
                return max(sheet.points) - sheet.points[side] >= self.blind_nil_min_deficit
        return False

    def bids(self, deal: DealFacts, seat: Seat) -> tuple[int, ...]:
        """See `Rules.bids`."""
        high = self.max_bid or self.hand_size(deal.n)
        open_ = [bid for bid in range(self.min_bid, high + 1) if bid not in self.forbidden_bids]
        for duty in (self._suicide_allows, self._cap_allows, self._hell_allows):
            # a duty that leaves nothing is waived, in this order (A001-20)
            open_ = [bid for bid in open_ if duty(deal, seat, bid)] or open_
        return tuple(open_)

    def why_not_bid(self, deal: DealFacts, seat: Seat, tricks: int) -> tuple[str, dict[str, object]] | None:
        """See `Rules.why_not_bid`."""
        if tricks in self.bids(deal, seat):
            return None
        high = self.max_bid or self.hand_size(deal.n)
        if not self.min_bid <= tricks <= high:
            return ("bid-range", {"low": self.min_bid, "high": high})
        if tricks in self.forbidden_bids:
            return ("bid-forbidden", {"bid": tricks})
        if not self._suicide_allows(deal, seat, tricks):
            return ("suicide", {"bid": self.suicide_min_bid, "partner": self._partner_bid(deal, seat)})
        if not self._cap_allows(deal, seat, tricks):
            return ("team-cap", {"bid": tricks, "cap": self.team_bid_cap})
        return ("no-hell", {"bid": tricks, "tricks": self.hand_size(deal.n)})

    def _partner_bid(self, deal: DealFacts, seat: Seat) -> int | None:
        others = partners(self.sides(deal.n), seat)
        return deal.bids[others[0]] if others else None

    def _suicide_allows(self, deal: DealFacts, seat: Seat, bid: int) -> bool:
        """One of a pair bids nil, the other at least suicide_min_bid; both may bid nil (document 001 line 76)."""
        if not self.suicide:
            return True
        other = self._partner_bid(deal, seat)
        return bid == 0 if other else bid == 0 or bid >= self.suicide_min_bid

    def _cap_allows(self, deal: DealFacts, seat: Seat, bid: int) -> bool:
        if not self.team_bid_cap:
            return True
        others = partners(self.sides(deal.n), seat)
        return bid + sum(deal.bids[other] or 0 for other in others) <= self.team_bid_cap

    def _hell_allows(self, deal: DealFacts, seat: Seat, bid: int) -> bool:
        """The last bid may not bring the sum to the number of tricks (document 001 line 64)."""
        if not self.no_hell or any(said is None for s, said in enumerate(deal.bids) if s != seat):
            return True
        return bid + sum(said or 0 for s, said in enumerate(deal.bids) if s != seat) != self.hand_size(deal.n)

    def make_play_rules(self, seats: int) -> PlayRules:
        """See `Rules.make_play_rules`."""
        return PlayRules(
            trump=Suit.SPADES,
            lead_ban=SPADES,
            breakers=SPADES if self.spades_break == "any_spade_played" else 0,
            must_trump=self.must_trump_when_void,
        )

    # --- scores ------------------------------------------------------------------------------------------------------

    def score(self, deal: DealFacts) -> Score:
        """See `Rules.score`."""
        return score_spades(self, [bid or 0 for bid in deal.bids], deal.blind, deal.takes, deal.sheet)

    def forfeit(self, deal: DealFacts, seat: Seat, finished: bool) -> Score:
        """See `Rules.forfeit`."""
        return forfeit_spades(self, deal.bids, deal.blind, deal.takes, deal.sheet, seat, finished)


def implied_by_bids(rules: SpadesOptions, changes: Mapping[str, Any]) -> dict[str, Any]:
    """What changes of the bidding options bring with them."""
    extra: dict[str, Any] = {}
    if changes.get("min_bid") == 1 or changes.get("nil_bid") is False:
        extra.update(min_bid=1, nil_bid=False, blind_nil=False, suicide=False)
    elif changes.get("nil_bid") is True or (changes.get("min_bid") == 0):
        extra.update(min_bid=0, nil_bid=True)
    if changes.get("quicksand") is True:
        extra["bag_limit"] = 0
    return {name: value for name, value in extra.items() if getattr(rules, name) != value}


def check_bids(rules: SpadesOptions) -> None:
    """Raises OptionError where bidding options contradict each other."""
    if rules.nil_bid != (rules.min_bid == 0) or (rules.nil_bid and 0 in rules.forbidden_bids):
        raise OptionError("nil_bid", "nil")
    for name in ("blind_nil", "suicide"):
        if getattr(rules, name) and not rules.nil_bid:
            raise OptionError(name, "nil")
    if rules.quicksand and rules.bag_limit:
        raise OptionError("quicksand", "quicksand-bags")


def check_bid_range(rules: SpadesOptions, tricks: int, seats: int) -> None:
    """Raises OptionError where no bid is left, or a number is beyond the tricks of a hand."""
    high = rules.max_bid or tricks
    if high > tricks:
        raise OptionError("max_bid", "threshold", {"value": high})
    if all(bid in rules.forbidden_bids for bid in range(rules.min_bid, high + 1)):
        raise OptionError("forbidden_bids", "no-bid", {"seats": seats})
    if rules.suicide and rules.suicide_min_bid > high:
        raise OptionError("suicide_min_bid", "threshold", {"value": rules.suicide_min_bid})
