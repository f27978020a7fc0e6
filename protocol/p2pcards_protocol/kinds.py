"""What the fold of a transcript knows of each kind of message: who says it, in which phase, and what it does.

To add one: its body in bodies/ and body.py, its row here, the tables of SPEC.md and the vectors (message.py says how).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from .entry import Message


class Kind(NamedTuple):
    """What the fold knows of a kind: who may say it, in which phase, whether it changes the state, whether it is a turn
    (rule 3)."""

    who: Literal["host", "seat", "both"]
    phase: str | None = None
    changes: bool = True
    turn: bool = True


KINDS: dict[str, Kind] = {
    "open": Kind("host"),
    "close": Kind("host"),
    "agree": Kind("seat", "agree", False, False),
    "commit": Kind("both", "commit", False, False),
    "reveal": Kind("seat", "reveal", False, False),
    "hand": Kind("host"),
    "p1": Kind("seat"),
    "p2": Kind("seat"),
    "keys": Kind("seat", "keys", False, False),
    "look": Kind("seat"),
    "blind": Kind("seat"),
    "bid": Kind("seat"),
    "play": Kind("seat"),
    "claim": Kind("seat"),
    "choose": Kind("seat", "choose", False, False),
    "pass.commit": Kind("seat", "pass", False, False),
    "pass.open": Kind("seat", "open", False, False),
    "seed": Kind("both", "audit", False, False),
    "ack": Kind("seat", "ack", False, False),
    "pause": Kind("both", turn=False),
    "resume": Kind("both", turn=False),
    "vote": Kind("seat", turn=False),
    "takeback": Kind("both", turn=False),
    "leave": Kind("seat", turn=False),
    "take": Kind("both", turn=False),
    "reclaim": Kind("both", turn=False),
    "join": Kind("both", turn=False),
    "kick": Kind("host", turn=False),
    "timeout": Kind("host"),
    "void": Kind("host"),
    "forfeit": Kind("host"),
    "contest": Kind("seat", changes=False, turn=False),
    "end": Kind("host"),
}

#: Phases that may close although a listed seat stayed silent.
MAY_BE_SILENT = frozenset({"audit", "ack"})
#: Entries of the host that end an open phase without a close.
BREAKS_PHASE = frozenset({"void", "forfeit", "end"})


@dataclass(frozen=True, slots=True)
class Spoken:
    """What a seat said in the open phase."""

    blob_hash: bytes
    message: Message


@dataclass(frozen=True, slots=True)
class Phase:
    """An open phase: its name, who is listed (ascending, the host last), what was said, where it opened."""

    name: str
    seats: tuple[int, ...]
    spoken: dict[int, Spoken]
    seq: int
    deal: int
    attempt: int
    targets: tuple[int, ...]

    @property
    def missing(self) -> tuple[int, ...]:
        """Listed seats that have not spoken."""
        return tuple(seat for seat in self.seats if seat not in self.spoken)
