"""Playing a Spades deal to its end, each seat by `spades_policy` on its own cards and what is public.

This loop runs some thousands of times for one decision. Legality is `PlayRules.table`, the referee's own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from p2pcards.bots.position import HIGHER
from p2pcards.bots.search.spades_policy import (
    DUCK,
    NIL,
    WANT,
    cover_lead,
    follow,
    follow_want,
    lead,
    low_discard,
    top_bit,
    void_lose,
)
from p2pcards.bots.search.table import Table
from p2pcards.cards.card import SPADES, SUIT_MASK
from p2pcards.rules.masks import PlayRules


@dataclass(frozen=True, slots=True)
class Contract:
    """The bids as a playout needs them.

    side: per seat. mate: per seat the partner with a nil bid, -1 if none. nil: per seat, whether its nil stands.
    counts: per seat, whether its tricks count for its side's bid. need: per side, tricks still needed.
    bags: whether tricks above the bid are unwelcome.
    """

    side: tuple[int, ...]
    mate: tuple[int, ...]
    nil: tuple[bool, ...]
    counts: tuple[bool, ...]
    need: tuple[int, ...]
    bags: bool


def play_out(play: PlayRules, table: Table, contract: Contract, log: list[int] | None = None) -> None:
    """Play to the end; table.took is the result. log: the cards played are added to it."""
    hands, took, side = table.hands, table.took, contract.side
    n = len(hands)
    turn, led, best, master, count = table.turn, table.led, table.best, table.master, table.count
    broken, first = table.broken, table.first
    need, nil, counts = list(contract.need), list(contract.nil), contract.counts
    any_nil = True in nil
    rows, breakers = play.table, play.breakers
    duties = rows[led + 1][broken][first]
    rest = 0
    for held in hands:
        rest |= held
    left = max(held.bit_count() for held in hands)
    while rest:
        hand = hands[turn]
        legal = hand
        for held, duty in duties:
            if legal & held:
                legal &= duty
        bit = legal
        if legal & (legal - 1):
            bit = choose(contract, need, nil, any_nil, legal, hand, rest, left, turn, led, best, master, count)
        card = bit.bit_length() - 1
        hands[turn] = hand ^ bit
        rest ^= bit
        if log is not None:
            log.append(card)
        if bit & breakers:
            broken = True
        if led < 0:
            led = card // 13
            best = card
            master = turn
            duties = rows[led + 1][broken][first]
        elif bit & HIGHER[best] or (card >= 39 and best < 39):
            best = card
            master = turn
        count += 1
        if count == n:
            took[master] += 1
            if counts[master]:
                need[side[master]] -= 1
            nil[master] = False
            turn = master
            led = best = -1
            count = 0
            first = False
            left -= 1
            duties = rows[0][broken][False]
        else:
            turn += 1
            if turn == n:
                turn = 0


def choose(
    contract: Contract,
    need: Sequence[int],
    nil: Sequence[bool],
    any_nil: bool,
    legal: int,
    hand: int,
    rest: int,
    left: int,
    turn: int,
    led: int,
    best: int,
    master: int,
    count: int,
) -> int:
    """The card (a bit) of a seat with several legal ones; it depends on its own hand and on what is public.

    need, nil: as in the contract, as they stand now. rest: all cards not yet played. left: tricks to come.
    """
    side, counts, mates = contract.side, contract.counts, contract.mate
    n = len(side)
    mine = side[turn]
    cover = any_nil and mates[turn] >= 0 and nil[mates[turn]]
    if any_nil and nil[turn]:
        mode = NIL
    elif need[mine] > 0 or not contract.bags or cover:
        mode = WANT
    else:
        # My bid is made: set the others if together they need all that is left or all but one, with two sides all but
        # two, else duck.
        wanted = [value for value in need if value > 0]
        spare = 2 if len(need) == 2 else 1
        mode = WANT if wanted and sum(wanted) + spare >= left >= max(wanted) else DUCK
    if led < 0:
        bit = cover_lead(legal) if cover else lead(legal, hand, rest, mode, n - 1)
    else:
        last = count == n - 1
        suit = legal & SUIT_MASK[led]
        friend = side[master] == mine and counts[master]
        over = suit & HIGHER[best] if best // 13 == led else 0
        if any_nil and mode == WANT and nil[master]:
            if not suit:
                over = legal & SPADES & (HIGHER[best] if best >= 39 else -1)
            if side[master] == mine or need[mine] >= left:
                # My partner's nil is about to fail, or I need every trick: overtake.
                bit = over & -over if over else suit & -suit or low_discard(legal, rest)
            else:
                # A nil of the others is about to fail: stay below.
                bit = follow(suit, over, last) if suit else low_discard(legal, rest)
        elif (
            any_nil
            and mode == WANT
            and suit & ~over
            and best // 13 == led
            and best - 13 * led <= 7
            and need[mine] < left - 2
            and hunted(nil, side, turn, n - count - 1, n)
        ):
            # A nil of the others has yet to play: leave the trick low.
            bit = top_bit(suit & ~over)
        elif suit:
            if mode != WANT:
                bit = follow(suit, over, last)
            elif last:
                bit = suit & -suit if friend or not over else over & -over
            elif cover and over and (mates[turn] - turn) % n < n - count:
                bit = top_bit(over)
            else:
                out = rest & SUIT_MASK[led] & ~hand
                safe = best // 13 == led and not out & HIGHER[best]
                bit = follow_want(suit, over, out, best, count >= n - 2, friend, safe)
        elif mode != WANT:
            bit = void_lose(legal, best, last)
        else:
            over = legal & SPADES if best < 39 else legal & SPADES & HIGHER[best]
            safe = friend and (last or (best < 39 and not rest & HIGHER[best] & ~hand))
            bit = low_discard(legal, rest) if safe or not over else over & -over
    return bit


def hunted(nil: Sequence[bool], side: tuple[int, ...], turn: int, after: int, n: int) -> bool:
    """Whether one of the `after` seats behind `turn` is a foe whose nil stands."""
    for step in range(1, after + 1):
        seat = (turn + step) % n
        if nil[seat] and side[seat] != side[turn]:
            return True
    return False
