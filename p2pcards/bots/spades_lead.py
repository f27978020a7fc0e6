"""Leads in the Spades games by rules."""

from __future__ import annotations

from p2pcards.bots.position import HIGHER, Position, bottom, top
from p2pcards.bots.spades_mode import Mode, live_nil, need
from p2pcards.cards.card import SPADES, SUIT_MASK, Card, CardSet


def lead(p: Position, mode: Mode) -> tuple[Card, str]:
    """The card to lead in a mode that is not the own nil."""
    if mode is Mode.COVER:
        return lead_cover(p)
    foes_nil = [foe for foe in p.foes if live_nil(p, foe)]
    if foes_nil and (mode is Mode.ATTACK or need(p, p.side[p.me]) < p.left - 2):
        card = lead_attack(p, foes_nil)
        if card >= 0:
            return card, "attack-nil"
    if mode is Mode.DUCK:
        return lead_duck(p), "no-bags"
    return lead_want(p)


def ruffed(p: Position, suit: int) -> bool:
    """Whether a foe is known to be able to ruff a suit."""
    return any(p.may_ruff(foe, suit) for foe in p.foes)


def lead_want(p: Position) -> tuple[Card, str]:
    """Cash what nobody beats where it will live; draw trumps from strength where a side winner wants it; else lead low
    from the best suit."""
    side = p.legal & ~SPADES
    bosses: list[tuple[int, Card]] = []
    for suit in range(3):
        held = side & SUIT_MASK[suit]
        if not held:
            continue
        card = top(held)
        out = (p.out & SUIT_MASK[suit]).bit_count()
        # It lives while all can follow, or nobody can ruff.
        lives = out >= p.n - 1 or not p.out & SPADES or all(not p.may[foe] & SPADES for foe in p.foes)
        if p.boss(card) and lives and not ruffed(p, suit):
            bosses.append((-out, card))
    if bosses:
        # The suit that will be ruffed first (fewest cards out) may be late already: cash the safest first.
        return min(bosses)[1], "cash"
    spades = p.legal & SPADES
    if spades:
        high = top(spades)
        outs = (p.out & SPADES).bit_count()
        mine = spades.bit_count()
        strong = mine * (p.n - 1) >= outs or mine >= p.left
        if outs and p.boss(high) and strong and (not side or any(p.boss(top(held)) for held in suits(side))):
            return high, "lead-trump"
        if not outs and not side:
            return high, "cash"
    for mate in p.mates:
        for suit in range(3):
            held = side & SUIT_MASK[suit]
            if held and p.may_ruff(mate, suit) and not ruffed(p, suit):
                return bottom(held), "lead-partner"
    best, most = -1, -(1 << 30)
    for suit in range(3):
        held = side & SUIT_MASK[suit]
        if not held:
            continue
        value = low_lead_worth(p, suit, held)
        if value > most:
            best, most = bottom(held), value
    if best >= 0:
        short = (p.hand & SUIT_MASK[best // 13]).bit_count() == 1 and p.hand & SPADES
        return best, "lead-short" if short else "lead-low"
    return (top(spades), "lead-trump") if p.boss(top(spades)) else (bottom(spades), "lead-trump")


def suits(held: CardSet) -> list[CardSet]:
    """The cards of each suit that is there."""
    return [held & mask for mask in SUIT_MASK if held & mask]


def low_lead_worth(p: Position, suit: int, held: CardSet) -> int:
    """How good it is to lead low from a suit: short ones to ruff, no tenace given away, not into a known ruff."""
    length = held.bit_count()
    high = top(held)
    above = (p.out & HIGHER[high]).bit_count()
    value = 0
    if length == 1 and p.hand & SPADES:
        value += 60 if above > 1 else -20
    if 0 < above <= 2 and high % 13 >= 9:
        value -= 50 if length <= 3 else 25  # a king or queen wants the suit led to it
    if p.boss(high):
        value -= 30
    if ruffed(p, suit):
        value -= 40
    value += 3 * length - bottom(held) % 13
    return value


def lead_duck(p: Position) -> Card:
    """Give the lead away: the lowest card with the most cards out above it."""
    best, most = -1, -1
    for suit in range(4):
        held = p.legal & SUIT_MASK[suit]
        if not held:
            continue
        card = bottom(held)
        above = (p.out & HIGHER[card]).bit_count()
        value = above * 10 - (25 if suit == 3 else 0) - card % 13 + 200 * bool(above)
        if value > most or best < 0:
            best, most = card, value
    return best


def lead_cover(p: Position) -> tuple[Card, str]:
    """Lead for a partner's nil: cards that win over anything it holds, best where it is void or short."""
    mate = next(mate for mate in p.mates if live_nil(p, mate))
    best, most = -1, -(1 << 30)
    for suit in range(4):
        held = p.legal & SUIT_MASK[suit]
        if not held:
            continue
        card = top(held)
        its = p.may[mate] & SUIT_MASK[suit]
        above = (p.out & HIGHER[card] & its).bit_count()
        value = -40 * above + card % 13
        if not its:
            # It cannot follow; it throws a danger away. Any card will do, so spend none that is high.
            card = bottom(held)
            value = 60 if suit != 3 else 10
        elif not p.out & HIGHER[card]:
            value += 50
        if suit == 3:
            value -= 15
        if value > most:
            best, most = card, value
    return best, "cover-nil"


def lead_attack(p: Position, nils: list[int]) -> Card:
    """Lead low where a nil bidder must follow and may have to win: -1 if no suit promises anything."""
    best, most = -1, 0
    for suit in range(4):
        held = p.legal & SUIT_MASK[suit]
        if not held:
            continue
        card = bottom(held)
        for foe in nils:
            its = p.may[foe] & SUIT_MASK[suit]
            if not its:
                continue
            over = (its & HIGHER[card]).bit_count()
            under = its.bit_count() - over
            value = 4 * over - 7 * under + (6 if suit == 3 else 0) - card % 13
            if value > most:
                best, most = card, value
    return best
