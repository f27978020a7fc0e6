"""What a bot would do in my place, and why. It knows no more than I do.

A card is that of the rules of thumb, with their reason, unless another one is clearly better in deals played out by way
of trial; what the trial says against the second best is told in any case.
"""

from __future__ import annotations

from random import Random

from p2pcards.bots import hearts_pass
from p2pcards.bots.base import Decision
from p2pcards.bots.levels import make_bot
from p2pcards.cards.seat import partners, side_of
from p2pcards.rules.action import Action, Bid, Blind, Choose, Claim, Look, Pass, Play
from p2pcards.rules.phases import Prompt
from p2pcards.rules.spades import Spades
from p2pcards.rules.spades_score import side_lines
from p2pcards.table.deal import Deal

from ..say.cards import card, card_list
from ..say.events import bid_word
from ..say.games import game_name
from ..say.hints import by_chance, hint_reason, lower_bid, next_bid, passed_reason, trial
from ..say.i18n import tr
from .sight import Sight

WORLDS = 48
"""Deals that are played out for the hint of a card: as many as take no time to speak of."""


def hint_line(sight: Sight, prompt: Prompt) -> str:
    """The hint for a question, in a few sentences. The same question gets the same hint."""
    view = sight.view
    if view is None:
        return ""
    decision = make_bot("normal").decide(view, prompt, Random(0))
    rest: list[str] = []
    why = hint_reason(decision.reason, decision.numbers)
    match decision.action:
        case Bid(tricks=tricks) if decision.reason == "bid":
            rest = around(view, prompt, tricks)
        case Pass():
            hand = view.hand(prompt.seat)
            assert hand is not None
            why = passed_reason(hearts_pass.why(hand, prompt.count, view.deck))
        case Play() if decision.reason != "forced":
            tried = make_bot("hard").decide(view, prompt, Random(0), worlds=WORLDS)
            if tried.reason == "search" and tried.action == decision.action:
                rest = [_trial(view, tried)]
            elif tried.reason == "search" and clear(tried):
                why = tr("by way of trial; the rule of thumb would be %(card)s", card=what(decision.action))
                decision, rest = tried, [_trial(view, tried)]
            elif tried.reason == "search":
                rest = [by_chance(what(tried.action), tried.worlds)]
    said = tr("A hint: %(what)s. Why: %(why)s.", what=what(decision.action), why=why)
    return " ".join((said, *rest))


def clear(tried: Decision) -> bool:
    """Whether the card of a trial is better by more than chance: two standard errors of a coin."""
    better, worse = tried.numbers["better"], tried.numbers["worse"]
    return tried.numbers["second"] < 0 or (better > worse and (better - worse) ** 2 > 4 * (better + worse))


def _trial(view: Deal, tried: Decision) -> str:
    """What the trial says about the second best card; points are mine less those of the others, on average. Where
    two sides play Spades it looks at the chance of the match (bots.search.payoff), which is no number of points."""
    numbers = tried.numbers
    points = not (isinstance(view.game, Spades) and len(view.sides) == 2)
    margin = numbers["margin"] // (len(view.sides) - 1)
    second = None if numbers["second"] < 0 else numbers["second"]
    better, worse = numbers["better"], numbers["worse"]
    return trial(second, worlds=numbers["worlds"], margin=margin, points=points, better=better, worse=worse)


def around(view: Deal, prompt: Prompt, bid: int) -> list[str]:
    """What the next bid up and the next one down would win and risk, for the side and with the bids that it has."""
    rules = view.game
    assert isinstance(rules, Spades)
    me, sides = prompt.seat, rules.sides(view.n)
    members = [me, *(mate for mate in partners(sides, me) if view.bids[mate])]

    def points(mine: int, took: int) -> int:
        """Of a bid of mine with so many tricks, when the others of the side take what they have bid."""
        bids = [said or 0 for said in view.bids]
        bids[me] = mine
        takes = [*bids]
        takes[me] = took
        lines, _, _ = side_lines(rules, side_of(sides, me), members, bids, [False] * view.n, takes)
        return sum(line.points for line in lines)

    made, told = points(bid, bid), []
    if higher := [each for each in prompt.bids if each > bid]:
        up = higher[0]
        told.append(next_bid(up, more=points(up, up) - made, cost=-points(up, up - 1), alone=len(members) == 1))
    if lower := [each for each in prompt.bids if 0 < each < bid]:
        down = lower[-1]
        over = -10 if rules.quicksand else rules.overtrick_points
        told.append(lower_bid(down, less=made - points(down, down), bags=bool(rules.bag_limit), over=over))
    return told


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
