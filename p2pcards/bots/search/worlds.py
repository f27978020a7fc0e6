"""Worlds: ways in which the unseen cards may lie, as far as the seat knows.

A world gives every other seat as many cards as it holds, all of them cards it may hold, and those it is known to hold;
the rest is the stock. Cards that few seats can hold are dealt first, to a seat drawn by weight of its free places;
where that leads into a dead end, cards already dealt are moved along, which always succeeds if any deal does. In a game
with bids a world is accepted the more likely the better each hand fits its seat's bid.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from p2pcards.bots.estimate import tricks
from p2pcards.cards.card import ACE_OF_SPADES, CardSet, cards
from p2pcards.cards.seat import Seat

#: Hands that do not fit their bids are redrawn so often; then the best of them is taken.
TRIES = 12
#: Estimates lie this much above bids, thousandths of a trick: the usual margin.
_ABOVE = 300
#: A nil fits an estimate up to this, thousandths of a trick.
_NIL_UP_TO = 1700


def _acceptance() -> tuple[int, ...]:
    """65536 * exp(-k / 16), by ints."""
    table, value = [], 65536
    for _ in range(200):
        table.append(value)
        value = value * 61565 >> 16
    return tuple(table)


_ACCEPT = _acceptance()


class NoWorld(ValueError):
    """No deal fits what is known: somebody has played what no hand allows."""


class Worlds:
    """Draws worlds for one decision. Making or drawing raises NoWorld when there is none.

    may, must: per seat the cards it may and must hold; held: how many it holds. out: the unseen cards. bids: per seat
    the bid to fit or None; played: per seat the cards it has played, which were in the hand it bid on.
    """

    def __init__(
        self,
        me: Seat,
        hand: CardSet,
        out: CardSet,
        may: Sequence[CardSet],
        must: Sequence[CardSet],
        held: Sequence[int],
        bids: Sequence[int | None] = (),
        played: Sequence[CardSet] = (),
        must_trump: bool = False,
    ) -> None:
        n = len(held)
        self.n, self.me, self.hand = n, me, hand
        self.bids = [(seat, bid) for seat, bid in enumerate(bids) if bid is not None and seat != me]
        self.played = tuple(played)
        self.must_trump = must_trump
        self.fixed = [hand if seat == me else must[seat] for seat in range(n)]
        self.free = [0 if seat == me else held[seat] - must[seat].bit_count() for seat in range(n)]
        sure = 0
        for cards_ in self.fixed:
            sure |= cards_
        loose = out & ~sure
        self.free.append(loose.bit_count() - sum(self.free))
        if min(self.free) < 0:
            raise NoWorld("more cards are known or held than there are")
        self.may = [0 if seat == me else may[seat] for seat in range(n)] + [loose]
        places = [seat for seat in range(n + 1) if self.free[seat]]
        common = loose
        for seat in places:
            common &= self.may[seat]
        self.places = places
        self.open = list(cards(common))
        tight = [(sum(self.may[s] >> card & 1 for s in places), card) for card in cards(loose & ~common)]
        self.tight = [card for _, card in sorted(tight)]

    def draw(self, rng: Random) -> list[CardSet]:
        """A world: per seat its hand, the own one as it is."""
        if not self.bids:
            return self._deal(rng)
        best: list[CardSet] = []
        least = 1 << 60
        for _ in range(TRIES):
            world = self._deal(rng)
            cost = self._misfit(world)
            if rng.getrandbits(16) < _ACCEPT[min(cost * 8 // 1_000_000, 199)]:
                return world
            if cost < least:
                best, least = world, cost
        return best

    def _misfit(self, world: list[CardSet]) -> int:
        """How badly the hands fit their bids: squares of thousandths of a trick."""
        total = 0
        for seat, bid in self.bids:
            full = world[seat] | self.played[seat]
            expected = tricks(full, self.n, self.must_trump)
            if bid:
                off = expected - _ABOVE - 1000 * bid
            else:
                off = max(0, expected - _NIL_UP_TO) + (3000 if full >> ACE_OF_SPADES & 1 else 0)
            total += off * off
        return total

    def _deal(self, rng: Random) -> list[CardSet]:
        hands = self.fixed[:]
        hands.append(0)
        free = self.free[:]
        bits = rng.getrandbits
        may = self.may
        for card in self.tight:
            owners = [seat for seat in self.places if free[seat] and may[seat] >> card & 1]
            total = sum(free[seat] for seat in owners)
            if not total:
                self._make_room(card, hands, free)
                continue
            pick = bits(24) % total
            for seat in owners:
                pick -= free[seat]
                if pick < 0:
                    break
            hands[seat] |= 1 << card
            free[seat] -= 1
        deck = self.open[:]
        for place in range(len(deck) - 1, 0, -1):
            other = bits(24) % (place + 1)
            deck[place], deck[other] = deck[other], deck[place]
        at = 0
        for seat in self.places:
            for card in deck[at : at + free[seat]]:
                hands[seat] |= 1 << card
            at += free[seat]
        hands.pop()
        return hands

    def _make_room(self, card: int, hands: list[CardSet], free: list[int]) -> None:
        """Place a card whose owners are all full: move other cards along the shortest chain that ends at a free place.

        Raises NoWorld.
        """
        came: dict[int, tuple[int, int]] = {}
        queue = [seat for seat in self.places if self.may[seat] >> card & 1]
        for seat in queue:
            came[seat] = (-1, card)
        for seat in queue:
            if free[seat]:
                while seat >= 0:
                    before, moved = came[seat]
                    hands[seat] |= 1 << moved
                    if before >= 0:
                        hands[before] &= ~(1 << moved)
                    else:
                        break
                    free[seat] -= 1
                    free[before] += 1
                    seat = before
                free[seat] -= 1
                return
            loose = hands[seat] & ~(self.fixed[seat] if seat < self.n else 0)
            for held in cards(loose):
                for other in self.places:
                    if other not in came and self.may[other] >> held & 1:
                        came[other] = (seat, held)
                        queue.append(other)
        raise NoWorld("no deal fits what is known")
