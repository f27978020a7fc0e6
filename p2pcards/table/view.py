"""What one seat may see of a deal."""

from __future__ import annotations

from dataclasses import replace

from p2pcards.cards.seat import Seat
from p2pcards.rules.action import Action, Pass
from p2pcards.table.deal import Deal


def seen_by(deal: Deal, seat: Seat | None) -> Deal:
    """The deal as `seat` knows it (None: an onlooker): its own hand once it may look, its own passed cards and, after
    the exchange, those passed to it; every other hand and pass is None."""
    exchanged = deal.facts.exchanged
    steps = deal.game.pass_steps(deal.sheet, deal.n)
    giver = (seat - steps) % deal.n if seat is not None and exchanged else None

    def public(action: Action) -> Action:
        if isinstance(action, Pass) and action.seat not in (seat, giver):
            return Pass(action.seat, None)
        return action

    dealt = tuple(hand if other == seat and deal.looked[other] else None for other, hand in enumerate(deal.dealt))
    log = tuple(public(action) for action in deal.log)
    return Deal.fold(replace(deal.setup, dealt=dealt), log)
