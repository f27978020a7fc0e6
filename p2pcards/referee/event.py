"""What happens around the cards: one frozen event for each thing that a person at the table is told.

What happens *with* the cards (bids, plays, tricks, scores) are the events of `p2pcards.table.event`.
"""

from __future__ import annotations

from dataclasses import dataclass

from p2pcards.cards.card import Card, CardSet

from .due import Verdict


@dataclass(frozen=True, slots=True)
class Agreed:
    """All seats have signed the terms; cut: the card that each seat drew for the first deal, dealer: who deals."""

    cut: tuple[int, ...]
    dealer: int


@dataclass(frozen=True, slots=True)
class Dealing:
    """The commitments of a deal are open. deal: 1.., attempt: 0.. (each void adds one)."""

    deal: int
    attempt: int
    dealer: int


@dataclass(frozen=True, slots=True)
class DealVoided:
    """An attempt to deal came to nothing; it is dealt again with fresh seeds."""

    deal: int
    attempt: int
    seat: int
    reason: str


@dataclass(frozen=True, slots=True)
class Audited:
    """The audit of a deal is done."""

    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Forfeit:
    """The deal counts as forfeited by one seat."""

    deal: int
    seat: int
    reason: str


@dataclass(frozen=True, slots=True)
class Paused:
    """The table waits. seat: who is away, or HOST."""

    seat: int
    reason: str


@dataclass(frozen=True, slots=True)
class Resumed:
    """The table goes on."""


@dataclass(frozen=True, slots=True)
class KeyChanged:
    """Another key plays a seat from here on. how: "take" (a bot plays on), "reclaim" (the owner is back), "join"."""

    seat: int
    how: str
    key: bytes


@dataclass(frozen=True, slots=True)
class Left:
    """The player of a seat left the table by its own will."""

    seat: int


@dataclass(frozen=True, slots=True)
class TimedOut:
    """A seat did not act within the turn limit."""

    seat: int


@dataclass(frozen=True, slots=True)
class Voted:
    """A seat's vote. on: the seat that is voted on, choice: "wait", "end", "bot"."""

    seat: int
    on: int
    choice: str


@dataclass(frozen=True, slots=True)
class Decided:
    """More than half of those who may vote want the same about a seat that is away. choice: "wait", "end", "bot"."""

    on: int
    choice: str


@dataclass(frozen=True, slots=True)
class Contested:
    """A seat says that something went wrong. entry: the seq it speaks of."""

    seat: int
    entry: int
    reason: str


@dataclass(frozen=True, slots=True)
class Claimed:
    """A seat says that all the remaining tricks are its own. cards: its whole hand, shown to all."""

    seat: int
    cards: CardSet


@dataclass(frozen=True, slots=True)
class ClaimAccepted:
    """The remaining tricks (so many) go to the seat. proved: whatever the others hold and play; else all agreed."""

    seat: int
    tricks: int
    proved: bool


@dataclass(frozen=True, slots=True)
class ClaimRefused:
    """Somebody said no to the claim of the seat, or the seat plays on. The shown cards stay known."""

    seat: int


@dataclass(frozen=True, slots=True)
class TakeBackAsked:
    """A seat wants to take back the card that it has just played."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class TakenBack:
    """All agreed: the card is back in the hand of the seat, where all now know it, and the seat is to play."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class TakeBackRefused:
    """Somebody said no, or the next seat has played on: the card stays."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Consented:
    """A seat's answer to a claim or a take-back. kind: "claim", "takeback"."""

    seat: int
    kind: str
    yes: bool


@dataclass(frozen=True, slots=True)
class Ended:
    """The last entry: the match is over and complete."""


TableEvent = (
    Agreed
    | Dealing
    | DealVoided
    | Audited
    | Forfeit
    | Paused
    | Resumed
    | KeyChanged
    | Left
    | TimedOut
    | Voted
    | Decided
    | Contested
    | Claimed
    | ClaimAccepted
    | ClaimRefused
    | TakeBackAsked
    | TakenBack
    | TakeBackRefused
    | Consented
    | Ended
)
