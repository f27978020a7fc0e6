"""Values as the vectors write them."""

from __future__ import annotations

from typing import Any

Json = Any


def plain(value: Any) -> Json:
    """A value as JSON: bytes as "hex:...", tuples as lists."""
    if isinstance(value, bytes):
        return "hex:" + value.hex()
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value
