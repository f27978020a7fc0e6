"""The score sheet as columns for the eye: a row a deal, a column a side, widths in terminal cells."""

from __future__ import annotations

from wcwidth import wcswidth

from ..say.i18n import tr
from .sheet import sheet_rows
from .sight import Sight

WIDTH = 80
"""Cells of a line; names that would make it longer end in "…". Numbers are never cut."""


def sheet_grid(sight: Sight, most: int = WIDTH) -> list[str]:
    """The sheet by deal in columns, in lines of at most `most` cells. Where the numbers do not fit side by side with
    words, a line below says what they are; where they do not fit at all, each side has a line below its deal."""
    rows = sheet_rows(sight)
    lines = _columns(rows, most)
    if lines is None and (lines := _columns(sheet_rows(sight, words=False), most)) is not None:
        lines.append(tr("The points of the deal, then the total."))
    return _by_deal(*rows) if lines is None else lines


def _columns(rows: list[list[str]], most: int) -> list[str] | None:
    """Columns in lines of at most `most` cells, None where the numbers need more."""
    head, *rest = rows
    count = len(head) - 1
    share = max(max((cells(cell) for row in rest for cell in row[1:]), default=0), (most - cells(head[0])) // count - 2)
    if cells(head[0]) + count * (share + 2) > most:
        return None
    table = [[clip(cell, share) for cell in head], *rest]
    widths = [max(cells(row[column]) for row in table) for column in range(len(table[0]))]
    return ["  ".join(pad(cell, width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in table]


def _by_deal(head: list[str], *rest: list[str]) -> list[str]:
    lines = []
    for number, *sides in rest:
        lines.append(tr("Deal %(number)s", number=number))
        lines += [f"  {name}: {told}" for name, told in zip(head[1:], sides, strict=True)]
    return lines


def cells(text: str) -> int:
    """How wide a text is in a terminal."""
    return max(0, wcswidth(text))


def clip(text: str, most: int) -> str:
    """At most so many cells, "…" at the end where something was cut."""
    if cells(text) <= most:
        return text
    while text and cells(text) > most - 1:
        text = text[:-1]
    return text + "…"


def pad(text: str, width: int) -> str:
    """Right-aligned to a width in cells."""
    return " " * (width - cells(text)) + text
