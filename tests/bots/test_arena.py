"""The arena: fair seats, the same figures from any split of the work, and a file that a run can go on from."""

from __future__ import annotations

import json

import pytest

from p2pcards.bots.arena import Plan, from_json, report, run, to_json
from p2pcards.bots.arena.duel import places
from p2pcards.rules.presets import GAMES, find_game


def test_a_bot_against_itself_gains_nothing() -> None:
    for game in GAMES:
        plan = Plan("normal", "normal", game.game, game.usual_seats, 3, seed="self")
        for pair in run(plan, range(3)):
            assert pair.gain == 0, (game.game, pair)


def test_any_split_gives_the_same_gains() -> None:
    plan = Plan("easy", "random", "classic", 4, 6, seed="split")
    whole = [pair.gain for pair in run(plan, range(6))]
    parts = [pair.gain for part in (range(4, 6), range(4)) for pair in run(plan, part)]
    assert whole == parts[2:] + parts[:2]


def test_a_run_goes_on_from_its_file() -> None:
    plan = Plan("normal", "random", "hearts", 4, 4, seed="file", options={"moon": "off"})
    kept = json.loads(json.dumps(to_json(plan, run(plan, range(2)))))
    same, pairs = from_json(kept)
    assert same == plan
    pairs += run(same, range(2, 4))
    assert [pair.gain for pair in pairs] == [pair.gain for pair in run(plan, range(4))]
    found = report(plan, pairs)
    assert found.pairs == 4
    assert found.low < found.mean < found.high


@pytest.mark.parametrize(("game", "seats"), [("cutthroat", 3), ("spades", 5), ("spades", 6), ("classic", 4)])
def test_exchanged_seats_are_the_other_bots(game: str, seats: int) -> None:
    for number in range(seats):
        there = places(find_game(game), seats, number, False)
        back = places(find_game(game), seats, number, True)
        assert all(a != b for a, b in zip(there, back, strict=True))
        assert {0, 1} == set(there)


def test_rules_beat_chance_everywhere() -> None:
    for game in GAMES:
        pairs = {"spar": 150}.get(game.game, 12)
        plan = Plan("normal", "random", game.game, game.usual_seats, pairs, seed="floor")
        found = report(plan, run(plan, range(pairs)))
        assert found.mean > 0, found


def test_matches_end_and_are_won() -> None:
    plan = Plan("normal", "random", "classic", 4, 2, seed="match", options={"target_score": 200}, matches=True)
    assert [pair.gain for pair in run(plan, range(2))] == [1000, 1000]
