"""Bids by search: each candidate bid is played out in worlds that fit the bids so far.

Seats that have not bid yet bid in each world what their hand is worth. The deal is then played to its end by the policy
of the playouts, so a nil is weighed with the cover and the attack it will meet, and by what it is worth at this score.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

from p2pcards.bots.bidding import usual_margin
from p2pcards.bots.estimate import tricks
from p2pcards.bots.position import Position
from p2pcards.bots.search.payoff import Payoff
from p2pcards.bots.search.setup import contract, worlds
from p2pcards.bots.search.spades_playout import play_out
from p2pcards.bots.search.table import Table
from p2pcards.cards.card import CardSet
from p2pcards.rules.spades import Spades
from p2pcards.table.deal import Deal


@dataclass(frozen=True, slots=True)
class Weighed:
    """Sums of the worth of each bid, 1/UNIT points, over so many worlds."""

    sums: tuple[int, ...]
    worlds: int


def weigh(
    view: Deal, p: Position, rng: Random, count: int, bids: Sequence[int], out_of_time: Callable[[], bool]
) -> Weighed:
    """Play out each of these bids of the seat in `count` worlds, or in as many as time allows."""
    source = worlds(view, p)
    sums = [0] * len(bids)
    payoffs: dict[tuple[int, ...], Payoff] = {}
    played = 0
    while played < count and not (out_of_time() and played >= 1):
        world = source.draw(rng)
        for place, bid in enumerate(bids):
            said = spoken(view, p, bid, world)
            worth = payoffs.get(said)
            if worth is None:
                worth = payoffs[said] = Payoff(
                    view.game, view.rules, view.n, view.dealer, view.sheet, p.side[p.me], said, view.blind
                )
            table = opening(view, p, world)
            play_out(p.play, table, contract(replace(p, bids=said)))
            sums[place] += worth.worth(table)
        played += 1
    return Weighed(tuple(sums), played)


def spoken(view: Deal, p: Position, mine: int, world: Sequence[CardSet]) -> tuple[int, ...]:
    """The bids of all seats when I bid `mine`: as they were said, or what the hand of this world is worth."""
    rules = p.rules
    assert isinstance(rules, Spades)
    off = 500 - usual_margin(p.n)
    least = max(1, rules.min_bid)
    said = []
    for seat, bid in enumerate(view.bids):
        if seat == p.me:
            said.append(mine)
        elif bid is not None:
            said.append(bid)
        elif rules.suicide and seat in p.mates and mine:
            said.append(0)
        else:
            lowest = max(least, rules.suicide_min_bid) if rules.suicide and seat in p.mates else least
            said.append(max(lowest, (tricks(world[seat], p.n, rules.must_trump_when_void) + off) // 1000))
    return tuple(said)


def opening(view: Deal, p: Position, world: Sequence[CardSet]) -> Table:
    """The table before the first lead."""
    n, opener = p.n, p.play.opener_card
    holder = next((seat for seat in range(n) if opener is not None and world[seat] >> opener & 1), view.eldest)
    return Table(list(world), holder, -1, -1, -1, 0, 0, False, True, [0] * n, [0] * n, [])
