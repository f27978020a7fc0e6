"""What a seat can do in a deal, and the error for what it cannot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from p2pcards_protocol.errors import P2PCardsError

from p2pcards.cards.card import Card, CardSet
from p2pcards.cards.seat import Seat


@dataclass(frozen=True, slots=True)
class Choose:
    """Name the game of this deal, or decline (None) for want of the seven of diamonds (document 000 line 19)."""

    seat: Seat
    game: str | None


@dataclass(frozen=True, slots=True)
class Pass:
    """Give cards away before play. None: the cards are not known to this peer."""

    seat: Seat
    cards: CardSet | None


@dataclass(frozen=True, slots=True)
class Look:
    """Take up the hand, and with it lose the right to bid blind nil."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Blind:
    """Bid nil without having seen the hand (document 003 line 37)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Bid:
    """Say how many tricks the seat will take; 0 is nil."""

    seat: Seat
    tricks: int


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card to the trick."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Claim:
    """All the remaining tricks are mine, the unfinished one included. cards: all that the seat holds, shown."""

    seat: Seat
    cards: CardSet


Action: TypeAlias = Choose | Pass | Look | Blind | Bid | Play | Claim

#: Every `why` of an IllegalAction, with what its data says.
WHY: Mapping[str, tuple[str, ...]] = {
    "over": (),  # the deal has ended
    "wrong-phase": ("phase",),  # another kind of action is due
    "not-your-turn": ("to_act",),
    "already-spoken": (),  # this seat has chosen or passed already
    "unknown-game": ("games",),
    "must-choose": (),  # the holder of the seven of diamonds may not decline
    "not-holder": ("card",),  # the seat is known not to hold the card that gives it the right
    "already-chosen": ("seat",),  # another seat has chosen; one of the two has lied
    "nobody-chose": (),  # all declined; the holder has lied
    "cards-needed": (),  # this hand is known: the passed cards must be named
    "pass-count": ("count",),
    "not-held": ("card",),  # the card is not in that hand, or known to be elsewhere
    "not-in-deck": ("card",),
    "already-played": ("card",),
    "blind-not-allowed": (),  # the bid of nil is shut to this seat now
    "bid-range": ("low", "high"),
    "bid-forbidden": ("bid",),  # this number may never be bid at this table
    "no-hell": ("bid", "tricks"),  # the bids may not add up to the tricks
    "suicide": ("bid", "partner"),  # one partner bids nil, the other enough
    "team-cap": ("bid", "cap"),
    "must-follow": ("suit",),
    "must-trump": ("suit",),
    "lead-unbroken": ("suit",),
    "first-trick": (),  # no penalty card to the first trick
    "opening-card": ("cards",),  # the first lead is laid down by the rules
    "revoke-proven": ("card", "log"),  # this card shows that the play at that place of the log was a revoke
    "impossible-hand": ("card",),  # no hand can have played like this
    "no-claims": (),  # this game knows no claims
    "claim-count": ("count",),  # a claim shows the whole hand and names as many tricks
    "claimed-already": (),  # this claim was refused; after the next card there may be another
    "request-open": (),  # a claim or a take-back waits for answers
    "no-request": (),  # nothing waits for an answer of this seat
    "takebacks-off": (),  # the table plays without take-backs
    "nothing-to-take-back": (),  # the last card is not this seat's, or the deal is over
}


class IllegalAction(P2PCardsError):
    """That is not allowed now.

    `why` is a key of WHY; `data` has the names listed there: numbers, cards and keys, never sentences.
    """

    def __init__(self, seat: Seat, action: object, why: str, data: Mapping[str, object] | None = None) -> None:
        super().__init__(f"seat {seat}, {action}: {why}")
        self.seat = seat
        self.action = action
        self.why = why
        self.data: Mapping[str, object] = dict(data or {})
