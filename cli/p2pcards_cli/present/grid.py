"""The score sheet as columns for the eye: a row a deal, a column a side, widths in terminal cells."""

from __future__ import annotations

from wcwidth import wcswidth

from .sheet import sheet_rows
from .sight import Sight

WIDTH = 80
"""Cells of a line; names that would make it longer end in "…". Numbers are never cut."""


def sheet_grid(sight: Sight) -> list[str]:
    """The sheet by deal in columns."""
    head, *rest = sheet_rows(sight)
    most = max(14, (WIDTH - cells(head[0])) // max(1, len(head) - 1) - 2)
    rows = [[clip(cell, most) for cell in head], *rest]
    widths = [max(cells(row[column]) for row in rows) for column in range(len(rows[0]))]
    return ["  ".join(pad(cell, width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


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
