"""Which game to play in a Sparts deal: what the hand promises in Spades against what it promises in Hearts."""

from __future__ import annotations

from p2pcards.bots.estimate import nil_chance, tricks
from p2pcards.bots.hearts_pass import danger
from p2pcards.cards.card import HEARTS, SPADES, CardSet, cards

#: Points, thousandths. Both worths were set by playing 1,200 deals both ways.
_AVERAGE_SPADES = 26_000


def spades_worth(hand: CardSet, deck: CardSet, seats: int, nil_value: int) -> int:
    """Points above what the others may expect of a Spades deal, thousandths."""
    expected = tricks(hand, seats)
    usual = 10 * expected * 85 // 100 - 10_000 * seats // 8
    chance = nil_chance(hand, deck, seats, cover=False)
    nil = nil_value * (2 * chance - 1000) if not (hand >> 51) & 1 else -(1 << 30)
    return (max(usual, nil) - _AVERAGE_SPADES + 5_000) * 5 // 4 - 2_500


def hearts_worth(hand: CardSet, deck: CardSet, passes: int) -> int:
    """Points above what the others may expect of a Hearts deal, thousandths. passes: cards given away first."""
    left = hand
    for _ in range(passes):
        left &= ~(1 << max(cards(left), key=lambda card: (danger(card, left, deck), card)))
    worry = 0
    for card in cards(left):
        rank, suit = card % 13, card // 13
        low = (left & ((1 << card) - 1) & (0x1FFF << 13 * suit)).bit_count()
        if suit == 3:
            guarded = (left & SPADES).bit_count() >= 4
            if rank >= 10:
                worry += (2_000 if guarded else 9_000) if rank == 10 else (1_200 if guarded else 5_000)
        else:
            worry += max(0, rank * 130 - 300 - 350 * low) * (13 if suit == 2 else 9) // 10
    return 5_000 - 4 * worry - 1200 * (left & HEARTS).bit_count()
