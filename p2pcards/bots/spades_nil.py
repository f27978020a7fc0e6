"""Playing a nil, covering one and breaking one."""

from __future__ import annotations

from p2pcards.bots.position import HIGHER, LOWER, Position, bottom, top
from p2pcards.bots.spades_mode import Mode, live_nil, need
from p2pcards.cards.card import SPADES, SUIT_MASK, Card, CardSet
from p2pcards.rules.spades import Spades

Choice = tuple[Card, str]


def own_nil(p: Position) -> Choice:
    """Lose the trick if it can be lost, with the most dangerous card that loses."""
    if p.led < 0:
        return nil_lead(p), "own-nil"
    winning = p.beaters()
    losing = p.legal & ~winning
    suit = SUIT_MASK[p.led]
    if losing:
        if losing & suit:
            return top(losing), "own-nil"
        return most_dangerous(p, losing), "own-nil"
    # Everything beats the trick so far: hope to be beaten with the lowest; if last, the nil is lost, spend the highest.
    return (top(winning) if p.last else bottom(winning)), "own-nil"


def nil_lead(p: Position) -> Card:
    """The card that is least likely to win: many out above it, few below."""
    best, most = -1, -(1 << 30)
    for suit in range(4):
        held = p.legal & SUIT_MASK[suit]
        if not held:
            continue
        card = bottom(held)
        others = 0
        for seat in range(p.n):
            if seat != p.me:
                others |= p.may[seat]
        above = (others & HIGHER[card]).bit_count()
        below = (others & LOWER[card]).bit_count()
        value = 10 * above - 14 * below + (400 if above else -400) + (-30 if suit == 3 else 0)
        if value > most:
            best, most = card, value
    return best


def most_dangerous(p: Position, losing: CardSet) -> Card:
    """The card that may win later: spades first (the biggest that loses), then high cards of short suits."""
    best, most = -1, -(1 << 30)
    for suit in range(4):
        held = losing & SUIT_MASK[suit]
        if not held:
            continue
        card = top(held)
        above = (p.out & HIGHER[card]).bit_count()
        out = (p.out & SUIT_MASK[suit]).bit_count()
        below = (p.out & LOWER[card]).bit_count()
        mine_below = (p.hand & LOWER[card]).bit_count()
        value = 10 * below - 12 * above - 9 * mine_below
        if suit == 3:
            value += 120
        if not out:
            value -= 200  # nobody else has the suit: it wins only if I must lead it
        if value > most:
            best, most = card, value
    return best


def cover_nil(p: Position) -> Choice | None:
    """What the trick asks of a partner of a nil; None: nothing special, play for tricks."""
    mate = next(mate for mate in p.mates if live_nil(p, mate))
    winning = p.beaters()
    if p.master == mate:
        # My partner is about to win: anything above its card saves the nil.
        if not winning:
            return bottom(p.legal), "cover-nil"
        return bottom(winning), "cover-nil"
    if mate in p.after and winning:
        its = p.may[mate]
        suit = SUIT_MASK[p.led]
        if not its & suit:
            return None  # it cannot follow; a ruff is its own affair
        if p.best // 13 == 3 and p.led != 3:
            return None  # ruffed already: it is safe
        if not its & HIGHER[p.best]:
            return None  # the trick is above all it can hold
        if winning & suit:
            return cover_high(p, winning & suit, its), "cover-nil"
        if not p.legal & suit and winning & SPADES and p.best % 13 < 9:
            return bottom(winning), "cover-nil"
    return None


def cover_high(p: Position, winning: CardSet, its: CardSet) -> Card:
    """The lowest winning card above everything the partner may hold, else the highest."""
    rest = winning
    while rest:
        card = bottom(rest)
        if not its & p.out & HIGHER[card]:
            return card
        rest &= rest - 1
    return top(winning)


def attack_nil(p: Position, mode: Mode) -> Choice | None:
    """What the trick asks of those who want to break a nil; None: nothing special."""
    mine = max(0, need(p, p.side[p.me]))
    if mode is Mode.WANT and p.left - 1 <= mine <= p.left and contract_first(p):
        return None
    nils = [foe for foe in p.foes if live_nil(p, foe)]
    winning = p.beaters()
    losing = p.legal & ~winning
    if p.master in nils:
        # It is winning: stay below, with the highest card that does.
        if losing:
            same = losing & SUIT_MASK[p.led]
            if same:
                return top(same), "attack-nil"
            keep = losing & ~SPADES
            return (top_worthless(p, keep) if keep else bottom(losing)), "attack-nil"
        return None
    waiting = [foe for foe in nils if foe in p.after]
    if waiting and losing & SUIT_MASK[p.led] and winning and mine < p.left - 2:
        # It has yet to play: leave the trick as low as it is if it can still be caught.
        foe = waiting[0]
        if p.may[foe] & SUIT_MASK[p.led] & HIGHER[p.best] and p.best % 13 <= 7 and p.best // 13 == p.led:
            return top(losing & SUIT_MASK[p.led]), "attack-nil"
    return None


def contract_first(p: Position) -> bool:
    """Whether my side's bid, which needs nearly every trick left, is worth more than breaking a nil."""
    bid = sum(p.bids[seat] for seat in range(p.n) if p.side[seat] == p.side[p.me])
    return not isinstance(p.rules, Spades) or 10 * bid > p.rules.nil_value


def top_worthless(p: Position, held: CardSet) -> Card:
    """The lowest card of the suit that is worth least to keep."""
    best, least = -1, 1 << 30
    for suit in range(3):
        mine = held & SUIT_MASK[suit]
        if mine:
            card = bottom(mine)
            if card % 13 < least:
                best, least = card, card % 13
    return best
