"""The table as people see it from a chair: me at the bottom, the others clockwise, a card in front of each."""

from __future__ import annotations

from p2pcards.cards.card import Card

from ....present.sight import BOT
from ....say.i18n import tr, trp
from ...canvas import Canvas
from ...theme import Theme
from ...width import clip, width, wrap
from ..hand.view import CARD_W, card_style, card_text
from .presenter import Plate, TableModel

HEIGHT = 11
"""Rows that the round table takes at least."""

#: For n seats, where those at places 1.. sit: (kind, share of the width for the middle of the plate).
PLACES: dict[int, tuple[tuple[str, float], ...]] = {
    2: (("top", 0.5),),
    3: (("left", 0.0), ("right", 1.0)),
    4: (("left", 0.0), ("top", 0.5), ("right", 1.0)),
    5: (("left", 0.0), ("top", 0.33), ("top", 0.67), ("right", 1.0)),
    6: (("left", 0.0), ("top", 0.25), ("top", 0.5), ("top", 0.75), ("right", 1.0)),
}


def draw_round(canvas: Canvas, model: TableModel, theme: Theme, x: int, y: int, w: int, h: int) -> None:
    """Draw in w by h cells (w >= 60, h >= HEIGHT)."""
    top = y + max(0, (h - HEIGHT) // 2)
    spots = PLACES.get(len(model.plates), PLACES[6])
    for plate in model.plates:
        if plate.place == 0:
            _middle(canvas, plate, theme, x + w // 2, top + 9, 20)
            _card(canvas, plate, theme, x + w // 2 - CARD_W // 2, top + 6)
            continue
        kind, share = spots[min(plate.place, len(spots)) - 1]
        if kind == "top":
            centre = x + int(w * share)
            room = w // (3 if len(model.plates) == 6 else 2) - 4
            _middle(canvas, plate, theme, centre, top, room)
            _card(canvas, plate, theme, centre - CARD_W // 2, top + 2)
        elif kind == "left":
            room = w // 4
            _at(canvas, plate, theme, x + 1, top + 5, room, right=False)
            _card(canvas, plate, theme, x + 2 + room, top + 5)
        else:
            room = w // 4
            _at(canvas, plate, theme, x + w - 1, top + 5, room, right=True)
            _card(canvas, plate, theme, x + w - 2 - room - CARD_W, top + 5)
    lines = [line for text in (model.led, model.info) if text for line in wrap(text, w // 2 - 11)][:3]
    style = "win" if model.held else "dim"
    for step, line in enumerate(lines):
        canvas.put(x + 1, top + HEIGHT - len(lines) + step, line, style)


def plate_head(plate: Plate, theme: Theme, room: int) -> str:
    """A name with its marks: whose turn, the dealer, a partner. Where it is tight the marks are letters (the help says
    which), so that none is cut; of a name that is too long then, the end is."""
    whole = ((plate.dealer, tr("dealer"), tr("D")), (plate.partner, tr("partner"), trp("a partner's mark", "P")))
    long = [word for on, word, _ in whole if on] + ([plate.state] if plate.state else [])
    short = [letter for on, _, letter in whole if on] + ([plate.state] if plate.state else [])
    lead = theme.glyph("turn") + " " if plate.turn else ""
    bare = plate.name.removesuffix(BOT)
    for name, marks in ((plate.name, long), (bare, long), (plate.name, short), (bare, short)):
        head = lead + name + _marks(marks)
        if width(head) <= room:
            return head
    return clip(lead + bare, max(4, room - width(_marks(short)))) + _marks(short)


def _marks(marks: list[str]) -> str:
    return f" ({', '.join(marks)})" if marks else ""


def plate_count(plate: Plate) -> str:
    """Bid and tricks, or tricks and penalty points: "bid 4, took 2"."""
    if not plate.took:
        return ""
    if not plate.took.isdecimal():
        return plate.took
    if plate.penalty:
        return tr("took %(took)s, penalty %(points)s", took=plate.took, points=plate.penalty)
    if not plate.bid:
        return tr("took %(took)s", took=plate.took)
    if plate.bid == "-":
        return tr("no bid yet")
    return tr("bid %(bid)s, took %(took)s", bid=plate.bid, took=plate.took)


def _style(plate: Plate) -> str:
    if plate.turn:
        return "turn"
    return "me" if plate.me else ""


def _middle(canvas: Canvas, plate: Plate, theme: Theme, centre: int, y: int, room: int) -> None:
    canvas.put_middle(centre - room // 2, y, room, plate_head(plate, theme, room), _style(plate))
    canvas.put_middle(centre - room // 2, y + 1, room, clip(plate_count(plate), room))


def _at(canvas: Canvas, plate: Plate, theme: Theme, x: int, y: int, room: int, *, right: bool) -> None:
    put = canvas.put_right if right else canvas.put
    put(x, y, plate_head(plate, theme, room), _style(plate))
    put(x, y + 1, clip(plate_count(plate), room))


def _card(canvas: Canvas, plate: Plate, theme: Theme, x: int, y: int) -> None:
    if plate.card is not None:
        draw_card(canvas, plate.card, theme, x, y, best=plate.best)


def draw_card(canvas: Canvas, card: Card, theme: Theme, x: int, y: int, *, best: bool = False) -> None:
    """A card lying by itself, 5 by 3; the best one with a star in its lower edge."""
    frame = "win" if best else "frame"
    edge = theme.glyph("h")
    low = edge + (theme.glyph("best") if best else edge) + edge
    canvas.put(x, y, theme.glyph("tl") + edge * 3 + theme.glyph("tr"), frame)
    canvas.put(x, y + 1, theme.glyph("v") + "   " + theme.glyph("v"), frame)
    canvas.put(x, y + 2, theme.glyph("bl") + low + theme.glyph("br"), frame)
    text = card_text(card, theme)
    canvas.put(x + (1 if width(text) == 3 else 2), y + 1, text, card_style(card))
