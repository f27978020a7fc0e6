"""Who is meant: names by seat, "You" for oneself, told apart where two are alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from p2pcards.cards.seat import Seat

from ..text import clean_name, fold
from .i18n import both, tr

HOST = 255
"""The seat number under which the host speaks (p2pcards.referee.HOST, without its imports)."""


@dataclass(frozen=True, slots=True)
class Names:
    """The people at a table. names: by seat, already fit to show; me: my seat, None for an onlooker."""

    names: tuple[str, ...]
    me: Seat | None = None

    @staticmethod
    def of(names: Sequence[str], me: Seat | None = None) -> Names:
        """Names as they came: cleaned, and with the seat behind those that look alike."""
        plain = [clean_name(name) for name in names]
        often = Counter(fold(name) for name in plain)
        told = [
            tr("%(name)s (seat %(seat)d)", name=name, seat=seat + 1) if often[fold(name)] > 1 else name
            for seat, name in enumerate(plain)
        ]
        return Names(tuple(told), me)

    def who(self, seat: Seat) -> str:
        """A seat's name, "You" for my own."""
        if seat == self.me:
            return tr("You")
        return self.name(seat)

    def name(self, seat: Seat) -> str:
        """A seat's name, also for my own."""
        if seat == HOST:
            return tr("The host")
        if 0 <= seat < len(self.names):
            return self.names[seat]
        return tr("seat %(seat)d", seat=seat + 1)

    def side(self, members: Sequence[Seat]) -> str:
        """Those who score together: "Anna and Bo"; mine first when I am among them."""
        mine = [seat for seat in members if seat == self.me]
        return both(self.who(seat) for seat in (*mine, *(seat for seat in members if seat != self.me)))
