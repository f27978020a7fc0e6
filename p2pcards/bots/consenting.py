"""What a bot says to what another seat asks of the table, by what its own seat knows."""

from __future__ import annotations

from p2pcards.cards.card import CardSet
from p2pcards.cards.seat import Seat
from p2pcards.table.claim import sure_line
from p2pcards.table.deal import Deal


def grants_claim(view: Deal, claimant: Seat, shown: CardSet) -> bool:
    """Whether a bot with this view agrees to a claim: when it is certain by what it knows. Bots themselves never claim,
    and never ask for a card back."""
    return sure_line(view, claimant, shown) is not None
