"""Legal cards and winners on sets, each rule by itself and against a plain reading of it."""

from __future__ import annotations

import doctest
import random

import pytest

from p2pcards.cards import CardSet, card_set, cards, parse_card, parse_cards, texts
from p2pcards.rules import masks
from p2pcards.rules.base import Rules
from p2pcards.rules.masks import NO_TRUMP, winner_index
from p2pcards.rules.presets import GAMES, make_rules


def test_doctests() -> None:
    results = doctest.testmod(masks)
    assert (results.failed, results.attempted) == (0, 1)


def legal(preset: str, hand: str, led: str = "", broken: bool = False, first: bool = False, **changes: object) -> str:
    """The legal cards of a hand, as text. led: a card, empty on lead."""
    rules = make_rules(preset, changes)
    suit = parse_card(led) // 13 if led else -1
    return texts(rules.play_rules(rules.usual_seats).legal(parse_cards(hand), suit, broken, first))


@pytest.mark.parametrize(
    ("got", "expected"),
    [
        (legal("classic", "2C AC 4S", "7C"), "2C AC"),
        (legal("classic", "2D AD 4S", "7C"), "2D AD 4S"),
        (legal("spades", "2D AD 4S", "7C"), "4S"),  # 001 L27
        (legal("spades", "2D AD", "7C"), "2D AD"),
        (legal("classic", "2D AD 4S"), "2D AD"),
        (legal("classic", "2D AD 4S", broken=True), "2D AD 4S"),
        (legal("classic", "2S 4S"), "2S 4S"),
        (legal("classic", "2D 4S", broken=False, spades_break="never"), "2D"),
        (legal("spar", "6H TS"), "6H TS"),
        (legal("hearts", "2C 3C AH", first=True), "2C"),
        (legal("hearts", "2C 3C AH", first=True, first_lead="any_club"), "2C 3C"),
        (legal("hearts", "2D QS AH", "2C", first=True), "2D"),
        (legal("hearts", "2D QS AH", "2C", first=True, first_trick_penalty_ban=False), "2D AH QS"),
        (legal("hearts", "QS AH", "2C", first=True), "AH QS"),
        (legal("hearts", "QS AH"), "QS"),
        (legal("hearts", "QS AH", hearts_instead_of_queen=True), "AH QS"),
        (legal("hearts", "2D QS AH", hearts_instead_of_queen=True), "2D QS"),
        (legal("hearts", "QS AH", lead_hearts_unbroken="always"), "AH QS"),
        (legal("hearts", "2H AH"), "2H AH"),
    ],
)
def test_legal(got: str, expected: str) -> None:
    assert got == expected


@pytest.mark.parametrize(
    ("trick", "trump", "place"),
    [
        ("9D AS KD AH", NO_TRUMP, 2),
        ("AH 2S KH 9S", 3, 3),
        ("QD AD 2S KD", 3, 2),
        ("2S AD 9S KD", 3, 2),
        ("2S AD 9S KD", NO_TRUMP, 2),
        ("AC", 3, 0),
    ],
)
def test_winner(trick: str, trump: int, place: int) -> None:
    assert winner_index([parse_card(card) for card in trick.split()], trump) == place


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.game)
def test_a_play_shows_absent_exactly_what_would_have_made_it_illegal(rules: Rules) -> None:
    play = rules.in_force("hearts").play_rules(rules.usual_seats)
    rng = random.Random(rules.game)
    for _ in range(400):
        hand = card_set(rng.sample(range(52), rng.randint(1, 6)))
        led, broken, first = rng.randint(-1, 3), rng.random() < 0.5, rng.random() < 0.5
        allowed = play.legal(hand, led, broken, first)
        assert allowed
        assert allowed & hand == allowed
        for card in cards(hand):
            absent: CardSet = play.shown_absent(card, led, broken, first)
            assert bool(allowed >> card & 1) == (hand & absent == 0), (texts(hand), card, led, broken, first)
            assert (play.broken_duty(hand, card, led, broken, first) == -1) == bool(allowed >> card & 1)
