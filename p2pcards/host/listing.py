"""The list of tables that everybody connected is sent must fit into one frame, whatever names people have."""

from __future__ import annotations

from collections.abc import Sequence

from p2pcards_protocol import codec
from p2pcards_protocol.frame import MAX_FRAME
from p2pcards_protocol.message import TableInfo

MOST_LISTED = 128
"""Tables that one message may list."""

FEW = 24
"""So many always fit: seats 2..8, names as the host cleans them."""

_ROOM = MAX_FRAME - 1024


def fitting(tables: Sequence[TableInfo]) -> tuple[TableInfo, ...]:
    """The tables that fit, in their order; where not all do, those that wait for players before those that play."""
    if len(tables) <= FEW:
        return tuple(tables)
    room, kept = _ROOM, set()
    order = sorted(range(len(tables)), key=lambda place: tables[place].state != "lobby")
    for place in order[:MOST_LISTED]:
        room -= len(codec.pack(codec.to_plain(tables[place])))
        if room < 0:
            break
        kept.add(place)
    return tuple(info for place, info in enumerate(tables) if place in kept)
