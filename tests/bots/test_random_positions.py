"""Random positions of every preset, in every form that the founding documents name: one allowed action, in time.

In half of the deals the seats play at random after the bot has been asked, so that it is asked in places to which no
sensible play leads.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest
from bots.support_bots import TABLES, random_deal, random_sheet

from p2pcards.bots import make_bot
from p2pcards.bots.arena.runner import new_deal
from p2pcards.bots.base import Bot, Decision
from p2pcards.bots.hard import SearchBot
from p2pcards.rules.action import Action
from p2pcards.rules.phases import Prompt
from p2pcards.rules.presets import GAMES, find_game, make_rules
from p2pcards.table import engine
from p2pcards.table.deal import Deal
from p2pcards.table.view import seen_by

#: Per preset the forms to be met whatever chance brings: (seats, options).
FORMS: Mapping[str, tuple[tuple[int, dict[str, object]], ...]] = {
    "classic": (
        (4, {"no_hell": True}),
        (4, {"suicide": True}),
        (4, {"suicide": True, "no_hell": True}),
        (4, {"quicksand": True}),
        (4, {"must_trump_when_void": True}),
        (4, {"blind_nil": True, "blind_nil_min_deficit": 0}),
        (4, {"min_bid": 1}),
        (4, {"nil_bid": False}),
        (4, {"team_count": "none"}),
        (4, {"failed_nil_tricks": "help_partner", "overtrick_points": 0}),
    ),
    "spades": (
        *((seats, {}) for seats in (3, 4, 5, 6)),
        *((seats, {"team_count": "none", "no_hell": True, "quicksand": True}) for seats in (3, 4, 5, 6)),
        (6, {"team_count": "two"}),
        (6, {"team_count": "three", "suicide": True}),
        (6, {"team_count": "three", "suicide": True, "quicksand": True}),
        (4, {"must_trump_when_void": False}),
        (5, {"blind_nil": True, "blind_nil_min_deficit": 0}),
        (6, {"min_bid": 1}),
    ),
    "cutthroat": (
        *((seats, {}) for seats in (2, 3, 4)),
        *((seats, {"blind_nil": True, "blind_nil_min_deficit": 0}) for seats in (2, 3, 4)),
        *((seats, {"min_bid": 1}) for seats in (2, 3, 4)),
        (3, {"bag_limit": 0, "nil_value": 50}),
    ),
    "royal": ((4, {}), (4, {"bag_limit": 10}), (4, {"must_trump_when_void": True, "no_hell": True})),
    "hearts": tuple(
        (seats, options)
        for seats in find_game("hearts").seats
        for options in ({}, {"pass_count": 0}, {"jack_of_diamonds": -10, "first_lead": "eldest"}, {"moon": "off"})
    ),
    "sparts": tuple((4, {"pass_count": count}) for count in (0, 3, 4)),
    "spar": tuple(
        (seats, {"double_count": double, "ace_of_spades": double != odd})
        for seats in (2, 3, 4, 5)
        for double in (False, True)
        for odd in (False, True)
    ),
}
#: What a hard bot may take by the clock below, and what a look at it costs, seconds.
BUDGET, LOOK = 0.6, 0.1


class StepClock:
    """Every look at it costs a tenth of a second."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += LOOK
        return self.now


def table(game: str, index: int, seed: str) -> Deal:
    """Turn about a form that must be met and a random table."""
    place, random = divmod(index, 2)
    if random:
        tables = [seats for name, seats in TABLES if name == game]
        return random_deal(find_game(game), tables[place % len(tables)], seed)
    seats, options = FORMS[game][place % len(FORMS[game])]
    rules, rng = make_rules(game, options), Random(seed)
    return new_deal(rules, seats, rng.randrange(seats), rng, random_sheet(rules, seats, rng))


def ask(level: str, view: Deal, prompt: Prompt, rng: Random) -> Decision:
    """What a level decides; of level hard a few worlds are asked, or what fits the budget of a clock that runs fast."""
    if level != "hard":
        bot: Bot = make_bot(level)
        return bot.decide(view, prompt, rng)
    if len(view.log) % 3:
        return SearchBot(worlds=2).decide(view, prompt, rng)
    clock = StepClock()
    decision = SearchBot(clock=clock).decide(view, prompt, rng, deadline=BUDGET)
    assert clock.now <= BUDGET + LOOK
    return decision


def meet(game: str, level: str, positions: int) -> int:
    """Ask a level in so many positions; the number of deals they came from."""
    index = asked = 0
    wild = make_bot("random")
    while asked < positions:
        seed = f"random {game} {level} {index}"
        deal, rng = table(game, index, seed), Random(seed)
        loose = rng.random() < 0.5
        while not deal.over:
            seat = deal.to_act[rng.randrange(len(deal.to_act))]
            view = seen_by(deal, seat)
            prompt = engine.prompt(view, seat)
            assert prompt is not None, seed
            action: Action = ask(level, view, prompt, rng).action
            why = engine.why_not(deal, action)
            assert why is None, (seed, len(deal.log), action, why)
            asked += 1
            if loose:
                action = wild.act(view, prompt, rng)
            deal, _ = engine.apply(deal, action)
        index += 1
    return index


@pytest.mark.parametrize("game", [rules.game for rules in GAMES])
def test_hard_gives_an_allowed_action_in_time(game: str) -> None:
    assert meet(game, "hard", 300) >= 3


@pytest.mark.soak
@pytest.mark.timeout(100_000)
@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
@pytest.mark.parametrize("game", [rules.game for rules in GAMES])
def test_ten_thousand_positions(game: str, level: str) -> None:
    """By hand: in these every form is met."""
    assert meet(game, level, 10_000) >= 2 * len(FORMS[game])
