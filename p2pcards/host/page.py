"""Pages of a transcript for peers that are behind."""

from __future__ import annotations

from collections.abc import Sequence

from p2pcards_protocol.transcript import Entry

PAGE = 48 * 1024
"""Bytes of entries in one page, at most (network.md section 1)."""

_OVERHEAD = 160  # signatures, numbers and framing of one entry


def page(entries: Sequence[Entry], seq: int, limit: int) -> tuple[list[Entry], bool]:
    """The entries after number `seq`, at most `limit` and at most a page; and whether there are more."""
    chosen: list[Entry] = []
    size = 0
    for entry in entries[max(0, seq + 1) :]:
        size += len(entry.blob) + _OVERHEAD
        if len(chosen) >= limit or (chosen and size > PAGE):
            return chosen, True
        chosen.append(entry)
    return chosen, False
