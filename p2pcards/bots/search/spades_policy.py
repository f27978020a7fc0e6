"""The moves of the Spades playout: `spades_play` cut down to what a few comparisons of ints can tell.

Everything is a bit (a set of one card). Among cards of one suit the highest bit wins, so "I hold the boss" is
`mine > others` for the two parts of a suit.
"""

from __future__ import annotations

from p2pcards.bots.position import HIGHER
from p2pcards.cards.card import SPADES, SUIT_MASK

#: What a seat is after: lose every trick, win tricks, lose tricks but its contract is safe.
NIL, WANT, DUCK = 0, 1, 2
_SIDE = ~SPADES


def top_bit(held: int) -> int:
    """The highest card of a set that is not empty."""
    return 1 << (held.bit_length() - 1)


def low_discard(legal: int, rest: int) -> int:
    """The side card of lowest rank, a lone boss only for want of another; the lowest spade without a side card."""
    best, least = 0, 99
    for suit in (0, 1, 2):
        mine = legal & SUIT_MASK[suit]
        if mine:
            low = mine & -mine
            rank = low.bit_length() - 13 * suit
            if mine == low and low > rest & SUIT_MASK[suit] ^ low:
                rank += 14
            if rank < least:
                best, least = low, rank
    return best or legal & -legal


def high_discard(legal: int) -> int:
    """The side card of highest rank; the highest spade without a side card."""
    best, most = 0, -1
    for suit in (0, 1, 2):
        mine = legal & SUIT_MASK[suit]
        if mine:
            rank = mine.bit_length() - 13 * suit
            if rank > most:
                best, most = top_bit(mine), rank
    return best or top_bit(legal)


def cover_lead(legal: int) -> int:
    """Lead for a partner's nil: the highest rank, side suits first."""
    best, most = 0, -99
    for suit in (0, 1, 2, 3):
        mine = legal & SUIT_MASK[suit]
        if mine:
            rank = mine.bit_length() - 13 * suit - (3 if suit == 3 else 0)
            if rank > most:
                best, most = top_bit(mine), rank
    return best


def lead(legal: int, hand: int, rest: int, mode: int, others: int) -> int:
    """The card to lead. others: seats besides the leader."""
    best, most = 0, -1
    if mode == WANT:
        for suit in (0, 1, 2):
            mine = legal & SUIT_MASK[suit]
            if mine:
                out = rest & SUIT_MASK[suit] & ~hand
                if mine > out:
                    count = out.bit_count()
                    if count >= others and count > most:
                        best, most = top_bit(mine), count
        if best:
            return best
        mine = legal & SPADES
        if mine:
            out = rest & SPADES & ~hand
            if mine > out and mine.bit_count() * others >= out.bit_count():
                return top_bit(mine)
    return low_lead(legal, hand, rest, mode)


def low_lead(legal: int, hand: int, rest: int, mode: int) -> int:
    """Lead low: from the suit that gives least away, or loses most surely."""
    best, most = 0, -1 << 30
    spades = hand & SPADES
    for suit in (0, 1, 2, 3):
        mine = legal & SUIT_MASK[suit]
        if not mine:
            continue
        low = mine & -mine
        out = rest & SUIT_MASK[suit] & ~hand
        value = -2 * (low.bit_length() - 13 * suit)
        if suit == 3:
            value -= 30
        elif mode == WANT:
            if mine == low:
                value += 12 if spades else 0  # to ruff the next round
            elif mine < out and mine & (7168 << 13 * suit):
                value -= 8  # a king or queen wants the suit led to it
        if low > out:
            value -= 40 if mode == WANT else 100
        if value > most:
            best, most = low, value
    return best


def follow(suit: int, over: int, last: bool) -> int:
    """Follow suit without wishing for the trick. over: those of my cards that would take the lead."""
    below = suit & ~over
    if below:
        return top_bit(below)
    return top_bit(over) if last else over & -over


def follow_want(suit: int, over: int, out: int, best: int, late: bool, partner: bool, safe: bool) -> int:
    """Follow suit, not last, wishing for the trick. out: cards of the suit in other hands. late: last but one to play.

    partner: my side leads the trick; safe: with a card that nobody beats.
    """
    if not over or (partner and safe):
        return suit & -suit
    if over > out:
        return top_bit(over)
    if late and (not partner or over.bit_length() - best > 3):
        return top_bit(over)
    return suit & -suit


def void_lose(legal: int, best: int, last: bool) -> int:
    """Void, and no wish for the trick: a spade under the one that leads, else the highest side card."""
    trumps = legal & SPADES
    if best >= 39:
        under = trumps & ~HIGHER[best]
        if under:
            return top_bit(under)
    if legal & _SIDE:
        return high_discard(legal)
    return top_bit(legal) if last else legal & -legal
