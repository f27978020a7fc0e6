"""What the end of a deal is worth to a side, by the game's own score, in ints.

Worth = (others x own points - points of the others), so that everybody's worths add up to nothing. Bags count as what
they cost in the long run (penalty / limit each) and not as what they happen to cost in this deal; a deal that ends the
match counts for its winner. In Spades for two sides the worth is the chance of the match in place of the points: a lead
weighs the more, the less way is left. Ends that score alike are looked up, so the score is computed a few dozen times a
decision.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isqrt
from typing import TypeAlias

from p2pcards.bots.search.table import Table
from p2pcards.cards.card import HEARTS, JACK_OF_DIAMONDS, QUEEN_OF_SPADES, CardSet
from p2pcards.cards.seat import Seat, Side
from p2pcards.rules.base import Rules
from p2pcards.rules.hearts import HeartsPlay
from p2pcards.rules.score import Result, Score, Sheet
from p2pcards.rules.spades import Spades

#: Parts of a point, so that bags stay whole numbers.
UNIT = 1000
#: A lead between two sides is worth STAKE * lead / sqrt(lead^2 + SPREAD * way + BASE) points, `way` being what the side
#: ahead still lacks: about a point for each at the start of a match to 500, three or four near its end.
STAKE, SPREAD, BASE = 340, 223, 4700

_Key: TypeAlias = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a deal as a score looks at it (rules.base.DealFacts)."""

    n: int
    dealer: Seat
    sheet: Sheet
    bids: tuple[int | None, ...]
    blind: tuple[bool, ...]
    takes: tuple[int, ...]
    captured: tuple[CardSet, ...]
    wins: tuple[tuple[Seat, int], ...]


class Payoff:
    """Worth of ends of one deal for one side. rules: the game in force; table: the rules that say when a match ends."""

    def __init__(
        self,
        rules: Rules,
        match: Rules,
        n: int,
        dealer: Seat,
        sheet: Sheet,
        side: Side,
        bids: Sequence[int | None],
        blind: Sequence[bool],
    ) -> None:
        self.rules, self.match, self.n, self.dealer, self.sheet, self.side = rules, match, n, dealer, sheet, side
        self.bids, self.blind = tuple(bids), tuple(blind)
        self.sign = -1 if match.winner == "lowest" else 1
        self.known: dict[_Key, int] = {}
        self.hearts = isinstance(rules, HeartsPlay)
        self.spades = isinstance(rules, Spades)

    def worth(self, end: Table) -> int:
        """Worth of a playout that has ended, in 1/UNIT points; in Spades for two sides by the chance of the match,
        which is about the points at 0 to 0 and more than them near the end."""
        key = self._key(end)
        value = self.known.get(key)
        if value is None:
            value = self.known[key] = self._value(end)
        return value

    def _key(self, end: Table) -> _Key:
        if self.spades:
            return tuple(end.took)
        if self.hearts:
            queen = jack = -1
            counts = []
            for seat, held in enumerate(end.captured):
                counts.append((held & HEARTS).bit_count() if held else -1)
                if held >> QUEEN_OF_SPADES & 1:
                    queen = seat
                if held >> JACK_OF_DIAMONDS & 1:
                    jack = seat
            return (queen, jack, *counts)
        return tuple(end.wins[-2:])

    def _value(self, end: Table) -> int:
        facts = Outcome(
            self.n,
            self.dealer,
            self.sheet,
            self.bids,
            self.blind,
            tuple(end.took),
            tuple(end.captured),
            tuple(end.wins),
        )
        score = self.rules.score(facts)
        points = [value * UNIT for value in score.points]
        result = self.match.result(score.sheet)
        if self.spades and len(points) == 2:
            return self._standing(score.sheet, result)
        if result is None:
            self._level_bags(score, points)
        else:
            # The end of the match: winning it is worth what a strong deal is.
            for side in result.winners:
                points[side] += self.sign * self._prize() // len(result.winners)
        others = len(points) - 1
        return self.sign * (others * points[self.side] - (sum(points) - points[self.side]))

    def _standing(self, sheet: Sheet, result: Result | None) -> int:
        """What a sheet is worth in a match of two sides; bags are taken off at their price."""
        if result is not None:
            return UNIT * STAKE * (len(result.winners) == 1) * (1 if self.side in result.winners else -1)
        limit = self.rules.bag_limit if isinstance(self.rules, Spades) else 0
        price = self._bag_price(limit) // UNIT if limit else 0
        points = [held - price * bags for held, bags in zip(sheet.points, sheet.bags, strict=True)]
        lead = points[self.side] - points[1 - self.side]
        way = max(0, self.match.target_score - max(points))
        worth = UNIT * STAKE * abs(lead) // isqrt(lead * lead + SPREAD * way + BASE)
        return worth if lead > 0 else -worth

    def _prize(self) -> int:
        return UNIT * max(3, self.match.target_score // 3)

    def _level_bags(self, score: Score, points: list[int]) -> None:
        """Replace penalties by a price a bag."""
        for entry in score.lines:
            if entry.key == "bags":
                numbers = entry.numbers
                price = self._bag_price(numbers["limit"])
                points[entry.side] += numbers["penalty"] * UNIT - numbers["added"] * price

    def _bag_price(self, limit: int) -> int:
        assert isinstance(self.rules, Spades)
        return self.rules.bag_penalty * UNIT // limit
