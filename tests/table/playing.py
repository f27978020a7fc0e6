"""Helpers: random hands, every conceivable action, random option sets."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

from p2pcards.cards import CardSet, card_set, cards
from p2pcards.rules.action import Action, Bid, Blind, Choose, Look, Pass, Play
from p2pcards.rules.base import Rules
from p2pcards.rules.option import Option
from p2pcards.rules.phases import Phase
from p2pcards.rules.presets import GAMES
from p2pcards.table import Deal, apply, prompt

#: Every preset at every number of seats it is played with.
TABLES = [(rules, n) for rules in GAMES for n in rules.seats]
TABLE_IDS = [f"{rules.game}-{n}" for rules, n in TABLES]


def deal_out(rules: Rules, n: int, rng: random.Random) -> list[CardSet]:
    """Random hands."""
    deck = list(cards(rules.deck(n)))
    rng.shuffle(deck)
    size = rules.hand_size(n)
    return [card_set(deck[seat * size : (seat + 1) * size]) for seat in range(n)]


def allowed_actions(deal: Deal, seat: int, limit: int = 400) -> list[Action]:
    """What the prompt of a seat allows (passing: the first `limit` combinations); empty out of turn."""
    asked = prompt(deal, seat)
    return list(islice(asked.actions(), limit)) if asked else []


def pick(deal: Deal, rng: random.Random) -> Action:
    """A random allowed action of a random seat that is to act."""
    seat = rng.choice(deal.to_act)
    asked = prompt(deal, seat)
    assert asked is not None
    if asked.phase is Phase.PASSING:
        return Pass(seat, card_set(rng.sample(list(cards(asked.cards)), asked.count)))
    return rng.choice(list(asked.actions()))


def do(deal: Deal, *actions: Action) -> Deal:
    """The deal after some actions."""
    for action in actions:
        deal, _ = apply(deal, action)
    return deal


def play_out(deal: Deal, rng: random.Random) -> Deal:
    """Play a deal to its end at random."""
    while not deal.over:
        deal = do(deal, pick(deal, rng))
    return deal


def every_action(n: int, rng: random.Random) -> Iterator[Action]:
    """All the actions anybody could think of, and some nobody should; of passes a sample."""
    for seat in range(-1, n + 1):
        yield from (Choose(seat, game) for game in (None, "spades", "hearts", "chess"))
        yield Look(seat)
        yield Blind(seat)
        yield from (Bid(seat, tricks) for tricks in range(-1, 29))
        yield from (Play(seat, card) for card in range(-1, 53))
        yield Pass(seat, None)
        yield from (Pass(seat, card_set(rng.sample(range(52), size))) for size in (0, 1, 2, 3, 3, 4, 5))


def random_value(option: Option, rng: random.Random) -> object:
    """A random value in the range of an option; small numbers more often than large ones."""

    def one() -> object:
        if option.choices:
            return rng.choice(option.choices)
        return rng.randint(option.low, option.high if rng.random() < 0.3 else min(option.high, option.low + 12))

    if option.kind == "bool":
        return rng.choice((False, True))
    if option.kind in ("ints", "strs"):
        return [one() for _ in range(option.length or rng.randint(0, 4))]
    return one()
