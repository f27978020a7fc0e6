"""Hearts: passing, the lowest club leads, points are bad. Also what every game with Hearts play shares."""

from __future__ import annotations

import dataclasses
from typing import ClassVar

from p2pcards.cards.card import CLUBS, HEARTS, QUEEN_OF_SPADES, Card, CardSet
from p2pcards.cards.deck import hearts_deck
from p2pcards.cards.seat import Seat
from p2pcards.rules.base import Rules
from p2pcards.rules.deal_facts import DealFacts
from p2pcards.rules.hearts_score import Haul, forfeit_hearts, score_hearts
from p2pcards.rules.masks import PlayRules
from p2pcards.rules.option import OptionError, again, option
from p2pcards.rules.score import Score, Sheet

#: The penalty cards.
PENALTY: CardSet = HEARTS | 1 << QUEEN_OF_SPADES


@dataclasses.dataclass(frozen=True)
class HeartsOptions:
    """The options of passing and play that every game with Hearts play has."""

    pass_count: int = option(3, "cards that each seat passes; 0: no passing", high=6, usual=(3, 4, 0))
    pass_cycle: tuple[str, ...] = option(
        (),
        "where passed cards go, Hearts deal by Hearts deal; empty: left, right, across (with even seats), none",
        kind="strs",
        choices=("left", "right", "across", "none"),
    )
    first_trick_penalty_ban: bool = option(True, "no heart and no queen of spades to the first trick if avoidable")
    queen_breaks_hearts: bool = option(True, "the queen of spades breaks hearts, too")
    lead_hearts_unbroken: str = option(
        "only_hearts",
        "hearts not yet broken may be led from a hand of hearts, or always",
        choices=("only_hearts", "always"),
    )
    hearts_instead_of_queen: bool = option(
        False, "a leader with only hearts and the queen of spades may lead a heart though hearts are not broken"
    )


@dataclasses.dataclass(frozen=True)
class HeartsPlay(HeartsOptions, Rules):
    """Passing and play of Hearts, without a score. The eldest leads; `Hearts` has the lowest club lead."""

    def _cycle(self, seats: int) -> tuple[str, ...]:
        if self.pass_cycle:
            return self.pass_cycle
        return ("left", "right", "none") if seats % 2 else ("left", "right", "across", "none")

    def pass_word(self, sheet: Sheet, seats: int) -> str:
        """Where the cards of this deal go: left, right, across or none."""
        cycle = self._cycle(seats)
        return cycle[sheet.hearts_deals % len(cycle)] if self.pass_count else "none"

    @property
    def passing(self) -> int:
        """See `Rules.passing`."""
        return self.pass_count

    def pass_steps(self, sheet: Sheet, seats: int) -> int:
        """See `Rules.pass_steps`."""
        return {"left": 1, "right": seats - 1, "across": seats // 2, "none": 0}[self.pass_word(sheet, seats)]

    def make_play_rules(self, seats: int) -> PlayRules:
        """See `Rules.make_play_rules`."""
        queen = 1 << QUEEN_OF_SPADES
        return PlayRules(
            lead_ban=HEARTS if self.lead_hearts_unbroken == "only_hearts" else 0,
            breakers=HEARTS | queen if self.queen_breaks_hearts else HEARTS,
            lead_yield=queen if self.hearts_instead_of_queen else 0,
            first_ban=PENALTY if self.first_trick_penalty_ban else 0,
            opening=self._opening(seats),
            opener_card=self._opener_card(seats),
        )

    def _opening(self, seats: int) -> CardSet:
        return 0

    def _opener_card(self, seats: int) -> Card | None:
        return None

    def check(self, seats: int) -> None:
        """See `Rules.check`."""
        super().check(seats)
        check_passing(self, self.hand_size(seats), seats)


def check_passing(rules: HeartsOptions, size: int, seats: int) -> None:
    """Raises OptionError where the passing options do not go with so many seats."""
    if seats % 2 and "across" in rules.pass_cycle:
        raise OptionError("pass_cycle", "across", {"seats": seats})
    if rules.pass_count > size:
        raise OptionError("pass_count", "threshold", {"value": rules.pass_count})


@dataclasses.dataclass(frozen=True)
class Hearts(HeartsPlay):
    """Hearts as everybody plays it, for 3 to 6 seats: the lowest club leads, at 100 the lowest score wins."""

    game: str = "hearts"
    target_score: int = again(Rules, "target_score", 100, usual=(100, 50))
    winner: str = again(Rules, "winner", "lowest", choices=("lowest",))
    cards_each: int = again(Rules, "cards_each", 0, choices=(0,))
    removed_cards: str = again(
        Rules, "removed_cards", "lowest", help="lowest clubs and diamonds that leave the deck until it goes round"
    )
    trump_suit: str = option("none", "the trump suit", choices=("none",))
    first_lead: str = option(
        "lowest_club",
        "first lead: the lowest club, or any club, by the holder of the lowest; or the eldest anything",
        choices=("lowest_club", "any_club", "eldest"),
    )
    heart_points: int = option(1, "points for each heart", low=1, high=100)
    queen_points: int = option(13, "points for the queen of spades", high=1000)
    jack_of_diamonds: int = option(
        0, "points for the jack of diamonds, as a rule -10; 0: none", low=-1000, usual=(0, -10)
    )
    no_tricks_bonus: int = option(
        0,
        "points for a seat without a trick, as a rule -5, unless somebody shoots the moon; 0: none",
        low=-1000,
        usual=(0, -5),
    )
    moon: str = option(
        "others_up",
        "all penalty cards: the others score them, or the shooter scores them off, or no such rule",
        choices=("others_up", "shooter_down", "off"),
    )

    seats: ClassVar[tuple[int, ...]] = (3, 4, 5, 6)

    def deck(self, seats: int) -> CardSet:
        """See `Rules.deck`."""
        return hearts_deck(seats)

    def lowest_club(self, seats: int) -> Card:
        """The lowest club in play."""
        clubs = self.deck(seats) & CLUBS
        return (clubs & -clubs).bit_length() - 1

    def _opening(self, seats: int) -> CardSet:
        return {"lowest_club": 1 << self.lowest_club(seats), "any_club": CLUBS, "eldest": 0}[self.first_lead]

    def _opener_card(self, seats: int) -> Card | None:
        return None if self.first_lead == "eldest" else self.lowest_club(seats)

    def score(self, deal: DealFacts) -> Score:
        """See `Rules.score`."""
        return score_hearts(self, Haul.of(deal.takes, deal.captured), deal.sheet)

    def forfeit(self, deal: DealFacts, seat: Seat, finished: bool) -> Score:
        """See `Rules.forfeit`."""
        return forfeit_hearts(deal.n, seat, 0, 13 * self.heart_points + self.queen_points, deal.sheet)
