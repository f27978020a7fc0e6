"""What can be typed, for example: always from one's own cards and bids, so that an example works as it stands."""

from __future__ import annotations

from p2pcards.cards.card import RANKS, SUITS, Card, CardSet, card_set, parse_card
from p2pcards.rules.phases import Phase, Prompt

from .cards import card as card_words
from .cards import shown
from .i18n import tr

STRANGERS = card_set(parse_card(word) for word in ("2h", "qs", "kd"))
"""For somebody who has no cards."""


def typed(card: Card) -> str:
    """A card as it is typed: "qs", "10h"."""
    return (RANKS[card % 13] + SUITS[card // 13]).lower().replace("t", "10")


def some(held: CardSet, count: int) -> list[Card]:
    """A few cards, from all over a hand: an example is no advice."""
    row = shown(held)
    count = min(count, len(row))
    return [row[(2 * place + 1) * len(row) // (2 * count)] for place in range(count)]


def of_hand(hand: CardSet | None) -> dict[str, str]:
    """What the help of a command may name: a card in both forms, and three cards."""
    held = hand or STRANGERS
    one = some(held, 1)[0]
    return {"card": typed(one), "words": card_words(one), "cards": " ".join(map(typed, some(held, 3)))}


def answer(prompt: Prompt) -> str:
    """A line that answers a question."""
    if prompt.phase is Phase.CHOOSING:
        return f"choose {prompt.games[0]}" if prompt.games else "choose none"
    if prompt.phase is Phase.PASSING:
        return "pass " + " ".join(map(typed, some(prompt.cards, prompt.count)))
    if prompt.phase is Phase.LOOKING:
        return "look, blind" if prompt.may_blind else "look"
    if prompt.phase is Phase.BIDDING:
        bid = next((bid for bid in prompt.bids if bid >= 3), prompt.bids[-1])
        nil = ["b nil"] if 0 in prompt.bids else []
        return ", ".join([f"b {bid}", *nil] if bid else nil)
    return f"p {typed(some(prompt.cards, 1)[0])}"


def hint(prompt: Prompt) -> str:
    """What to type for an answer; for beginners, after the first question of each kind."""
    return tr("Type, for example: %(what)s", what=answer(prompt))
