"""The phases of a deal, and what a seat is asked in each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import combinations

from p2pcards.cards.card import CardSet, card_set, cards
from p2pcards.cards.seat import Seat
from p2pcards.rules.action import Action, Bid, Blind, Choose, Claim, Look, Pass, Play


class Phase(Enum):
    """Where a deal stands: each phase accepts the actions it names and no others."""

    #: Everybody says which game, or declines: `Choose`. All seats that have not spoken are to act.
    CHOOSING = "choosing"
    #: Everybody gives cards away: `Pass`. All seats that have not passed are to act.
    PASSING = "passing"
    #: The seat to bid may still bid blind: `Look` or `Blind`.
    LOOKING = "looking"
    #: The seat in turn says its number: `Bid`.
    BIDDING = "bidding"
    #: The seat in turn plays a card, or claims all that is left: `Play`, `Claim`.
    PLAYING = "playing"


#: The actions that each phase accepts.
ACCEPTS: dict[Phase, tuple[type[Action], ...]] = {
    Phase.CHOOSING: (Choose,),
    Phase.PASSING: (Pass,),
    Phase.LOOKING: (Look, Blind),
    Phase.BIDDING: (Bid,),
    Phase.PLAYING: (Play, Claim),
}


@dataclass(frozen=True, slots=True)
class Prompt:
    """What one seat is asked now: everything that `apply` will accept from it, and nothing else.

    cards: playable now, or (passing) those to pick from; for an unseen hand, those that some hand could play.
    count: how many cards to pick (passing), else 0 or 1. bids: ascending. games: keys for Choose.
    may_decline: Choose(None) is accepted. may_blind: Blind is accepted. may_claim: so is a Claim of the whole hand.
    """

    seat: Seat
    phase: Phase
    cards: CardSet = 0
    count: int = 0
    bids: tuple[int, ...] = ()
    games: tuple[str, ...] = ()
    may_decline: bool = False
    may_blind: bool = False
    may_claim: bool = False

    def actions(self) -> Iterator[Action]:
        """Every action the prompt allows, in a fixed order; for passing, every combination of cards. A claim is
        not among them: what it says is the whole hand."""
        if self.phase is Phase.CHOOSING:
            yield from (Choose(self.seat, game) for game in self.games)
            if self.may_decline:
                yield Choose(self.seat, None)
        elif self.phase is Phase.PASSING:
            yield from (Pass(self.seat, card_set(some)) for some in combinations(cards(self.cards), self.count))
        elif self.phase is Phase.LOOKING:
            yield Look(self.seat)
            if self.may_blind:
                yield Blind(self.seat)
        elif self.phase is Phase.BIDDING:
            yield from (Bid(self.seat, tricks) for tricks in self.bids)
        else:
            yield from (Play(self.seat, card) for card in cards(self.cards))
