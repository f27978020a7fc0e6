"""The last tricks of Spar, solved: with all hands known, every seat plays what is best for itself.

One seat scores, so an end is (who, points); a seat likes to be who, the more the better, and else the fewer points the
better. With several seats that is max-n search: each looks after itself. Of equal cards the lowest number is played.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import factorial
from typing import TypeAlias

from p2pcards.bots.position import HIGHER
from p2pcards.bots.search.table import Table
from p2pcards.cards.card import RANK_MASK, SUIT_MASK, Card
from p2pcards.cards.seat import Seat
from p2pcards.rules.spar import Spar

#: Lines of play up to which it is worth while to solve.
LIMIT = 40
#: The sixes and sevens.
CHEAP = RANK_MASK[4] | RANK_MASK[5]
#: (who scores, points, the cards still to come in order of play).
End: TypeAlias = tuple[Seat, int, tuple[Card, ...]]


def solvable(seats: int, left: int) -> bool:
    """Whether so many tricks are few enough."""
    lines: int = factorial(left) ** seats
    return lines <= LIMIT


@dataclass(frozen=True, slots=True)
class Solver:
    """Solves ends of one set of rules."""

    rules: Spar
    seats: int

    def solve(self, table: Table) -> End:
        """The end of a table by best play of all."""
        before = table.wins[-1] if table.wins else (-1, -1)
        return self._turn(tuple(table.hands), table.turn, table.best, table.master, table.count, before)

    def _turn(
        self, hands: tuple[int, ...], seat: Seat, best: Card, master: Seat, count: int, before: tuple[Seat, Card]
    ) -> End:
        hand = hands[seat]
        legal = hand & SUIT_MASK[best // 13] or hand if count else hand
        found: End | None = None
        while legal:
            bit = legal & -legal
            legal ^= bit
            end = self._after(hands, seat, bit, best, master, count, before)
            if found is None or better(seat, end, found):
                found = end
        assert found is not None
        return found

    def _after(
        self,
        hands: tuple[int, ...],
        seat: Seat,
        bit: int,
        best: Card,
        master: Seat,
        count: int,
        before: tuple[Seat, Card],
    ) -> End:
        card = bit.bit_length() - 1
        if not count or bit & HIGHER[best]:
            best, master = card, seat
        rest = (*hands[:seat], hands[seat] ^ bit, *hands[seat + 1 :])
        if count + 1 < self.seats:
            who, points, line = self._turn(rest, (seat + 1) % self.seats, best, master, count + 1, before)
        elif any(rest):
            who, points, line = self._turn(rest, master, -1, -1, 0, (master, best))
        else:
            return master, self.points(master, best, before), (card,)
        return who, points, (card, *line)

    def points(self, master: Seat, best: Card, before: tuple[Seat, Card]) -> int:
        """What the last trick is worth (document 002 lines 50, 85)."""
        value = self.rules.card_value(best)
        both = before[0] == master and (CHEAP >> best) & (CHEAP >> before[1]) & 1 if before[0] >= 0 else 0
        return value + self.rules.card_value(before[1]) if self.rules.double_count and both else value


def better(seat: Seat, one: End, other: End) -> bool:
    """Whether a seat likes one end more than another."""
    if one[0] == seat:
        return other[0] != seat or one[1] > other[1]
    return other[0] != seat and one[1] < other[1]


def finish(solver: Solver, table: Table, log: list[Card] | None = None) -> None:
    """Play a table to its end by best play of all."""
    _, _, line = solver.solve(table)
    n = solver.seats
    turn, best, master, count = table.turn, table.best, table.master, table.count
    for card in line:
        if log is not None:
            log.append(card)
        if not count or (1 << card) & HIGHER[best]:
            best, master = card, turn
        count += 1
        turn = (turn + 1) % n
        if count == n:
            table.took[master] += 1
            table.wins.append((master, best))
            turn, best, count = master, -1, 0
    table.hands = [0] * n
