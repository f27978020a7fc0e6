"""Cards and sets of cards.

A card is a number 0..51, `suit * 13 + rank`; suits C D H S are 0..3, ranks 2..A are 0..12. A set of cards is an int
with one bit per card. So `hand & SUIT_MASK[suit]` follows suit, and among cards of one suit the highest number wins.

>>> text(parse_card("QS")), parse_card("2C"), parse_card("AS")
('QS', 0, 51)
>>> [text(c) for c in cards(card_set([parse_card("AS"), parse_card("2C")]))]
['2C', 'AS']
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import IntEnum
from typing import TypeAlias

Card: TypeAlias = int
CardSet: TypeAlias = int

RANKS = "23456789TJQKA"
SUITS = "CDHS"


class Suit(IntEnum):
    """The four suits in the order of their numbers; no suit is higher than another unless it is trump."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3


class Rank(IntEnum):
    """The thirteen ranks, the ace high."""

    TWO = 0
    THREE = 1
    FOUR = 2
    FIVE = 3
    SIX = 4
    SEVEN = 5
    EIGHT = 6
    NINE = 7
    TEN = 8
    JACK = 9
    QUEEN = 10
    KING = 11
    ACE = 12


#: The cards of each suit, by suit number.
SUIT_MASK: tuple[CardSet, ...] = tuple(0x1FFF << (13 * suit) for suit in range(4))
#: The cards of each rank, by rank number.
RANK_MASK: tuple[CardSet, ...] = tuple(sum(1 << (13 * suit + rank) for suit in range(4)) for rank in range(13))
FULL_DECK: CardSet = (1 << 52) - 1

CLUBS, DIAMONDS, HEARTS, SPADES = SUIT_MASK


def make_card(suit: int, rank: int) -> Card:
    """The card of a suit (0..3) and a rank (0..12)."""
    return suit * 13 + rank


def suit_of(card: Card) -> Suit:
    """The suit of a card."""
    return Suit(card // 13)


def rank_of(card: Card) -> Rank:
    """The rank of a card."""
    return Rank(card % 13)


def text(card: Card) -> str:
    """The short form of a card, rank then suit: "QS", "TD" (T is the ten)."""
    return RANKS[card % 13] + SUITS[card // 13]


def parse_card(word: str) -> Card:
    """The card of a short form, in either case: "QS", "qs", "10s", "TS". Raises ValueError on anything else.

    Longer forms ("queen of spades") are a matter of a language and live in the command line.
    """
    short = word.strip().upper().replace("10", "T")
    if len(short) != 2 or short[0] not in RANKS or short[1] not in SUITS:
        raise ValueError(f"not a card: {word!r}")
    return SUITS.index(short[1]) * 13 + RANKS.index(short[0])


def card_set(cards_: Iterable[Card]) -> CardSet:
    """The set of some cards; a card named twice counts once."""
    total = 0
    for card in cards_:
        total |= 1 << card
    return total


def cards(held: CardSet) -> Iterator[Card]:
    """The cards of a set, ascending."""
    while held:
        low = held & -held
        yield low.bit_length() - 1
        held ^= low


def parse_cards(words: str | Iterable[str]) -> CardSet:
    """The set of several short forms, given as a list or as one string with spaces."""
    return card_set(parse_card(word) for word in (words.split() if isinstance(words, str) else words))


def texts(held: CardSet) -> str:
    """The short forms of a set, ascending, with spaces: "2C QS"."""
    return " ".join(text(card) for card in cards(held))


SEVEN_OF_DIAMONDS: Card = make_card(Suit.DIAMONDS, Rank.SEVEN)
JACK_OF_DIAMONDS: Card = make_card(Suit.DIAMONDS, Rank.JACK)
QUEEN_OF_SPADES: Card = make_card(Suit.SPADES, Rank.QUEEN)
ACE_OF_SPADES: Card = make_card(Suit.SPADES, Rank.ACE)
