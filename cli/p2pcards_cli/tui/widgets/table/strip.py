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


def draw_scores(canvas: Canvas, model: TableModel, theme: Theme, x: int, y: int, w: int) -> None:
    """Each side's points and bags in one row. Names are cut where they must be, numbers never."""
    sides = model.sides
    if not sides:
        return
    share = w // len(sides)
    for place, side in enumerate(sides):
        long, short = _numbers(side, full=True), _numbers(side, full=False)
        numbers = long if width(long) + 4 <= share - 1 and (width(long) < share // 2) else short
        room = share - width(numbers) - 2
        left = x + place * share + (1 if place == 0 else 0)
        after = canvas.put(left, y, clip(side.name, max(2, room - (1 if place == 0 else 0))), "me" if side.mine else "")
        canvas.put(after + 1, y, numbers, "win" if side.ahead else "title")


def _numbers(side: SideScore, *, full: bool) -> str:
    if not side.bags:
        return side.points
    if full:
        return tr("%(points)s, bags %(bags)s", points=side.points, bags=side.bags)
    return f"{side.points}+{side.bags}"
