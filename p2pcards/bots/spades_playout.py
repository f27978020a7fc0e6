"""Playing a Spades deal to its end with all hands known to the loop but each seat acting on its own and on what is
public: the rollout of the search.

The policy is `spades_play` cut down to what one comparison of ints can tell, for this loop runs some ten thousand times
a second. Among cards of one suit the highest bit wins, so "I hold the boss" is `mine > others` for the two parts of a
suit. Legality is `PlayRules.legal`, the referee's own.
"""

from __future__ import annotations

from p2pcards.bots.position import HIGHER
from p2pcards.cards.card import SPADES, SUIT_MASK
from p2pcards.rules.masks import PlayRules

_SIDE = ~SPADES


def low_discard(legal: int, rest: int) -> int:
    """The bit of the side card of lowest rank, no boss if it can be helped; the lowest spade if there is no side card."""
    best, least = 0, 99
    for suit in (0, 1, 2):
        mine = legal & SUIT_MASK[suit]
        if mine:
            low = mine & -mine
            rank = low.bit_length() - 13 * suit
            if mine > rest & SUIT_MASK[suit] & ~mine and not mine & (mine - 1):
                rank += 14  # a lone boss
            if rank < least:
                best, least = low, rank
    return best or legal & -legal


def high_discard(legal: int) -> int:
    """The bit of the side card of highest rank; the highest spade if there is no side card."""
    best, most = 0, -1
    for suit in (0, 1, 2):
        mine = legal & SUIT_MASK[suit]
        if mine:
            rank = mine.bit_length() - 13 * suit
            if rank > most:
                best, most = 1 << (mine.bit_length() - 1), rank
    return best or 1 << (legal.bit_length() - 1)


def lead_card(legal: int, hand: int, rest: int, mode: int, others: int) -> int:
    """The bit of the card to lead. mode: see `playout`. others: seats besides the leader."""
    best, most = 0, -1 << 30
    if mode == 1:
        for suit in (0, 1, 2):
            mine = legal & SUIT_MASK[suit]
            if mine:
                out = rest & SUIT_MASK[suit] & ~hand
                if mine > out:
                    count = out.bit_count()
                    if count >= others and count > most:
                        best, most = 1 << (mine.bit_length() - 1), count
        if best:
            return best
        mine = legal & SPADES
        if mine:
            out = rest & SPADES & ~hand
            if mine > out and (not out or mine.bit_count() * others >= out.bit_count()):
                return 1 << (mine.bit_length() - 1)
    spades = hand & SPADES
    for suit in (0, 1, 2, 3):
        mine = legal & SUIT_MASK[suit]
        if mine:
            low = mine & -mine
            out = rest & SUIT_MASK[suit] & ~hand
            value = -2 * (low.bit_length() - 13 * suit)
            if suit == 3:
                value -= 30
            elif mode == 1:
                if mine == low and spades:
                    value += 12  # to ruff the next round
                elif mine.bit_count() > 1 and not mine > out and mine & (7168 << 13 * suit):
                    value -= 8  # a king or queen wants the suit led to it
            if low > out:
                value -= 40 if mode == 1 else 100
            if value > most:
                best, most = low, value
    return best


