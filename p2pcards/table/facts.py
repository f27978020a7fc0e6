"""The derived state of a deal: all that follows from dealer, hands, sheet and log, carried from action to action.

Nothing here is a source of truth: folding the log again from the start gives the same facts, and a test says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from p2pcards.cards.card import Card, CardSet
from p2pcards.cards.seat import Seat
from p2pcards.rules.base import Rules
from p2pcards.rules.masks import PlayRules
from p2pcards.rules.phases import Phase
from p2pcards.rules.score import Sheet


@dataclass(frozen=True, slots=True)
class Trick:
    """Cards in order of play, seats from the leader clockwise. winner: None until the trick is complete."""

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat | None = None

    @property
    def led(self) -> int:
        """The suit led, 0..3; -1 while no card is on the table."""
        return self.cards[0] // 13 if self.cards else -1

    def by_seat(self, seats: int) -> dict[Seat, Card]:
        """The cards of the trick by who played them, in order of play."""
        return {(self.leader + step) % seats: card for step, card in enumerate(self.cards)}

    def card_of(self, seat: Seat, seats: int) -> Card | None:
        """What the seat played to this trick, None if it has not."""
        place = (seat - self.leader) % seats
        return self.cards[place] if place < len(self.cards) else None


@dataclass(frozen=True, slots=True)
class Shown:
    """Cards that a seat has shown to all. They were in its hand when play began. whole: they were that whole hand (a
    claim: what it holds and what it has played)."""

    seat: Seat
    cards: CardSet
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Setup:
    """What a deal begins with. dealt: per seat the hand as dealt, None where this peer does not know it. shown: what
    has become known since, by claims and cards taken back, in order."""

    rules: Rules
    n: int
    dealer: Seat
    dealt: tuple[CardSet | None, ...]
    sheet: Sheet
    shown: tuple[Shown, ...] = ()


class Facts(NamedTuple):
    """See the module. All tuples are per seat unless said otherwise."""

    game: Rules  # the game in force
    play: PlayRules
    size: int  # cards dealt to each seat
    phase: Phase | None  # None: all is played
    to_act: tuple[Seat, ...]  # ascending
    spoken: int  # bits of the seats that have chosen or passed in the current phase
    chooser: Seat | None
    choice: str | None
    passes: tuple[CardSet | None, ...]
    exchanged: bool  # passed cards have changed hands, or none were to
    looked: tuple[bool, ...]
    bids: tuple[int | None, ...]
    blind: tuple[bool, ...]
    leader: Seat
    trick: tuple[Card, ...]  # in order of play
    tricks: tuple[Trick, ...]  # finished
    takes: tuple[int, ...]
    captured: tuple[CardSet, ...]
    gone: tuple[CardSet, ...]  # cards each seat has played
    played: CardSet
    broken: bool
    start: tuple[CardSet | None, ...]  # the hand at the start of play where known (before: the dealt hand)
    may: tuple[CardSet, ...]  # cards the seat may have held then, by what is known of dealt and passed cards
    must: tuple[CardSet, ...]  # cards it is known to have held then
    absent: tuple[CardSet, ...]  # cards it has shown, by its play, not to hold
