"""What every body is."""

from __future__ import annotations

import msgspec

from ..fields import all_or_none


class Body(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What every body is."""


def together(position: int | None, key: bytes) -> None:
    """Raise ValueError unless a card's position and its key are both there, or neither."""
    all_or_none(key)
    if (position is None) != (not key):
        raise ValueError("a position goes with a key")
