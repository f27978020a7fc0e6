"""The two lines at the top of a table: what is played and what holds now; where each side stands."""

from __future__ import annotations

from ....say.i18n import tr
from ...canvas import Canvas
from ...theme import Theme
from ...width import clip, width
from .presenter import SideScore, TableModel


def draw_facts(canvas: Canvas, model: TableModel, theme: Theme, x: int, y: int, w: int) -> None:
    """Game, deal, trick at the left; broken or not and the target at the right."""
    dot = f" {theme.glyph('dot')} "
    right = dot.join(text for text in (model.broken, model.target) if text)
    canvas.line(x, y, w, " ", "bar")
    canvas.put_right(x + w - 1, y, right, "bar")
    room = w - width(right) - 3
    short = model.game_now or model.game
    ways = (
        (model.game, model.deal, model.trick),
        (short, model.deal, model.trick),
        (short, model.deal, model.trick_now),
        (short, model.trick),
        (short, model.trick_now),
        (model.deal, model.trick_now),
    )
    told = [dot.join(text for text in way if text) for way in ways]
    left = next((text for text in told if width(text) <= room), told[-1])
    canvas.put(x + 1, y, clip(left, room), "bar")


NAME = 6
"""Cells that a name gets at least, where numbers say in words what they are."""


def draw_scores(canvas: Canvas, model: TableModel, theme: Theme, x: int, y: int, w: int) -> None:
    """Each side's points and bags in one row. Names are cut where they must be, numbers never. Where there is no room
    to say "bags" beside each number, the row begins with what the numbers are."""
    sides = model.sides
    if not sides:
        return
    share = w // len(sides)
    numbers = [_numbers(side) for side in sides]
    x += 1
    if any(side.bags for side in sides) and share - max(width(text) for text in numbers) - 2 < NAME:
        numbers = [f"{side.points} ({side.bags})" for side in sides]
        head = tr("score (bags):")
        if (w - width(head) - 2) // len(sides) > max(width(text) for text in numbers) + 4:
            x = canvas.put(x, y, head, "dim") + 1
            share = (w - x) // len(sides)
        elif share < max(width(text) for text in numbers) + 4:
            numbers = [side.points for side in sides]
    for place, (side, told) in enumerate(zip(sides, numbers, strict=True)):
        room = share - width(told) - 2
        after = canvas.put(x + place * share, y, clip(side.name, max(2, room)), "me" if side.mine else "")
        canvas.put(after + 1, y, told, "win" if side.ahead else "title")


def _numbers(side: SideScore) -> str:
    if not side.bags:
        return side.points
    return tr("%(points)s, bags %(bags)s", points=side.points, bags=side.bags)
