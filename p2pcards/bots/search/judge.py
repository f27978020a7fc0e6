"""What a candidate card is worth in a world: the rest is played out by policy or, where little is left, solved."""

from __future__ import annotations

from typing import Protocol

from p2pcards.bots.position import Position
from p2pcards.bots.search import hearts_playout, spades_playout, spar_playout
from p2pcards.bots.search.ending import Ending
from p2pcards.bots.search.payoff import Payoff
from p2pcards.bots.search.setup import Start, payoff, special_cards
from p2pcards.bots.search.spar_solver import Solver
from p2pcards.bots.search.table import Table
from p2pcards.rules.spades import Spades
from p2pcards.rules.spar import Spar
from p2pcards.table.deal import Deal

#: Ends of Spades are solved from so many tricks and cards on, ends of Hearts from so many tricks.
SPADES_TRICKS, SPADES_CARDS, HEARTS_TRICKS = 4, 12, 2
#: Worlds of an end that is solved, at most.
END_WORLDS = 100


class Judge(Protocol):
    """Judges places of one decision. most: the worlds for which there is time."""

    most: int

    def begin(self) -> None:
        """Another world begins."""

    def worth(self, start: Start, table: Table) -> int:
        """What a place is worth to my side, 1/UNIT points. table: `start.table` with the hands of the world."""


class Playouts:
    """Plays Spades and Hearts to the end by policy."""

    most = 1 << 30

    def __init__(self, p: Position, payoff: Payoff) -> None:
        self.play, self.payoff = p.play, payoff

    def begin(self) -> None:
        """See Judge."""

    def worth(self, start: Start, table: Table) -> int:
        """See Judge."""
        if start.contract is not None:
            spades_playout.play_out(self.play, table, start.contract)
        else:
            hearts_playout.play_out(self.play, table)
        return self.payoff.worth(table)


class Ends:
    """Solves the last tricks of Spades and Hearts."""

    most = END_WORLDS

    def __init__(self, p: Position, payoffs: list[Payoff]) -> None:
        self.ending, self.mine = Ending(p.play, p.side, payoffs, special_cards(p)), p.side[p.me]

    def begin(self) -> None:
        """See Judge."""

    def worth(self, start: Start, table: Table) -> int:
        """See Judge."""
        return self.ending.solve(table)[self.mine]


class SparEnds:
    """Plays Spar by policy until it can be solved."""

    def __init__(self, p: Position, rules: Spar, payoff: Payoff) -> None:
        self.play, self.payoff, self.solver = p.play, payoff, Solver(rules, p.n)
        self.solved, self.most = spar_playout.SOLVED[p.n]

    def begin(self) -> None:
        """See Judge."""
        self.solver.forget()

    def worth(self, start: Start, table: Table) -> int:
        """See Judge."""
        spar_playout.play_out(self.play, table, self.solver, self.solved)
        return self.payoff.worth(table)


def judge(view: Deal, p: Position) -> Judge:
    """How the candidates of a position are judged."""
    mine = payoff(view, p.side[p.me])
    if isinstance(p.rules, Spar):
        return SparEnds(p, p.rules, mine)
    if is_end(p):
        return Ends(p, [payoff(view, side) for side in range(max(p.side) + 1)])
    return Playouts(p, mine)


def is_end(p: Position) -> bool:
    """Whether a position of Spades or Hearts is near enough to the end to be solved."""
    if isinstance(p.rules, Spades):
        return p.left <= SPADES_TRICKS and p.left * p.n <= SPADES_CARDS
    return p.left <= HEARTS_TRICKS
