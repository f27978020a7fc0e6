"""The rows below a page: what is asked, the choices, the answer to the last key, the keys. Nothing here is cut: a
question takes the rows that it needs, and an answer that is longer than a row lies over what is above, until the next
key."""

from __future__ import annotations

from ..say.i18n import tr
from .canvas import Canvas
from .snapshot import Snapshot, TablePage
from .theme import Theme
from .width import clip, width, wrap


def ask_height(page: TablePage, w: int, least: int) -> int:
    """Rows for the question: as many as it has lines, and one for the answer."""
    lines = len(wrap(page.ask, w - 2)) if page.ask else 0
    return max(least, lines + (1 if page.choices or page.field is not None else 0))


def draw_ask(canvas: Canvas, snapshot: Snapshot, page: TablePage, top: int, y: int, w: int, rows: int) -> None:
    """What I am asked, in `rows` rows from y on; the last is for the choice, the typed line or the note. top: the
    first row of my cards, above which a long note lies."""
    lines = wrap(page.ask, w - 2) if page.ask else []
    for step, text in enumerate(lines[:rows]):
        canvas.put(1, y + step, text, "ask" if page.mine else "")
    low = y + rows - 1
    after = 1
    if snapshot.typed is not None:
        canvas.line(0, low, w, " ")
        draw_typed(canvas, snapshot, low, w)
        after = w
    elif page.choices or page.field is not None:
        after = _choices(canvas, page, low) + 1
        if not snapshot.note and width(page.how) <= w - after - 1:
            canvas.put(after, low, page.how, "dim")
    elif len(lines) == rows:
        after = w
    elif not snapshot.note:
        canvas.put(after, low, page.how, "dim")
    _note(canvas, snapshot.note, after, low, top, w)


def _choices(canvas: Canvas, page: TablePage, y: int) -> int:
    """The bid being typed, or what can be chosen between; returns the column after it."""
    x = 1
    if page.field is not None:
        x = canvas.put(x, y, tr("Your bid:") + " ", "ask")
        text = f"[ {page.field:>2} ]"
        canvas.put(x, y, text, "sel")
        canvas.cursor = (x + 3, y)
        x += len(text) + 1
    for place, (text, chosen) in enumerate(page.choices):
        label = f" {place + 1} {text} "
        canvas.zone(x, y, width(label), 1, "choice", place)
        if chosen:
            canvas.cursor = (x, y)
        x = canvas.put(x, y, f"[{label}]" if chosen else f" {label} ", "sel" if chosen else "")
    return x


def _note(canvas: Canvas, note: str, x: int, low: int, top: int, w: int) -> None:
    """The answer to the last key: in the last row where it fits, else over what lies above my cards."""
    if not note:
        return
    if width(note) <= w - x - 1:
        canvas.put(x, low, note, "mark")
        return
    lines = wrap(note, w - 2)
    for step, text in enumerate(lines):
        row = max(0, top - len(lines)) + step
        canvas.line(0, row, w, " ")
        canvas.put(1, row, text, "mark")


def draw_typed(canvas: Canvas, snapshot: Snapshot, y: int, w: int) -> None:
    """The line that is being typed, scrolled so that its cursor is in sight."""
    typed = snapshot.typed or ""
    x = canvas.put(1, y, snapshot.label + " ", "ask")
    room, start = w - x - 1, 0
    while width(typed[start : snapshot.at]) >= room:
        start += 1
    canvas.put(x, y, clip(typed[start:], room))
    canvas.cursor = (x + width(typed[start : snapshot.at]), y)


def draw_foot(canvas: Canvas, snapshot: Snapshot, theme: Theme, ask: str, w: int, h: int) -> None:
    """The same below the lists: two rows."""
    lines = wrap(ask, w - 2)
    for step, text in enumerate(lines[:2]):
        canvas.put(1, h - 3 + step, text, "ask")
    if snapshot.typed is not None:
        canvas.line(0, h - 2, w, " ")
        draw_typed(canvas, snapshot, h - 2, w)
    else:
        _note(canvas, snapshot.note, 1 if len(lines) < 2 else w, h - 2, h - 3, w)
    draw_hints(canvas, snapshot, theme, w, h)


def draw_hints(canvas: Canvas, snapshot: Snapshot, theme: Theme, w: int, h: int) -> None:
    """The bottom row: as many keys as fit, the link's trouble first."""
    x = 1
    if snapshot.link:
        x = canvas.put(x, h - 1, f"{snapshot.link} ", "bad") + 1
    for key, text in snapshot.hints:
        if x + width(key) + 1 + width(text) > w - 1:
            continue
        after = canvas.put(x, h - 1, key, "key")
        after = canvas.put(after + 1, h - 1, text, "dim")
        canvas.zone(x, h - 1, after - x, 1, "key:" + key)
        x = after + 2
