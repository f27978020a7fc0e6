"""Likely worlds: those that fit the bids and the cards played so far come up more often.

Theory. A world is as likely as exp(-cost / 2), the cost being how badly each hand fits what its seat did. The first
world is the best of a few; each next one is reached by exchanging cards of two seats, an exchange being kept with
probability min(1, exp(-growth of the cost / 2)) (Metropolis et al. 1953). Such a walk visits worlds as often as they
are likely.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeAlias

from p2pcards.bots.estimate import tricks
from p2pcards.bots.search.worlds import Worlds
from p2pcards.cards.card import ACE_OF_SPADES, CardSet, cards
from p2pcards.cards.seat import Seat

#: How badly a hand, the cards that a seat holds now, fits what the seat did: millionths; 0 is best.
Cost: TypeAlias = Callable[[Seat, CardSet], int]

#: Worlds of which the first is the best.
TRIES = 12
#: Estimates lie this much above bids, thousandths of a trick: the usual margin.
_ABOVE = 300
#: A nil fits an estimate up to this, thousandths of a trick.
_NIL_UP_TO = 1700


def _chances() -> tuple[int, ...]:
    """65536 * exp(-k / 16), by ints."""
    table, value = [], 65536
    for _ in range(200):
        table.append(value)
        value = value * 61565 >> 16
    return tuple(table)


_CHANCE = _chances()


class Likely:
    """Draws worlds one after another, each a few exchanges from the one before."""

    def __init__(self, worlds: Worlds, cost: Cost) -> None:
        self.worlds, self.cost = worlds, cost
        self.n = worlds.n
        self.world: list[CardSet] = []
        self.costs: list[int] = []
        #: The cards that may change places, and whose each is.
        self.loose: list[int] = []
        self.owner: list[int] = []

    def draw(self, rng: Random) -> list[CardSet]:
        """A world: per seat its hand, the own one as it is. Raises NoWorld."""
        if self.world:
            self._wander(rng)
        else:
            self._begin(rng)
        return self.world[: self.n]

    def _begin(self, rng: Random) -> None:
        least = 1 << 60
        for _ in range(TRIES):
            world = self.worlds.deal(rng)
            costs = [self._cost(seat, hand) for seat, hand in enumerate(world)]
            if sum(costs) < least:
                least, self.world, self.costs = sum(costs), world, costs
        for seat in self.worlds.places:
            loose = list(cards(self.world[seat] & ~self.worlds.fixed[seat]))
            self.loose += loose
            self.owner += [seat] * len(loose)

    def _wander(self, rng: Random) -> None:
        bits, may = rng.getrandbits, self.worlds.may
        loose, owner, world, costs = self.loose, self.owner, self.world, self.costs
        size = len(loose)
        for _ in range(size):
            pick = bits(32)
            i, j = (pick & 0xFFFF) % size, (pick >> 16) % size
            one, other = owner[i], owner[j]
            a, b = loose[i], loose[j]
            if one == other or not (may[one] >> b & 1 and may[other] >> a & 1):
                continue
            both = 1 << a | 1 << b
            hand, hand2 = world[one] ^ both, world[other] ^ both
            cost, cost2 = self._cost(one, hand), self._cost(other, hand2)
            worse = cost + cost2 - costs[one] - costs[other]
            if worse <= 0 or bits(16) < _CHANCE[min(worse * 8 // 1_000_000, 199)]:
                world[one], world[other] = hand, hand2
                costs[one], costs[other] = cost, cost2
                loose[i], loose[j] = b, a

    def _cost(self, seat: Seat, hand: CardSet) -> int:
        return 0 if seat in (self.worlds.me, self.n) else self.cost(seat, hand)


class Fit:
    """The cost of hands in a game with bids; each is judged once.

    bids: per seat the bid to fit, or None. played: per seat the cards it has played, which were in the hand it bid on.
    past: the cost of a hand by the cards that its seat played.
    """

    def __init__(self, bids: Sequence[int | None], played: Sequence[CardSet], must_trump: bool, past: Cost) -> None:
        self.bids, self.played, self.must_trump, self.past = tuple(bids), tuple(played), must_trump, past
        self.known: list[dict[CardSet, int]] = [{} for _ in bids]

    def cost(self, seat: Seat, hand: CardSet) -> int:
        """How badly a hand fits, in squares of thousandths of a trick."""
        total = self.known[seat].get(hand)
        if total is None:
            total = self.known[seat][hand] = self._bid(seat, hand | self.played[seat]) + self.past(seat, hand)
        return total

    def _bid(self, seat: Seat, hand: CardSet) -> int:
        bid = self.bids[seat]
        if bid is None:
            return 0
        expected = tricks(hand, len(self.bids), self.must_trump)
        if bid:
            off = expected - _ABOVE - 1000 * bid
        else:
            off = max(0, expected - _NIL_UP_TO) + (3000 if hand >> ACE_OF_SPADES & 1 else 0)
        return off * off
