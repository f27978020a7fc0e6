"""One readable playout for every game, each card drawn by lot: the speed of the engine, and a check on the policies."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random

from p2pcards.bots.search.steps import BEATS, Steps
from p2pcards.bots.search.table import Table
from p2pcards.cards.card import FULL_DECK, CardSet
from p2pcards.cards.seat import Seat
from p2pcards.rules.masks import PlayRules


@cache
def _orders(seats: int) -> tuple[tuple[Seat, ...], ...]:
    """Per leader the seats in order of play."""
    return tuple(tuple((leader + step) % seats for step in range(seats)) for leader in range(seats))


def pick(held: CardSet, draw: Callable[[], float]) -> CardSet:
    """A card, a set of one, of a set that is not empty, by lot. draw: random numbers 0 <= x < 1."""
    count = held.bit_count()
    if count > 1:
        skip = int(draw() * count)
        while skip:
            held &= held - 1
            skip -= 1
        held &= -held
    return held


def step_out(play: PlayRules, table: Table, rng: Random) -> None:
    """`play_out` by three calls a card: what may be played, which of it, and playing it."""
    steps, draw = Steps(play, table), rng.random
    while True:
        legal = steps.legal()
        if not legal:
            return
        steps.put(pick(legal, draw))


def play_out(play: PlayRules, table: Table, rng: Random) -> None:
    """Play a table to its end; took, captured and wins are the result. The same lots as `step_out`, the same end."""
    hands, took, captured, wins = table.hands, table.took, table.captured, table.wins
    led, best, master, pile = table.led, table.best, table.master, table.pile
    broken, first = table.broken, table.first
    rows, breakers = play.table, play.breakers
    beats, orders = BEATS[play.trump + 1], _orders(len(hands))
    draw = rng.random
    seats = orders[table.turn][: len(hands) - table.count]
    duties = rows[led + 1][broken][first]
    over = beats[best] if led >= 0 else FULL_DECK
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
            if bit & over:
                best = bit.bit_length() - 1
                master = turn
                over = beats[best]
                if led < 0:
                    led = best // 13
                    duties = rows[led + 1][broken][first]
        took[master] += 1
        captured[master] |= pile
        wins.append((master, best))
        broken = broken or bool(pile & breakers)
        seats = orders[master]
        led = -1
        over = FULL_DECK
        pile = 0
        first = False
        duties = rows[0][broken][False]
