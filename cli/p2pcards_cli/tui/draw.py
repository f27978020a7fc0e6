"""From a snapshot to cells: pure, for any size. This file lays out; the widgets draw.

80 columns and 24 rows or more: a round table and boxed cards. 100 columns or more: log and chat beside it. Less: a row
a seat and cards in lines. Below 60 by 18: a notice, never an exit.
"""

from __future__ import annotations

from dataclasses import replace

from ..say.i18n import tr
from .canvas import Canvas
from .low import ask_height, draw_ask, draw_foot, draw_hints
from .snapshot import Snapshot, TablePage
from .theme import Theme
from .widgets.hand.view import draw_hand, hand_height
from .widgets.home.presenter import HomeModel
from .widgets.home.view import draw_home
from .widgets.overlay.view import draw_overlay
from .widgets.pane.view import draw_pane, draw_titled
from .widgets.room.view import draw_room
from .widgets.table.round import HEIGHT, draw_round
from .widgets.table.rows import draw_rows, rows_height
from .widgets.table.strip import draw_facts, draw_scores
from .width import wrap

LEAST = (60, 18)
ROUND = (78, 24)
SIDE = 100

GROWN = 4
"""So many rows the messages before a match take from the facts of the table, when the newest one needs them."""


def draw(snapshot: Snapshot, theme: Theme, w: int, h: int) -> Canvas:
    """The screen of w by h cells."""
    canvas = Canvas(w, h)
    if w < LEAST[0] or h < LEAST[1]:
        _too_small(canvas, w, h)
        return canvas
    page = snapshot.page
    if isinstance(page, TablePage):
        _table(canvas, snapshot, page, theme, w, h)
    elif isinstance(page, HomeModel):
        draw_home(canvas, page, theme, 0, 0, w, h - 3)
        draw_foot(canvas, snapshot, theme, page.ask, w, h)
    else:
        lines = snapshot.log
        newest = len(wrap(lines[-1].text, w - 2, "  ")) if lines else 0
        used = draw_room(canvas, page, theme, 0, 0, w, h - 3, min(GROWN, max(newest, min(2, len(lines)))))
        room = h - 4 - used
        if 0 <= room < 3:
            draw_pane(canvas, lines, theme, 1, used, w - 2, room + 1, snapshot.back)
        elif room >= 3:
            draw_titled(canvas, tr("Messages"), lines, theme, 0, used, w, room + 1, snapshot.back)
        draw_foot(canvas, snapshot, theme, page.ask, w, h)
    if snapshot.overlay is not None:
        box = snapshot.overlay
        if snapshot.note:
            box = replace(box, foot=snapshot.note, bad=True)
        draw_overlay(canvas, box, theme, w, h - 1)
    return canvas


def _too_small(canvas: Canvas, w: int, h: int) -> None:
    text = tr(
        "The window is too small: %(w)d x %(h)d. %(lw)d x %(lh)d are needed. Make it larger, or press Q and start "
        "with --plain: line mode needs no size.",
        w=w,
        h=h,
        lw=LEAST[0],
        lh=LEAST[1],
    )
    for row, line in enumerate(wrap(text, max(1, w))):
        canvas.put(0, row, line)


def _table(canvas: Canvas, snapshot: Snapshot, page: TablePage, theme: Theme, w: int, h: int) -> None:
    side = 0
    left = w
    if w >= SIDE:
        left = max(72, min(110, w * 62 // 100))
        side = w - left - 1
    draw_facts(canvas, page.table, theme, 0, 0, left)
    if left >= ROUND[0] - 8 and h >= ROUND[1]:
        _wide(canvas, snapshot, page, theme, left, h, bool(side))
    else:
        _narrow(canvas, snapshot, page, theme, left, h, bool(side))
    if side:
        canvas.column(left, 0, h - 1, theme.glyph("v"), "rule")
        _side(canvas, snapshot, theme, left + 1, side, h - 1)
    draw_hints(canvas, snapshot, theme, w, h)


def _wide(canvas: Canvas, snapshot: Snapshot, page: TablePage, theme: Theme, w: int, h: int, side: bool) -> None:
    draw_scores(canvas, page.table, theme, 0, 1, w)
    canvas.line(0, 2, w, theme.glyph("h"), "rule")
    hand = hand_height(page.hand, w - 2, True)
    ask = ask_height(page, w, 2 if h < 30 else 3)
    spare = h - 1 - 3 - HEIGHT - hand - ask
    log = 0 if side else max(0, min(spare, 3 + (spare - 3) * 2 // 3))
    round_h = HEIGHT + spare - log
    draw_round(canvas, page.table, theme, 0, 3, w, round_h)
    y = 3 + round_h
    if log:
        draw_pane(canvas, snapshot.log, theme, 1, y, w - 2, log, snapshot.back)
        y += log
    draw_hand(canvas, page.hand, theme, 1, y, w - 2, True)
    draw_ask(canvas, snapshot, page, y, y + hand, w, ask)


def _narrow(canvas: Canvas, snapshot: Snapshot, page: TablePage, theme: Theme, w: int, h: int, side: bool) -> None:
    draw_rows(canvas, page.table, theme, 0, 1, w)
    top = 1 + rows_height(page.table)
    hand = hand_height(page.hand, w - 2, False)
    ask = ask_height(page, w, 2)
    y = h - 1 - ask - hand
    canvas.line(0, top, w, theme.glyph("h"), "rule")
    if not side and y > top + 1:
        draw_pane(canvas, snapshot.log, theme, 1, top + 1, w - 2, y - top - 1, snapshot.back)
    draw_hand(canvas, page.hand, theme, 1, y, w - 2, False)
    draw_ask(canvas, snapshot, page, y, y + hand, w, ask)


def _side(canvas: Canvas, snapshot: Snapshot, theme: Theme, x: int, w: int, h: int) -> None:
    chat_h = max(4, h // 4)
    plain = tuple(line for line in snapshot.log if line.kind != "chat")
    draw_titled(canvas, tr("What happened"), plain, theme, x, 0, w, h - chat_h, snapshot.back)
    title = tr("Chat") if not snapshot.unread else tr("Chat (%(n)d new)", n=snapshot.unread)
    draw_titled(canvas, title, snapshot.chat, theme, x, h - chat_h, w, chat_h)
