"""A table before its match, drawn."""

from __future__ import annotations

from ....say.i18n import tr
from ...canvas import Canvas
from ...theme import Theme
from ...width import clip, wrap
from .presenter import RoomModel


def draw_room(canvas: Canvas, model: RoomModel, theme: Theme, x: int, y: int, w: int, h: int) -> int:
    """Draw in w by h cells; returns the rows used."""
    canvas.line(x, y, w, " ", "bar")
    canvas.put(x + 1, y, clip(model.title, w - 2), "bar")
    row = y + 1
    tight = h < 16
    for fact in model.facts:
        for text in wrap(fact, w - 2)[: 1 if tight else 3]:
            canvas.put(x + 1, row, clip(text, w - 2))
            row += 1
    row = _gap(row, tight)
    for place, (text, style) in enumerate(model.seats):
        chosen = place == model.cursor
        if chosen:
            canvas.line(x, row, w, " ", "sel")
            canvas.put(x, row, theme.glyph("cursor"), "sel")
            canvas.cursor = (x, row)
        canvas.put(x + 2, row, clip(text, w - 3), "sel" if chosen else style)
        canvas.zone(x, row, w, 1, "seat", place)
        row += 1
    for text in model.teams:
        canvas.put(x + 2, row, clip(text, w - 3), "dim")
        row += 1
    row = _gap(row, tight)
    if model.ways and row < y + h:
        canvas.put(x + 1, row, tr("How others join:"), "title")
        row += 1
        for way in model.ways:
            for text in wrap(way, w - 4, "  ")[: 1 if tight else 2]:
                if row < y + h:
                    canvas.put(x + 3, row, clip(text, w - 4))
                    row += 1
    return row - y


def _gap(row: int, tight: bool) -> int:
    return row if tight else row + 1
