"""Ends of Spar, solved: with all hands known, every seat plays what is best for itself.

Theory. One seat scores, so an end is (who, points); a seat likes to be who, the more the better, and else the fewer
points the better. With several seats that is max-n search (Luckhardt and Irani 1986): each looks after itself. Of cards
that lead to ends it likes alike a seat plays the first: sixes and sevens last, else the lowest number.

What makes it small: only the last trick counts (with double count the last two), so what was won before them changes
nothing, and a place is known by the hands and who leads; of cards with none of another seat between them one is tried;
and who has found the most its hand can score looks no further.
"""

from __future__ import annotations

from typing import TypeAlias

from p2pcards.bots.position import HIGHER, LOWER
from p2pcards.bots.search.table import Table
from p2pcards.cards.card import RANK_MASK, SUIT_MASK, Card
from p2pcards.cards.seat import Seat
from p2pcards.rules.spar import Spar

#: Sixes and sevens.
_SIXES, _SEVENS = RANK_MASK[4], RANK_MASK[5]
CHEAP = _SIXES | _SEVENS
#: who * WHO + points.
End: TypeAlias = int
WHO = 1 << 10
#: A card that never counts double.
_PLAIN = 12


class Solver:
    """Solves ends of one set of rules. What is solved is kept until `forget`."""

    def __init__(self, rules: Spar, seats: int) -> None:
        self.seats = seats
        self.double = rules.double_count
        self.value = tuple(rules.card_value(card) for card in range(52))
        six, seven, other = rules.last_trick_values
        #: The most that one card of a hand scores, by whether there is a six (1) and a seven (2).
        self.most = tuple(max(other, six * (kind & 1), seven * (kind >> 1)) for kind in range(4))
        self.twice = max(six, seven)
        self.known: dict[tuple[int, ...], End] = {}

    def forget(self) -> None:
        """Another world begins."""
        self.known.clear()

    def finish(self, table: Table) -> None:
        """Play a table to its end by best play of all: table.wins then ends with two tricks that score as that does."""
        left = max(held.bit_count() for held in table.hands)
        before = table.wins[-1] if table.wins else (-1, _PLAIN)
        if table.count:
            live = 0
            for held in table.hands:
                live |= held
            end = self._turn(table.hands[:], table.turn, table.best, table.master, table.count, left, live, before)
        else:
            end = self._trick(table.hands[:], table.turn, left, before)
        table.wins += self._tricks(end)
        table.hands = [0] * self.seats

    def _tricks(self, end: End) -> list[tuple[Seat, Card]]:
        """Two tricks that score like an end."""
        who, points = divmod(end, WHO)
        for card in (_PLAIN, 4, 5):
            if self.value[card] == points:
                return [(who, _PLAIN), (who, card)]
        for card, earlier in ((4, 4), (4, 5), (5, 5)):
            if self.value[card] + self.value[earlier] == points:
                return [(who, earlier), (who, card)]
        raise AssertionError(end)

    def _trick(self, hands: list[int], leader: Seat, left: int, before: tuple[Seat, Card]) -> End:
        """The end of a place between tricks, `left` still to come. before: winner and card of the trick before."""
        if left == 1:
            return self._last(hands, leader, before)
        key = (leader, *hands)
        end = self.known.get(key)
        if end is None:
            live = 0
            for held in hands:
                live |= held
            end = self.known[key] = self._turn(hands, leader, -1, -1, 0, left, live, before)
        return end

    def _last(self, hands: list[int], leader: Seat, before: tuple[Seat, Card]) -> End:
        """The last trick: nobody has a choice."""
        seat = master = leader
        best = hands[seat].bit_length() - 1
        for _ in range(self.seats - 1):
            seat += 1
            if seat == self.seats:
                seat = 0
            if hands[seat] & HIGHER[best]:
                master, best = seat, hands[seat].bit_length() - 1
        return self._scored(master, best, before)

    def _scored(self, master: Seat, best: Card, before: tuple[Seat, Card]) -> End:
        """What the last trick is worth (document 002 lines 50, 85)."""
        end = master * WHO + self.value[best]
        if self.double and before[0] == master and CHEAP >> best & CHEAP >> before[1] & 1:
            end += self.value[before[1]]
        return end

    def _turn(
        self,
        hands: list[int],
        seat: Seat,
        best: Card,
        master: Seat,
        count: int,
        left: int,
        live: int,
        before: tuple[Seat, Card],
    ) -> End:
        """The end of a place in a trick. live: the cards still in hands. hands are the same after the call."""
        hand = legal = hands[seat]
        over, around = -1, live
        if count:
            legal = hand & SUIT_MASK[best // 13] or hand
            over, around = HIGHER[best], live | 1 << best
        after = seat + 1 if seat + 1 < self.seats else 0
        most = self._most(hand) if legal & (legal - 1) else 0
        found, liked = -1, -WHO
        cheap = legal & CHEAP
        tried = legal ^ cheap
        while tried or cheap:
            if not tried:
                tried, cheap = cheap, 0
            bit = tried & -tried
            tried ^= bit
            card = bit.bit_length() - 1
            if not bit & CHEAP:
                below = around & LOWER[card]
                if below and 1 << below.bit_length() - 1 & legal & ~CHEAP:
                    continue
            hands[seat] = hand ^ bit
            won, its = (card, seat) if bit & over else (best, master)
            if count + 1 < self.seats:
                end = self._turn(hands, after, won, its, count + 1, left, live ^ bit, before)
            elif left > 1:
                end = self._trick(hands, its, left - 1, (its, won))
            else:
                end = self._scored(its, won, before)
            likes = end % WHO + 1 if end // WHO == seat else -(end % WHO)
            if likes > liked:
                found, liked = end, likes
                if likes > most > 0:
                    break
        hands[seat] = hand
        return found

    def _most(self, hand: int) -> int:
        """At least the most that a hand can score."""
        most = self.most[bool(hand & _SIXES) + 2 * bool(hand & _SEVENS)]
        cheap = hand & CHEAP
        return most + self.twice if self.double and cheap & (cheap - 1) else most
