"""One readable playout for every game, each card drawn by lot: the speed of the engine, and a check on the policies."""

from __future__ import annotations

from random import Random

from p2pcards.bots.position import HIGHER
from p2pcards.bots.search.table import Table
from p2pcards.rules.masks import PlayRules


def play_out(play: PlayRules, table: Table, rng: Random, log: list[int] | None = None) -> None:
    """Play a table to its end; took, captured and wins are the result."""
    hands, took, captured, wins = table.hands, table.took, table.captured, table.wins
    turn, led, best, master, count, pile = table.turn, table.led, table.best, table.master, table.count, table.pile
    broken, first = table.broken, table.first
    n = len(hands)
    rows, breakers, trump = play.table, play.breakers, play.trump
    draw = rng.random
    left = sum(held.bit_count() for held in hands)
    while left:
        hand = legal = hands[turn]
        for held, duty in rows[led + 1][broken][first]:
            if legal & held:
                legal &= duty
        bit = legal
        if legal & (legal - 1):
            for _ in range(int(draw() * legal.bit_count())):
                legal &= legal - 1
            bit = legal & -legal
        card = bit.bit_length() - 1
        hands[turn] = hand ^ bit
        pile |= bit
        if log is not None:
            log.append(card)
        if bit & breakers:
            broken = True
        if led < 0:
            led = card // 13
            best, master = card, turn
        elif bit & HIGHER[best] or (card // 13 == trump != best // 13):
            best, master = card, turn
        left -= 1
        count += 1
        turn += 1
        if count == n:
            took[master] += 1
            captured[master] |= pile
            wins.append((master, best))
            turn = master
            led = -1
            count = pile = 0
            first = False
        elif turn == n:
            turn = 0
