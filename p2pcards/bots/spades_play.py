"""Card play of the Spades games by rules.

A seat is in one of five modes, tried in this order: its own nil stands; its partner's nil stands (cover); it wants
tricks for its side's bid; a nil of the others stands (attack); its bid is made (then it sets the others if there are
tricks to spare for nobody, and else ducks the bags). In every mode: a boss card is one with nothing higher of its suit
out; the last seat takes as cheaply as it can; partner's boss is never overtaken; what cannot win is thrown low.
"""

from __future__ import annotations

from p2pcards.bots.position import HIGHER, LOWER, Position, bottom, top
from p2pcards.bots.spades_lead import lead
from p2pcards.bots.spades_mode import Mode, helpful, live_nil, mode_of
from p2pcards.bots.spades_nil import attack_nil, cover_nil, own_nil
from p2pcards.cards.card import SPADES, SUIT_MASK, Card, CardSet

Choice = tuple[Card, str]


def play(p: Position) -> Choice:
    """The card and the reason, for a position of a Spades game with more than one legal card."""
    mode = mode_of(p)
    if mode is Mode.OWN_NIL:
        return own_nil(p)
    if p.led < 0:
        return lead(p, mode)
    if mode is Mode.COVER:
        special = cover_nil(p)
        if special is not None:
            return special
    if mode is Mode.ATTACK or (mode is Mode.WANT and any(live_nil(p, foe) for foe in p.foes)):
        special = attack_nil(p, mode)
        if special is not None:
            return special
    if mode in (Mode.WANT, Mode.COVER, Mode.SET):
        return want(p)
    return duck(p)


def want(p: Position) -> Choice:
    """Follow or discard when tricks are welcome."""
    winning = p.beaters()
    if not winning:
        return throw(p), "low"
    if helpful(p, p.master) and partner_holds(p):
        return throw(p), "partner-has-it"
    suit = SUIT_MASK[p.led]
    if winning & suit and p.legal & suit:
        return follow_to_win(p, winning)
    return ruff(p, winning)


def partner_holds(p: Position) -> bool:
    """Whether the partner's card, which leads the trick, will most likely win it."""
    if p.last:
        return True
    best = p.best
    foes_after = [seat for seat in p.after if seat in p.foes]
    if not foes_after:
        return True
    if best // 13 != 3 and any(p.may_ruff(seat, p.led) for seat in foes_after):
        return False
    unseen = p.out & HIGHER[best]
    if not any(p.may[seat] & unseen for seat in foes_after):
        return True
    # Third hand: a high card of partner's is as good as mine unless mine is clearly better.
    mine = p.legal & HIGHER[best]
    if best // 13 == p.led and mine:
        between = (p.out & HIGHER[best] & LOWER[top(mine)]).bit_count()
        return between == 0
    # I am void and partner is no boss: a king or better is left alone, lower cards are ruffed.
    return best % 13 >= 11 or not p.legal & SPADES


