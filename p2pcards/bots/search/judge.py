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
from p2pcards.rules.spar import Spar
from p2pcards.table.deal import Deal

#: Tricks up to which an end of Spades or Hearts is solved: by two sides, by more.
SOLVED_BY_TWO, SOLVED_BY_MORE = 3, 2
#: Worlds a card at most, where solving takes long.
SOLVED_WORLDS = 100


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

    def __init__(self, p: Position, payoffs: list[Payoff], most: int) -> None:
        self.ending, self.mine, self.most = Ending(p.play, p.side, payoffs, special_cards(p)), p.side[p.me], most

    def begin(self) -> None:
        """See Judge."""

    def worth(self, start: Start, table: Table) -> int:
        """See Judge."""
        return self.ending.solve(table)[self.mine]


class SparEnds:
    """Plays Spar by policy until it can be solved."""

    def __init__(self, p: Position, rules: Spar, payoff: Payoff) -> None:
        self.play, self.payoff, self.solver = p.play, payoff, Solver(rules, p.n)
        self.solved = spar_playout.SOLVED[p.n]
        self.most = SOLVED_WORLDS if p.left >= self.solved else 1 << 30

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
    sides = max(p.side) + 1
    if p.left <= (SOLVED_BY_TWO if sides == 2 else SOLVED_BY_MORE):
        return Ends(p, [payoff(view, side) for side in range(sides)], SOLVED_WORLDS)
    return Playouts(p, mine)
