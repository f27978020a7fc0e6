"""Playing a deal or a match with bots, each told its own view only: what the arena and the tests run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from random import Random

from p2pcards.bots.base import Bot, Decision
from p2pcards.cards.card import CardSet, cards
from p2pcards.rules.base import Rules
from p2pcards.rules.score import Score, Sheet
from p2pcards.table import engine
from p2pcards.table.deal import Deal
from p2pcards.table.view import seen_by

#: Called with the seat, the prompt's view and the decision: for timing and tests.
Watch = Callable[[Deal, int, Decision], None]


@cache
def _deck(held: CardSet) -> tuple[CardSet, ...]:
    """The cards of a deck, each a set of one."""
    return tuple(1 << card for card in cards(held))


def deal_cards(rules: Rules, n: int, rng: Random) -> tuple[CardSet, ...]:
    """Hands of a shuffled deck, its cards sorted by lots drawn for them; the rest is the stock."""
    deck = sorted(_deck(rules.deck(n)), key=lambda _: rng.random())
    size = rules.hand_size(n)
    return tuple(sum(deck[seat * size : (seat + 1) * size]) for seat in range(n))


def play_deal(deal: Deal, bots: Sequence[Bot], rngs: Sequence[Random], watch: Watch | None = None) -> Deal:
    """Play a deal (all hands known) to its end. bots and rngs: per seat."""
    while not deal.over:
        seat = deal.to_act[0]
        view = seen_by(deal, seat)
        prompt = engine.prompt(view, seat)
        assert prompt is not None
        decision = bots[seat].decide(view, prompt, rngs[seat])
        if watch is not None:
            watch(view, seat, decision)
        deal, _ = engine.apply(deal, decision.action)
    return deal


def new_deal(rules: Rules, n: int, dealer: int, rng: Random, sheet: Sheet | None = None) -> Deal:
    """A deal from a seeded shuffle."""
    return Deal.begin(rules, n, dealer, deal_cards(rules, n, rng), sheet)


def score(deal: Deal) -> Score:
    """The score of a deal that is over."""
    return deal.game.score(deal)
