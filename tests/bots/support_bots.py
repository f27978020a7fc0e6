"""Random tables for the tests of bots: a preset, seats, options, a sheet and a deal, all from one seed."""

from __future__ import annotations

from random import Random

from p2pcards.bots.arena.runner import new_deal
from p2pcards.rules.base import Rules
from p2pcards.rules.option import Option, OptionError
from p2pcards.rules.presets import GAMES
from p2pcards.rules.score import Sheet
from p2pcards.table.deal import Deal

#: (preset, seats) for every preset and every number of seats it is played with.
TABLES: tuple[tuple[str, int], ...] = tuple((game.game, seats) for game in GAMES for seats in game.seats)


def random_value(option: Option, rng: Random) -> object:
    """A value in the range of an option; the usual ones more often."""
    if option.kind in ("ints", "strs"):
        if option.choices:
            return tuple(rng.choice(option.choices) for _ in range(rng.randint(1, 4)))
        size = option.length or rng.randint(0, 3)
        return tuple(rng.randint(option.low, min(option.high, option.low + 12)) for _ in range(size))
    if option.choices:
        return rng.choice(option.choices)
    if option.kind == "bool":
        return rng.random() < 0.5
    if option.usual and rng.random() < 0.5:
        return rng.choice(option.usual)
    return rng.randint(option.low, min(option.high, option.low + 30))


def random_rules(game: Rules, seats: int, rng: Random) -> Rules:
    """The game with a handful of options changed at random, as far as they go together."""
    rules = game
    for _ in range(rng.randint(0, 8)):
        option = rng.choice(game.options)
        if option.name in ("target_score", "max_hands", "deal_cap", "loss_floor"):
            continue
        try:
            changed = rules.change({option.name: random_value(option, rng)})
            changed.check(seats)
        except OptionError:
            continue
        rules = changed
    return rules


def random_sheet(rules: Rules, seats: int, rng: Random) -> Sheet:
    """A sheet somewhere in a match."""
    sides = len(rules.sides(seats))
    high = rules.target_score
    points = tuple(rng.randint(0 if rules.winner == "lowest" else -high // 2, high - 1) for _ in range(sides))
    bags = tuple(rng.randint(0, 9) for _ in range(sides))
    return Sheet(points, bags, deals=rng.randint(0, 5), hearts_deals=rng.randint(0, 4))


def random_deal(game: Rules, seats: int, seed: str) -> Deal:
    """A deal at a random table, all hands known."""
    rng = Random(seed)
    rules = random_rules(game, seats, rng)
    return new_deal(rules, seats, rng.randrange(seats), rng, random_sheet(rules, seats, rng))
