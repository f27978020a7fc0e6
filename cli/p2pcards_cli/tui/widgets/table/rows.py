"""The table where there is little room: a row a seat, with the card it has played."""

from __future__ import annotations

from ....say.i18n import tr, trp
from ...canvas import Canvas
from ...theme import Theme
from ...width import clip, pad, width
from ..hand.view import card_style, card_text
from .presenter import Plate, TableModel
from .round import plate_head


def rows_height(model: TableModel) -> int:
    """Rows it takes: a heading, the seats, one line about the trick."""
    return len(model.plates) + 2


def draw_rows(canvas: Canvas, model: TableModel, theme: Theme, x: int, y: int, w: int) -> None:
    """Name, bid, tricks, penalty points, points, bags and card of each seat; below, the led suit and who is best."""
    heads = [tr("bid"), tr("took"), tr("penalty"), tr("score"), tr("bags")]
    bags = any(side.bags for side in model.sides)
    bids = any(plate.bid for plate in model.plates)
    shown = [bids, True, any(plate.penalty for plate in model.plates), bool(model.sides), bags]
    widths = [max(6, width(head) + 1) for head in heads]
    total = sum(size for size, on in zip(widths, shown, strict=True) if on)
    name_w = min(30, w - total - 13)
    column = x + 1 + name_w
    for head, size, on in zip(heads, widths, shown, strict=True):
        if on:
            canvas.put_right(column + size, y, head, "dim")
            column += size
    canvas.put(column + 3, y, trp("on the table", "card"), "dim")
    for row, plate in enumerate(model.plates, 1):
        _row(canvas, model, plate, theme, x, y + row, name_w, widths, shown, column + 3)
    line = f" {theme.glyph('dot')} ".join(text for text in (model.led, model.info) if text)
    canvas.put(x + 1, y + len(model.plates) + 1, clip(line, w - 2), "win" if model.held else "dim")


def _row(
    canvas: Canvas,
    model: TableModel,
    plate: Plate,
    theme: Theme,
    x: int,
    y: int,
    name_w: int,
    widths: list[int],
    shown: list[bool],
    card_x: int,
) -> None:
    style = "turn" if plate.turn else ("me" if plate.me else "")
    lead = "" if plate.turn else "  "
    head = lead + plate_head(plate, theme, name_w - len(lead))
    canvas.put(x, y, pad(head, name_w), style)
    points = bags = ""
    if model.sides:
        side = model.sides[plate.side]
        points, bags = side.points, side.bags
    column = x + 1 + name_w
    took = plate.took if plate.took.isdecimal() else ""
    for text, size, on in zip((plate.bid, took, plate.penalty, points, bags), widths, shown, strict=True):
        if on:
            canvas.put_right(column + size, y, text if width(text) < size else clip(text, size - 1))
            column += size
    if plate.took != took:  # a word, which has no place in a column of numbers
        canvas.put(card_x, y, plate.took)
    if plate.card is not None:
        after = canvas.put(card_x, y, card_text(plate.card, theme), card_style(plate.card))
        marks = (theme.glyph("best") if plate.best else "") + (" " + tr("led") if plate.leads else "")
        canvas.put(after + 1, y, marks.strip(), "win")
