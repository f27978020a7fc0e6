"""Playing a Hearts deal to its end, each seat by a short form of `hearts_play`."""

from __future__ import annotations

from p2pcards.bots.position import HIGHER, LOWER
from p2pcards.bots.search.spades_policy import top_bit
from p2pcards.bots.search.table import Table
from p2pcards.cards.card import HEARTS, QUEEN_OF_SPADES, SPADES, SUIT_MASK
from p2pcards.rules.masks import PlayRules

QUEEN = 1 << QUEEN_OF_SPADES
_HIGH = HIGHER[QUEEN_OF_SPADES]
_LOW = LOWER[QUEEN_OF_SPADES]
_PENALTY = HEARTS | QUEEN


def lead(legal: int, hand: int, rest: int) -> int:
    """Low spades while the queen is with others and I hold none of the three; else what will most surely be beaten."""
    if rest & QUEEN & ~hand and legal & _LOW and not hand & (_HIGH | QUEEN):
        return top_bit(legal & _LOW)
    best, most = 0, -1 << 30
    for suit in (0, 1, 2, 3):
        mine = legal & SUIT_MASK[suit]
        if not mine:
            continue
        low = mine & -mine
        out = rest & SUIT_MASK[suit] & ~hand
        below = out & (low - 1)
        value = -3 * below.bit_count() + (out ^ below).bit_count()
        if low > out:
            value -= 30 if out else 60
        if suit == 3 and (hand | rest) & QUEEN and low & (_HIGH | QUEEN):
            value -= 50
        if value > most:
            best, most = low, value
    return best


def follow(suit: int, over: int, rest: int, pile: int, last: bool, after: bool) -> int:
    """Follow suit. over: my cards that would take the lead. pile: the cards on the table. after: see play_out."""
    below = suit & ~over
    if below & QUEEN:
        return QUEEN
    if below:
        return top_bit(below)
    free = over & ~QUEEN or over
    if last:
        return top_bit(free)
    if suit & SPADES:
        under = free & _LOW
        if under and rest & QUEEN:
            return top_bit(under)
    elif after and not pile & _PENALTY and not suit & HEARTS:
        return top_bit(free)
    return free & -free


def discard(legal: int, hand: int, rest: int) -> int:
    """Void: the queen, then spades above her while she is out, then the card most likely to take points."""
    if legal & QUEEN:
        return QUEEN
    if rest & QUEEN and legal & _HIGH:
        return top_bit(legal & _HIGH)
    best, most = 0, -1 << 30
    for suit in (0, 1, 2, 3):
        mine = legal & SUIT_MASK[suit]
        if mine:
            high = top_bit(mine)
            value = 10 * (high.bit_length() - 13 * suit) - 14 * (hand & SUIT_MASK[suit] & (high - 1)).bit_count()
            if suit == 2:
                value += 35
            if not rest & SUIT_MASK[suit] & ~hand:
                value -= 60
            if value > most:
                best, most = high, value
    return best


def play_out(play: PlayRules, table: Table, log: list[int] | None = None) -> None:
    """Play to the end, or until no penalty card is left in hands; table.captured and took are the result.

    A seat that alone has taken points, many of them, is opposed by the last seat if a single card can do it.
    """
    hands, took, captured = table.hands, table.took, table.captured
    n = len(hands)
    turn, led, best, master, count, pile = (
        table.turn, table.led, table.best, table.master, table.count, table.pile,
    )  # fmt: skip
    broken, first = table.broken, table.first
    legal_of, breakers = play.legal, play.breakers
    rest = 0
    for held in hands:
        rest |= held
    early = rest.bit_count() > 8 * n
    while rest:
        hand = hands[turn]
        bit = legal = legal_of(hand, led, broken, first)
        if legal & (legal - 1):
            if led < 0:
                bit = lead(legal, hand, rest)
            else:
                suit = legal & SUIT_MASK[led]
                last = count == n - 1
                if suit:
                    over = suit & HIGHER[best]
                    if last and over and pile & _PENALTY and master != turn and alone(captured, master):
                        bit = over & -over
                    else:
                        bit = follow(suit, over, rest, pile, last, early)
                else:
                    bit = discard(legal, hand, rest)
        card = bit.bit_length() - 1
        hands[turn] = hand ^ bit
        rest ^= bit
        pile |= bit
        if log is not None:
            log.append(card)
        if bit & breakers:
            broken = True
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
            captured[master] |= pile
            turn = master
            led = best = -1
            count = pile = 0
            first = False
            early = rest.bit_count() > 8 * n
        else:
            turn += 1
            if turn == n:
                turn = 0


def alone(captured: list[int], seat: int) -> bool:
    """Whether a seat alone has taken points, and so many that it may get them all."""
    mine = captured[seat] & _PENALTY
    if not mine or any(held & _PENALTY for other, held in enumerate(captured) if other != seat):
        return False
    return (mine & HEARTS).bit_count() + (13 if mine & QUEEN else 0) >= 9
