"""Card play of Hearts by rules: lose what hurts, guard the moon, shoot when it is there.

Points are counted in hearts (1 each) and the queen of spades (13); what a game writes for them does not matter here.
"""

from __future__ import annotations

from p2pcards.bots.position import HIGHER, LOWER, Position, bottom, top
from p2pcards.cards.card import HEARTS, QUEEN_OF_SPADES, SPADES, SUIT_MASK, Card, CardSet, cards

Choice = tuple[Card, str]
QUEEN: CardSet = 1 << QUEEN_OF_SPADES
_ABOVE_QUEEN: CardSet = HIGHER[QUEEN_OF_SPADES]
PENALTY: CardSet = HEARTS | QUEEN


def weight(held: CardSet) -> int:
    """Penalty points in a set of cards."""
    return (held & HEARTS).bit_count() + (13 if held & QUEEN else 0)


def play(p: Position) -> Choice:
    """The card and the reason, for a position of Hearts with more than one legal card."""
    takers = [seat for seat in range(p.n) if weight(p.captured[seat])]
    if shooting(p, takers):
        return shoot(p)
    threat = shooter(p, takers)
    if p.led < 0:
        hearts = p.legal & HEARTS
        if threat >= 0 and hearts and p.boss(top(hearts)) and p.out & HEARTS:
            return top(hearts), "guard-moon"
        return lead(p, threat)
    if p.legal & SUIT_MASK[p.led]:
        return follow(p, threat)
    return discard(p, threat)


def shooting(p: Position, takers: list[int]) -> bool:
    """Whether I can still take every point and my cards look able to: nearly all that is left are mine to win."""
    if any(seat != p.me for seat in takers):
        return False
    if not p.out & PENALTY and not p.hand & PENALTY:
        return False
    mine = weight(p.captured[p.me])
    losers = 0
    for suit in range(4):
        out = p.out & SUIT_MASK[suit]
        held = sorted(cards(p.hand & SUIT_MASK[suit]), reverse=True)
        # The k-th card from the top is led when k cards of the others at least are gone.
        beaten = sum(1 for place, card in enumerate(held) if out & HIGHER[card] and out.bit_count() > place)
        losers += 2 * beaten if suit == 2 else beaten
    allowed = 0 if p.left > 8 else (1 if mine >= 13 else 0)
    return losers <= allowed and (mine >= 5 or p.left >= p.rules.hand_size(p.n) - 2 or p.left <= 4)


