"""The policy of the playouts as a bot: shows in the arena how good the search's idea of play is."""

from __future__ import annotations

from random import Random

from p2pcards.bots.base import STYLES, Actor, Decision, Style
from p2pcards.bots.position import Position, bottom, read
from p2pcards.bots.rules_bot import decide
from p2pcards.bots.search import hearts_playout, spades_playout, spar_playout
from p2pcards.bots.search.setup import before, contract, worlds
from p2pcards.cards.card import Card
from p2pcards.rules.action import Play
from p2pcards.rules.hearts import HeartsPlay
from p2pcards.rules.phases import Phase, Prompt
from p2pcards.rules.spades import Spades
from p2pcards.rules.spar import Spar
from p2pcards.table.deal import Deal


class QuickBot(Actor):
    """Bids by rules and plays what a playout would."""

    def __init__(self, style: Style = STYLES[0]) -> None:
        self.style = style

    @property
    def level(self) -> str:
        """See Bot.level."""
        return "quick"

    def decide(
        self, view: Deal, prompt: Prompt, rng: Random, deadline: float | None = None, worlds: int | None = None
    ) -> Decision:
        """See Bot.decide."""
        if prompt.phase is not Phase.PLAYING:
            action, reason, numbers = decide(view, prompt, self.style)
            return Decision(action, self.level, reason, numbers)
        if prompt.cards.bit_count() == 1:
            return Decision(Play(prompt.seat, bottom(prompt.cards)), self.level, "forced")
        card = policy_card(view, read(view, prompt.seat, prompt.cards), rng)
        return Decision(Play(prompt.seat, card), self.level, "low")


def policy_card(view: Deal, p: Position, rng: Random) -> Card:
    """What the playout policy plays; it looks at no other hand, so any world will do."""
    if isinstance(p.rules, Spar):
        return bottom(spar_playout.spend(p.legal))
    log: list[Card] = []
    table = before(view, p).copy(worlds(view, p).draw(rng))
    if isinstance(p.rules, Spades):
        spades_playout.play_out(p.play, table, contract(p), log)
    elif isinstance(p.rules, HeartsPlay):
        hearts_playout.play_out(p.play, table, log)
    return log[0]
