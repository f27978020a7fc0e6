"""One readable playout for every game, each card drawn by lot: the speed of the engine, and a check on the policies."""

from __future__ import annotations

from functools import cache
from random import Random

from p2pcards.bots.position import HIGHER
from p2pcards.bots.search.table import Table
from p2pcards.cards.card import SUIT_MASK, CardSet
from p2pcards.cards.seat import Seat
from p2pcards.rules.masks import PlayRules

#: BEATS[trump + 1][card]: the cards that take the lead over a card that leads a trick; trump -1 for none.
BEATS: tuple[tuple[CardSet, ...], ...] = tuple(
    tuple(HIGHER[card] | (SUIT_MASK[trump] if 0 <= trump != card // 13 else 0) for card in range(52))
    for trump in range(-1, 4)
)


@cache
def _orders(seats: int) -> tuple[tuple[Seat, ...], ...]:
    """Per leader the seats in order of play."""
    return tuple(tuple((leader + step) % seats for step in range(seats)) for leader in range(seats))


def play_out(play: PlayRules, table: Table, rng: Random, log: list[int] | None = None) -> None:
    """Play a table to its end; took, captured and wins are the result."""
    hands, took, captured, wins = table.hands, table.took, table.captured, table.wins
    led, best, master, pile = table.led, table.best, table.master, table.pile
    broken, first = table.broken, table.first
    rows, breakers = play.table, play.breakers
    beats, orders = BEATS[play.trump + 1], _orders(len(hands))
    draw = rng.random
    seats = orders[table.turn][: len(hands) - table.count]
    duties = rows[led + 1][broken][first]
    over = beats[best] if led >= 0 else 0
    while hands[seats[0]]:
        for turn in seats:
            hand = bit = hands[turn]
            for held, duty in duties:
                if bit & held:
                    bit &= duty
            count = bit.bit_count()
            if count > 1:
                skip = int(draw() * count)
                while skip:
                    bit &= bit - 1
                    skip -= 1
                bit &= -bit
            hands[turn] = hand ^ bit
            pile |= bit
            if log is not None:
                log.append(bit.bit_length() - 1)
            if led < 0:
                best = bit.bit_length() - 1
                master = turn
                over = beats[best]
                led = best // 13
                duties = rows[led + 1][broken][first]
            elif bit & over:
                best = bit.bit_length() - 1
                master = turn
                over = beats[best]
        took[master] += 1
        captured[master] |= pile
        wins.append((master, best))
        broken = broken or bool(pile & breakers)
        seats = orders[master]
        led = -1
        pile = 0
        first = False
        duties = rows[0][broken][False]
