"""What the arena is asked to do, and what it has found: plain values that go to JSON and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from p2pcards.bots.base import BOTS_VERSION


@dataclass(frozen=True, slots=True)
class Plan:
    """Two bots on the same deals.

    a, b: names in levels.BOTS. game, options, seats: the table. pairs: how many deals (or matches), each played twice
    with the seats exchanged. bidder: a bot that bids, passes and chooses for both, so that only play is compared; ""
    for none. worlds: worlds a decision for bots that search, 0 for their own number. matches: whole matches instead of
    deals; the mean is then +1 for a match won by a and -1 for one lost.
    """

    a: str
    b: str
    game: str
    seats: int
    pairs: int
    seed: str = "arena"
    options: Mapping[str, Any] = field(default_factory=dict)
    bidder: str = ""
    worlds: int = 0
    matches: bool = False
    version: int = BOTS_VERSION


@dataclass(frozen=True, slots=True)
class Pair:
    """One pair. gain: how much a got more than b, mean of both plays, 1/1000 points a side and deal (matches: 1000 for
    each match won, -1000 lost). moves: decisions of a and b; busy: seconds they took; worlds: played out."""

    number: int
    gain: int
    moves: tuple[int, int]
    busy: tuple[float, float]
    worlds: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class Report:
    """mean, error (standard error) and the 95 % interval, in points; seconds a decision for a and b."""

    plan: Plan
    pairs: int
    mean: float
    error: float
    low: float
    high: float
    seconds: tuple[float, float]
    worlds: tuple[float, float]


def report(plan: Plan, pairs: list[Pair]) -> Report:
    """The figures of the pairs played so far; the error needs two."""
    count = len(pairs)
    gains = [pair.gain / 1000 for pair in pairs]
    mean = sum(gains) / count if count else 0.0
    error = (sum((gain - mean) ** 2 for gain in gains) / (count - 1) / count) ** 0.5 if count > 1 else float("inf")
    seconds, worlds = [], []
    for who in (0, 1):
        moves = sum(pair.moves[who] for pair in pairs) or 1
        seconds.append(sum(pair.busy[who] for pair in pairs) / moves)
        worlds.append(sum(pair.worlds[who] for pair in pairs) / moves)
    return Report(
        plan,
        count,
        mean,
        error,
        mean - 1.96 * error,
        mean + 1.96 * error,
        (seconds[0], seconds[1]),
        (worlds[0], worlds[1]),
    )


def to_json(plan: Plan, pairs: list[Pair]) -> dict[str, Any]:
    """Everything needed to read a run or to go on with it."""
    return {"plan": {**asdict(plan), "options": dict(plan.options)}, "pairs": [asdict(pair) for pair in pairs]}


def from_json(value: Mapping[str, Any]) -> tuple[Plan, list[Pair]]:
    """The plan and the pairs of `to_json`. Raises TypeError or KeyError when it is something else."""
    plan = Plan(**value["plan"])
    pairs = [
        Pair(p["number"], p["gain"], tuple(p["moves"]), tuple(p["busy"]), tuple(p["worlds"])) for p in value["pairs"]
    ]
    return plan, pairs
