"""Small things that records and other machines rely on."""

from __future__ import annotations

from random import Random

import pytest

from p2pcards.bots import BOT_NAMES, LEVELS, STYLES, decision_rng, make_bot
from p2pcards.bots.base import below
from p2pcards.bots.estimate import features, nil_chance, sure_tricks, tricks
from p2pcards.bots.hard import SearchBot
from p2pcards.bots.weights import COLUMNS, FEATURES
from p2pcards.cards.card import FULL_DECK, parse_cards


def test_a_decision_has_its_own_seed() -> None:
    assert decision_rng(b"seed", 3).getrandbits(32) == 2064797600
    assert decision_rng(b"seed", 4).getrandbits(32) != decision_rng(b"seed", 3).getrandbits(32)


def test_below_is_in_range_and_reaches_every_number() -> None:
    rng = Random(5)
    assert {below(rng, 5) for _ in range(200)} == {0, 1, 2, 3, 4}
    assert below(rng, 1) == 0


def test_bots_are_named_as_bots() -> None:
    assert all(name.endswith("(bot)") for name in BOT_NAMES)
    assert len({style.name for style in STYLES}) == len(STYLES) == 3


@pytest.mark.parametrize("level", LEVELS)
def test_levels_are_made_by_name(level: str) -> None:
    assert make_bot(level).level == level
    assert make_bot(f"{level}:bold").level == level


def test_an_unknown_bot_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        make_bot("perfect")
    with pytest.raises(KeyError):
        make_bot("normal:reckless")


def test_search_has_its_own_number_of_worlds() -> None:
    assert SearchBot(worlds=7).worlds == 7


def test_estimates_follow_common_sense() -> None:
    weak = parse_cards("2S 4S 2C 3C 5C 7C 2D 3D 5D 8D 2H 4H 6H")
    aces = parse_cards("2S 4S AC 3C 5C 7C AD 3D 5D 8D AH 4H 6H")
    trumps = parse_cards("AS KS QS 9S 8S 7C AD 3D 5D 8D AH 4H 6H")
    assert tricks(weak, 4) < 1000 < tricks(aces, 4) < tricks(trumps, 4)
    assert 2500 < tricks(aces, 4) < 3800
    assert nil_chance(weak, FULL_DECK, 4) > 800 > nil_chance(aces, FULL_DECK, 4)


def test_the_weight_of_a_hand_is_the_sum_of_its_features() -> None:
    hand = parse_cards("QS 4S 2S KC 3C 5C 7C AD KD 5D 8D 2H 4H")
    for (seats, must), weights in COLUMNS.items():
        assert len(weights) == len(FEATURES)
        assert tricks(hand, seats, must) == max(0, sum(weights[place] for place in features(hand)))


def test_sure_tricks_need_no_luck() -> None:
    assert sure_tricks(parse_cards("AS KS QS JS TS 9S 8S 7S AC KC AD KD AH")) == 13
    assert sure_tricks(parse_cards("AS KS JS TS 9S 8S 7S 6S AC KC AD KD AH")) == 2
    assert sure_tricks(parse_cards("KS QS JS AC AD AH 2C 3C 4C 5C 6C 7C 8C")) == 0
