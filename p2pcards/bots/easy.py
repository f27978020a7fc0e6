"""Level easy: the rules, with a slip now and then that any beginner makes, never one that a child would laugh at."""

from __future__ import annotations

from random import Random

from p2pcards.bots.base import STYLES, Actor, Decision, Style, below
from p2pcards.bots.position import HIGHER, LOWER
from p2pcards.bots.rules_bot import decide
from p2pcards.cards.card import ACE_OF_SPADES, QUEEN_OF_SPADES, Card, CardSet, cards
from p2pcards.rules.action import Bid, Play
from p2pcards.rules.phases import Phase, Prompt
from p2pcards.table.deal import Deal

#: One decision in so many is a slip.
SLIP = 5


class EasyBot(Actor):
    """Rules with seeded slips."""

    def __init__(self, style: Style = STYLES[0]) -> None:
        self.style = style

    @property
    def level(self) -> str:
        """See Bot.level."""
        return "easy"

    def decide(
        self, view: Deal, prompt: Prompt, rng: Random, deadline: float | None = None, worlds: int | None = None
    ) -> Decision:
        """See Bot.decide."""
        action, reason, numbers = decide(view, prompt, self.style)
        slip = below(rng, SLIP) == 0
        if slip and isinstance(action, Play) and prompt.phase is Phase.PLAYING:
            near = neighbours(view, prompt, action.card)
            if near:
                return Decision(Play(prompt.seat, near[below(rng, len(near))]), self.level, "slip")
        if slip and isinstance(action, Bid) and action.tricks:
            other = [bid for bid in prompt.bids if bid and abs(bid - action.tricks) == 1]
            if other:
                return Decision(Bid(prompt.seat, other[below(rng, len(other))]), self.level, "slip")
        return Decision(action, self.level, reason, numbers)


def neighbours(view: Deal, prompt: Prompt, card: Card) -> list[Card]:
    """Cards that a beginner might have played instead: of the same suit, on the same side of the card that leads the
    trick, never an ace or the queen of spades for a low card or the other way round, and nothing that breaks a nil."""
    if 0 in view.bids:
        return []
    best = max((c for c in view.trick.cards if c // 13 == card // 13), default=-1)
    same: CardSet = prompt.cards & (HIGHER[card] | LOWER[card])
    kept = []
    for other in cards(same):
        if (other > best) != (card > best) or abs(other - card) > 5:
            continue
        if QUEEN_OF_SPADES in (other, card) or ACE_OF_SPADES in (other, card) or other % 13 == 12 or card % 13 == 12:
            continue
        kept.append(other)
    return kept
