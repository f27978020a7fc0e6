"""Ends of Spades and Hearts, solved: with all hands known, every side plays what is worth most to it.

Theory. With two sides what one wins the other loses, and lines that one of them would not enter are cut off
(alpha-beta); with more it is max-n search (Luckhardt and Irani 1986): each looks after itself. Of cards with none of
another seat between them one is tried; of cards that are worth the same the lowest is played.
"""

from __future__ import annotations

from collections.abc import Sequence

from p2pcards.bots.position import HIGHER, LOWER
from p2pcards.bots.search.payoff import Payoff
from p2pcards.bots.search.table import Table
from p2pcards.cards.card import Card, CardSet
from p2pcards.cards.seat import Seat
from p2pcards.rules.masks import PlayRules

_NOTHING = -1 << 60


class Ending:
    """Solves ends of one deal. side: per seat. payoffs: per side. special: cards that count for themselves."""

    def __init__(self, play: PlayRules, side: Sequence[int], payoffs: Sequence[Payoff], special: CardSet) -> None:
        self.play, self.side, self.payoffs, self.special = play, side, payoffs, special
        self.two = len(payoffs) == 2
        self.floors: list[int] = []
        self.end: Table

    def solve(self, table: Table) -> tuple[int, ...]:
        """What the best play of all is worth, by side. The table stays as it is."""
        self.end = table.copy(table.hands[:])
        self.floors = [_NOTHING] * len(self.payoffs)
        live = 0
        for held in table.hands:
            live |= held
        t = table
        return self._turn(t.turn, t.led, t.best, t.master, t.count, t.pile, t.broken, t.first, live)

    def _turn(
        self,
        seat: Seat,
        led: int,
        best: Card,
        master: Seat,
        count: int,
        pile: CardSet,
        broken: bool,
        first: bool,
        live: CardSet,
    ) -> tuple[int, ...]:
        """What a place is worth. live: the cards still in hands."""
        if not live:
            return self._worths()
        hands, play, mine = self.end.hands, self.play, self.side[seat]
        n = len(hands)
        hand = hands[seat]
        legal = play.legal(hand, led, broken, first)
        around = live | 1 << best if count else live
        like = legal & ~self.special
        floors = self.floors
        floor = floors[mine]
        found: tuple[int, ...] | None = None
        while legal:
            bit = legal & -legal
            legal ^= bit
            card = bit.bit_length() - 1
            below = around & LOWER[card]
            if bit & like and below and 1 << below.bit_length() - 1 & like:
                continue
            hands[seat] = hand ^ bit
            won, its = best, master
            if not count or bit & HIGHER[best] or card // 13 == play.trump != best // 13:
                won, its = card, seat
            breaks = broken or bool(bit & play.breakers)
            if count + 1 < n:
                suit = led if count else card // 13
                worth = self._turn((seat + 1) % n, suit, won, its, count + 1, pile | bit, breaks, first, live ^ bit)
            else:
                worth = self._take(its, pile | bit, breaks, live ^ bit)
            if found is None or worth[mine] > found[mine]:
                found = worth
                if self.two:
                    if worth[mine] >= -floors[1 - mine]:
                        break
                    floors[mine] = max(floors[mine], worth[mine])
        hands[seat] = hand
        floors[mine] = floor
        assert found is not None
        return found

    def _take(self, seat: Seat, pile: CardSet, broken: bool, live: CardSet) -> tuple[int, ...]:
        """What a place is worth in which a seat has just won a trick."""
        end = self.end
        before = end.captured[seat]
        end.took[seat] += 1
        end.captured[seat] = before | pile
        worth = self._turn(seat, -1, -1, -1, 0, 0, broken, False, live)
        end.took[seat] -= 1
        end.captured[seat] = before
        return worth

    def _worths(self) -> tuple[int, ...]:
        if self.two:
            worth = self.payoffs[0].worth(self.end)
            return worth, -worth
        return tuple(payoff.worth(self.end) for payoff in self.payoffs)
