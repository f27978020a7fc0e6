"""The hosts and tables in reach, drawn."""

from __future__ import annotations

from ....say.i18n import tr
from ...canvas import Canvas
from ...theme import Theme
from ...width import clip, wrap
from .presenter import HomeModel

LOGO = ("♣", "♦", "♥", "♠")


def draw_home(canvas: Canvas, model: HomeModel, theme: Theme, x: int, y: int, w: int, h: int) -> None:
    """Draw in w by h cells."""
    canvas.line(x, y, w, " ", "bar")
    canvas.put(x + 1, y, "p2pcards", "bar")
    canvas.put_right(x + w - 1, y, tr("you: %(name)s", name=clip(model.me, w // 2)), "bar")
    canvas.put(x + 1, y + 2, clip(model.state, w - 2), "title")
    lines: list[tuple[int, str, str]] = []
    for place, row in enumerate(model.rows):
        if row.what[0] == "do" and place and model.rows[place - 1].what[0] != "do":
            lines.append((-1, "", ""))
        text = row.text
        if row.why:
            text += " " + tr("(not possible: %(why)s)", why=row.why)
        style = "grey" if row.why else ("title" if row.what[0] == "host" else "")
        lead = " " * row.indent
        lines += [(place, lead + piece, style) for piece in wrap(text, w - 4 - row.indent, "  ")]
    space = h - 4
    marked = [number for number, (place, _, _) in enumerate(lines) if place == model.cursor]
    top = max(0, min(marked[-1] - space + 1 if marked else 0, len(lines) - space))
    above, below = top, max(0, len(lines) - top - space)
    marks = " ".join(f"{theme.glyph(name)}{count}" for name, count in (("up", above), ("down", below)) if count)
    if marks:
        canvas.put_right(x + w - 1, y + 2, marks, "dim")
    for step, (place, text, style) in enumerate(lines[top : top + space]):
        row_y = y + 3 + step
        chosen = place == model.cursor and place >= 0
        if chosen:
            style = "sel"
            canvas.line(x, row_y, w, " ", "sel")
            if canvas.cursor is None:
                canvas.put(x, row_y, theme.glyph("cursor"), "sel")
                canvas.cursor = (x, row_y)
        canvas.put(x + 2, row_y, clip(text, w - 3), style)
        if place >= 0:
            canvas.zone(x, row_y, w, 1, "home", place)
