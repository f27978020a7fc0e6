"""How the lines of a box fall: everything is wrapped, nothing is cut. Pure; the view only paints it."""

from __future__ import annotations

from dataclasses import dataclass

from ...width import width, wrap
from .model import OverlayModel, Row

LEAST = 36
"""Columns inside the narrowest box."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A line. number: of its row; value: at the right."""

    number: int
    text: str
    value: str
    row: Row


def inner_width(w: int, wide: bool) -> int:
    """Columns for text in a box on a screen of w columns."""
    return min(w - 4, 110 if wide else 84)


def head_lines(model: OverlayModel, w: int) -> list[str]:
    """What stands above the rows: a title that is too long for the frame, and the text."""
    room = inner_width(w, model.wide)
    long = [] if title_fits(model, w) else wrap(model.title, room)
    return long + (wrap(model.text, room) if model.text else [])


def title_fits(model: OverlayModel, w: int) -> bool:
    """Whether the title goes into the frame."""
    return width(model.title) + 4 <= inner_width(w, model.wide)


def laid_out(model: OverlayModel, w: int) -> list[Laid]:
    """The rows wrapped to the box; a value goes to the right of the last line of its row, or below it."""
    room = inner_width(w, model.wide) - (2 if model.cursor is not None else 0)
    out: list[Laid] = []
    for number, row in enumerate(model.rows):
        lead = f"{row.key}  " if row.key else ""
        if row.raw:
            out.append(Laid(number, lead + row.text, row.value, row))
            continue
        lead += " " * (len(row.text) - len(row.text.lstrip(" ")))
        first, *rest = wrap(row.text, room - width(lead)) if row.text else [""]
        lines = [lead + first, *(" " * width(lead) + line for line in rest)]
        if not row.value:
            out += [Laid(number, line, "", row) for line in lines]
        elif width(row.value) + 2 + width(lines[-1]) <= room:
            out += [Laid(number, line, "", row) for line in lines[:-1]]
            out.append(Laid(number, lines[-1], row.value, row))
        else:
            out += [Laid(number, line, "", row) for line in lines]
            out += [Laid(number, "", line, row) for line in wrap(row.value, room - 2)]
    return out


def fitted(model: OverlayModel, lines: list[Laid], w: int) -> int:
    """Columns inside the frame: as many as the longest line takes. What is said about the chosen row does not count,
    so that the box keeps its size while one goes through the rows."""
    needed = max((width(line.text) + (width(line.value) + 2 if line.value else 0) for line in lines), default=0)
    needed += 2 if model.cursor is not None else 0
    title = width(model.title) + 4 if title_fits(model, w) else 0
    least = 60 if model.help else 40 if model.typed is not None else LEAST
    around = [*head_lines(model, w), *foot_lines(model, w)]
    return min(inner_width(w, model.wide), max(least, needed, title, *(width(text) for text in around), 0))


def about_lines(model: OverlayModel, w: int) -> list[str]:
    """What is said about the chosen row: at least two lines, so that the box keeps its size."""
    about = wrap(model.help, fitted(model, laid_out(model, w), w)) if model.help else []
    return about + [""] * (2 - len(about)) if about else []


def foot_lines(model: OverlayModel, w: int) -> list[str]:
    """What keys do here."""
    return wrap(model.foot, inner_width(w, model.wide)) if model.foot else []


def room_for_lines(model: OverlayModel, w: int, h: int) -> int:
    """Lines of rows that fit in a box on a screen of w by h cells, the two of the frame and one of the keys kept."""
    around = len(head_lines(model, w)) + len(about_lines(model, w)) + len(foot_lines(model, w))
    return max(1, h - 3 - around - (1 if model.typed is not None else 0))


def first_line(model: OverlayModel, lines: list[Laid], space: int) -> int:
    """The first line shown: as asked for, but within bounds and with the chosen row in sight."""
    top = max(0, min(model.top, len(lines) - space))
    if model.cursor is not None:
        places = [place for place, line in enumerate(lines) if line.number == model.cursor]
        if places:
            top = min(top, places[0])
            top = max(top, places[-1] - space + 1)
    return top
