"""Perfect-information Monte Carlo: every candidate card in every world, played out by rules or solved; the best mean
wins.

Worlds are drawn one after another from the seeded source, and candidates that are clearly behind are dropped after
fixed numbers of worlds, so the number of worlds that were played decides the card: the same seed and number, the same
card, on any machine. Only ints are compared.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from p2pcards.bots.base import Clock
from p2pcards.bots.position import Position
from p2pcards.bots.search.judge import judge
from p2pcards.bots.search.setup import candidates, start, worlds
from p2pcards.cards.card import Card, CardSet
from p2pcards.table.deal import Deal

#: Candidates are looked over after every so many worlds; one is dropped when it is behind by more than
#: DROP standard errors of the difference to the leader.
STEP = 16
DROP = 3
#: The card of the rules is left only for one that is ahead by more than so many standard errors.
DEVIATE = 1
#: In Spades it must be ahead by so much on average, too (1/UNIT points): a twentieth of a trick is worth no surprise.
WORTH_IT = 500


@dataclass(frozen=True, slots=True)
class Found:
    """The best card, the worlds played, and by how much it beats the next best on average (1/UNIT points).

    second: the next best, None where all others were dropped as clearly behind; better: worlds in which the best beats
    it, and worse: in which it is beaten; 0 without one.
    """

    card: Card
    worlds: int
    margin: int
    second: Card | None = None
    better: int = 0
    worse: int = 0


def search(
    view: Deal,
    p: Position,
    rng: Random,
    count: int,
    favourite: Card,
    out_of_time: Callable[[], bool],
) -> Found:
    """The card that does best in `count` worlds, or in as many as time allows. favourite: wins a tie, and is the answer
    when there is no time for a single world."""
    options = candidates(p)
    if len(options) == 1:
        return Found(favourite, 0, 0)
    starts = [start(view, p, card) for card in options]
    source, verdict = worlds(view, p), judge(view, p)
    count = min(count, verdict.most)
    values: list[list[int]] = [[] for _ in options]
    alive = list(range(len(options)))
    me, bits = p.me, [1 << card for card in options]
    # Near the end the same world comes up again.
    known: dict[tuple[CardSet, ...], dict[int, int]] = {}
    played = 0
    while played < count and not (out_of_time() and played >= 1):
        world = source.draw(rng)
        row = known.setdefault(tuple(world), {})
        verdict.begin()
        for place in alive:
            worth = row.get(place)
            if worth is None:
                hands = world[:]
                hands[me] ^= bits[place]
                worth = row[place] = verdict.worth(starts[place], starts[place].table.copy(hands))
            values[place].append(worth)
        played += 1
        if played % STEP == 0:
            alive = survivors(values, alive)
            if len(alive) == 1:
                break
    best = leader(values, alive)
    place = next((place for place in alive if same_run(p, options[place], favourite)), best)
    if place != best and clearly(values[best], values[place], DEVIATE):
        ahead = sum(values[best]) - sum(values[place])
        if starts[best].contract is None or ahead > WORTH_IT * played:
            place = best
    card = favourite if same_run(p, options[place], favourite) else options[place]
    rest = [other for other in alive if other != place]
    if not rest:
        return Found(card, played, 0)
    second = leader(values, rest)
    gaps = [a - b for a, b in zip(values[place], values[second], strict=True)]
    ups, downs = (sum(gap > 0 for gap in gaps), sum(gap < 0 for gap in gaps))
    return Found(card, played, sum(gaps) // max(1, played), options[second], ups, downs)


def same_run(p: Position, card: Card, favourite: Card) -> bool:
    """Whether the favourite is the card that a candidate stands for, or one that is worth the same."""
    if favourite // 13 != card // 13 or favourite < card:
        return False
    between = [option for option in candidates(p) if card < option <= favourite]
    return not between


def leader(values: list[list[int]], alive: list[int]) -> int:
    """The candidate with the highest sum, of equals the first."""
    return max(alive, key=lambda place: (sum(values[place]), -place))


def clearly(better: list[int], worse: list[int], errors: int) -> bool:
    """Whether one sample is above another, world by world, by more than so many standard errors."""
    gaps = [a - b for a, b in zip(better, worse, strict=True)]
    total = sum(gaps)
    return total > 0 and total * total > errors * errors * sum(gap * gap for gap in gaps)


def survivors(values: list[list[int]], alive: list[int]) -> list[int]:
    """The candidates that are not clearly behind the leader."""
    best = leader(values, alive)
    return [place for place in alive if not clearly(values[best], values[place], DROP)]


def timer(clock: Clock | None, deadline: float | None) -> Callable[[], bool]:
    """A question whether the deadline has passed; never without a clock or deadline."""
    if clock is None or deadline is None:
        return lambda: False
    return lambda: clock() >= deadline
