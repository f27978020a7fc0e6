"""A table played a card at a time: the referee's masks without the referee's memory.

`table.engine` keeps every state and every reason; a search wants neither. What may be played is the same list of
duties (`PlayRules.table`), who takes the trick the same order of cards, and a differential test over every preset ties
the two.
"""

from __future__ import annotations

from p2pcards.bots.position import HIGHER
from p2pcards.bots.search.table import Table
from p2pcards.cards.card import FULL_DECK, SUIT_MASK, CardSet
from p2pcards.rules.masks import PlayRules

#: BEATS[trump + 1][card]: the cards that take the lead over a card that leads a trick; trump -1 for none.
BEATS: tuple[tuple[CardSet, ...], ...] = tuple(
    tuple(HIGHER[card] | (SUIT_MASK[trump] if 0 <= trump != card // 13 else 0) for card in range(52))
    for trump in range(-1, 4)
)


class Steps:
    """Plays on a table, which it changes. The game is over when `legal` is empty."""

    __slots__ = ("_beats", "_breakers", "_duties", "_over", "_rows", "table")

    def __init__(self, play: PlayRules, table: Table) -> None:
        self.table = table
        self._rows, self._breakers, self._beats = play.table, play.breakers, BEATS[play.trump + 1]
        self._duties = self._rows[table.led + 1][table.broken][table.first]
        #: The cards that take the lead: any card does on an empty table.
        self._over = self._beats[table.best] if table.led >= 0 else FULL_DECK

    def legal(self) -> CardSet:
        """What the seat in turn may play, of the hand that the table gives it."""
        table = self.table
        hand = table.hands[table.turn]
        for held, duty in self._duties:
            if hand & held:
                hand &= duty
        return hand

    def put(self, bit: CardSet) -> None:
        """Play a card, a set of one, of the seat in turn; it must be legal."""
        table = self.table
        turn = table.turn
        table.hands[turn] ^= bit
        table.pile |= bit
        if bit & self._breakers:
            table.broken = True
        if bit & self._over:
            table.master = turn
            table.best = best = bit.bit_length() - 1
            self._over = self._beats[best]
            if table.led < 0:
                table.led = led = best // 13
                self._duties = self._rows[led + 1][table.broken][table.first]
        table.count += 1
        if table.count == len(table.hands):
            self._end()
        else:
            turn += 1
            table.turn = turn if turn < len(table.hands) else 0

    def _end(self) -> None:
        """The trick goes to its winner, who leads."""
        table = self.table
        master = table.master
        table.took[master] += 1
        table.captured[master] |= table.pile
        table.wins.append((master, table.best))
        table.turn, table.led, table.best, table.master, table.count, table.pile = master, -1, -1, -1, 0, 0
        table.first = False
        self._over = FULL_DECK
        self._duties = self._rows[0][table.broken][False]
