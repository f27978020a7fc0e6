"""Spar (document 002): five cards, and only the last trick counts."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import ClassVar

from p2pcards.cards.card import Card, CardSet, Rank
from p2pcards.cards.deck import spar_deck
from p2pcards.cards.seat import Seat, left_of
from p2pcards.rules.base import Rules
from p2pcards.rules.deal_facts import DealFacts
from p2pcards.rules.option import again, option
from p2pcards.rules.score import Score, ScoreLine, Sheet, line, total


@dataclasses.dataclass(frozen=True)
class Spar(Rules):
    """Spar for 2 to 5 seats: 35 cards, no trump, the winner of the fifth trick scores and deals."""

    game: str = "spar"
    target_score: int = again(Rules, "target_score", 10, usual=(10, 15, 5))
    cards_each: int = again(Rules, "cards_each", 5, choices=(5,))
    deck_low_rank: int = again(Rules, "deck_low_rank", 6, choices=(6,))
    removed_cards: str = option("none", "cards that leave the deck for the number of seats", choices=("none",))
    dealer_rotation: str = again(Rules, "dealer_rotation", "round_winner", choices=("round_winner",))
    played_cards_visible: bool = again(Rules, "played_cards_visible", True)
    trump_suit: str = option("none", "the trump suit", choices=("none",))
    ace_of_spades: bool = option(False, "the ace of spades is in the deck: 36 cards")
    double_count: bool = option(False, "who takes the last two tricks, each with a six or seven, scores both")
    last_trick_values: tuple[int, ...] = option(
        (3, 2, 1), "points for the last trick taken with a six, a seven, a higher card", low=0, high=100, length=3
    )

    seats: ClassVar[tuple[int, ...]] = (2, 3, 4, 5)

    def deck(self, seats: int) -> CardSet:
        """See `Rules.deck`."""
        return spar_deck(self.ace_of_spades)

    @property
    def has_claims(self) -> bool:
        """See `Rules.has_claims`: the card that takes the last trick is what counts, and a claim does not name it."""
        return False

    def card_value(self, card: Card) -> int:
        """What the last trick is worth when this card takes it (document 002 line 85)."""
        six, seven, other = self.last_trick_values
        rank = card % 13
        return six if rank == Rank.SIX else seven if rank == Rank.SEVEN else other

    def score(self, deal: DealFacts) -> Score:
        """See `Rules.score`."""
        return score_spar(self, deal.n, deal.wins, deal.sheet)

    def forfeit(self, deal: DealFacts, seat: Seat, finished: bool) -> Score:
        """See `Rules.forfeit`: nobody scores, and the seat loses a point unless it has none."""
        lines = [line(seat, seat, "forfeit-point", points=-1 if deal.sheet.points[seat] > 0 else 0)]
        return _close(lines, deal.n, deal.sheet)

    def next_dealer(self, deal: DealFacts, forfeited: bool = False) -> Seat:
        """The winner of the last trick; after a forfeit the next seat (document 002 lines 19, 56)."""
        return left_of(deal.dealer, deal.n) if forfeited or not deal.wins else deal.wins[-1][0]


def score_spar(rules: Spar, seats: int, wins: Sequence[tuple[Seat, Card]], sheet: Sheet) -> Score:
    """The score of a deal. wins: winner and winning card of the tricks in order; the last two are looked at."""
    taker, card = wins[-1]
    lines = [line(taker, taker, "last-trick", card=card, points=rules.card_value(card))]
    if rules.double_count and len(wins) > 1:
        before, earlier = wins[-2]
        if before == taker and all(each % 13 in (Rank.SIX, Rank.SEVEN) for each in (card, earlier)):
            lines.append(line(taker, taker, "double", card=earlier, points=rules.card_value(earlier)))
    return _close(lines, seats, sheet)


def _close(lines: list[ScoreLine], seats: int, sheet: Sheet) -> Score:
    points = total(lines, seats)
    after = tuple(old + new for old, new in zip(sheet.points, points, strict=True))
    return Score(points, tuple(lines), dataclasses.replace(sheet, points=after, deals=sheet.deals + 1))