def playout(
    play: PlayRules,
    hands: list[int],
    turn: int,
    led: int,
    best: int,
    master: int,
    count: int,
    broken: bool,
    took: list[int],
    need: list[int],
    nil: list[bool],
    side: tuple[int, ...],
    partner_nil: list[int],
    bags: bool,
    log: list[int] | None = None,
) -> None:
    """Play on to the end; `took` (tricks per seat) is the result, and the lists are used up.

    hands: per seat, some with one card less when the trick has begun. led: suit or -1; best: winning card; master: its
    seat; count: cards on the table. need: tricks each side still needs. nil: per seat, whether a nil bid stands.
    partner_nil: per seat the partner whose nil may stand, or -1. bags: tricks above the bid are unwelcome.
    log: the cards played are added to it.
    """
    n = len(hands)
    legal_of = play.legal
    rest = 0
    for held in hands:
        rest |= held
    first = not any(took) and led < 0 or not any(took)
    last_count = n - 1
    left = max(held.bit_count() for held in hands)
    any_nil = True in nil
    while rest:
        hand = hands[turn]
        legal = legal_of(hand, led, broken, first)
        if legal & (legal - 1):
            mine = side[turn]
            # mode 0: own nil; 1: wants tricks; 2: ducks
            if nil[turn]:
                mode = 0
            elif need[mine] > 0 or not bags:
                mode = 1
            else:
                total = 0
                most = 0
                for value in need:
                    if value > 0:
                        total += value
                        if value > most:
                            most = value
                mode = 1 if most and total >= left and most <= left else 2
            mate = partner_nil[turn]
            if mate >= 0 and not nil[mate]:
                mate = -1
            if mate >= 0:
                mode = 1
            if led < 0:
                if mate >= 0:
                    bit = 0
                    top = -1
                    for suit in (0, 1, 2, 3):
                        held = legal & SUIT_MASK[suit]
                        if held:
                            rank = held.bit_length() - 13 * suit - (3 if suit == 3 else 0)
                            if rank > top:
                                top = rank
                                bit = 1 << (held.bit_length() - 1)
                else:
                    bit = lead_card(legal, hand, rest, mode, n - 1)
            else:
                suit_cards = legal & SUIT_MASK[led]
                over = HIGHER[best]
                if suit_cards:
                    above = suit_cards & over if best // 13 == led else 0
                    below = suit_cards & ~above
                    if mode == 1:
                        if not above:
                            bit = suit_cards & -suit_cards
                        elif mate >= 0:
                            if master == mate:
                                bit = above & -above
                            elif count < last_count and not hands[mate] & 0 and (mate - turn) % n < n - count:
                                bit = 1 << (above.bit_length() - 1)
                            else:
                                bit = above & -above
                        elif any_nil and nil[master] and side[master] != mine and below and need[mine] < left:
                            bit = 1 << (below.bit_length() - 1)
                        elif side[master] == mine and (count == last_count or not rest & over & ~hand):
                            bit = suit_cards & -suit_cards
                        elif count == last_count:
                            bit = above & -above
                        else:
                            out = rest & SUIT_MASK[led] & ~hand
                            if above > out or (count >= n - 2 and side[master] != mine):
                                bit = 1 << (above.bit_length() - 1)
                            elif count >= n - 2:
                                # third hand over partner: only if clearly higher
                                bit = (
                                    1 << (above.bit_length() - 1)
                                    if above.bit_length() - best > 3
                                    else suit_cards & -suit_cards
                                )
                            else:
                                bit = suit_cards & -suit_cards
                    elif below:
                        bit = 1 << (below.bit_length() - 1)
                    elif count == last_count:
                        bit = 1 << (above.bit_length() - 1)
                    else:
                        bit = above & -above
                else:
                    trumps = legal & SPADES
                    if best >= 39:
                        above = trumps & over
                        below = trumps & ~above
                    else:
                        above = trumps
                        below = 0
                    if mode == 1:
                        if not above:
                            bit = low_discard(legal, rest)
                        elif mate >= 0 and master == mate:
                            bit = above & -above
                        elif any_nil and nil[master] and side[master] != mine and legal & _SIDE and need[mine] < left:
                            bit = low_discard(legal, rest)
                        elif side[master] == mine and (count == last_count or (best < 39 and not rest & over & ~hand)):
                            bit = low_discard(legal, rest)
                        else:
                            bit = above & -above
                    elif below:
                        bit = 1 << (below.bit_length() - 1)
                    elif legal & _SIDE:
                        bit = high_discard(legal)
                    elif count == last_count:
                        bit = 1 << (legal.bit_length() - 1)
                    else:
                        bit = legal & -legal
        else:
            bit = legal
        card = bit.bit_length() - 1
        hands[turn] = hand ^ bit
        rest ^= bit
        if log is not None:
            log.append(card)
        if bit & play.breakers:
            broken = True
        if led < 0:
            led = card // 13
            best = card
            master = turn
        elif card // 13 == best // 13:
            if card > best:
                best = card
                master = turn
        elif card >= 39:
            best = card
            master = turn
        count += 1
        if count == n:
            took[master] += 1
            if nil[master]:
                nil[master] = False
            elif True:
                need[side[master]] -= 1
            turn = master
            led = best = -1
            count = 0
            first = False
            left -= 1
        else:
            turn += 1
            if turn == n:
                turn = 0
