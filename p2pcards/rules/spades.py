"""Spades and its close variants: partnership Spades, QuentinC's, Cutthroat and Royal."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, ClassVar

from p2pcards.cards.card import SPADES, Suit
from p2pcards.cards.seat import Seat, Sides, make_sides, partners
from p2pcards.rules.base import Rules
from p2pcards.rules.deal_facts import DealFacts
from p2pcards.rules.masks import PlayRules
from p2pcards.rules.option import OptionError, option
from p2pcards.rules.score import Score, Sheet
from p2pcards.rules.spades_options import SpadesOptions, check_bid_range, check_bids, implied_by_bids
from p2pcards.rules.spades_score import forfeit_spades, score_spades

_TEAMS = {"none": 0, "two": 2, "three": 3}


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
        """min_bid 1 shuts nil and blind nil, and the other way round; quicksand knows no bags and counts
        missing tricks."""
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
