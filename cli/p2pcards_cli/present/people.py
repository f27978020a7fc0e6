"""Who is who: seats, fingerprints of keys, and the words to compare aloud."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from p2pcards_protocol.identity import fingerprint, table_words

from ..say.i18n import tr
from ..say.lobby import seat_line
from ..text import clean_name

if TYPE_CHECKING:
    from p2pcards_protocol.message import TableInfo


def who_lines(info: TableInfo, mine: int | None, host: str, words: Sequence[str], table_id: bytes | None) -> list[str]:
    """Everybody at the table with the fingerprint of the key, then the host's six words and the table's three."""
    lines = []
    for seat in info.seats:
        lines.append(seat_line(seat, seat.seat == mine))
        if seat.key:
            lines.append(tr("Key of seat %(seat)d: %(key)s.", seat=seat.seat + 1, key=spaced(fingerprint(seat.key))))
    name = clean_name(host) if host else tr("this table's host")
    lines.append(tr("Host: %(name)s. Six words: %(words)s.", name=name, words=" ".join(words)))
    if table_id is not None:
        lines.append(
            tr("The table's words: %(words)s. All players must have the same.", words=" ".join(table_words(table_id)))
        )
    return lines


def spaced(text: str) -> str:
    """A fingerprint in fours, to read aloud."""
    return " ".join(text[place : place + 4] for place in range(0, len(text), 4))
