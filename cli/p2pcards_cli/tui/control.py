"""The one prompt_toolkit control: it draws the snapshot, puts the hardware cursor where the selection is (braille
displays follow it) and turns clicks into what was clicked."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from prompt_toolkit.data_structures import Point
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.layout.controls import UIContent, UIControl
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType

from .canvas import Canvas


@lru_cache(maxsize=256)
def style_class(name: str) -> str:
    """A style's name as prompt_toolkit takes it."""
    return " ".join(f"class:{part}" for part in name.split())


class Screen(UIControl):
    """draw: (w, h) -> Canvas. clicked, scrolled: what the mouse did."""

    def __init__(
        self,
        draw: Callable[[int, int], Canvas],
        clicked: Callable[[tuple[str, int]], None],
        scrolled: Callable[[int], None],
    ) -> None:
        self._draw = draw
        self._clicked = clicked
        self._scrolled = scrolled
        self.canvas = Canvas(0, 0)

    def is_focusable(self) -> bool:
        return True

    def create_content(self, width: int, height: int) -> UIContent:
        canvas = self.canvas = self._draw(width, height)

        def line(number: int) -> StyleAndTextTuples:
            return [(style_class(style), text) for style, text in canvas.runs(number)]

        at = canvas.cursor
        return UIContent(
            get_line=line,
            line_count=canvas.h,
            cursor_position=Point(*at) if at is not None else Point(0, 0),
            show_cursor=at is not None,
        )

    def mouse_handler(self, mouse_event: MouseEvent) -> object:
        if mouse_event.event_type is MouseEventType.MOUSE_UP:
            what = self.canvas.hit(mouse_event.position.x, mouse_event.position.y)
            if what is not None:
                self._clicked(what)
        elif mouse_event.event_type is MouseEventType.SCROLL_UP:
            self._scrolled(-1)
        elif mouse_event.event_type is MouseEventType.SCROLL_DOWN:
            self._scrolled(1)
        else:
            return NotImplemented
        return None
