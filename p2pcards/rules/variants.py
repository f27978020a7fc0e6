"""The presets of the Spades family: one class each, which names its own defaults and seats."""

from __future__ import annotations

import dataclasses
from typing import ClassVar

from p2pcards.rules.spades import Spades


@dataclasses.dataclass(frozen=True)
class Classic(Spades):
    """Partnership Spades as everybody plays it: four seats, two sides, nil 100, ten bags cost 100."""

    game: str = "classic"

    seats: ClassVar[tuple[int, ...]] = (4,)
