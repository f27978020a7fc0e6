"""What a player wants done, in order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from p2pcards.referee.due import Work
from p2pcards.rules.phases import Prompt


@dataclass(frozen=True, slots=True)
class Save:
    """Keep these secret bytes under this name, on disk, before the next effect is carried out."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Submit:
    """Send this signed message to the host."""

    blob: bytes
    asig: bytes


@dataclass(frozen=True, slots=True)
class TellHost:
    """Send this to the host alone, outside the chain: the cards of a pass in a dealer deal."""

    deal: int
    attempt: int
    kind: str
    body: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Compute:
    """Run `work` (in a thread, if there is one) and give its result to `Player.worked`."""

    work: Work


@dataclass(frozen=True, slots=True)
class Ask:
    """A decision is wanted. number grows with every question; an answer to an older one is refused."""

    prompt: Prompt
    number: int


@dataclass(frozen=True, slots=True)
class Happened:
    """Something that the person in this seat may know: a table event or one of the referee's."""

    event: Any


Effect = Save | Submit | TellHost | Compute | Ask | Happened
