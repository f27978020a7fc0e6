"""How long hard thinks about a card and a bid, by hand: `DEALS=6 pytest -m bench -s tests/bench/test_moves.py`.

CPU time of one process without a deadline; only decisions with a choice count. Figures belong to docs/performance.md.
"""

from __future__ import annotations

import os
import statistics
import time
from random import Random

import pytest

from p2pcards.bots.arena.runner import new_deal
from p2pcards.bots.hard import SearchBot
from p2pcards.rules.phases import Phase
from p2pcards.rules.presets import make_rules
from p2pcards.table import engine
from p2pcards.table.view import seen_by

TABLES = (
    ("classic", 4),
    ("spades", 4),
    ("spades", 6),
    ("cutthroat", 3),
    ("royal", 4),
    ("sparts", 4),
    ("hearts", 4),
    ("spar", 2),
    ("spar", 3),
    ("spar", 4),
    ("spar", 5),
)


@pytest.mark.bench
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_move_of_hard(game: str, seats: int) -> None:
    deals = int(os.environ.get("DEALS", "6")) * (4 if game == "spar" else 1)
    bot, took = SearchBot(), {Phase.PLAYING: [0.0], Phase.BIDDING: [0.0]}
    for number in range(deals):
        rng = Random(f"move {game} {seats} {number}")
        deal = new_deal(make_rules(game), seats, number % seats, rng)
        while not deal.over:
            seat = deal.to_act[0]
            view = seen_by(deal, seat)
            prompt = engine.prompt(view, seat)
            assert prompt is not None
            begin = time.process_time()
            decision = bot.decide(view, prompt, rng)
            if decision.worlds:
                took[prompt.phase].append(1000 * (time.process_time() - begin))
            deal, _ = engine.apply(deal, decision.action)
    for phase, found in took.items():
        if len(found) > 1:
            times = sorted(found[1:])
            print(
                f"\n{game} {seats} {phase.value}: {len(times)} moves, mean {statistics.mean(times):.0f}, "
                f"p95 {times[len(times) * 95 // 100]:.0f}, longest {times[-1]:.0f} ms",
                end="",
            )
