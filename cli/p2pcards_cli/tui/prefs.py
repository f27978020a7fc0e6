"""What a person can set in the full screen; kept in the store between runs, or given in the configuration."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

STORED = "tui"
"""The name under which the store keeps them."""

HOLDS = (0.0, 1.0, 2.0, 4.0, -1.0)
"""Seconds that a finished trick stays; -1: until a key."""


@dataclass(frozen=True, slots=True)
class Prefs:
    """order: of my cards; hold: as HOLDS; suits: colours, as `theme.SETS`; last: my last card plays itself; guard: a
    card is played at the second Enter; bell: ring on my turn; mouse; ascii; verbosity: 0..2."""

    order: str = "suits"
    hold: float = 2.0
    suits: str = "four"
    last: bool = False
    guard: bool = False
    bell: bool = True
    mouse: bool = False
    ascii: bool = False
    verbosity: int = 2

    def changed(self, **values: Any) -> Prefs:
        """The same with some of them changed."""
        return replace(self, **values)

    def dump(self) -> bytes:
        """For the store."""
        return json.dumps(asdict(self), sort_keys=True).encode()

    @staticmethod
    def load(data: bytes | None) -> Prefs:
        """From the store; what cannot be read is as usual."""
        try:
            kept = json.loads(data or b"{}")
        except ValueError:
            return Prefs()
        return Prefs().merged(kept if isinstance(kept, dict) else {})

    def merged(self, values: Mapping[str, Any]) -> Prefs:
        """With values of the right kind taken over, others left out."""
        good: dict[str, Any] = {}
        for field in fields(self):
            value = values.get(field.name)
            usual = getattr(self, field.name)
            if isinstance(usual, float) and type(value) is int:
                value = float(value)
            if type(value) is type(usual):
                good[field.name] = value
        return replace(self, **good)
