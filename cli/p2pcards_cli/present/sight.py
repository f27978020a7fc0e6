"""What a presenter may look at: one table as this client knows it, frozen at one moment.

Presenters are pure: a Sight in, lines out. They know neither prompt_toolkit nor the network, so line mode and the full
screen say the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from p2pcards.cards.card import CardSet
from p2pcards.cards.seat import Seat, Side
from p2pcards.rules.base import Rules
from p2pcards.rules.option import OptionError
from p2pcards.table.deal import Deal
from p2pcards.table.facts import Trick
from p2pcards.table.match import Match

from ..say.people import Names

if TYPE_CHECKING:
    from p2pcards.player import Player
    from p2pcards.referee.requests import Request


BOT = " (bot)"
"""What hosts put behind the names of their bots."""


class AtTable(Protocol):
    """What a client knows of the table where it sits or watches (`p2pcards.net.client`)."""

    @property
    def rules(self) -> Rules: ...
    @property
    def seat(self) -> Seat | None: ...
    @property
    def view(self) -> Deal | None: ...
    @property
    def match(self) -> Match | None: ...
    @property
    def names(self) -> Sequence[str]: ...
    @property
    def owing(self) -> tuple[Seat, ...] | None: ...
    @property
    def paused(self) -> bool: ...
    @property
    def away(self) -> tuple[Seat, ...]: ...
    @property
    def request(self) -> Request | None: ...
    @property
    def player(self) -> Player | None: ...


@dataclass(frozen=True, slots=True)
class Sight:
    """rules: those agreed on. view: the deal as known here, None between deals. match: None before the start. owing:
    the seats that the table waits for, where that is less than the view shows (None: the view knows). paused: the table
    waits for those in `away`. request: the claim or take-back that waits for answers; exposed: my card on the one that
    is asked back has gone out."""

    rules: Rules
    names: Names
    seat: Seat | None = None
    view: Deal | None = None
    match: Match | None = None
    owing: tuple[Seat, ...] | None = None
    paused: bool = False
    request: Request | None = None
    away: tuple[Seat, ...] = ()
    exposed: bool = False

    @staticmethod
    def of(at: AtTable) -> Sight:
        """What a client knows now."""
        names = Names.of(at.names, at.seat)
        exposed = at.player is not None and at.player.exposed
        return Sight(at.rules, names, at.seat, at.view, at.match, at.owing, at.paused, at.request, at.away, exposed)

    @staticmethod
    def known(at: AtTable) -> Sight | None:
        """The same; None where a host offers a game, options or seats that make no game here."""
        try:
            if at.match is None:
                at.rules.check(len(at.names))
            return Sight.of(at)
        except (KeyError, OptionError):
            return None

    @property
    def n(self) -> int:
        """The number of seats."""
        return len(self.names.names)

    @property
    def sides(self) -> tuple[tuple[Seat, ...], ...]:
        """Who scores with whom."""
        return self.rules.sides(self.n)

    @property
    def side_names(self) -> tuple[str, ...]:
        """The sides by the names of their members."""
        return tuple(self.names.side(members) for members in self.sides)

    @property
    def hand(self) -> CardSet | None:
        """My cards, None where I have none or may not see them yet."""
        if self.view is None or self.seat is None:
            return None
        return self.view.hand(self.seat) if self.view.looked[self.seat] else None

    @property
    def last_deal(self) -> Deal | None:
        """The current deal, else the last one that was scored."""
        if self.view is not None:
            return self.view
        return self.match.deals[-1].deal if self.match is not None and self.match.deals else None

    @property
    def last_trick(self) -> Trick | None:
        """The last finished trick, also that of the deal before when this one has none yet."""
        if self.view is not None and self.view.tricks:
            return self.view.tricks[-1]
        if self.match is not None and self.match.deals and self.match.deals[-1].deal.tricks:
            return self.match.deals[-1].deal.tricks[-1]
        return None

    def side_of(self, seat: Seat) -> Side:
        """The side of a seat."""
        return next(side for side, members in enumerate(self.sides) if seat in members)

    def members(self, side: Side) -> Sequence[Seat]:
        """The seats of a side."""
        return self.sides[side]
