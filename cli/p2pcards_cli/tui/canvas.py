"""A grid of cells to draw on: characters, styles, one cursor, and zones that a click answers to.

Styles are names ("title", "spades sel"); what they look like is the theme's affair. Nothing is ever drawn outside the
grid, so a view need not care how small the terminal is.
"""

from __future__ import annotations

from dataclasses import dataclass

from .width import cells


@dataclass(frozen=True, slots=True)
class Zone:
    """A rectangle that answers to a click. what: as `Face.clicked` understands it."""

    x: int
    y: int
    w: int
    h: int
    what: tuple[str, int]


class Canvas:
    """w by h cells. (0, 0) is the top left one."""

    def __init__(self, w: int, h: int) -> None:
        self.w = max(0, w)
        self.h = max(0, h)
        self.chars: list[list[str]] = [[" "] * self.w for _ in range(self.h)]
        self.styles: list[list[str]] = [[""] * self.w for _ in range(self.h)]
        self.zones: list[Zone] = []
        self.cursor: tuple[int, int] | None = None

    def put(self, x: int, y: int, text: str, style: str = "") -> int:
        """Write a text; returns the column after it, also where it was cut off."""
        parts = cells(text)
        if not parts or not 0 <= y < self.h:
            return x + len(parts)
        row, styles = self.chars[y], self.styles[y]
        if 0 < x < self.w and row[x] == "":
            row[x - 1] = " "  # the left half of what stood here would lose its right one
        for step, char in enumerate(parts):
            column = x + step
            if column < 0:
                continue
            if column >= self.w:
                break
            if char == "" and (step == 0 or column == 0):
                char = " "
            if step + 1 < len(parts) and parts[step + 1] == "" and column + 1 >= self.w:
                char = " "  # half of a wide character does not fit
            row[column] = char
            styles[column] = style
        end = x + len(parts)
        if 0 <= end < self.w and row[end] == "":
            row[end] = " "
        return end

    def put_right(self, x: int, y: int, text: str, style: str = "") -> int:
        """Write a text that ends before column x; returns its first column."""
        start = x - len(cells(text))
        self.put(start, y, text, style)
        return start

    def put_middle(self, x: int, y: int, w: int, text: str, style: str = "") -> int:
        """Write a text in the middle of w cells from x on; returns its first column."""
        start = x + max(0, (w - len(cells(text))) // 2)
        self.put(start, y, text, style)
        return start

    def line(self, x: int, y: int, w: int, char: str, style: str = "") -> None:
        """A horizontal line."""
        self.put(x, y, char * max(0, w), style)

    def column(self, x: int, y: int, h: int, char: str, style: str = "") -> None:
        """A vertical line."""
        for row in range(h):
            self.put(x, y + row, char, style)

    def clear(self, x: int, y: int, w: int, h: int) -> None:
        """Blank a rectangle, and forget the zones in it."""
        for row in range(h):
            self.put(x, y + row, " " * max(0, w))
        self.zones = [z for z in self.zones if not (x <= z.x < x + w and y <= z.y < y + h)]

    def zone(self, x: int, y: int, w: int, h: int, *what: object) -> None:
        """Make a rectangle answer to clicks; later zones lie on top."""
        self.zones.append(Zone(x, y, w, h, (str(what[0]), int(what[1]) if len(what) > 1 else 0)))  # type: ignore[call-overload]

    def hit(self, x: int, y: int) -> tuple[str, int] | None:
        """What a click at a cell means."""
        for zone in reversed(self.zones):
            if zone.x <= x < zone.x + zone.w and zone.y <= y < zone.y + zone.h:
                return zone.what
        return None

    def runs(self, y: int) -> list[tuple[str, str]]:
        """A row as (style, text) pieces."""
        out: list[tuple[str, str]] = []
        chars, styles = self.chars[y], self.styles[y]
        start = 0
        for x in range(1, self.w + 1):
            if x == self.w or styles[x] != styles[start]:
                out.append((styles[start], "".join(chars[start:x])))
                start = x
        return out

    def text(self) -> str:
        """All the characters, without blanks at the ends of rows."""
        return "\n".join("".join(row).rstrip() for row in self.chars)
