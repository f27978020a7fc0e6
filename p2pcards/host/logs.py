"""The host's log: one line an event, for people or as JSON. What goes in is an event key with numbers and names of
tables; a card, a key, a secret or an address of a player's hand has no business here, and a filter sees to it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from typing import Any, TextIO

_NEVER = frozenset({"card", "cards", "hand", "seed", "secret", "secrets", "key_seed", "password", "nonce", "blob"})


Write = Callable[[str, Mapping[str, Any]], None]
"""What HostServer takes as `log`."""


def writer(stream: TextIO, form: str, clock: Callable[[], float] = time.time) -> Write:
    """A log function for HostServer. form: "human" or "json"."""

    def write(event: str, data: Mapping[str, Any]) -> None:
        plain = {name: _plain(value) for name, value in data.items() if name not in _NEVER}
        now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(clock()))
        if form == "json":
            line = json.dumps({"time": now, "event": event, **plain}, ensure_ascii=True)
        else:
            told = " ".join(f"{name}={value}" for name, value in plain.items())
            line = f"{now} {event} {told}".rstrip()
        stream.write(line + "\n")
        stream.flush()

    return write


def _plain(value: Any) -> Any:
    """A value that cannot break a line, and is never bytes."""
    if isinstance(value, bool | int | float) or value is None:
        return value
    if isinstance(value, bytes):
        return f"<{len(value)} bytes>"
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value[:16]]
    return "".join(char if char.isprintable() else "?" for char in str(value))[:200]
