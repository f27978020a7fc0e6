"""Card play of Spar by rules: only the last trick counts, and more so with a six or a seven.

Who wins the last trick but one leads the last card, which wins unless another holds a higher card of its suit. So: keep
high cards for the trick before the last and a six or a seven for the end.
"""

from __future__ import annotations

from p2pcards.bots.position import HIGHER, Position, top
from p2pcards.cards.card import SUIT_MASK, Card, CardSet, cards
from p2pcards.rules.spar import Spar

Choice = tuple[Card, str]
#: Ranks of the six and the seven.
SIX, SEVEN = 4, 5


def cheap(card: Card) -> int:
    """Points above the usual one that the last trick gives with this card."""
    return {SIX: 2, SEVEN: 1}.get(card % 13, 0)


def strength(p: Position, card: Card) -> int:
    """How likely a lead of the card wins, thousandths: no higher card of its suit with the others."""
    hidden = p.out.bit_count()
    theirs = sum(p.held[seat] for seat in range(p.n) if seat != p.me)
    above = (p.out & HIGHER[card]).bit_count()
    chance = 1000
    for k in range(above):
        # The cards above are spread over hidden cards, of which the others hold `theirs`.
        free = max(1, hidden - k)
        chance = chance * max(0, free - theirs) // free
        theirs = min(theirs, free - 1)
    return chance


def play(p: Position) -> Choice:
    """The card and the reason, for a position of Spar with more than one legal card."""
    if p.left == 2:
        return fourth(p)
    return early(p)


def fourth(p: Position) -> Choice:
    """The trick before the last: win it if that helps, and keep the better card for the end."""
    winning = p.beaters()
    options = list(cards(p.legal))
    return max(options, key=lambda card: (fourth_worth(p, card, winning), -(card % 13))), "win-fourth"


def fourth_worth(p: Position, card: Card, winning: CardSet) -> int:
    """What the end is worth when this card goes now, thousandths of a point."""
    rest = p.hand & ~(1 << card)
    last = top(rest)
    value = strength(p, last) * (1 + cheap(last))
    if not (1 << card) & winning:
        # I do not lead the last trick: I need its suit to be led, and mine higher.
        suit_out = (p.out & SUIT_MASK[last // 13]).bit_count()
        all_out = max(1, p.out.bit_count())
        return strength(p, last) * (1 + cheap(last)) * suit_out // (3 * all_out)
    sure = 1000 if p.last else strength(p, card) if p.led < 0 else follow_chance(p, card)
    double = isinstance(p.rules, Spar) and p.rules.double_count and cheap(card) and cheap(last)
    if double:
        value += strength(p, last) * (1 + cheap(card))
    return value * sure // 1000


def follow_chance(p: Position, card: Card) -> int:
    """Chance, thousandths, that no seat after me beats a card that leads the trick now."""
    hidden = max(1, p.out.bit_count())
    theirs = sum(p.held[seat] for seat in p.after)
    above = (p.out & HIGHER[card]).bit_count()
    return max(0, 1000 - 1000 * above * theirs // (hidden + above))


def lowest(held: CardSet) -> Card:
    """The card of lowest rank."""
    return min(cards(held), key=lambda card: (card % 13, card))


def early(p: Position) -> Choice:
    """Tricks that do not count: spend the middle cards, keep one cheap card and the highest."""
    keep_cheap, keep_high = keepers(p)
    spare = p.legal & ~keep_cheap & ~keep_high
    if p.led < 0:
        if spare:
            return lowest(spare), "keep-high"
        loose = p.legal & ~keep_cheap
        return (lowest(loose) if loose else lowest(p.legal)), "keep-six"
    if spare:
        if p.left == 3:
            # To win the third trick is to lead the fourth: cheaply, if it can be done with a card to spare.
            winners = p.beaters() & spare
            if winners and p.last:
                return lowest(winners), "keep-high"
        return lowest(spare), "keep-high" if keep_high & p.legal else "keep-six"
    loose = p.legal & ~keep_cheap
    return (lowest(loose) if loose else lowest(p.legal)), "keep-six"


def keepers(p: Position) -> tuple[CardSet, CardSet]:
    """(the cheap card to keep for the end, the high cards to win the lead with)."""
    low = [card for card in cards(p.hand) if cheap(card)]
    best = 0
    if low:
        best = 1 << max(low, key=lambda card: (strength(p, card) * (1 + cheap(card)), card))
    high = sorted(
        (card for card in cards(p.hand & ~best)), key=lambda card: (strength(p, card), card % 13), reverse=True
    )
    count = 1 if p.left > 3 else 2 if p.left == 3 else 1
    return best, sum(1 << card for card in high[:count] if card % 13 >= 8)
