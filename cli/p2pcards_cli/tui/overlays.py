"""Boxes over the page and the keys that work in them. A box takes a key or leaves it to the page below."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from ..keynames import RUSSIAN, key_word
from ..say.i18n import tr
from .line import LineEdit
from .widgets.overlay.layout import laid_out, room_for_lines
from .widgets.overlay.model import OverlayModel, Row
from .width import pad, width

Size = tuple[int, int]

RUSSIAN_OF = {letter: there for there, letter in RUSSIAN.items()}
"""What a Russian keyboard sends for a letter."""


class Overlay(Protocol):
    """model: what is drawn now. key: whether the box has taken it. closed: whether it wants to go."""

    closed: bool

    def model(self) -> OverlayModel: ...
    def key(self, key: str, size: Size) -> bool: ...


class Reading:
    """Text to scroll. rows: called for every frame, so that it is never stale. firm: it came by itself, and a key that
    was meant for the page does not close it."""

    def __init__(
        self,
        title: str,
        rows: Callable[[], Sequence[Row]],
        *,
        wide: bool = False,
        bottom: bool = False,
        firm: bool = False,
    ) -> None:
        self.closed = False
        self._title = title
        self._rows = rows
        self._top = 10**6 if bottom else 0
        self._wide = wide
        self._firm = firm

    def model(self) -> OverlayModel:
        foot = tr("Esc closes. Up, Down, PgUp, PgDn scroll.")
        return OverlayModel(self._title, tuple(self._rows()), top=self._top, foot=foot, wide=self._wide)

    def key(self, key: str, size: Size) -> bool:
        model = self.model()
        space = room_for_lines(model, size[0], size[1] - 1)
        most = max(0, len(laid_out(model, size[0])) - space)
        steps = {"up": -1, "down": 1, "pageup": -space, "pagedown": space, "home": -(10**6), "end": 10**6}
        self._top = max(0, min(self._top, most))
        if key in steps:
            self._top = max(0, min(most, self._top + steps[key]))
            return True
        if self._firm and key not in ("escape", "enter"):
            return True
        self.closed = True  # any other key closes it; letters then do what they do on the page
        return key in ("escape", "enter", "space", "q")


class Pages(Reading):
    """Several pages of text, turned by one key."""

    def __init__(self, title: str, turn: str, pages: Sequence[Callable[[], Sequence[Row]]]) -> None:
        self._pages = tuple(pages)
        self._turn = turn
        self._page = 0
        super().__init__(title, lambda: self._pages[self._page](), wide=True)

    def key(self, key: str, size: Size) -> bool:
        if key.lower() in (self._turn, RUSSIAN_OF[self._turn]) and len(self._pages) > 1:
            self._page = (self._page + 1) % len(self._pages)
            self._top = 0
            return True
        return super().key(key, size)


@dataclass(frozen=True, slots=True)
class Item:
    """A line of a menu. key: the one that does the same on the page, so that one key has one meaning; run: what
    happens; keep: the menu stays open; adjust: Left and Right (-1, 1). also: the key in the reader's language."""

    text: str
    run: Callable[[], None] | None = None
    key: str = ""
    value: str = ""
    why: str = ""
    keep: bool = False
    adjust: Callable[[int], None] | None = None
    title: bool = False
    also: str = ""
    help: str = ""


class Menu:
    """Lines to choose from. items: called for every frame."""

    def __init__(
        self, title: str, items: Callable[[], Sequence[Item]], *, foot: str = "", start: int = 0, text: str = ""
    ) -> None:
        self._text = text
        self.closed = False
        self._title = title
        self._items = items
        self._foot = foot
        self._cursor = start

    def model(self) -> OverlayModel:
        items = self._items()
        self._clamp(items)
        words = [key_word(item.also or item.key) if item.key else "" for item in items]
        size = max(map(width, words), default=0)
        rows = tuple(
            Row(
                item.text + (f" ({item.why})" if item.why else ""),
                pad(word, size),
                item.value,
                grey=bool(item.why),
                style="title" if item.title else "",
            )
            for item, word in zip(items, words, strict=True)
        )
        foot = self._foot or tr("Up and Down choose, Enter takes it, Esc closes.")
        about = items[self._cursor].help if items else ""
        return OverlayModel(self._title, rows, self._cursor, foot=foot, help=about, text=self._text)

    def _clamp(self, items: Sequence[Item]) -> None:
        self._cursor = max(0, min(self._cursor, len(items) - 1))
        if items and items[self._cursor].title:
            self._step(items, 1)

    def _step(self, items: Sequence[Item], by: int) -> None:
        for _ in items:
            self._cursor = (self._cursor + by) % len(items)
            if not items[self._cursor].title:
                return

    def key(self, key: str, size: Size) -> bool:
        items = self._items()
        self._clamp(items)
        if key == "escape" or not items:
            self.closed = True
            return True
        if key in ("up", "down"):
            self._step(items, 1 if key == "down" else -1)
            return True
        if key in ("home", "end", "pageup", "pagedown"):
            jump = {"home": -len(items), "end": len(items), "pageup": -10, "pagedown": 10}[key]
            self._cursor = max(0, min(len(items) - 1, self._cursor + jump))
            self._clamp(items)
            return True
        item = items[self._cursor]
        if key in ("left", "right") and item.adjust is not None:
            item.adjust(1 if key == "right" else -1)
            return True
        if key in ("enter", "space"):
            self._take(item)
            return True
        pressed = {key.lower(), RUSSIAN.get(key.lower(), key)}
        for place, each in enumerate(items):
            if (key == each.key) if each.key == "R" else pressed & {each.key, each.also} - {""}:
                self._cursor = place
                self._take(each)
                return True
        return True  # a menu lets nothing through

    def clicked(self, number: int) -> None:
        """A click on a line."""
        items = self._items()
        if 0 <= number < len(items):
            self._cursor = number
            self._take(items[number])

    def _take(self, item: Item) -> None:
        if item.why or item.title:
            return
        if item.run is None:
            if item.adjust is not None:
                item.adjust(1)
            return
        self.closed = not item.keep
        item.run()


class Asking:
    """A line to type, with text above it. done: gets what was typed; returns why it will not do, "" when it does.
    hidden: a star is shown for each letter."""

    def __init__(
        self,
        title: str,
        text: Sequence[str],
        label: str,
        done: Callable[[str], str],
        start: str = "",
        most: int = 300,
        *,
        hidden: bool = False,
    ) -> None:
        self._hidden = hidden
        self.closed = False
        self.edit = LineEdit(start, most)
        self._title = title
        self._text = tuple(text)
        self._label = label
        self._done = done
        self._why = ""

    def model(self) -> OverlayModel:
        rows = [Row(text) for text in self._text]
        if self._why:
            rows.append(Row(self._why, style="bad"))
        return OverlayModel(
            self._title,
            tuple(rows),
            typed="*" * len(self.edit.text) if self._hidden else self.edit.text,
            at=self.edit.at,
            label=self._label,
            foot=tr("Enter takes it, Esc gives up."),
        )

    def key(self, key: str, size: Size) -> bool:
        if key == "escape":
            self.closed = True
        elif key == "enter":
            self._why = self._done(self.edit.text.strip())
            self.closed = not self._why
        else:
            self.edit.key(key)
        return True
