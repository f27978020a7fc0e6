"""The decks of the games: 52, 51, 50 and 48 cards from the two up, 36 and 35 from the six up."""

from __future__ import annotations

from p2pcards.cards.card import ACE_OF_SPADES, FULL_DECK, RANK_MASK, CardSet, Rank, make_card

#: Twos that leave the deck first: clubs, diamonds, hearts, spades (document 001 lines 15-18, 003 line 26).
_TWOS = tuple(make_card(suit, Rank.TWO) for suit in range(4))

_FROM_SIX: CardSet = sum(RANK_MASK[Rank.SIX :])


def even_deck(seats: int) -> CardSet:
    """The full deck less the fewest twos that let it go round evenly: 52, 51 (3), 50 (5), 48 (6 seats)."""
    deck = FULL_DECK
    for card in _TWOS[: 52 % seats]:
        deck &= ~(1 << card)
    return deck


def hearts_deck(seats: int) -> CardSet:
    """The full deck less the lowest clubs and diamonds (2C 2D 3C 3D) until it goes round; all hearts stay in."""
    deck = FULL_DECK
    for place in range(52 % seats):
        deck &= ~(1 << make_card(place % 2, place // 2))
    return deck


def spar_deck(ace_of_spades: bool) -> CardSet:
    """The 36 cards from the six up, without the ace of spades (35) unless it plays (document 002 lines 11, 55)."""
    return _FROM_SIX if ace_of_spades else _FROM_SIX & ~(1 << ACE_OF_SPADES)
