"""House-rule options: one dataclass field each, with its default, its range and one line of help."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, TypeAlias

from p2pcards_protocol.errors import P2PCardsError

Value: TypeAlias = bool | int | str | tuple[int, ...] | tuple[str, ...]

#: Every `why` of an OptionError, with what its data says.
OPTION_WHY: Mapping[str, tuple[str, ...]] = {
    "unknown": ("value",),  # no such option in this game
    "missing": (),  # agreed terms name every option
    "type": ("value",),
    "range": ("value", "low", "high"),
    "choice": ("value", "choices"),
    "seats": ("seats", "allowed"),  # the game is not played by so many
    "teams": ("seats", "teams"),  # these seats do not make such teams
    "pairs": ("seats",),  # suicide needs teams of exactly two
    "nil": (),  # nil is shut where every bid is at least one, and needed for blind nil and suicide
    "quicksand-bags": (),  # quicksand knows no bags
    "no-bid": ("seats",),  # nothing is left to bid
    "cards": ("seats", "cards", "deck"),  # the deck does not go round
    "across": ("seats",),  # no seat sits opposite
    "threshold": ("value",),  # more than there are tricks
    "exclusive": ("other",),  # not together with that option
    "macro": ("value", "choices"),
}


class OptionError(P2PCardsError):
    """These options do not make a game.

    `why` is a key of OPTION_WHY; `data` has the names listed there.
    """

    def __init__(self, option: str, why: str, data: Mapping[str, object] | None = None) -> None:
        super().__init__(f"{option}: {why}")
        self.option = option
        self.why = why
        self.data: Mapping[str, object] = dict(data or {})


@dataclass(frozen=True, slots=True)
class Option:
    """One house rule of a game. kind: "bool", "int", "str", "ints" or "strs" (tuples); low..high bound every int.
    since: the rules version that brought it; before that all played by its default."""

    name: str
    default: Value
    kind: str
    help: str
    low: int = 0
    high: int = 0
    choices: tuple[int | str, ...] = ()
    usual: tuple[int, ...] = ()
    length: int = 0
    since: int = 1

    @property
    def fixed(self) -> bool:
        """Whether the game leaves nothing to choose here."""
        return len(self.choices) == 1 and self.kind in ("bool", "int", "str")

    def read(self, value: object) -> Value:
        """The value as the rules keep it (lists become tuples). Raises OptionError when it is not in range."""
        if self.kind in ("ints", "strs"):
            if not isinstance(value, (list, tuple)):
                raise OptionError(self.name, "type", {"value": value})
            if len(value) > 16 or (self.length and len(value) != self.length):
                raise OptionError(self.name, "range", {"value": value, "low": self.length, "high": self.length or 16})
            return tuple(self._one(item, int if self.kind == "ints" else str) for item in value)
        one: Value = self._one(value, {"bool": bool, "int": int, "str": str}[self.kind])
        return one

    def _one(self, value: object, kind: type) -> Any:
        if type(value) is not kind:
            raise OptionError(self.name, "type", {"value": value})
        if self.choices and value not in self.choices:
            raise OptionError(self.name, "choice", {"value": value, "choices": self.choices})
        if kind is int and not self.choices and not self.low <= value <= self.high:  # type: ignore[operator]
            raise OptionError(self.name, "range", {"value": value, "low": self.low, "high": self.high})
        return value


def option(
    default: Value,
    help: str,
    *,
    low: int = 0,
    high: int = 0,
    choices: tuple[int | str, ...] = (),
    usual: tuple[int, ...] = (),
    length: int = 0,
    kind: str = "",
    since: int = 1,
) -> Any:
    """A dataclass field that is an option. `usual`: the values people pick most, for a form; others in range are fine.

    `length` fixes the number of items of a tuple (0: up to 16). A tuple is one of ints unless `kind` says "strs".
    An option that comes later names the rules version that brings it (`since`), and its default is what was played
    before.
    """
    kind = kind or {bool: "bool", int: "int", str: "str", tuple: "ints"}[type(default)]
    about = {
        "kind": kind,
        "help": help,
        "low": low,
        "high": high,
        "choices": choices,
        "usual": usual,
        "length": length,
        "since": since,
    }
    return field(default=default, metadata={"option": about})


def again(kind: type, name: str, default: Value, **changes: Any) -> Any:
    """The option `name` of a dataclass once more for a subclass, with another default (or choices, usual...)."""
    about = next(entry for entry in fields(kind) if entry.name == name).metadata["option"]
    return field(default=default, metadata={"option": {**about, **changes}})
