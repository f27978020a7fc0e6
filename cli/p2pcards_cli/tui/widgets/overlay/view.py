"""A box over the page."""

from __future__ import annotations

from ...canvas import Canvas
from ...theme import Theme
from ...width import clip, width, wrap
from .model import OverlayModel, Row


def inner_width(w: int, wide: bool) -> int:
    """Columns for text in a box on a screen of w columns."""
    return min(w - 4, 110 if wide else 84)


def laid_out(model: OverlayModel, w: int) -> list[tuple[int, str, Row]]:
    """The rows wrapped to the box: (number of the row, text, row)."""
    room = inner_width(w, model.wide) - (2 if model.cursor is not None else 0)
    out: list[tuple[int, str, Row]] = []
    for number, row in enumerate(model.rows):
        lead = f"{row.key}  " if row.key else ""
        if row.raw or row.value:
            out.append((number, lead + row.text, row))
            continue
        lines = wrap(lead + row.text, room, " " * len(lead)) if row.text else [lead]
        out += [(number, line, row) for line in lines]
    return out


def room_for_lines(model: OverlayModel, h: int) -> int:
    """Lines that fit in a box on a screen of h rows."""
    return max(1, h - 3 - _extra(model))


def _extra(model: OverlayModel) -> int:
    """Rows below the lines."""
    return (1 if model.foot else 0) + (1 if model.typed is not None else 0) + (2 if model.help else 0)


def first_line(model: OverlayModel, lines: list[tuple[int, str, Row]], space: int) -> int:
    """The first line shown: as asked for, but within bounds and with the chosen row in sight."""
    top = max(0, min(model.top, len(lines) - space))
    if model.cursor is not None:
        places = [place for place, (number, _, _) in enumerate(lines) if number == model.cursor]
        if places:
            top = min(top, places[0])
            top = max(top, places[-1] - space + 1)
    return top


def draw_overlay(canvas: Canvas, model: OverlayModel, theme: Theme, w: int, h: int) -> None:
    """Draw the box in the middle of w by h cells, as high as it needs."""
    lines = laid_out(model, w)
    space = room_for_lines(model, h - 1)
    shown = min(space, max(1, len(lines)))
    inner = inner_width(w, model.wide)
    needed = max((width(text) + (width(row.value) + 2 if row.value else 0) for _, text, row in lines), default=0)
    needed += 2 if model.cursor is not None else 0
    needed = max(
        needed, width(model.title) + 4, width(model.foot), 60 if model.help else 0, 40 if model.typed is not None else 0
    )
    inner = min(inner, max(36, needed))
    extra = _extra(model)
    box_w, box_h = inner + 4, shown + 2 + extra
    x, y = max(0, (w - box_w) // 2), max(0, (h - box_h) // 2)
    canvas.zones.clear()
    canvas.cursor = None
    canvas.clear(x, y, box_w, box_h)
    _frame(canvas, theme, x, y, box_w, box_h, model.title)
    top = first_line(model, lines, shown)
    for step, (number, text, row) in enumerate(lines[top : top + shown]):
        _line(canvas, model, theme, x + 2, y + 1 + step, inner, number, text, row)
    if len(lines) > shown:
        above, below = top, len(lines) - shown - top
        marks = " ".join(f"{theme.glyph(name)}{count}" for name, count in (("up", above), ("down", below)) if count)
        canvas.put_right(x + box_w - 2, y + box_h - 1, f" {marks} ", "dim")
    low = y + 1 + shown
    if model.typed is not None:
        _typed(canvas, model, theme, x + 2, low, inner)
        low += 1
    if model.help:
        for step, text in enumerate(wrap(model.help, inner)[:2]):
            canvas.put(x + 2, low + step, text, "")
        low += 2
    if model.foot:
        canvas.put(x + 2, low, clip(model.foot, inner), "bad" if model.bad else "dim")


def _frame(canvas: Canvas, theme: Theme, x: int, y: int, w: int, h: int, title: str) -> None:
    edge = theme.glyph("h") * (w - 2)
    canvas.put(x, y, theme.glyph("tl") + edge + theme.glyph("tr"), "frame")
    canvas.put(x, y + h - 1, theme.glyph("bl") + edge + theme.glyph("br"), "frame")
    canvas.column(x, y + 1, h - 2, theme.glyph("v"), "frame")
    canvas.column(x + w - 1, y + 1, h - 2, theme.glyph("v"), "frame")
    canvas.put(x + 2, y, clip(f" {title} ", w - 4), "title")


def _line(
    canvas: Canvas, model: OverlayModel, theme: Theme, x: int, y: int, w: int, number: int, text: str, row: Row
) -> None:
    style = "grey" if row.grey else row.style
    if model.cursor is not None:
        if number == model.cursor:
            style = "sel" if not row.grey else "sel grey"
            canvas.line(x, y, w, " ", style)
            canvas.put(x, y, theme.glyph("cursor"), style)
            if canvas.cursor is None:
                canvas.cursor = (x, y)
        canvas.zone(x, y, w, 1, "row", number)
        x, w = x + 2, w - 2
    if row.value:
        canvas.put(x, y, clip(text, w - width(row.value) - 2), style)
        canvas.put_right(x + w, y, row.value, style)
    else:
        canvas.put(x, y, clip(text, w), style)


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