def shoot(p: Position) -> Choice:
    """Take everything: lead bosses, take with what is sure, throw losers that carry no points."""
    if p.led < 0:
        bosses = [card for card in cards(p.legal) if p.boss(card)]
        if bosses:
            # the longest suit first: the others run out of it
            return max(bosses, key=lambda card: ((p.hand & SUIT_MASK[card // 13]).bit_count(), card)), "moon"
        return top(p.legal), "moon"
    winning = p.beaters()
    if winning:
        return (bottom(winning) if p.last else top(winning)), "moon"
    safe = p.legal & ~PENALTY
    return (bottom(safe) if safe else bottom(p.legal)), "moon"


def shooter(p: Position, takers: list[int]) -> int:
    """The seat that has all the points so far and enough of them to be feared, else -1."""
    if len(takers) != 1 or takers[0] == p.me:
        return -1
    seat = takers[0]
    taken = weight(p.captured[seat])
    queen_gone = not (p.out | p.hand) & QUEEN
    if taken >= 14 or (taken >= 6 and not queen_gone) or (taken >= 3 and p.took[seat] >= 4):
        return seat
    return -1


def in_trick(p: Position) -> CardSet:
    """The cards on the table."""
    held = 0
    for _, card in p.trick:
        held |= 1 << card
    return held


def lead(p: Position, threat: int) -> Choice:
    """Lead what will be beaten; spades below the queen to drive her out while she is with others."""
    spades = p.legal & SPADES
    queen_out = bool(p.out & QUEEN)
    low_spades = spades & LOWER[QUEEN_OF_SPADES]
    high_spades = p.hand & (_ABOVE_QUEEN | QUEEN)
    if queen_out and low_spades and not high_spades:
        return top(low_spades), "flush-queen"
    best, most = -1, -(1 << 30)
    for suit in range(4):
        held = p.legal & SUIT_MASK[suit]
        if not held:
            continue
        value, card = lead_worth(p, suit, held, queen_out, threat)
        if value > most:
            best, most = card, value
    suit = SUIT_MASK[best // 13]
    if not p.out & suit & HIGHER[best]:
        return best, "early-high" if most > 0 else "least-bad"
    return best, "safe-lead" if best == bottom(p.legal & suit) else "early-high"


def lead_worth(p: Position, suit: int, held: CardSet, queen_out: bool, threat: int) -> tuple[int, Card]:
    """How safe it is to lead a suit, and with which card."""
    out = p.out & SUIT_MASK[suit]
    card = bottom(held)
    above = (out & HIGHER[card]).bit_count()
    below = (out & LOWER[card]).bit_count()
    length = held.bit_count()
    if suit == 3 and queen_out:
        safe = held & LOWER[QUEEN_OF_SPADES]
        if not safe:
            return -900, card
        return 10 - 10 * below, bottom(safe)
    if suit == 3 and p.hand & QUEEN:
        rest = held & ~QUEEN
        if not rest:
            return -800, card
        # Spades thin the guard of my own queen.
        return -150 - 5 * length, bottom(rest)
    if not above:
        # Nobody beats it: it takes the trick, and what is thrown on it.
        value = -300 - 10 * (p.n - 1 - min(out.bit_count(), p.n - 1)) - (200 if not out else 0)
        if suit == 2:
            value -= 100
        early = out.bit_count() >= 2 * (p.n - 1) and suit != 2
        high = top(held)
        if early and p.left > p.rules.hand_size(p.n) - 3:
            return 20, high
        return value, card
    value = 12 * above - 18 * below
    if suit == 2:
        value -= 10
        if below == 0:
            value += 40
    early = out.bit_count() >= 2 * (p.n - 1)
    if suit != 2 and early and length <= 3 and suit != 3:
        # While everybody follows, a short suit may be emptied from the top.
        return value + 40 + 15 * (3 - length), top(held)
    return value, card


def follow(p: Position, threat: int) -> Choice:
    """Follow suit: duck as high as possible; win only clean tricks, or to stop a moon."""
    suit = SUIT_MASK[p.led]
    held = p.legal & suit
    winning = held & HIGHER[p.best] if p.best // 13 == p.led else 0
    losing = held & ~winning
    table = in_trick(p)
    cost = weight(table)
    if threat >= 0 and winning:
        safe_winner = top(winning)
        if cost and (p.last or p.boss(safe_winner)) and weight(1 << safe_winner) < 13:
            return safe_winner if not p.last else top(winning & ~QUEEN or winning), "guard-moon"
    if losing & QUEEN and p.master != p.me:
        return QUEEN_OF_SPADES, "dump-queen"
    if losing:
        if p.last and not cost and winning & ~QUEEN and clean_take(p, losing, winning):
            return top(winning & ~QUEEN), "last-clean"
        return top(losing & ~QUEEN or losing), "duck"
    # Everything beats the table.
    usable = winning & ~QUEEN or winning
    if p.last:
        return top(usable), "last-clean" if not cost else "must-take"
    if p.led == 3 and p.out & QUEEN:
        below = usable & LOWER[QUEEN_OF_SPADES]
        return (top(below), "below-queen") if below else (bottom(usable), "hope")
    out = p.out & suit
    early = p.led != 2 and not cost and out.bit_count() >= 2 * (p.n - 1)
    if early and all(p.may[seat] & suit for seat in p.after):
        return top(usable), "early-high"
    return bottom(usable), "hope"


def clean_take(p: Position, losing: CardSet, winning: CardSet) -> bool:
    """Whether to take a trick without points: to be rid of a high card, if a safe lead is at hand afterwards."""
    rest = p.hand & ~(1 << top(winning))
    if p.led == 3 and p.out & QUEEN:
        return bool(winning & _ABOVE_QUEEN)
    safe = any(
        (p.out & HIGHER[bottom(rest & SUIT_MASK[suit])]).bit_count() >= 2
        for suit in range(4)
        if rest & SUIT_MASK[suit] and not (suit == 2 and not p.broken)
    )
    high = (p.out & HIGHER[top(winning)]).bit_count() <= 1
    return safe and high


def discard(p: Position, threat: int) -> Choice:
    """Void: the queen goes first, then spades above her while she is out, then what is most likely to take points."""
    legal = p.legal
    on_threat = threat >= 0 and p.master == threat
    if legal & QUEEN and not on_threat:
        return QUEEN_OF_SPADES, "dump-queen"
    if on_threat:
        harmless = legal & ~PENALTY
        if harmless:
            return most_dangerous(p, harmless), "guard-moon"
        return bottom(legal), "guard-moon"
    if threat >= 0 and legal & HEARTS and (p.last or p.boss(p.best)):
        # Another takes this trick: one heart in it ends the danger.
        return bottom(legal & HEARTS), "guard-moon"
    above = legal & _ABOVE_QUEEN
    if p.out & QUEEN and above and (p.hand & SPADES).bit_count() <= 4:
        return top(above), "dump"
    return most_dangerous(p, legal), "dump"


def most_dangerous(p: Position, held: CardSet) -> Card:
    """The card most likely to take a trick with points later on."""
    best, most = -1, -(1 << 30)
    for suit in range(4):
        mine = held & SUIT_MASK[suit]
        if not mine:
            continue
        card = top(mine)
        out = p.out & SUIT_MASK[suit]
        above = (out & HIGHER[card]).bit_count()
        low = (p.hand & LOWER[card]).bit_count()
        value = card % 13 * 10 - 12 * above - 14 * low
        if not out:
            value -= 60
        if suit == 2:
            value += 35
        if value > most:
            best, most = card, value
    return best
