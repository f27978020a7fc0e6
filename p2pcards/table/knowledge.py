"""Who may hold what: the part of a deal's facts that hidden hands leave open.

Only facts about one seat at a time are used: its play, cards known elsewhere, cards passed, the sevens and twos that a
rule gives away. Nothing is counted across seats, so an answer here is never too narrow.
"""

from __future__ import annotations

from p2pcards.cards.card import SEVEN_OF_DIAMONDS, CardSet
from p2pcards.cards.seat import Seat
from p2pcards.table.facts import Facts, Setup, Shown

Masks = tuple[CardSet, ...]


def _elsewhere(own: Seat, held: list[CardSet]) -> CardSet:
    """The union of the cards known in other seats' hands."""
    union = 0
    for seat, cards in enumerate(held):
        if seat != own:
            union |= cards
    return union


def as_dealt(setup: Setup, deck: CardSet, chooser: Seat | None) -> tuple[Masks, Masks]:
    """(may, must) per seat before any card is passed."""
    must = [cards or 0 for cards in setup.dealt]
    if chooser is not None:
        must[chooser] |= 1 << SEVEN_OF_DIAMONDS
    may = [
        cards if (cards := setup.dealt[seat]) is not None else deck & ~_elsewhere(seat, must) for seat in range(setup.n)
    ]
    return tuple(may), tuple(must)


def after_pass(
    setup: Setup, deck: CardSet, chooser: Seat | None, passes: tuple[CardSet | None, ...], steps: int
) -> tuple[tuple[CardSet | None, ...], Masks, Masks]:
    """(hands, may, must) per seat once passed cards have changed hands. hands: None where not wholly known."""
    n = setup.n
    may0, must0 = as_dealt(setup, deck, chooser)
    hands: list[CardSet | None] = []
    may: list[CardSet] = []
    must: list[CardSet] = []
    for seat in range(n):
        giver = (seat - steps) % n
        given, got, dealt = passes[seat], passes[giver], setup.dealt[seat]
        if dealt is not None and given is not None and got is not None:
            hands.append(dealt & ~given | got)
            may.append(dealt & ~given | got)
            must.append(dealt & ~given | got)
            continue
        hands.append(None)
        kept_sure = must0[seat] & ~given if given is not None else 0
        kept_may = may0[seat] & ~(given or 0)
        got_may = got if got is not None else may0[giver]
        may.append(kept_may | got_may)
        must.append(kept_sure | (got or 0))
    may = [cards if hands[seat] is not None else cards & ~_elsewhere(seat, must) for seat, cards in enumerate(may)]
    return tuple(hands), tuple(may), tuple(must)


def after_showing(facts: Facts, shown: tuple[Shown, ...]) -> Facts:
    """The facts at the start of play with cards that are shown later known to have been there. What this peer knows
    of a hand for certain is not overruled."""
    start, must = list(facts.start), list(facts.must)
    for each in shown:
        must[each.seat] |= each.cards
        if each.whole and start[each.seat] is None:
            start[each.seat] = each.cards
    return facts._replace(start=tuple(start), must=tuple(must))


def hand(facts: Facts, seat: Seat) -> CardSet | None:
    """The cards the seat holds now, None where they are not wholly known."""
    start = facts.start[seat]
    return None if start is None else start & ~facts.gone[seat]


def held_count(facts: Facts, seat: Seat) -> int:
    """How many cards the seat holds now."""
    return facts.size - facts.gone[seat].bit_count()


def may_hold(facts: Facts, seat: Seat) -> CardSet:
    """The cards the seat may hold now; its hand, where that is known."""
    start = facts.start[seat]
    if start is not None:
        return start & ~facts.gone[seat]
    others = 0
    for other, cards in enumerate(facts.must):
        if other != seat:
            others |= cards
    return facts.may[seat] & ~facts.played & ~facts.absent[seat] & ~others


def must_hold(facts: Facts, seat: Seat) -> CardSet:
    """The cards the seat is known to hold now; its hand, where that is known."""
    start = facts.start[seat]
    return (facts.must[seat] if start is None else start) & ~facts.gone[seat]
