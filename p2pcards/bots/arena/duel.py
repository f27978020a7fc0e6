"""Duplicate play: each deal twice with the bots' seats exchanged, so that luck with the cards cancels.

In a game of sides the bots take the sides alternately, in a game without every other seat (with an odd number, a run of
seats that moves on from deal to deal). A bag costs its long-run price, or a single deal would reward taking them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any

from p2pcards.bots.arena.plan import Pair, Plan
from p2pcards.bots.arena.runner import deal_cards, new_deal, play_deal
from p2pcards.bots.base import Actor, Bot, Clock, Decision
from p2pcards.bots.levels import make_bot
from p2pcards.rules.base import Rules
from p2pcards.rules.phases import Phase, Prompt
from p2pcards.rules.presets import make_rules
from p2pcards.rules.score import Score
from p2pcards.table.deal import Deal
from p2pcards.table.match import Match

#: Called after each pair.
Progress = Callable[[Pair], None]


class Timed(Actor):
    """A bot with a stop-watch; `bidder`, if any, decides all but the cards."""

    def __init__(self, bot: Bot, bidder: Bot | None, clock: Clock, worlds: int) -> None:
        self.bot, self.bidder, self.clock, self.worlds = bot, bidder, clock, worlds
        self.moves, self.busy, self.played = 0, 0.0, 0

    @property
    def level(self) -> str:
        """See Bot.level."""
        return self.bot.level

    def decide(
        self, view: Deal, prompt: Prompt, rng: Random, deadline: float | None = None, worlds: int | None = None
    ) -> Decision:
        """See Bot.decide."""
        if self.bidder is not None and prompt.phase is not Phase.PLAYING:
            return self.bidder.decide(view, prompt, rng)
        begin = self.clock()
        decision = self.bot.decide(view, prompt, rng, None, self.worlds or None)
        self.busy += self.clock() - begin
        self.moves += 1
        self.played += decision.worlds
        return decision


def run(plan: Plan, numbers: Iterable[int], clock: Clock = lambda: 0.0, progress: Progress | None = None) -> list[Pair]:
    """Play the pairs of these numbers. Any split of the numbers over processes or days gives the same gains.

    clock: a steady clock in seconds, for the times. Raises KeyError or OptionError for a plan that names nothing.
    """
    rules = make_rules(plan.game, dict(plan.options))
    rules.check(plan.seats)
    pairs = []
    for number in numbers:
        watches = [
            Timed(make_bot(name), make_bot(plan.bidder) if plan.bidder else None, clock, plan.worlds)
            for name in (plan.a, plan.b)
        ]
        play = play_match if plan.matches else play_pair
        gain = play(plan, rules, number, watches)
        pair = Pair(
            number,
            gain,
            (watches[0].moves, watches[1].moves),
            (watches[0].busy, watches[1].busy),
            (watches[0].played, watches[1].played),
        )
        pairs.append(pair)
        if progress is not None:
            progress(pair)
    return pairs


def places(rules: Rules, seats: int, number: int, flip: bool) -> tuple[int, ...]:
    """Per side which bot plays it: 0 or 1."""
    sides = len(rules.sides(seats))
    if sides % 2 == 0:
        return tuple((side + flip) % 2 for side in range(sides))
    return tuple(int(((side + number) % sides < sides // 2) != flip) for side in range(sides))


def seated(rules: Rules, seats: int, who: Sequence[int], watches: Sequence[Bot]) -> list[Bot]:
    """The bots by seat."""
    bots: list[Bot] = [watches[0]] * seats
    for side, members in enumerate(rules.sides(seats)):
        for member in members:
            bots[member] = watches[who[side]]
    return bots


def play_pair(plan: Plan, rules: Rules, number: int, watches: Sequence[Bot]) -> int:
    """One deal played twice; what bot a got more than bot b, 1/1000 points a side."""
    total = 0
    for flip in (False, True):
        deal = new_deal(rules, plan.seats, number % plan.seats, Random(f"{plan.seed}/{number}"))
        who = places(rules, plan.seats, number, flip)
        rngs = [Random(f"{plan.seed}/{number}/{int(flip)}/{seat}") for seat in range(plan.seats)]
        end = play_deal(deal, seated(rules, plan.seats, who, watches), rngs)
        total += gain(rules, level_points(end.game, end.game.score(end)), who)
    return total // 2


def level_points(rules: Any, score: Score) -> list[int]:
    """Points by side, 1/1000, with penalties for bags replaced by a price a bag."""
    points = [1000 * value for value in score.points]
    for entry in score.lines:
        if entry.key == "bags":
            numbers = entry.numbers
            points[entry.side] += 1000 * numbers["penalty"]
            points[entry.side] -= 1000 * numbers["added"] * rules.bag_penalty // numbers["limit"]
    return points


def gain(rules: Rules, points: Sequence[int], who: Sequence[int]) -> int:
    """Mean of the sides of bot a less mean of those of bot b; more is better whatever the game counts."""
    own = [value for value, bot in zip(points, who, strict=True) if bot == 0]
    other = [value for value, bot in zip(points, who, strict=True) if bot == 1]
    sign = -1 if rules.winner == "lowest" else 1
    return sign * (sum(own) * len(other) - sum(other) * len(own)) // (len(own) * len(other))


def play_match(plan: Plan, rules: Rules, number: int, watches: Sequence[Bot]) -> int:
    """A match played twice on the same deals; 1000 if bot a won both, 0 if each won one, -1000 if it lost both."""
    total = 0
    for flip in (False, True):
        who = places(rules, plan.seats, number, flip)
        bots = seated(rules, plan.seats, who, watches)
        rngs = [Random(f"{plan.seed}/{number}/{int(flip)}/{seat}") for seat in range(plan.seats)]
        match = Match.begin(rules, plan.seats, number % plan.seats)
        while not match.over and match.number <= 200:
            cards = deal_cards(rules, plan.seats, Random(f"{plan.seed}/{number}/deal {match.number}"))
            match, _ = match.start_deal(cards)
            assert match.deal is not None
            match, _ = match.with_deal(play_deal(match.deal, bots, rngs)).finish()
        winners = match.result.winners if match.result is not None else ()
        ours = sum(1 for side in winners if who[side] == 0)
        theirs = len(winners) - ours
        total += 1000 * ((ours > 0) - (theirs > 0))
    return total // 2
