"""A box over the page, painted."""

from __future__ import annotations

from ...canvas import Canvas
from ...theme import Theme
from ...width import clip, width
from .layout import Laid, about_lines, first_line, fitted, foot_lines, head_lines, laid_out, room_for_lines, title_fits
from .model import OverlayModel


def draw_overlay(canvas: Canvas, model: OverlayModel, theme: Theme, w: int, h: int) -> None:
    """Draw the box in the middle of w by h cells, as high as it needs."""
    lines = laid_out(model, w)
    head = head_lines(model, w)
    about, foot = about_lines(model, w), foot_lines(model, w)
    shown = min(room_for_lines(model, w, h), max(1, len(lines)))
    inner = fitted(model, lines, w)
    box_w = inner + 4
    box_h = 2 + len(head) + shown + (1 if model.typed is not None else 0) + len(about) + len(foot)
    x, y = max(0, (w - box_w) // 2), max(0, (h - box_h) // 2)
    canvas.zones.clear()
    canvas.cursor = None
    canvas.clear(x, y, box_w, box_h)
    _frame(canvas, theme, x, y, box_w, box_h, model.title if title_fits(model, w) else "")
    row = y + 1
    for text in head:
        canvas.put(x + 2, row, text, "title")
        row += 1
    top = first_line(model, lines, shown)
    for line in lines[top : top + shown]:
        _line(canvas, model, theme, x + 2, row, inner, line)
        row += 1
    row += shown - len(lines[top : top + shown])
    if len(lines) > shown:
        above, below = top, len(lines) - shown - top
        marks = " ".join(f"{theme.glyph(name)}{count}" for name, count in (("up", above), ("down", below)) if count)
        canvas.put_right(x + box_w - 2, y + box_h - 1, f" {marks} ", "dim")
    if model.typed is not None:
        _typed(canvas, model, theme, x + 2, row, inner)
        row += 1
    for text in about:
        canvas.put(x + 2, row, text, "")
        row += 1
    for text in foot:
        canvas.put(x + 2, row, text, "bad" if model.bad else "dim")
        row += 1


def _frame(canvas: Canvas, theme: Theme, x: int, y: int, w: int, h: int, title: str) -> None:
    edge = theme.glyph("h") * (w - 2)
    canvas.put(x, y, theme.glyph("tl") + edge + theme.glyph("tr"), "frame")
    canvas.put(x, y + h - 1, theme.glyph("bl") + edge + theme.glyph("br"), "frame")
    canvas.column(x, y + 1, h - 2, theme.glyph("v"), "frame")
    canvas.column(x + w - 1, y + 1, h - 2, theme.glyph("v"), "frame")
    if title:
        canvas.put(x + 2, y, f" {title} ", "title")


def _line(canvas: Canvas, model: OverlayModel, theme: Theme, x: int, y: int, w: int, line: Laid) -> None:
    row = line.row
    style = "grey" if row.grey else row.style
    if model.cursor is not None:
        if line.number == model.cursor:
            style = "sel" if not row.grey else "sel grey"
            canvas.line(x, y, w, " ", style)
            if canvas.cursor is None:
                canvas.put(x, y, theme.glyph("cursor"), style)
                canvas.cursor = (x, y)
        canvas.zone(x, y, w, 1, "row", line.number)
        x, w = x + 2, w - 2
    canvas.put(x, y, clip(line.text, w), style)
    if line.value:
        canvas.put_right(x + w, y, line.value, style)


def _typed(canvas: Canvas, model: OverlayModel, theme: Theme, x: int, y: int, w: int) -> None:
    """The line that is being typed, scrolled so that its cursor is in sight."""
    typed = model.typed or ""
    label = f"{model.label} " if model.label else ""
    room = max(8, w - width(label) - 1)
    start = 0
    while width(typed[start : model.at]) >= room:
        start += 1
    after = canvas.put(x, y, label, "ask")
    canvas.put(after, y, clip(typed[start:], room), "")
    canvas.cursor = (after + width(typed[start : model.at]), y)
