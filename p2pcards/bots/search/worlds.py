"""Worlds: ways in which the unseen cards may lie, as far as the seat knows.

A world gives every other seat as many cards as it holds, all of them cards it may hold, and those it is known to hold;
the rest is the stock. Cards that few seats can hold are dealt first, to a seat drawn by weight of its free places;
where that leads into a dead end, cards already dealt are moved along, which always succeeds if any deal does. All that
is known for certain is here; what is only likely is in likely.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from p2pcards.cards.card import CardSet, cards
from p2pcards.cards.seat import Seat


class NoWorld(ValueError):
    """No deal fits what is known: somebody has played what no hand allows."""


class Worlds:
    """Draws worlds for one decision. Making or drawing raises NoWorld when there is none.

    may, must: per seat the cards it may and must hold; held: how many it holds. out: the unseen cards. In `fixed`,
    `free` and `may` the stock comes after the last seat.
    """

    def __init__(
        self,
        me: Seat,
        hand: CardSet,
        out: CardSet,
        may: Sequence[CardSet],
        must: Sequence[CardSet],
        held: Sequence[int],
    ) -> None:
        n = len(held)
        self.n, self.me = n, me
        self.fixed = [hand if seat == me else must[seat] for seat in range(n)] + [0]
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
        return self.deal(rng)[: self.n]

    def deal(self, rng: Random) -> list[CardSet]:
        """A world with the stock after the last seat."""
        hands = self.fixed[:]
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
            loose = hands[seat] & ~self.fixed[seat]
            for held in cards(loose):
                for other in self.places:
                    if other not in came and self.may[other] >> held & 1:
                        came[other] = (seat, held)
                        queue.append(other)
        raise NoWorld("no deal fits what is known")
