"""Every bot, every preset, every number of seats, random options and sheets: always an action that is allowed."""

from __future__ import annotations

from random import Random

import pytest
from bots.support_bots import TABLES, random_deal

from p2pcards.bots import make_bot
from p2pcards.bots.reasons import REASONS
from p2pcards.rules.presets import find_game
from p2pcards.table import engine
from p2pcards.table.deal import Deal
from p2pcards.table.view import seen_by


def play_out(deal: Deal, level: str, seed: str) -> int:
    """Play a deal with one bot in every seat, checking each decision; returns how many there were."""
    bot = make_bot(level)
    rng = Random(seed)
    decisions = 0
    while not deal.over:
        for seat in deal.to_act[:1]:
            view = seen_by(deal, seat)
            prompt = engine.prompt(view, seat)
            assert prompt is not None, seed
            decision = bot.decide(view, prompt, rng)
            why = engine.why_not(deal, decision.action)
            assert why is None, (seed, decision, why)
            assert set(decision.numbers) == set(REASONS[decision.reason]), (seed, decision)
            deal, _ = engine.apply(deal, decision.action)
            decisions += 1
    return decisions


@pytest.mark.parametrize("level", ["random", "easy", "normal", "quick", "reference"])
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_bot_always_gives_an_allowed_action(game: str, seats: int, level: str) -> None:
    for index in range(10):
        seed = f"legal {game} {seats} {level} {index}"
        deal = random_deal(find_game(game), seats, seed)
        assert play_out(deal, level, seed) >= seats
