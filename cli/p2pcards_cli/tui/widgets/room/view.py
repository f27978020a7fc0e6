"""A table before its match, drawn."""

from __future__ import annotations

from ....say.i18n import tr
from ...canvas import Canvas
from ...theme import Theme
from ...width import clip, wrap
from .presenter import RoomModel


def draw_room(canvas: Canvas, model: RoomModel, theme: Theme, x: int, y: int, w: int, h: int, keep: int = 0) -> int:
    """Draw in w by h cells; returns the rows used. Where it is tight the facts give way first: G tells them all.

    keep: rows that are left free for messages.
    """
    canvas.line(x, y, w, " ", "bar")
    canvas.put(x + 1, y, clip(model.title, w - 2), "bar")
    tight = h < 16
    lines = (*model.seats, *([(model.button, "title")] if model.button else []))
    seats = [line for place, (text, _) in enumerate(lines) for line in _seat_lines(place, text, w)]
    teams = [line for text in model.teams for line in wrap(text, w - 3, "  ")]
    ways = [line for way in model.ways for line in wrap(way, w - 4, "  ")]
    room = h - 1 - len(seats) - len(teams) - (len(ways) + 1 if ways else 0)
    row = _facts(canvas, model, x, y + 1, w, room - keep if tight else room - 2 - keep)
    row = _gap(row, tight)
    for place, text in seats:
        chosen, style = place == model.cursor, lines[place][1]
        if chosen:
            canvas.line(x, row, w, " ", "sel")
            if canvas.cursor is None:
                canvas.put(x, row, theme.glyph("cursor"), "sel")
                canvas.cursor = (x, row)
        canvas.put(x + 2, row, text, "sel" if chosen else style)
        canvas.zone(x, row, w, 1, "seat", place)
        row += 1
    for text in teams:
        canvas.put(x + 2, row, text, "dim")
        row += 1
    row = _gap(row, tight)
    if ways and row < y + h:
        canvas.put(x + 1, row, tr("How others join:"), "title")
        row += 1
        for text in ways:
            if row < y + h:
                canvas.put(x + 3, row, text)
                row += 1
    return row - y


def _seat_lines(place: int, text: str, w: int) -> list[tuple[int, str]]:
    return [(place, line) for line in wrap(text, w - 3, "  ")]


def _facts(canvas: Canvas, model: RoomModel, x: int, y: int, w: int, room: int) -> int:
    """As many whole facts as there is room for, the first one in short if need be; returns the row after them."""
    facts = model.facts
    if model.game and sum(len(wrap(fact, w - 2)) for fact in facts) > room:
        facts = (model.game, *facts[1:])
    for number, fact in enumerate(facts):
        lines = wrap(fact, w - 2)
        last = number == len(facts) - 1
        if len(lines) > room - (0 if last else 1):
            canvas.put(x + 1, y, tr("G: the rules."), "dim")
            return y + 1
        for text in lines:
            canvas.put(x + 1, y, text)
            y += 1
        room -= len(lines)
    return y


def _gap(row: int, tight: bool) -> int:
    return row if tight else row + 1
