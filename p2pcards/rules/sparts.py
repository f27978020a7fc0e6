"""Sparts (document 000): the holder of the seven of diamonds chooses Spades or Hearts for the deal."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar

from p2pcards.cards.seat import Seat
from p2pcards.rules.base import Rules
from p2pcards.rules.deal_facts import DealFacts
from p2pcards.rules.hearts import HeartsOptions, HeartsPlay, check_passing
from p2pcards.rules.hearts_score import Haul, forfeit_hearts, score_sparts_hearts
from p2pcards.rules.option import Value, again, option
from p2pcards.rules.score import Score
from p2pcards.rules.spades import Spades
from p2pcards.rules.spades_options import SpadesOptions, check_bid_range, check_bids, implied_by_bids


@dataclasses.dataclass(frozen=True)
class SpartsHeartsOptions(HeartsOptions):
    """The options of the Hearts deals of Sparts: points are good."""

    pass_cycle: tuple[str, ...] = again(HeartsOptions, "pass_cycle", ("left", "right", "across", "none"))
    first_trick_penalty_ban: bool = again(HeartsOptions, "first_trick_penalty_ban", False)
    hearts_base_points: int = option(40, "Hearts deal: points before penalties", high=1000)
    heart_penalty: int = option(2, "Hearts deal: points lost for each heart", high=100)
    queen_of_spades_penalty: int = option(26, "Hearts deal: points lost for the queen of spades", high=1000)
    no_trick_points: int = option(50, "Hearts deal: points for a seat without a trick", high=1000)
    moon_shooter_points: int = option(50, "Hearts deal: points for taking all penalty cards", high=1000)
    moon_others_points: int = option(0, "Hearts deal: points of the others then", low=-1000, high=1000)


@dataclasses.dataclass(frozen=True)
class SpartsHearts(SpartsHeartsOptions, HeartsPlay):
    """A Hearts deal of Sparts."""

    game: str = "hearts"

    def score(self, deal: DealFacts) -> Score:
        """See `Rules.score`."""
        return score_sparts_hearts(self, Haul.of(deal.takes, deal.captured), deal.sheet)

    def forfeit(self, deal: DealFacts, seat: Seat, finished: bool) -> Score:
        """See `Rules.forfeit`: 40 less all the penalty points, 40 for the others."""
        penalty = -(13 * self.heart_penalty + self.queen_of_spades_penalty)
        return forfeit_hearts(deal.n, seat, self.hearts_base_points, penalty, deal.sheet)


@dataclasses.dataclass(frozen=True)
class Sparts(SpadesOptions, SpartsHeartsOptions, Rules):
    """Sparts: four seats, each alone, to 200, 400 or 800."""

    game: str = "sparts"
    target_score: int = again(Rules, "target_score", 200, usual=(200, 400, 800))
    cards_each: int = again(Rules, "cards_each", 0, choices=(0,))
    round_game: str = option(
        "seven_of_diamonds_chooses", "who chooses the game of a deal", choices=("seven_of_diamonds_chooses",)
    )
    forbidden_bids: tuple[int, ...] = again(SpadesOptions, "forbidden_bids", (1,))
    nil_value: int = again(SpadesOptions, "nil_value", 50, usual=(50, 100))
    blind_nil: bool = again(SpadesOptions, "blind_nil", False, choices=(False,), help="the choice needs the hand")
    suicide: bool = again(SpadesOptions, "suicide", False, choices=(False,), help="needs pairs")
    team_bid_cap: int = again(SpadesOptions, "team_bid_cap", 0, choices=(0,), help="needs sides")
    failed_nil_tricks: str = again(SpadesOptions, "failed_nil_tricks", "ignored")
    bag_limit: int = again(SpadesOptions, "bag_limit", 4, usual=(4, 8, 0))
    bag_penalty: int = again(SpadesOptions, "bag_penalty", 40, usual=(40, 80))

    seats: ClassVar[tuple[int, ...]] = (4,)
    choices: ClassVar[tuple[str, ...]] = ("spades", "hearts")
    macros: ClassVar[Mapping[str, Mapping[Value, Mapping[str, Value]]]] = {
        # document 000 lines 119-123
        "game_length": {
            200: {"target_score": 200, "bag_limit": 4, "bag_penalty": 40},
            400: {"target_score": 400, "bag_limit": 8, "bag_penalty": 80},
            800: {"target_score": 800, "bag_limit": 8, "bag_penalty": 80},
        }
    }

    @cached_property
    def spades(self) -> Spades:
        """The rules of a Spades deal."""
        return Spades(game="spades", team_count="none", **self._shared(SpadesOptions))

    @cached_property
    def hearts(self) -> SpartsHearts:
        """The rules of a Hearts deal."""
        return SpartsHearts(**self._shared(SpartsHeartsOptions))

    def _shared(self, kind: type) -> dict[str, Any]:
        return {entry.name: getattr(self, entry.name) for entry in dataclasses.fields(kind)}

    def in_force(self, choice: str | None) -> Rules:
        """See `Rules.in_force`."""
        return {"spades": self.spades, "hearts": self.hearts}.get(choice or "", self)

    def implied(self, changes: Mapping[str, Any]) -> Mapping[str, Any]:
        """See `Spades.implied`."""
        return implied_by_bids(self, changes)

    def check_options(self) -> None:
        """See `Rules.check_options`."""
        check_bids(self)

    def check(self, seats: int) -> None:
        """See `Rules.check`."""
        super().check(seats)
        check_bid_range(self, self.hand_size(seats), seats)
        check_passing(self, self.hand_size(seats), seats)

    def forfeit(self, deal: DealFacts, seat: Seat, finished: bool) -> Score:
        """A deal forfeited before the choice scores like a forfeited Hearts deal, and does not turn the pass cycle."""
        penalty = -(13 * self.heart_penalty + self.queen_of_spades_penalty)
        return forfeit_hearts(deal.n, seat, self.hearts_base_points, penalty, deal.sheet, played=False)
