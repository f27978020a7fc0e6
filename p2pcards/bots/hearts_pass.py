"""Which cards to give away before a Hearts deal."""

from __future__ import annotations

from p2pcards.bots.hearts_play import QUEEN
from p2pcards.bots.position import HIGHER, LOWER
from p2pcards.cards.card import HEARTS, QUEEN_OF_SPADES, SPADES, SUIT_MASK, Card, CardSet, cards

_HIGH_SPADES = HIGHER[QUEEN_OF_SPADES]


def choose(hand: CardSet, count: int, deck: CardSet) -> tuple[CardSet, Card]:
    """The cards to pass and the one of them that had to go most."""
    given = order(hand, count, deck)
    return sum(1 << card for card in given), given[0]


def order(hand: CardSet, count: int, deck: CardSet) -> list[Card]:
    """The cards to pass, the one that has to go most first."""
    if for_moon(hand, count):
        return weakest(hand)[:count]
    left = hand
    given: list[Card] = []
    for _ in range(count):
        card = max(cards(left), key=lambda each: (danger(each, left, deck), each))
        given.append(card)
        left &= ~(1 << card)
    return given


def for_moon(hand: CardSet, count: int) -> bool:
    """Whether the weak cards go, because the rest is to take everything."""
    return moon_hand(hand) and len(weakest(hand)) >= count


def weakest(hand: CardSet) -> list[Card]:
    """The lowest cards that are no hearts, the lowest first."""
    return sorted(cards(hand & ~HEARTS or hand), key=lambda card: (card % 13, card))


def why(hand: CardSet, count: int, deck: CardSet) -> list[tuple[Card, str]]:
    """Each card to pass and what makes it go, in the order of `order`: a key of reasons.PASS_REASONS."""
    given = order(hand, count, deck)
    if for_moon(hand, count):
        return [(card, "weak") for card in given]
    kept = hand & ~sum(1 << card for card in given)
    return [(card, _why(card, hand, kept)) for card in given]


def _why(card: Card, hand: CardSet, kept: CardSet) -> str:
    suit, rank = card // 13, card % 13
    if card == QUEEN_OF_SPADES:
        return "queen" if (hand & SPADES & LOWER[QUEEN_OF_SPADES]).bit_count() < 4 else "spare"
    if (1 << card) & _HIGH_SPADES:
        return "over-queen"
    if suit == 2:
        return "high-heart" if rank >= 8 else "spare"
    if suit != 3 and not kept & SUIT_MASK[suit]:
        return "void"
    return "high" if suit != 3 and rank >= 8 else "spare"


def moon_hand(hand: CardSet) -> bool:
    """Whether a hand is strong enough to keep for taking everything."""
    high = sum((hand >> (13 * suit + 10) & 7).bit_count() for suit in range(4))
    hearts = hand & HEARTS
    top_hearts = (hearts >> (26 + 9) & 15).bit_count()
    longest = max((hand & SUIT_MASK[suit]).bit_count() for suit in range(4))
    return high >= 8 and top_hearts >= 3 and longest >= 5


def danger(card: Card, hand: CardSet, deck: CardSet) -> int:
    """How badly a card should leave the hand; higher is worse to keep."""
    suit = card // 13
    held = hand & SUIT_MASK[suit]
    length = held.bit_count()
    below_mine = (held & LOWER[card]).bit_count()
    rank = card % 13
    if suit == 3:
        guards = (hand & SPADES & LOWER[QUEEN_OF_SPADES]).bit_count()
        if card == QUEEN_OF_SPADES:
            return 400 if guards < 4 else 20
        if (1 << card) & _HIGH_SPADES:
            if hand & QUEEN and guards >= 3:
                return 10
            return 330 + rank if guards < 4 else 30
        return -250  # low spades guard against the queen
    value = rank * 10 - 12 * below_mine
    if suit == 2:
        value += 30 if rank >= 8 else -10
        return value
    # A short side suit that can be emptied is worth emptying.
    if length <= 3:
        value += (40, 40, 25, 8)[length]
    below_out = (deck & LOWER[card] & ~hand).bit_count()
    return value + below_out
