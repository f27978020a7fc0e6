"""What happened, once each, in the order in which a table would announce it. Keys and numbers, never sentences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from p2pcards.cards.card import Card, CardSet
from p2pcards.cards.seat import Seat
from p2pcards.rules.score import Result, Score


@dataclass(frozen=True, slots=True)
class DealStarted:
    """Cards are dealt. number: 1 for the first deal of the match."""

    number: int
    dealer: Seat


@dataclass(frozen=True, slots=True)
class GameChosen:
    """The holder of the seven of diamonds has named the game of this deal."""

    seat: Seat
    game: str


@dataclass(frozen=True, slots=True)
class CardsPassed:
    """A seat has chosen what it gives away; the cards change hands when all have. None: unseen by this peer."""

    seat: Seat
    to: Seat
    cards: CardSet | None


@dataclass(frozen=True, slots=True)
class CardsReceived:
    """Passed cards have changed hands."""

    seat: Seat
    giver: Seat
    cards: CardSet | None


@dataclass(frozen=True, slots=True)
class Looked:
    """A seat has taken up its hand instead of bidding blind."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class BidMade:
    """A seat has bid; 0 is nil."""

    seat: Seat
    tricks: int
    blind: bool


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A seat has played a card. trick: 1 for the first."""

    seat: Seat
    card: Card
    trick: int


@dataclass(frozen=True, slots=True)
class SuitBroken:
    """Spades (or hearts) may be led from now on. suit: 0..3."""

    seat: Seat
    suit: int


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """A trick is complete. count: tricks that the seat has now."""

    seat: Seat
    card: Card
    trick: int
    count: int


@dataclass(frozen=True, slots=True)
class DealScored:
    """A deal is scored. forfeiter: the seat that forfeited it, or None."""

    number: int
    score: Score
    forfeiter: Seat | None = None


@dataclass(frozen=True, slots=True)
class MatchOver:
    """The match has ended."""

    result: Result


Event: TypeAlias = (
    DealStarted
    | GameChosen
    | CardsPassed
    | CardsReceived
    | Looked
    | BidMade
    | CardPlayed
    | SuitBroken
    | TrickTaken
    | DealScored
    | MatchOver
)
