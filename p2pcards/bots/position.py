"""What a seat sees before it plays a card, as ints: the one thing that the bots of rules look at.

A Position is made from a view. Everything in it is public or in the seat's own hand, so a bot that reads nothing else
cannot peek. All card sets are ints of 52 bits.
"""

from __future__ import annotations

from dataclasses import dataclass

from p2pcards.cards.card import SUIT_MASK, Card, CardSet
from p2pcards.cards.seat import Seat
from p2pcards.rules.base import Rules
from p2pcards.rules.masks import PlayRules
from p2pcards.table.deal import Deal

#: HIGHER[card]: the cards of its suit that are higher. LOWER[card]: those that are lower.
HIGHER: tuple[CardSet, ...] = tuple(SUIT_MASK[c // 13] & ~((2 << c) - 1) for c in range(52))
LOWER: tuple[CardSet, ...] = tuple(SUIT_MASK[c // 13] & ((1 << c) - 1) for c in range(52))


def top(held: CardSet) -> Card:
    """The highest-numbered card of a set that is not empty; of one suit, its highest card."""
    return held.bit_length() - 1


def bottom(held: CardSet) -> Card:
    """The lowest-numbered card of a set that is not empty; of one suit, its lowest card."""
    return (held & -held).bit_length() - 1


@dataclass(slots=True)
class Position:
    """A seat about to play.

    rules: the game in force. hand: what I hold; legal: what I may play. out: cards that are neither mine nor played;
    others or the stock hold them. may[s]: what seat s may hold. must[s]: what it is known to hold. held[s]: how many
    cards it holds. bids: 0 where none was made. took[s]: tricks. captured[s]: cards in them.
    trick: (seat, card) in order of play. led: suit led, -1 on lead. best, master: the card that wins so far and whose
    it is (-1, -1 on lead). after: seats that play after me, in order. left: tricks still to be won, this one included.
    """

    rules: Rules
    play: PlayRules
    n: int
    me: Seat
    side: tuple[int, ...]
    mates: tuple[Seat, ...]
    foes: tuple[Seat, ...]
    hand: CardSet
    legal: CardSet
    out: CardSet
    may: tuple[CardSet, ...]
    must: tuple[CardSet, ...]
    held: tuple[int, ...]
    bids: tuple[int, ...]
    took: tuple[int, ...]
    captured: tuple[CardSet, ...]
    trick: tuple[tuple[Seat, Card], ...]
    led: int
    best: Card
    master: Seat
    after: tuple[Seat, ...]
    left: int
    broken: bool
    points: tuple[int, ...]
    bags: tuple[int, ...]

    @property
    def last(self) -> bool:
        """Whether I play the last card of the trick."""
        return not self.after

    def boss(self, card: Card) -> bool:
        """Whether no card that is out beats this one in its own suit."""
        return not self.out & HIGHER[card]

    def beaters(self) -> CardSet:
        """My legal cards that would take the lead in the trick; all of them when I am on lead."""
        if self.led < 0:
            return self.legal
        win = self.legal & HIGHER[self.best]
        trump = self.play.trump
        if trump >= 0 and self.best // 13 != trump:
            win |= self.legal & SUIT_MASK[trump]
        return win

    def void(self, seat: Seat, suit: int) -> bool:
        """Whether a seat is known to hold none of a suit."""
        return not self.may[seat] & SUIT_MASK[suit]

    def may_ruff(self, seat: Seat, suit: int) -> bool:
        """Whether a seat is known to be void in a side suit and may hold a trump."""
        trump = self.play.trump
        return trump >= 0 and suit != trump and self.void(seat, suit) and not self.void(seat, trump)


def read(view: Deal, seat: Seat, legal: CardSet) -> Position:
    """The position of `seat`, which is to play, in a deal as this seat sees it."""
    rules = view.game
    n = view.n
    hand = view.hand(seat)
    assert hand is not None, "a bot knows its own hand"
    sides = rules.sides(n)
    side = [0] * n
    for index, members in enumerate(sides):
        for member in members:
            side[member] = index
    play = rules.play_rules(n)
    trick = tuple(view.trick.by_seat(n).items())
    if trick:
        place = play.winner([card for _, card in trick])
        master, best = trick[place]
        led = trick[0][1] // 13
    else:
        master, best, led = -1, -1, -1
    held = tuple(view.hand_count(s) for s in range(n))
    out = rules.deck(n) & ~hand & ~view.played
    return Position(
        rules=rules,
        play=play,
        n=n,
        me=seat,
        side=tuple(side),
        mates=tuple(s for s in range(n) if s != seat and side[s] == side[seat]),
        foes=tuple(s for s in range(n) if side[s] != side[seat]),
        hand=hand,
        legal=legal,
        out=out,
        may=tuple(hand if s == seat else view.may_hold(s) & out for s in range(n)),
        must=tuple(hand if s == seat else view.must_hold(s) & out for s in range(n)),
        held=held,
        bids=tuple(bid or 0 for bid in view.bids),
        took=view.takes,
        captured=view.captured,
        trick=trick,
        led=led,
        best=best,
        master=master,
        after=tuple((seat + step) % n for step in range(1, n - len(trick))),
        left=held[seat],
        broken=view.broken,
        points=view.sheet.points,
        bags=view.sheet.bags,
    )
