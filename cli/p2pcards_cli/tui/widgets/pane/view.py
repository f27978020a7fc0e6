"""A pane of messages: the newest is the lowest, and readable from its beginning; older ones by scrolling."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ....keynames import key_word
from ...canvas import Canvas
from ...theme import Theme
from ...width import clip, width, wrap


@dataclass(frozen=True, slots=True)
class LogLine:
    """A message. kind: "" for what happened, "ask", "chat", "bad" (a refusal), "good", "note" (an answer to a key)."""

    text: str
    kind: str = ""


STYLES = {"": "", "ask": "ask", "chat": "chat", "bad": "bad", "good": "good", "note": "dim"}


def pane_rows(lines: Sequence[LogLine], w: int, h: int, back: int = 0) -> tuple[list[tuple[str, str]], int, bool]:
    """What h rows of w columns show, as (text, style), oldest first; how many lines of the last message are left; and
    whether the first one has lost its beginning.

    back: how many messages newer than the last one shown there are. That one is shown from its beginning.
    """
    rows: list[tuple[str, str]] = []
    for line in reversed(lines[: len(lines) - back] if back else lines):
        texts = [(text, STYLES.get(line.kind, "")) for text in wrap(line.text, w, "  ")]
        if not rows and len(texts) > h:
            return texts[:h], len(texts) - h, False
        rows = [*texts, *rows]
        if len(rows) >= h:
            break
    return rows[-h:], 0, len(rows) > h


def draw_pane(
    canvas: Canvas, lines: Sequence[LogLine], theme: Theme, x: int, y: int, w: int, h: int, back: int = 0
) -> None:
    """Draw the newest messages, or those `back` messages before them. In the corners: what is left, and the key that
    shows it."""
    if h <= 0 or w <= 0 or not lines:
        return
    back = min(back, len(lines) - 1)
    rows, left, cut = pane_rows(lines, w, h, back)
    mark = f" {theme.glyph('up')} {key_word('pageup')} " if cut else ""
    for step, (text, style) in enumerate(rows):
        canvas.put(x, y + h - len(rows) + step, clip(text, w if step else w - width(mark)), style)
    if cut:
        canvas.put_right(x + w, y, mark, "bar")
    if left or back:
        key = key_word("pagedown") if back else key_word("x")
        canvas.put_right(x + w, y + h - 1, f" {theme.glyph('down')}{back or left} {key} ", "bar")


def draw_titled(
    canvas: Canvas,
    title: str,
    lines: Sequence[LogLine],
    theme: Theme,
    x: int,
    y: int,
    w: int,
    h: int,
    back: int = 0,
) -> None:
    """A pane under a title."""
    canvas.line(x, y, w, theme.glyph("h"), "rule")
    canvas.put(x + 1, y, clip(f" {title} ", w - 2), "title")
    draw_pane(canvas, lines, theme, x + 1, y + 1, w - 2, h - 1, back)
