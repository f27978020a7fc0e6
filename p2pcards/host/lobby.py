"""Who sits where before a match: seats, names, readiness, the table's owner."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from p2pcards_protocol.deal.stream import shuffle, stream
from p2pcards_protocol.fields import DealKind
from p2pcards_protocol.transcript import SeatTerms, Terms

from p2pcards.bots.base import LEVELS
from p2pcards.errors import OptionError
from p2pcards.rules.base import RULES_VERSION, Rules

from .effect import Refusal
from .names import clash, clean_name, free_name


@dataclass(frozen=True, slots=True)
class Slot:
    """A taken seat. key: 32 bytes. level: of a bot that the host runs, else "". operator: "" for a person's own seat.
    joined: a counter, in join order."""

    key: bytes
    name: str
    kind: Literal["person", "bot"]
    joined: int
    ready: bool = False
    level: str = ""
    operator: str = ""
    wish: str = ""
    """The name that was given while the terms of a match held another one: for the next match."""


class Lobby:
    """The seats of one table, 0..n-1 clockwise."""

    def __init__(self, rules: Rules, n: int, deal: DealKind) -> None:
        """Raises OptionError when the rules do not go with so many seats."""
        rules.check(n)
        self.rules = rules
        self.deal: DealKind = deal
        self.slots: list[Slot | None] = [None] * n
        self.owner: bytes | None = None
        self._stood: bytes | None = None
        """The owner who has stood up: leads the table again when it sits down again."""
        self.joins = 0
        """How many have joined so far: the number of the last one."""

    # -- questions ----------------------------------------------------------------------------------------------------

    @property
    def n(self) -> int:
        return len(self.slots)

    @property
    def empty(self) -> tuple[int, ...]:
        """Seats that nobody has taken."""
        return tuple(seat for seat, slot in enumerate(self.slots) if slot is None)

    @property
    def full(self) -> bool:
        return not self.empty

    def seat_of(self, key: bytes) -> int | None:
        """The seat that a key has taken."""
        return next((seat for seat, slot in enumerate(self.slots) if slot is not None and slot.key == key), None)

    @property
    def all_ready(self) -> bool:
        """Whether every seat is taken by somebody who is ready."""
        return all(slot is not None and slot.ready for slot in self.slots)

    def joined(self) -> list[Slot]:
        """The taken seats in join order."""
        return sorted((slot for slot in self.slots if slot is not None), key=lambda slot: slot.joined)

    def terms(self) -> Terms:
        """What everybody will sign. All seats must be taken."""
        seats = []
        for slot in self.slots:
            assert slot is not None
            seats.append(SeatTerms(slot.key, slot.name, slot.operator))
        return Terms(self.rules.game, self.rules.to_options(), RULES_VERSION, self.deal, tuple(seats))

    def rules_hash(self) -> bytes:
        """The hash of the terms without the seats."""
        return self.rules.rules_hash(self.deal)

    # -- changes ------------------------------------------------------------------------------------------------------

    def sit(
        self, key: bytes, name: str, seat: int | None, *, bot: bool = False, level: str = "", operator: str = ""
    ) -> int:
        """Take a seat, or change to another. Raises Refusal: illegal (no such seat, it or the name is taken), state
        (full)."""
        had = self.seat_of(key)
        if had is not None:
            self._rename(had, name)
        if seat is None:
            if had is not None:
                return had
            if self.full:
                raise Refusal("state", why="full")
            seat = self.empty[0]
        if seat >= self.n:
            raise Refusal("illegal", why="no-such-seat", seats=self.n)
        if had == seat:
            return seat
        if self.slots[seat] is not None:
            raise Refusal("illegal", why="seat-taken", seat=seat)
        if had is not None:
            self.slots[seat], self.slots[had] = self.slots[had], None
            return seat
        name, taken = clean_name(name), [slot.name for slot in self.slots if slot is not None]
        if bot:
            name = free_name(name, taken)
        elif clash(name, taken):
            raise Refusal("illegal", why="name-taken", name=name)
        slot = Slot(key, name, "bot" if bot else "person", self.joins + 1, bot, level, operator)
        self.joins += 1
        self.slots[seat] = slot
        if not bot and (self.owner is None or key == self._stood):
            self.owner, self._stood = key, None
        return seat

    def _rename(self, seat: int, name: str) -> None:
        """The name given now is the one that counts, unless somebody else at the table looks like it."""
        slot = self.slots[seat]
        others = [other.name for other in self.slots if other is not None and other is not slot]
        if slot is not None and slot.kind == "person" and not clash(clean_name(name), others):
            self.slots[seat] = replace(slot, name=clean_name(name), wish="")

    def wish(self, key: bytes, name: str) -> None:
        """Keep a name for the next match; the terms of this one are signed."""
        seat = self.seat_of(key)
        slot = None if seat is None else self.slots[seat]
        if seat is not None and slot is not None:
            self.slots[seat] = replace(slot, wish="" if clean_name(name) == slot.name else name)

    def wishes(self) -> None:
        """The match is over: everybody gets the name that was wished for."""
        for seat, slot in enumerate(self.slots):
            if slot is not None and slot.wish:
                self._rename(seat, slot.wish)

    def stand(self, key: bytes) -> None:
        """Leave the seat. Raises Refusal not-seated."""
        seat = self.seat_of(key)
        if seat is None:
            raise Refusal("not-seated")
        self.slots[seat] = None
        if self.owner == key:
            self._stood = key
            people = [slot for slot in self.joined() if slot.kind == "person"]
            self.owner = people[0].key if people else None

    def ready(self, key: bytes, ready: bool) -> None:
        """Say that one is ready, or not. Raises Refusal not-seated."""
        seat = self.seat_of(key)
        slot = None if seat is None else self.slots[seat]
        if seat is None or slot is None:
            raise Refusal("not-seated")
        self.slots[seat] = replace(slot, ready=ready)

    def unready(self) -> None:
        """The terms have changed: people must look again."""
        self.slots = [
            replace(slot, ready=False) if slot is not None and slot.kind == "person" else slot for slot in self.slots
        ]

    def shuffle(self, rng: Callable[[int], bytes]) -> None:
        """Everybody draws a seat; with sides, so are the teams drawn."""
        order = shuffle(stream(rng(32), "seats"), self.n)
        self.slots = [self.slots[seat] for seat in order]
        self.unready()

    def change(self, options: Mapping[str, Any], deal: DealKind) -> None:
        """Change options of the game and the kind of deal. Raises Refusal illegal, with the reason."""
        try:
            rules = self.rules.change(options)
            rules.check(self.n)
        except OptionError as error:
            raise option_refusal(error) from None
        self.rules, self.deal = rules, deal
        self.unready()


def option_refusal(error: OptionError) -> Refusal:
    """An OptionError as an answer on the wire: keys and plain values."""
    plain = {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in error.data.items()
        if isinstance(value, bool | int | str | tuple | list)
    }
    return Refusal("illegal", why="option", option=error.option, reason=error.why, data=plain)


def check_level(level: str) -> str:
    """Raises Refusal illegal for a level that no bot has."""
    if level not in LEVELS:
        raise Refusal("illegal", why="no-such-level", levels=list(LEVELS))
    return level
