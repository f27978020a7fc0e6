"""Level hard against OpenSpiel's ISMCTSBot in Hearts without passing, by hand:

    PAIRS=100 WORLDS=100 pytest -m bench -s tests/bench/test_ismcts.py

Every deal is played twice, the two bots exchanging seats 0, 2 and 1, 3. Both engines are told every card, so they also
check each other's legal sets. OpenSpiel is an optional dependency of this bench; no figure is asserted.
"""

from __future__ import annotations

import os
import statistics
import time
from random import Random
from typing import Any

import pytest

from p2pcards.bots.hard import SearchBot
from p2pcards.cards.card import Card, cards
from p2pcards.rules.action import Play
from p2pcards.rules.presets import make_rules
from p2pcards.table import engine
from p2pcards.table.deal import Deal
from p2pcards.table.view import seen_by

GAME = "hearts(pass_cards=false,must_break_hearts=true)"


def to_theirs(card: Card) -> int:
    """OpenSpiel numbers cards rank by rank, clubs diamonds hearts spades."""
    return card % 13 * 4 + card // 13


def to_ours(card: int) -> Card:
    """The other way round."""
    return card % 4 * 13 + card // 4


def play(pyspiel: Any, seed: str, flip: bool, worlds: int, spent: dict[str, list[float]]) -> float:
    """One deal; how many points fewer our seats took, a seat."""
    rng = Random(seed)
    state = pyspiel.load_game(GAME).new_initial_state()
    state.apply_action(0)
    deck = list(range(52))
    rng.shuffle(deck)
    hands = [0, 0, 0, 0]
    for place, card in enumerate(deck):
        state.apply_action(card)
        hands[place % 4] |= 1 << to_ours(card)
    deal = Deal.begin(make_rules("hearts", {"pass_count": 0}), 4, 0, hands)
    ours = (1, 3) if flip else (0, 2)
    bot = SearchBot(worlds=worlds)
    evaluator = pyspiel.RandomRolloutEvaluator(1, rng.getrandbits(30))
    theirs = pyspiel.ISMCTSBot(rng.getrandbits(30), evaluator, 10.0, 2000)
    while not deal.over:
        seat = deal.to_act[0]
        assert seat == state.current_player(), seed
        legal = engine.legal(deal, seat)
        assert sorted(to_theirs(card) for card in cards(legal)) == sorted(state.legal_actions()), seed
        begin = time.process_time()
        if seat in ours:
            view = seen_by(deal, seat)
            prompt = engine.prompt(view, seat)
            assert prompt is not None
            action = bot.act(view, prompt, rng)
            assert isinstance(action, Play)
            card = action.card
            spent["ours"].append(time.process_time() - begin)
        else:
            card = to_ours(theirs.step(state))
            spent["theirs"].append(time.process_time() - begin)
        state.apply_action(to_theirs(card))
        deal, _ = engine.apply(deal, Play(seat, card))
    points = deal.game.score(deal).points
    return (sum(points) - 2 * sum(points[seat] for seat in ours)) / 2


@pytest.mark.bench
@pytest.mark.timeout(100_000)
def test_hearts_against_ismcts() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    pairs, worlds = int(os.environ.get("PAIRS", "10")), int(os.environ.get("WORLDS", "100"))
    seed, spent = os.environ.get("SEED", "ismcts"), {"ours": [0.0], "theirs": [0.0]}
    gains = []
    for number in range(pairs):
        both = [play(pyspiel, f"{seed} {number}", flip, worlds, spent) for flip in (False, True)]
        gains.append(sum(both) / 2)
        if number % 10 == 9 or number == pairs - 1:
            error = statistics.stdev(gains) / len(gains) ** 0.5 if len(gains) > 1 else float("nan")
            times = {who: round(1000 * statistics.mean(found), 1) for who, found in spent.items()}
            mean = statistics.mean(gains)
            print(
                f"{len(gains)} pairs: {mean:+.2f} +- {error:.2f} points a seat and deal, ms a move {times}", flush=True
            )
