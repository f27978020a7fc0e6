"""In which order a hand is shown."""

from __future__ import annotations

from collections.abc import Mapping

from p2pcards.cards.card import Card, CardSet, cards

from ....say.i18n import N_

#: name: (suits from left to right, whether high cards come first). Suits: 0 clubs, 1 diamonds, 2 hearts, 3 spades.
ORDERS: Mapping[str, tuple[tuple[int, ...], bool]] = {
    "suits": ((3, 2, 1, 0), True),
    "colours": ((3, 2, 0, 1), True),
    "low-first": ((3, 2, 1, 0), False),
    "spades-right": ((2, 0, 1, 3), True),
}
ORDER_WORDS: Mapping[str, str] = {
    "suits": N_("by suit, high left"),
    "colours": N_("black, red, high left"),
    "low-first": N_("by suit, low left"),
    "spades-right": N_("spades at the right"),
}


def arrange(held: CardSet, order: str = "suits") -> tuple[Card, ...]:
    """The cards from left to right."""
    suits, high = ORDERS.get(order, ORDERS["suits"])
    return tuple(sorted(cards(held), key=lambda card: (suits.index(card // 13), -card if high else card)))
