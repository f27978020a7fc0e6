"""The prompt_toolkit application around a face: keys in, frames out, and a clean terminal whichever way it ends.

One task group holds the application and everything that runs beside it. An exception anywhere (a key handler, drawing,
a task) ends the application first, so that the terminal is restored, and is raised after that. SIGTERM and SIGHUP end
it in the same way; a terminal that has gone away is no error.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

from prompt_toolkit.application import Application
from prompt_toolkit.filters import Condition
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import Layout, Window
from prompt_toolkit.output import ColorDepth, Output
from prompt_toolkit.styles import DynamicStyle, Style

from ..exits import Exit
from ..keynames import NAMES
from ..say.i18n import tr
from .canvas import Canvas
from .control import Screen
from .draw import draw
from .face import Face
from .prefs import Prefs
from .theme import Theme

ALT = ("v", "b", "a")
NOT_KEYS = {
    Keys.Any,
    Keys.CPRResponse,
    Keys.Vt100MouseEvent,
    Keys.WindowsMouseEvent,
    Keys.ScrollUp,
    Keys.ScrollDown,
    Keys.Ignore,
    Keys.BracketedPaste,
}


class App:
    """A World for a face. keep: stores preferences. own: styles of the person's own."""

    def __init__(
        self,
        face_of: Callable[[App], Face],
        *,
        input: Input | None = None,
        output: Output | None = None,
        keep: Callable[[Prefs], None] = lambda prefs: None,
        own: dict[str, str] | None = None,
        depth: ColorDepth | None = None,
    ) -> None:
        self._keep = keep
        self._own = own or {}
        self._crash: BaseException | None = None
        self._group: asyncio.TaskGroup | None = None
        self._titled = False
        self._look: tuple[Theme, Style] | None = None
        self.face = face_of(self)
        self.screen = Screen(self._draw, self._guard(self.face.clicked), self._guard(self.face.scroll))
        self.app: Application[None] = Application(
            layout=Layout(Window(self.screen, always_hide_cursor=False)),
            key_bindings=self._bindings(),
            style=DynamicStyle(lambda: self._themed()[1]),
            full_screen=True,
            mouse_support=Condition(lambda: self.face.prefs.mouse),
            min_redraw_interval=0.05,
            color_depth=depth,
            input=input,
            output=output,
            enable_page_navigation_bindings=False,
        )
        self.app.timeoutlen = 0.05
        self.app.ttimeoutlen = 0.05

    # -- World --------------------------------------------------------------------------------------------------------

    def now(self) -> float:
        return asyncio.get_running_loop().time()

    def later(self, seconds: float, call: Callable[[], None]) -> Callable[[], None]:
        return asyncio.get_running_loop().call_later(seconds, self._guard(call)).cancel

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        if self._group is None:
            work.close()
        else:
            self._group.create_task(work)

    def redraw(self, *, whole: bool = False) -> None:
        if self.face.code is not None:
            self._exit()
        elif whole:
            self.app.renderer.clear()
            self.app.invalidate()
        else:
            self.app.invalidate()

    def ring(self) -> None:
        with suppress(OSError):
            self.app.output.bell()
            self.app.output.flush()

    def title(self, text: str) -> None:
        with suppress(OSError):
            self.app.output.set_title(tr("%(text)s - p2pcards", text=text) if text else "p2pcards")
            self.app.output.flush()
            self._titled = True

    def keep(self, prefs: Prefs) -> None:
        self._keep(prefs)

    # -- drawing and keys ---------------------------------------------------------------------------------------------

    def _themed(self) -> tuple[Theme, Style]:
        face = self.face
        theme = Theme(face.prefs.ascii or face.force_ascii, face.prefs.suits, face.colour, self._own)
        if self._look is None or self._look[0] != theme:
            self._look = theme, Style(list(theme.styles.items()))
        return self._look

    def _draw(self, w: int, h: int) -> Canvas:
        try:
            self.face.size = (w, h)
            return draw(self.face.snapshot(), self._themed()[0], w, h)
        except Exception as error:
            self._fail(error)
            return Canvas(w, h)

    def _bindings(self) -> KeyBindings:
        bindings = KeyBindings()

        def press(event: KeyPressEvent) -> None:
            for pressed in event.key_sequence:
                key = pressed.key.value if isinstance(pressed.key, Keys) else pressed.key
                self._guard(self.face.key)(NAMES.get(key, key))

        def paste(event: KeyPressEvent) -> None:
            self._guard(self.face.paste)(event.data)

        bindings.add(Keys.Any)(press)
        bindings.add(Keys.BracketedPaste)(paste)
        for key in Keys:
            if key not in NOT_KEYS:
                bindings.add(key)(press)
        for letter in ALT:
            bindings.add("escape", letter)(self._alt(letter))
        return bindings

    def _alt(self, letter: str) -> Callable[[KeyPressEvent], None]:
        return lambda event: self._guard(self.face.key)("a-" + letter)

    def _guard(self, call: Callable[..., None]) -> Callable[..., None]:
        """The same call; an exception ends the application first and is raised when the terminal is clean."""

        def run(*arguments: Any) -> None:
            try:
                call(*arguments)
            except Exception as error:
                self._fail(error)

        return run

    def _fail(self, error: BaseException) -> None:
        self._crash = self._crash or error
        self._exit()

    def _exit(self) -> None:
        if self.app.is_running and not self.app.is_done:
            self.app.exit()

    # -- life ---------------------------------------------------------------------------------------------------------

    async def run(self, beside: Callable[[], Coroutine[Any, Any, None]] | None = None) -> int:
        """Until somebody leaves; returns the exit code. beside: begins when the screen is there."""
        face = self.face
        numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
        loop = asyncio.get_running_loop()
        for number in numbers:
            with suppress(NotImplementedError, RuntimeError, ValueError):
                loop.add_signal_handler(number, face.leave, 128 + int(number))
        if hasattr(signal, "SIGTSTP"):
            numbers.append(signal.SIGTSTP)
            with suppress(NotImplementedError, RuntimeError, ValueError):
                from .suspend import suspender

                loop.add_signal_handler(signal.SIGTSTP, suspender(self.app))
        try:
            async with asyncio.TaskGroup() as group:
                self._group = group
                if beside is not None:
                    group.create_task(beside())
                await self._show()
                self._group = None
                raise _Done
        except* _Done:
            pass
        finally:
            self._group = None
            for number in numbers:
                with suppress(NotImplementedError, RuntimeError, ValueError):
                    loop.remove_signal_handler(number)
        if self._crash is not None:
            raise self._crash
        return Exit.OK if face.code is None else face.code

    async def _show(self) -> None:
        face = self.face
        try:
            await self.app.run_async(handle_sigint=False, set_exception_handler=False)
        except (EOFError, OSError):  # the terminal is gone
            face.leave(129)
        finally:
            with suppress(OSError):
                if self._titled:
                    self.app.output.clear_title()
                self.app.output.flush()


class _Done(Exception):
    """Ends the task group, and with it what still runs beside the screen."""