def follow_to_win(p: Position, winning: CardSet) -> Choice:
    """I can win in the suit that was led (or over a trump in spades)."""
    if p.last:
        return bottom(winning), "take"
    highest = top(winning)
    ruffers = [seat for seat in p.after if seat in p.foes and p.may_ruff(seat, highest // 13)]
    if ruffers and highest // 13 != 3:
        return bottom(p.legal), "save"
    if p.boss(highest):
        return cheapest_equal(p, highest), "take-high"
    foes_after = [seat for seat in p.after if seat in p.foes]
    above = p.out & HIGHER[highest]
    if not any(p.may[seat] & above for seat in foes_after):
        return bottom_safe(p, winning, foes_after), "take-high"
    mates_after = [seat for seat in p.after if seat in p.mates]
    if mates_after:
        # Second hand low, but an honour that was led is covered by a side card with at most one above it.
        if above.bit_count() <= 1 and p.best % 13 >= 9 and highest // 13 != 3:
            return cheapest_equal(p, highest), "take-high"
        return bottom(p.legal), "save"
    if above.bit_count() <= 1 and highest % 13 >= 9 and (p.legal & SUIT_MASK[highest // 13]).bit_count() > 1:
        # A guarded king or queen with one card above: third hand plays it, second hand keeps it.
        return (cheapest_equal(p, highest), "take-high") if len(p.trick) >= 2 else (bottom(p.legal), "save")
    if len(p.trick) >= p.n - 2:
        return cheapest_equal(p, highest), "take-high"
    return bottom(p.legal), "save"


def bottom_safe(p: Position, winning: CardSet, foes: list[int]) -> Card:
    """The cheapest winning card that none of these seats can beat."""
    rest = winning
    while rest:
        card = bottom(rest)
        if not any(p.may[seat] & p.out & HIGHER[card] for seat in foes):
            return card
        rest &= rest - 1
    return top(winning)


def cheapest_equal(p: Position, card: Card) -> Card:
    """The lowest of my legal cards that is worth the same as this one: nothing that is out lies between."""
    mine = p.legal & LOWER[card]
    while mine:
        lower = top(mine)
        if p.out & HIGHER[lower] & LOWER[card] or (p.best >= 0 and p.best // 13 == lower // 13 and lower < p.best):
            break
        card = lower
        mine &= LOWER[lower]
    return card


def ruff(p: Position, winning: CardSet) -> Choice:
    """I am void: ruff with the lowest spade that wins, higher if a foe after me may overruff for certain."""
    foes_after = [seat for seat in p.after if seat in p.foes]
    card = bottom(winning)
    over = [seat for seat in foes_after if p.may_ruff(seat, p.led)]
    if over:
        safe = [c for c in (bottom_safe(p, winning, over),) if not any(p.may[s] & p.out & HIGHER[c] for s in over)]
        if safe and (p.hand & SPADES).bit_count() > 1:
            return safe[0], "ruff"
    return card, "ruff"


def throw(p: Position) -> Card:
    """The card I miss least: the lowest of the suit, or of the side suit that is worth least."""
    legal = p.legal
    if p.led >= 0 and legal & SUIT_MASK[p.led]:
        return bottom(legal)
    side = legal & ~SPADES
    if not side:
        return bottom(legal)
    best, least = -1, 1 << 30
    for suit in range(3):
        held = side & SUIT_MASK[suit]
        if not held:
            continue
        card = bottom(held)
        above = (p.out & HIGHER[card]).bit_count()
        worth = (card % 13) * 10 + held.bit_count() * (6 if p.hand & SPADES else 0)
        if not above:
            worth += 300
        high = top(held)
        guards = held.bit_count() - 1
        if high % 13 >= 10 and guards == (p.out & HIGHER[high]).bit_count():
            # The last guard of a king or queen stays with it.
            worth += 60
        if worth < least:
            best, least = card, worth
    return best


def duck(p: Position) -> Choice:
    """Avoid the trick: the highest card that loses; if the last seat must win, with its highest."""
    winning = p.beaters()
    losing = p.legal & ~winning
    if not winning and p.led >= 0 and not p.legal & SUIT_MASK[p.led]:
        return shed(p, losing), "discard"
    if losing:
        if p.led >= 0 and p.legal & SUIT_MASK[p.led] and p.led != 3:
            return top(losing), "duck"
        return shed(p, losing), "duck"
    if p.last:
        return top(winning), "no-bags"
    return bottom(winning), "no-bags"


def shed(p: Position, losing: CardSet) -> Card:
    """The card most likely to take a trick I do not want, among cards that lose this one."""
    best, most = -1, -1
    for suit in range(4):
        held = losing & SUIT_MASK[suit]
        if not held:
            continue
        card = top(held)
        out = p.out & SUIT_MASK[suit]
        above = (out & HIGHER[card]).bit_count()
        length = (p.hand & SUIT_MASK[suit]).bit_count()
        worth = 1000 // (1 + above) + (300 if suit == 3 else 0) - 20 * length + card % 13
        if worth > most:
            best, most = card, worth
    return best
