"""Which cards may be played, and which card wins: pure functions on ints, shared by referee, screen and bots.

Theory. Every duty in a trick-taking game has the form "if you hold any of these, play one of those": follow suit, no
unbroken suit on lead, trump when void, no penalty card to the first trick. So what a seat may play is its hand cut down
by a short list of *duties* (held, play), in order: a hand with a card in `held` is cut to `play`. The lists are tables,
made once for a game; a playout runs over them without a call for every rule.

The same lists say what a play tells about an unseen hand: a card outside `play` proves that none of `held` was there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from p2pcards.cards.card import SPADES, SUIT_MASK, Card, CardSet

#: (held, play): who holds any of the first must play one of the second.
Duty: TypeAlias = tuple[CardSet, CardSet]
Duties: TypeAlias = tuple[Duty, ...]
NO_TRUMP = -1


@dataclass(frozen=True)
class PlayRules:
    """The rules of play of one game as card sets; made by `Rules.play_rules(seats)`.

    trump: 3 (spades) or NO_TRUMP. lead_ban: cards not led until broken (empty: no ban). breakers: cards that break
    when played (empty: never broken). lead_yield: cards that a leader need not play before a banned one.
    must_trump: a void hand plays a spade. first_ban: cards not played to the first trick. opening: what the first
    lead must be (empty: free). opener_card: its holder leads first (None: the eldest).
    """

    trump: int = NO_TRUMP
    lead_ban: CardSet = 0
    breakers: CardSet = 0
    lead_yield: CardSet = 0
    must_trump: bool = False
    first_ban: CardSet = 0
    opening: CardSet = 0
    opener_card: Card | None = None
    #: table[led + 1][broken][first] is the list of duties; led -1 is a lead.
    table: tuple[tuple[tuple[Duties, ...], ...], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        table = tuple(
            tuple(tuple(self._duties(led, broken, first) for first in (False, True)) for broken in (False, True))
            for led in range(-1, 4)
        )
        object.__setattr__(self, "table", table)

    def _duties(self, led: int, broken: bool, first: bool) -> Duties:
        duties: list[Duty] = []
        if led >= 0:
            duties.append((SUIT_MASK[led], SUIT_MASK[led]))
            if self.must_trump:
                duties.append((SPADES, SPADES))
        elif first and self.opening:
            duties.append((self.opening, self.opening))
        if first and self.first_ban:
            duties.append((~self.first_ban, ~self.first_ban))
        if led < 0 and self.lead_ban and not broken:
            duties.append((~(self.lead_ban | self.lead_yield), ~self.lead_ban))
        return tuple(duties)

    def duties(self, led: int, broken: bool, first: bool) -> Duties:
        """The duties of a seat about to play. led: suit 0..3, -1 on lead; first: in the first trick."""
        return self.table[led + 1][broken][first]

    def legal(self, hand: CardSet, led: int, broken: bool, first: bool) -> CardSet:
        """The cards of a hand that may be played; not empty unless the hand is."""
        for held, play in self.table[led + 1][broken][first]:
            if hand & held:
                hand &= play
        return hand

    def shown_absent(self, card: Card, led: int, broken: bool, first: bool) -> CardSet:
        """The cards that a seat cannot hold if `card` was a legal play."""
        bit = 1 << card
        absent = 0
        within = -1
        for held, play in self.table[led + 1][broken][first]:
            if not bit & play:
                absent |= within & held
            elif held == play:
                within &= play
        return absent

    def broken_duty(self, hand: CardSet, card: Card, led: int, broken: bool, first: bool) -> int:
        """The place in `duties` of the first duty that playing `card` from `hand` breaks, -1 if none."""
        bit = 1 << card
        for place, (held, play) in enumerate(self.table[led + 1][broken][first]):
            if hand & held:
                if not bit & play:
                    return place
                hand &= play
        return -1

    def winner(self, trick: Sequence[Card]) -> int:
        """The place in `trick` (cards in order of play) of the card that wins it."""
        return winner_index(trick, self.trump)


def winner_index(trick: Sequence[Card], trump: int = NO_TRUMP) -> int:
    """The place of the winning card: the highest trump, else the highest of the led suit.

    >>> winner_index([12, 25, 11], NO_TRUMP), winner_index([12, 39, 11], 3)
    (0, 1)
    """
    best = trick[0]
    place = 0
    suit = best // 13
    for index in range(1, len(trick)):
        card = trick[index]
        its = card // 13
        if its == suit:
            if card > best:
                best = card
                place = index
        elif its == trump:
            best = card
            suit = trump
            place = index
    return place
