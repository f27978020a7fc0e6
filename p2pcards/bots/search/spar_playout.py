"""Playing a Spar deal to its end: by the simplest sound policy until the rest is few enough tricks to be solved.

Policy: in tricks that do not count the middle cards go.
"""

from __future__ import annotations

from p2pcards.bots.position import HIGHER
from p2pcards.bots.search.spades_policy import top_bit
from p2pcards.bots.search.spar_solver import CHEAP, Solver
from p2pcards.bots.search.table import Table
from p2pcards.cards.card import SUIT_MASK
from p2pcards.rules.masks import PlayRules

#: How many tricks are solved and in how many worlds at most, by seats: as many as a move has time for.
SOLVED = {2: (5, 240), 3: (3, 240), 4: (3, 200), 5: (2, 240)}


def spend(legal: int) -> int:
    """A card of no use: of the cards above a seven the lowest, but the highest card is kept; else the lowest seven."""
    middle = legal & ~CHEAP
    cheap = legal & CHEAP
    if middle & (middle - 1):
        return lowest_rank(middle)
    if cheap & (cheap - 1):
        return highest_rank(cheap)
    return lowest_rank(middle or legal)


def lowest_rank(held: int) -> int:
    """The card of lowest rank."""
    best, least = 0, 99
    for suit in (0, 1, 2, 3):
        mine = held & SUIT_MASK[suit]
        if mine:
            low = mine & -mine
            rank = low.bit_length() - 13 * suit
            if rank < least:
                best, least = low, rank
    return best


def highest_rank(held: int) -> int:
    """The card of highest rank."""
    best, most = 0, -1
    for suit in (0, 1, 2, 3):
        mine = held & SUIT_MASK[suit]
        if mine:
            rank = mine.bit_length() - 13 * suit
            if rank > most:
                best, most = top_bit(mine), rank
    return best


def play_out(play: PlayRules, table: Table, solver: Solver, solved: int, log: list[int] | None = None) -> None:
    """Play by policy until `solved` tricks are left, which are solved. The end of table.wins is the result.

    log: the cards that the policy plays are added to it.
    """
    hands, took, wins = table.hands, table.took, table.wins
    n = len(hands)
    turn, led, best, master, count = table.turn, table.led, table.best, table.master, table.count
    legal_of = play.legal
    rest = 0
    for held in hands:
        rest |= held
    left = max(held.bit_count() for held in hands)
    while rest:
        if left <= solved:
            table.turn, table.led, table.best, table.master, table.count = turn, led, best, master, count
            solver.finish(table)
            return
        hand = hands[turn]
        bit = legal = legal_of(hand, led, False, False)
        if legal & (legal - 1):
            bit = spend(legal)
        card = bit.bit_length() - 1
        hands[turn] = hand ^ bit
        rest ^= bit
        if log is not None:
            log.append(card)
        if led < 0:
            led = card // 13
            best = card
            master = turn
        elif bit & HIGHER[best]:
            best = card
            master = turn
        count += 1
        if count == n:
            took[master] += 1
            wins.append((master, best))
            turn = master
            led = best = -1
            count = 0
            left -= 1
        else:
            turn += 1
            if turn == n:
                turn = 0
