"""The bot of rules: level normal. Sound in every game, and what the search of level hard falls back on."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from p2pcards.bots import bidding, choice, hearts_pass, hearts_play, spades_play, spar_play
from p2pcards.bots.base import STYLES, Actor, Decision, Style
from p2pcards.bots.position import Position, bottom, read
from p2pcards.cards.card import Card, text
from p2pcards.rules.action import Action, Choose, Pass, Play
from p2pcards.rules.hearts import HeartsPlay
from p2pcards.rules.phases import Phase, Prompt
from p2pcards.rules.spades import Spades
from p2pcards.rules.spar import Spar
from p2pcards.table.deal import Deal


class RuleBot(Actor):
    """Plays by rules alone; the same view always gets the same answer."""

    def __init__(self, style: Style = STYLES[0]) -> None:
        self.style = style

    @property
    def level(self) -> str:
        """See Bot.level."""
        return "normal"

    def decide(
        self, view: Deal, prompt: Prompt, rng: Random, deadline: float | None = None, worlds: int | None = None
    ) -> Decision:
        """See Bot.decide."""
        action, reason, numbers = decide(view, prompt, self.style)
        return Decision(action, self.level, reason, numbers)


def decide(view: Deal, prompt: Prompt, style: Style) -> tuple[Action, str, Mapping[str, int]]:
    """The action of the rules, the reason and its numbers."""
    phase = prompt.phase
    if phase is Phase.PLAYING:
        card, reason = play_card(view, prompt)
        return Play(prompt.seat, card), reason, {}
    if phase is Phase.PASSING:
        hand = view.hand(prompt.seat)
        assert hand is not None
        given, worst = hearts_pass.choose(hand, prompt.count, view.deck)
        return Pass(prompt.seat, given), "pass", {"card": worst}
    if phase is Phase.CHOOSING:
        return choose_game(view, prompt, style)
    return bidding.bid(view, prompt, style)


def play_card(view: Deal, prompt: Prompt) -> tuple[Card, str]:
    """The card of the rules."""
    if prompt.cards.bit_count() == 1:
        return bottom(prompt.cards), "forced"
    return play_position(read(view, prompt.seat, prompt.cards))


def play_position(p: Position) -> tuple[Card, str]:
    """The card of the rules in a position with several legal cards."""
    if isinstance(p.rules, Spades):
        return spades_play.play(p)
    if isinstance(p.rules, HeartsPlay):
        return hearts_play.play(p)
    if isinstance(p.rules, Spar):
        return spar_play.play(p)
    return bottom(p.legal), "low"


def choose_game(view: Deal, prompt: Prompt, style: Style) -> tuple[Action, str, Mapping[str, int]]:
    """The game of a Sparts deal; those without the seven of diamonds decline."""
    seat = prompt.seat
    if not prompt.games:
        return Choose(seat, None), "decline", {}
    hand = view.hand(seat)
    assert hand is not None
    n = view.n
    hearts_rules = view.rules.in_force("hearts")
    spades_rules = view.rules.in_force("spades")
    assert isinstance(spades_rules, Spades), text(0)
    spades = choice.spades_worth(hand, view.deck, n, spades_rules.nil_value) + 10 * style.risk
    passes = hearts_rules.passing if hearts_rules.pass_steps(view.sheet, n) else 0
    hearts = choice.hearts_worth(hand, view.deck, passes)
    game = "spades" if spades >= hearts else "hearts"
    return (
        Choose(seat, game if game in prompt.games else prompt.games[0]),
        "choose",
        {"spades": spades, "hearts": hearts},
    )
