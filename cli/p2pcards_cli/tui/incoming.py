"""Keys, pasted text and clicks: the box on top has the first word, then a line that is being typed, then the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..exits import Exit
from ..present.leaving import twice
from .overlays import Menu

if TYPE_CHECKING:
    from .face import Face


def key(face: Face, key: str) -> None:
    """A key was pressed."""
    from .pages import press

    if face.over is not None:
        face.over.key(key)
        face.over = face.over if face.over.code is None else None
        face.world.redraw()
        return
    if key == "c-c":
        _interrupt(face)
        return
    face.interrupted = False
    face.note = ""
    held, boxes = face.holding, len(face.overlays)
    if held:
        face.release()
        if len(face.overlays) > boxes:  # a box has come, which this key was not meant for
            face.world.redraw()
            return
    if face.overlays:
        box = face.overlays[-1]
        taken = box.key(key, face.size)
        face.close(box)
        if taken:
            face.world.redraw()
            return
    elif face.typing is not None:
        _type(face, key)
        face.world.redraw()
        return
    if not (held and key in ("enter", "space")):
        press(face, key)
    face.world.redraw()


def paste(face: Face, text: str) -> None:
    """Text was pasted: it goes where something is being typed, and nowhere else."""
    from .overlays import Asking

    box = face.overlays[-1] if face.overlays else None
    if isinstance(box, Asking):
        box.edit.insert(text)
    elif face.typing is not None and box is None:
        face.typing.insert(text)
    face.world.redraw()


def clicked(face: Face, what: tuple[str, int]) -> None:
    """A click on something: a card is selected by the first and played by the second."""
    from .pages import click

    if face.over is not None:
        face.over.clicked(what)
        return
    face.note = ""
    name, number = what
    box = face.overlays[-1] if face.overlays else None
    if isinstance(box, Menu) and name == "row":
        box.clicked(number)
        face.close(box)
    elif box is None:
        click(face, name, number)
    face.world.redraw()


def scroll(face: Face, by: int) -> None:
    """The wheel: lines of a box, or messages, up (-1) or down (1)."""
    from .pages import common

    if face.over is not None:
        face.over.scroll(by)
    elif face.overlays:
        face.overlays[-1].key("up" if by < 0 else "down", face.size)
    else:
        common.scroll(face, by)
    face.world.redraw()


def _interrupt(face: Face) -> None:
    if face.interrupted or face.where == "home":
        face.leave(Exit.INTERRUPTED)
    face.interrupted = True
    face.say(twice(face))


def _type(face: Face, key: str) -> None:
    assert face.typing is not None
    if key == "escape":
        face.typing = None
    elif key == "enter":
        text, face.typing = face.typing.text.strip(), None
        if text and face.client is not None and face.client.at is not None:
            face.client.chat(text)
    else:
        face.typing.key(key)
