"""The search: the same worlds give the same card, a deadline is kept, and a certain trick is found."""

from __future__ import annotations

from random import Random

import pytest
from bots.support_bots import random_deal

from p2pcards.bots.hard import SearchBot
from p2pcards.bots.search import pimc
from p2pcards.bots.search.worlds import NoWorld, Worlds
from p2pcards.cards.card import SPADES, parse_cards
from p2pcards.rules.presets import find_game
from p2pcards.table import engine
from p2pcards.table.view import seen_by


class StepClock:
    """Every look at it costs a tenth of a second."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 0.1
        return self.now


@pytest.mark.parametrize("game", ["classic", "royal", "hearts", "spar"])
def test_recorded_worlds_repeat_the_decision(game: str) -> None:
    compared = index = 0
    while compared <= 10:
        deal, rng = random_deal(find_game(game), 4, f"repeat {index}"), Random(f"repeat {index}")
        while not deal.over:
            seat = deal.to_act[0]
            view = seen_by(deal, seat)
            prompt = engine.prompt(view, seat)
            assert prompt is not None
            clock = StepClock()
            seed = f"repeat {game} {index} {len(deal.log)}"
            first = SearchBot(clock=clock).decide(view, prompt, Random(seed), deadline=1.0 + rng.randrange(4))
            assert clock.now < 6.0
            if first.worlds:
                again = SearchBot().decide(view, prompt, Random(seed), worlds=first.worlds)
                assert again == first, seed
                compared += 1
            deal, _ = engine.apply(deal, first.action)
        index += 1


def test_no_time_falls_back_to_rules() -> None:
    deal = random_deal(find_game("classic"), 4, "late")
    rng = Random("late")
    while not deal.over:
        seat = deal.to_act[0]
        view = seen_by(deal, seat)
        prompt = engine.prompt(view, seat)
        assert prompt is not None
        decision = SearchBot(clock=StepClock()).decide(view, prompt, rng, deadline=0.0)
        assert decision.worlds == 0
        deal, _ = engine.apply(deal, decision.action)


def test_cards_are_moved_along_where_a_deal_runs_into_a_dead_end() -> None:
    """Seat 1 can hold spades only, and every order of dealing must leave it enough of them."""
    out = parse_cards("2S 3S 4S 2C 3C 4C 5C 6C 7C")
    may = (0, SPADES & out, out, out)
    for index in range(200):
        world = Worlds(0, 0, out, may, (0, 0, 0, 0), (0, 3, 3, 3)).draw(Random(f"dead end {index}"))
        assert world[1] == SPADES & out
        assert world[2] | world[3] == out & ~SPADES


def test_a_world_that_cannot_be_is_an_error() -> None:
    out = parse_cards("2S 3S 2C 3C")
    with pytest.raises(NoWorld, match="no deal fits"):
        Worlds(0, 0, out, (0, SPADES & out, SPADES & out), (0, 0, 0), (0, 2, 2)).draw(Random(1))
    with pytest.raises(NoWorld, match="than there are"):
        Worlds(0, 0, out, (0, out, out), (0, 0, 0), (0, 3, 2))


def test_a_liar_does_not_stop_the_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seat 3 showed a void that it cannot have: the rules play on."""

    def nowhere(*_: object) -> Worlds:
        raise NoWorld("nowhere")

    monkeypatch.setattr(pimc, "worlds", nowhere)
    deal = random_deal(find_game("royal"), 4, "liar")
    rng, played = Random("liar"), 0
    while not deal.over:
        seat = deal.to_act[0]
        view = seen_by(deal, seat)
        prompt = engine.prompt(view, seat)
        assert prompt is not None
        decision = SearchBot(worlds=5).decide(view, prompt, rng)
        played += decision.worlds
        deal, _ = engine.apply(deal, decision.action)
    assert played == 0
