"""Cards, sets, seats and decks."""

from __future__ import annotations

import doctest

import pytest

from p2pcards.cards import (
    FULL_DECK,
    HEARTS,
    QUEEN_OF_SPADES,
    SUIT_MASK,
    Rank,
    Suit,
    card_set,
    cards,
    even_deck,
    hearts_deck,
    in_turn,
    left_of,
    make_card,
    make_sides,
    next_seat,
    parse_card,
    parse_cards,
    partners,
    rank_of,
    side_of,
    spar_deck,
    suit_of,
    text,
    texts,
)
from p2pcards.cards import card as card_module


def test_doctests() -> None:
    assert doctest.testmod(card_module).failed == 0
    assert doctest.testmod(card_module).attempted > 0


def test_every_card_has_one_text() -> None:
    assert [parse_card(text(card)) for card in range(52)] == list(range(52))
    assert len({text(card) for card in range(52)}) == 52


@pytest.mark.parametrize(("word", "card"), [("2c", 0), (" 10s ", 47), ("TS", 47), ("as", 51), ("QS", QUEEN_OF_SPADES)])
def test_words(word: str, card: int) -> None:
    assert parse_card(word) == card


@pytest.mark.parametrize("word", ["", "Q", "1S", "QX", "QSS", "SQ", "queen of spades"])
def test_no_cards(word: str) -> None:
    with pytest.raises(ValueError, match="not a card"):
        parse_card(word)


def test_suit_and_rank() -> None:
    for card in range(52):
        assert make_card(suit_of(card), rank_of(card)) == card
        assert SUIT_MASK[suit_of(card)] >> card & 1
    assert (suit_of(QUEEN_OF_SPADES), rank_of(QUEEN_OF_SPADES)) == (Suit.SPADES, Rank.QUEEN)


def test_sets_go_up() -> None:
    held = parse_cards("AS 2C QH 2C")
    assert list(cards(held)) == [0, 36, 51]
    assert card_set(cards(held)) == held
    assert texts(held) == "2C QH AS"


@pytest.mark.parametrize(("seats", "out"), [(2, ""), (3, "2C"), (4, ""), (5, "2C 2D"), (6, "2C 2D 2H 2S")])
def test_even_decks(seats: int, out: str) -> None:
    assert FULL_DECK & ~even_deck(seats) == parse_cards(out)


@pytest.mark.parametrize(("seats", "out"), [(3, "2C"), (4, ""), (5, "2C 2D"), (6, "2C 2D 3C 3D")])
def test_hearts_decks_keep_all_hearts(seats: int, out: str) -> None:
    deck = hearts_deck(seats)
    assert FULL_DECK & ~deck == parse_cards(out)
    assert deck & HEARTS == HEARTS
    assert deck.bit_count() % seats == 0


def test_spar_decks() -> None:
    assert (spar_deck(False).bit_count(), spar_deck(True).bit_count()) == (35, 36)
    assert spar_deck(True) & ~spar_deck(False) == parse_cards("AS")


def test_seats_go_clockwise() -> None:
    assert (left_of(3, 4), next_seat(0, 4, -1), list(in_turn(2, 3))) == (0, 3, [2, 0, 1])


def test_partners_are_never_neighbours() -> None:
    assert make_sides(4, 2) == ((0, 2), (1, 3))
    assert make_sides(6, 3) == ((0, 3), (1, 4), (2, 5))
    assert make_sides(6, 2) == ((0, 2, 4), (1, 3, 5))
    assert make_sides(3, 0) == ((0,), (1,), (2,))
    assert (side_of(make_sides(6, 3), 4), partners(make_sides(6, 2), 2), partners(make_sides(3, 0), 2)) == (
        1,
        (0, 4),
        (),
    )
    with pytest.raises(ValueError):
        side_of(((0,),), 1)
