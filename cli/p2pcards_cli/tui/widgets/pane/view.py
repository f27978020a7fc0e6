"""A pane of messages that sticks to its bottom: the newest line is the lowest, older ones by scrolling."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...canvas import Canvas
from ...theme import Theme
from ...width import clip, wrap


@dataclass(frozen=True, slots=True)
class LogLine:
    """A message. kind: "" for what happened, "ask", "chat", "bad" (a refusal), "good", "note" (an answer to a key)."""

    text: str
    kind: str = ""


STYLES = {"": "", "ask": "ask", "chat": "chat", "bad": "bad", "good": "good", "note": "dim"}


def pane_lines(lines: Sequence[LogLine], w: int) -> list[tuple[str, str]]:
    """All messages wrapped to w columns, as (text, style), oldest first."""
    out: list[tuple[str, str]] = []
    for line in lines:
        out += [(text, STYLES.get(line.kind, "")) for text in wrap(line.text, w, "  ")]
    return out


def draw_pane(
    canvas: Canvas, lines: Sequence[LogLine], theme: Theme, x: int, y: int, w: int, h: int, back: int = 0
) -> int:
    """Draw the newest messages, or those `back` lines before them. Returns how far back one can go."""
    if h <= 0 or w <= 0:
        return 0
    needed = lines[-(h + back + 1) * 2 :] if back == 0 else lines
    rows = pane_lines(needed, w)
    most = max(0, len(rows) - h)
    back = min(back, most)
    end = len(rows) - back
    for step, (text, style) in enumerate(rows[max(0, end - h) : end]):
        canvas.put(x, y + max(0, h - min(h, end)) + step, clip(text, w), style)
    if back:
        canvas.put_right(x + w, y + h - 1, f" {theme.glyph('down')}{back} ", "bar")
    return most


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
