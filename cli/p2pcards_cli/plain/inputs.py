"""What can come in, in the order in which it came: what the client tells, what is typed or pressed, signals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from p2pcards.net.client_events import ClientEvent


@dataclass(frozen=True, slots=True)
class Typed:
    """A line of input; None at its end."""

    line: str | None


@dataclass(frozen=True, slots=True)
class Pressed:
    """A key, by the name that the full screen uses too ("left", "enter", "s")."""

    key: str


@dataclass(frozen=True, slots=True)
class Signalled:
    """Ctrl+C (2), or the system wants the program to end (15, 1)."""

    number: int


@dataclass(frozen=True, slots=True)
class Reached:
    """A place in the order of inputs: everything before it has been dealt with. done: called then (tests)."""

    done: Callable[[], None]


Own = Typed | Pressed | Signalled | Reached
"""What does not come from the client."""

Input = ClientEvent | Own
