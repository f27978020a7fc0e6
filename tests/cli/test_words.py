"""Cards as people type them."""

import pytest
from p2pcards_cli.plain.words import Ambiguous, NotACard, find_card, find_cards, find_suit
from p2pcards_cli.say.cards import card, shown

from p2pcards.cards.card import FULL_DECK, cards, parse_card, parse_cards, text

HAND = parse_cards("QS TS 2H QH KD 3C")


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("qs", "QS"),
        ("QS", "QS"),
        ("10s", "TS"),
        ("ts", "TS"),
        ("10 of spades", "TS"),
        ("queen of spades", "QS"),
        ("Queen Spades", "QS"),
        ("spades queen", "QS"),
        ("q s", "QS"),
        ("que of sp", "QS"),
        ("q♠", "QS"),
        ("king", "KD"),
        ("k", "KD"),
        ("clubs", "3C"),
        ("c", "3C"),
        ("three", "3C"),
        ("1", "QS"),
        ("2", "TS"),
    ],
)
def test_what_can_be_typed(typed: str, wanted: str) -> None:
    assert text(find_card(typed, HAND, shown(HAND))) == wanted


@pytest.mark.parametrize("typed", ["", "of", "zz", "7", "0", "99999999999", "q z", "queen of", "♠"])
def test_what_is_no_card(typed: str) -> None:
    if typed == "queen of":
        with pytest.raises(Ambiguous):
            find_card(typed, HAND, shown(HAND))
        return
    with pytest.raises(NotACard):
        find_card(typed, HAND, shown(HAND))


@pytest.mark.parametrize(("typed", "count"), [("queen", 2), ("hearts", 2), ("s", 2), ("q", 2)])
def test_what_could_be_several_cards_is_not_guessed(typed: str, count: int) -> None:
    with pytest.raises(Ambiguous) as caught:
        find_card(typed, HAND, shown(HAND))
    assert len(caught.value.found) == count


def test_every_card_is_found_by_both_of_its_names() -> None:
    for each in cards(FULL_DECK):
        assert find_card(card(each), 0) == each
        assert find_card(text(each), 0) == each


@pytest.mark.parametrize(
    "typed",
    [
        "2h qs kd",
        "two of hearts queen of spades king of diamonds",
        "2 of hearts, queen of spades, kd",
        "4 1 5",
        "2H,QS,KD",
    ],
)
def test_several_cards(typed: str) -> None:
    assert find_cards(typed, HAND, shown(HAND)) == [parse_card("2H"), parse_card("QS"), parse_card("KD")]


def test_suits() -> None:
    assert [find_suit(word) for word in ("s", "hearts", "dia", "C", "x", "")] == [3, 2, 1, 0, None, None]
