"""What a bot would do in my place, and why. It knows no more than I do."""

from __future__ import annotations

from random import Random

from p2pcards.bots.levels import make_bot
from p2pcards.rules.action import Action, Bid, Blind, Choose, Claim, Look, Pass, Play
from p2pcards.rules.phases import Prompt

from ..say.cards import card, card_list
from ..say.events import bid_word
from ..say.games import game_name
from ..say.hints import hint_reason
from ..say.i18n import tr
from .sight import Sight


def hint_line(sight: Sight, prompt: Prompt) -> str:
    """The hint for a question, in one sentence. The same question gets the same hint."""
    if sight.view is None:
        return ""
    decision = make_bot("normal").decide(sight.view, prompt, Random(0), worlds=None)
    return tr(
        "A hint: %(what)s. Why: %(why)s.",
        what=what(decision.action),
        why=hint_reason(decision.reason, decision.numbers),
    )


def what(action: Action) -> str:
    """An action in a few words: "queen of spades", "look at your cards"."""
    match action:
        case Play():
            return card(action.card)
        case Bid():
            return bid_word(action.tricks)
        case Pass():
            return card_list(action.cards or 0)
        case Blind():
            return tr("blind nil")
        case Look():
            return tr("look at your cards")
        case Choose():
            return game_name(action.game) if action.game else tr("none")
        case Claim():
            return tr("claim the rest")
