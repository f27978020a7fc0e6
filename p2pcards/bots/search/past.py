"""What the cards that were played tell about the hands they came from.

Every card was played by a hand and from what was public then. A world that gives a seat a hand from which a sensible
player would have played something else is less likely: each such card costs it. The sensible player is the policy of
the playouts, which looks at no other hand, so a hand is judged by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from p2pcards.bots.position import HIGHER, LOWER, Position
from p2pcards.bots.search.spades_playout import Contract, choose
from p2pcards.bots.search.steps import Steps
from p2pcards.bots.search.table import Table
from p2pcards.cards.card import SUIT_MASK, Card, CardSet
from p2pcards.cards.seat import Seat
from p2pcards.rules.masks import PlayRules
from p2pcards.table.deal import Deal

#: What a card costs that the policy would not have played, following and leading, as in likely.py: it is
#: exp(-2.5) and exp(-1.5) as likely.
FOLLOWED, LED = 5_000_000, 3_000_000


@dataclass(frozen=True, slots=True)
class Move:
    """A card that was played, and what was public before it: the arguments of `spades_playout.choose`.

    later: the cards that the seat has played from then on, this one included.
    """

    card: Card
    later: CardSet
    need: tuple[int, ...]
    nil: tuple[bool, ...]
    rest: CardSet
    left: int
    led: int
    best: Card
    master: Seat
    count: int
    broken: bool
    first: bool


class Past:
    """Judges hands by the moves of a deal."""

    def __init__(self, play: PlayRules, contract: Contract, moves: Sequence[Sequence[Move]]) -> None:
        self.play, self.contract, self.moves = play, contract, moves
        #: Per seat its moves, each with the suit that was led and what is known of it: the policy follows suit by the
        #: cards of that suit alone, so the same cards are judged once.
        self.rows: list[list[tuple[Move, CardSet, dict[CardSet, int]]]] = [
            [(move, SUIT_MASK[move.led] if move.led >= 0 else 0, {}) for move in row] for row in moves
        ]

    def cost(self, seat: Seat, hand: CardSet) -> int:
        """How badly the moves of a seat fit its hand, the cards it holds now. 0: as the policy would have played."""
        total = 0
        for move, suit, known in self.rows[seat]:
            then = hand | move.later
            held = then & suit
            miss = known.get(held) if held else self._miss(seat, then, move)
            if miss is None:
                miss = known[held] = self._miss(seat, then, move)
            total += miss
        return total

    def _miss(self, seat: Seat, hand: CardSet, move: Move) -> int:
        legal = self.play.legal(hand, move.led, move.broken, move.first)
        if not legal & (legal - 1):
            return 0
        bit = choose(
            self.contract,
            move.need,
            move.nil,
            True in move.nil,
            legal,
            hand,
            move.rest,
            move.left,
            seat,
            move.led,
            move.best,
            move.master,
            move.count,
        )
        card = bit.bit_length() - 1
        if card == move.card:
            return 0
        if card // 13 == move.card // 13:
            low, high = min(card, move.card), max(card, move.card)
            if not (move.rest & ~hand | (1 << move.best if move.best >= 0 else 0)) & HIGHER[low] & LOWER[high]:
                return 0
        return LED if move.led < 0 else FOLLOWED


def read_past(view: Deal, p: Position, contract: Contract) -> Past:
    """The moves of a deal of Spades so far. contract: as it stood before the first card."""
    n = p.n
    moves: list[list[Move]] = [[] for _ in range(n)]
    need, nil = list(contract.need), list(contract.nil)
    rest, left = p.rules.deck(n), view.facts.size
    later = list(view.facts.gone)
    rows = [trick.cards for trick in view.tricks] + [tuple(card for _, card in p.trick)]
    opener = view.tricks[0].leader if view.tricks else p.trick[0][0] if p.trick else p.me
    table = Table(later, opener, -1, -1, -1, 0, 0, False, True, [0] * n, [0] * n, [])
    steps = Steps(p.play, table)
    for card in chain.from_iterable(rows):
        seat, t = table.turn, table
        if seat != p.me:
            moves[seat].append(
                Move(
                    card,
                    later[seat],
                    tuple(need),
                    tuple(nil),
                    rest,
                    left,
                    t.led,
                    t.best,
                    t.master,
                    t.count,
                    t.broken,
                    t.first,
                )
            )
        steps.put(1 << card)
        rest ^= 1 << card
        if not table.count:
            winner = table.turn
            if contract.counts[winner]:
                need[contract.side[winner]] -= 1
            nil[winner] = False
            left -= 1
    return Past(p.play, contract, moves)
