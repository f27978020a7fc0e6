"""A bot that draws its action by lot: for tests and as the floor of the arena."""

from __future__ import annotations

from random import Random

from p2pcards.bots.base import Actor, Decision, below
from p2pcards.cards.card import cards
from p2pcards.rules.action import Action, Bid, Blind, Choose, Look, Pass, Play
from p2pcards.rules.phases import Phase, Prompt
from p2pcards.table.deal import Deal


class RandomBot(Actor):
    """Every allowed action is as likely as any other."""

    @property
    def level(self) -> str:
        """See Bot.level."""
        return "random"

    def decide(
        self, view: Deal, prompt: Prompt, rng: Random, deadline: float | None = None, worlds: int | None = None
    ) -> Decision:
        """See Bot.decide."""
        return Decision(draw(prompt, rng), self.level, "random")


def draw(prompt: Prompt, rng: Random) -> Action:
    """An allowed action, by lot."""
    seat = prompt.seat
    if prompt.phase is Phase.PLAYING:
        held = list(cards(prompt.cards))
        return Play(seat, held[below(rng, len(held))])
    if prompt.phase is Phase.BIDDING:
        return Bid(seat, prompt.bids[below(rng, len(prompt.bids))])
    if prompt.phase is Phase.LOOKING:
        return Blind(seat) if prompt.may_blind and below(rng, 2) else Look(seat)
    if prompt.phase is Phase.CHOOSING:
        games: list[str | None] = [*prompt.games]
        if prompt.may_decline:
            games.append(None)
        return Choose(seat, games[below(rng, len(games))])
    left = list(cards(prompt.cards))
    given = 0
    for _ in range(prompt.count):
        given |= 1 << left.pop(below(rng, len(left)))
    return Pass(seat, given)
