"""Cards in words: "queen of spades", and a hand by suit, highest first.

A suit has two forms, one by itself and one after a rank ("queen of ...": the Russian genitive).
"""

from __future__ import annotations

from collections.abc import Iterable

from p2pcards.cards.card import Card, CardSet, cards

from .i18n import NP_, listing, trp

RANK_WORDS = (
    NP_("rank", "two"),
    NP_("rank", "three"),
    NP_("rank", "four"),
    NP_("rank", "five"),
    NP_("rank", "six"),
    NP_("rank", "seven"),
    NP_("rank", "eight"),
    NP_("rank", "nine"),
    NP_("rank", "ten"),
    NP_("rank", "jack"),
    NP_("rank", "queen"),
    NP_("rank", "king"),
    NP_("rank", "ace"),
)
SUIT_WORDS = (NP_("suit", "clubs"), NP_("suit", "diamonds"), NP_("suit", "hearts"), NP_("suit", "spades"))
SUIT_WORDS_OF = (
    NP_("suit after a rank", "clubs"),
    NP_("suit after a rank", "diamonds"),
    NP_("suit after a rank", "hearts"),
    NP_("suit after a rank", "spades"),
)
LETTERS = (
    NP_("rank letter", "J"),
    NP_("rank letter", "Q"),
    NP_("rank letter", "K"),
    NP_("rank letter", "A"),
    NP_("suit letter", "C"),
    NP_("suit letter", "D"),
    NP_("suit letter", "H"),
    NP_("suit letter", "S"),
)
"""Letters on cards, and those that can be typed besides the English ones. Ten is always 10."""

SHOWN_SUITS = (3, 2, 1, 0)
"""Suits in the order in which hands are told: spades, hearts, diamonds, clubs (keys 1 to 4)."""


def rank(card: Card) -> str:
    """The rank of a card: "queen"."""
    return trp("rank", RANK_WORDS[card % 13])


def suit(number: int) -> str:
    """A suit by itself: "spades"."""
    return trp("suit", SUIT_WORDS[number])


def card(number: Card) -> str:
    """A card: "queen of spades"."""
    of = trp("suit after a rank", SUIT_WORDS_OF[number // 13])
    return trp("card", "%(rank)s of %(suit)s", rank=rank(number), suit=of)


def shown(held: CardSet) -> tuple[Card, ...]:
    """Cards in the order in which they are told and counted: by suit, highest first."""
    return tuple(sorted(cards(held), key=lambda each: (SHOWN_SUITS.index(each // 13), -each)))


def card_list(held: CardSet | Iterable[Card]) -> str:
    """Several cards, each named: "queen of spades, two of hearts". A set is told in the shown order."""
    return listing(card(each) for each in (shown(held) if isinstance(held, int) else held))


def ranks(held: CardSet) -> str:
    """Cards of one suit by rank: "king, jack"."""
    return listing(rank(each) for each in shown(held))
