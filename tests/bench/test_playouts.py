"""Speed of the playouts, by hand: `pytest -m bench -s tests/bench/test_playouts.py`.

With OpenSpiel installed (optional) its Spades is driven from a Python loop in the same interleaved run and ratios are
printed; without it, playouts a second alone. No figure is asserted: they belong to docs/performance.md.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from random import Random

import pytest

from p2pcards.bots.arena.runner import deal_cards, new_deal
from p2pcards.bots.search import hearts_playout, random_playout, spades_playout
from p2pcards.bots.search.table import Table
from p2pcards.cards.card import cards
from p2pcards.rules.action import Bid, Play
from p2pcards.rules.phases import Phase
from p2pcards.rules.presets import make_rules
from p2pcards.table import engine

ROUNDS, BATCH = 61, 60


def ours(game: str, seats: int, deal_too: bool = False) -> Callable[[], None]:
    rules = make_rules(game)
    play, rng = rules.play_rules(seats), Random(1)
    dealt = [deal_cards(rules, seats, rng) for _ in range(BATCH)]
    opener = play.opener_card

    def run() -> None:
        for hands in dealt:
            hands = deal_cards(rules, seats, rng) if deal_too else hands
            turn = 0 if opener is None else next(s for s in range(seats) if hands[s] >> opener & 1)
            random_playout.play_out(play, blank(list(hands), turn), rng)

    return run


def blank(hands: list[int], turn: int) -> Table:
    n = len(hands)
    return Table(hands, turn, -1, -1, -1, 0, 0, False, True, [0] * n, [0] * n, [])


def policy(game: str) -> Callable[[], None]:
    rules = make_rules(game)
    play, rng = rules.play_rules(4), Random(1)
    dealt = [deal_cards(rules, 4, rng) for _ in range(BATCH)]
    contract = spades_playout.Contract((0, 1, 0, 1), (-1,) * 4, (False,) * 4, (True,) * 4, (6, 5), True)

    def run() -> None:
        for hands in dealt:
            if game == "hearts":
                turn = next(s for s in range(4) if hands[s] & 1)
                hearts_playout.play_out(play, blank(list(hands), turn))
            else:
                spades_playout.play_out(play, blank(list(hands), 0), contract)

    return run


def step_by_step() -> Callable[[], None]:
    """One call for the legal cards, one to choose and one to play, a card."""
    rules, rng = make_rules("classic"), Random(1)
    play = rules.play_rules(4)
    dealt = [deal_cards(rules, 4, rng) for _ in range(BATCH)]

    def run() -> None:
        for hands in dealt:
            random_playout.step_out(play, blank(list(hands), 0), rng)

    return run


def referee() -> Callable[[], None]:
    """The judge of the table, which keeps every state: not what a search plays with."""
    rules, rng = make_rules("classic", {"nil_bid": False}), Random(1)
    starts = []
    for dealer in range(4):
        deal = new_deal(rules, 4, dealer, rng)
        while deal.phase is Phase.BIDDING:
            deal, _ = engine.apply(deal, Bid(deal.to_act[0], 3))
        starts.append(deal)

    def run() -> None:
        for deal in starts:
            while not deal.over:
                seat = deal.to_act[0]
                legal = list(cards(engine.legal(deal, seat)))
                deal, _ = engine.apply(deal, Play(seat, legal[int(rng.random() * len(legal))]))

    return run


def whole_hand() -> Callable[[], None]:
    """OpenSpiel's Spades from the shuffle on; the bids are the cheapest it allows."""
    pyspiel = pytest.importorskip("pyspiel")
    game, rng = pyspiel.load_game("spades"), Random(1)

    def run() -> None:
        for _ in range(BATCH):
            state = game.new_initial_state()
            while not state.is_terminal():
                legal = state.legal_actions()
                state.apply_action(legal[int(rng.random() * len(legal))])

    return run


def open_spiel(name: str) -> Callable[[], None]:
    pyspiel = pytest.importorskip("pyspiel")
    game, rng = pyspiel.load_game(name), Random(1)
    starts = []
    for _ in range(BATCH):
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(rng.choice(state.legal_actions()))
        while not state.is_terminal() and name == "spades" and len(state.legal_actions()) and state.move_number() < 56:
            state.apply_action(55 if 55 in state.legal_actions() else state.legal_actions()[0])
        starts.append(state)

    def run() -> None:
        for begin in starts:
            state = begin.clone()
            while not state.is_terminal():
                legal = state.legal_actions()
                state.apply_action(legal[int(rng.random() * len(legal))])

    return run


@pytest.mark.bench
def test_playouts_a_second() -> None:
    runs: dict[str, Callable[[], None]] = {
        "spades 4": ours("classic", 4),
        "spades 4, deal and playout": ours("classic", 4, deal_too=True),
        "cutthroat 3": ours("cutthroat", 3),
        "spades 6": ours("spades", 6),
        "hearts 4": ours("hearts", 4),
        "spades 4, step by step": step_by_step(),
        "spades 4, referee": referee(),
        "policy spades": policy("classic"),
        "policy hearts": policy("hearts"),
    }
    try:
        import pyspiel  # noqa: F401
    except ImportError:
        print("OpenSpiel is not installed: no ratios")
    else:
        runs |= {"OpenSpiel spades": open_spiel("spades"), "OpenSpiel hearts": open_spiel("hearts")}
        runs |= {"OpenSpiel whole hand": whole_hand()}
    seconds: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(ROUNDS):
        for name, run in runs.items():
            begin = time.process_time()
            run()
            seconds[name].append(time.process_time() - begin)
    for name, found in seconds.items():
        size = 4 if "referee" in name else BATCH
        line = f"{name:28} {size / statistics.median(found):9.0f} a second"
        for other in ("OpenSpiel spades", "OpenSpiel whole hand", "OpenSpiel hearts"):
            if other in seconds:
                ratio = statistics.median(b / a for a, b in zip(found, seconds[other], strict=True)) * size / BATCH
                line += f"   {ratio:5.2f} x {other}"
        print(line)
