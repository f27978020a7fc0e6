"""One readable playout for every game, each card drawn by lot: the speed of the engine, and a check on the policies."""

from __future__ import annotations

from random import Random

from p2pcards.bots.position import HIGHER
from p2pcards.bots.search.table import Table
from p2pcards.cards.card import SUIT_MASK, CardSet
from p2pcards.rules.masks import PlayRules

#: BEATS[trump + 1][card]: the cards that take the lead over a card that leads a trick; trump -1 for none.
BEATS: tuple[tuple[CardSet, ...], ...] = tuple(
    tuple(HIGHER[card] | (SUIT_MASK[trump] if 0 <= trump != card // 13 else 0) for card in range(52))
    for trump in range(-1, 4)
)


def play_out(play: PlayRules, table: Table, rng: Random, log: list[int] | None = None) -> None:
    """Play a table to its end; took, captured and wins are the result."""
    hands, took, captured, wins = table.hands, table.took, table.captured, table.wins
    turn, led, best, master, count, pile = table.turn, table.led, table.best, table.master, table.count, table.pile
    broken, first = table.broken, table.first
    n = len(hands)
    rows, breakers = play.table, play.breakers
    beats = BEATS[play.trump + 1]
    draw = rng.random
    left = sum(held.bit_count() for held in hands)
    duties = rows[led + 1][broken][first]
    while left:
        hand = bit = hands[turn]
        for held, duty in duties:
            if bit & held:
                bit &= duty
        if bit & (bit - 1):
            for _ in range(int(draw() * bit.bit_count())):
                bit &= bit - 1
            bit &= -bit
        hands[turn] = hand ^ bit
        pile |= bit
        if log is not None:
            log.append(bit.bit_length() - 1)
        if led < 0:
            best = bit.bit_length() - 1
            master = turn
            led = best // 13
            duties = rows[led + 1][broken][first]
        elif bit & beats[best]:
            best = bit.bit_length() - 1
            master = turn
        left -= 1
        count += 1
        turn += 1
        if count == n:
            took[master] += 1
            captured[master] |= pile
            wins.append((master, best))
            broken = broken or bool(pile & breakers)
            turn = master
            led = -1
            count = pile = 0
            first = False
            duties = rows[0][broken][False]
        elif turn == n:
            turn = 0
