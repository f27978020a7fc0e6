"""The terminal of line mode: lines or keys in, lines out, signals, for as long as a command runs."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, TextIO

from ..exits import Exit, Failure
from ..say.i18n import tr
from ..settings import Settings
from .mode import first_line, reason
from .output import Output
from .reader import Reader
from .typist import Typist
from .unseen import typed_line, unseen

if TYPE_CHECKING:
    from .face import Face

SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


class Terminal:
    """One person's input and output. Make it inside the running loop. Raises Failure where keys are wanted and the
    input is no terminal."""

    def __init__(self, settings: Settings, *, stdin: int = 0, stdout: TextIO | None = None) -> None:
        stream = sys.stdout if stdout is None else stdout
        self.output = Output(stream)
        self._to: Callable[[str | None], None] | None = None
        self._waiting: list[str | None] = []
        out_tty = hasattr(stream, "isatty") and stream.isatty()
        in_tty = os.isatty(stdin)
        self.keys = bool(settings.keys)
        self._stdin = stdin
        if self.keys and not in_tty:
            raise Failure(
                tr("Option --keys needs a terminal to read keys from; the input is a file or a pipe."), Exit.USAGE
            )
        self.output.line(first_line(reason(settings, os.environ, in_tty, out_tty)))
        if self.keys:
            from .keyreader import KeyReader

            self._keyreader = KeyReader(self._hear)
            self._keyreader.start()
        else:
            Reader(stdin, self._hear).start()

    def _hear(self, item: str | None) -> None:
        if self._to is None:
            self._waiting.append(item)
        else:
            self._to(item)

    def _listen(self, to: Callable[[str | None], None]) -> None:
        self._to = to
        waiting, self._waiting = self._waiting, []
        for item in waiting:
            to(item)

    async def _next(self) -> str | None:
        """The next line, or key."""
        got: asyncio.Queue[str | None] = asyncio.Queue()
        if self._waiting:
            return self._waiting.pop(0)
        self._to = got.put_nowait
        try:
            return await got.get()
        finally:
            self._to = None
            while not got.empty():
                self._waiting.append(got.get_nowait())

    async def line(self, quick: Callable[[str], bool] = lambda text: False) -> str | None:
        """The next line, None at the end of input. quick: what needs no Enter where keys are read."""
        if not self.keys:
            return await self._next()
        return await self._keyed(Typist(self.output, quick))

    async def _keyed(self, typist: Typist) -> str | None:
        while (key := await self._next()) is not None:
            if key == "c-c":
                self.close()
                raise KeyboardInterrupt
            if typist.key(key):
                return typist.text or ""
        return None

    async def secret(self) -> str | None:
        """The next line, which nobody sees or hears; None at the end of input."""
        if self.keys:
            return await self._keyed(Typist(self.output, secret=True))
        with unseen(self._stdin):
            text = await self._next()
        if text:
            self.output.line(typed_line(len(text)))
        return text

    async def number(self, question: str, last: int) -> int | None:
        """A number from 1 to `last`; None when the person gives up or the input ends."""
        self.output.line(question)
        while (text := await self.line(lambda text: text == "q" or (last < 10 and text.isdecimal()))) is not None:
            word = text.strip().lower()
            if word.isdecimal() and 1 <= int(word) <= last:
                return int(word)
            if word in ("q", "quit"):
                return None
            if word:
                self.output.line(tr("Type a number from 1 to %(last)d, or quit.", last=last))
        return None

    async def yes(self, question: str) -> bool:
        """Whether the person says yes; no at the end of input. Another answer gets the question again."""
        asked = tr("%(question)s y or n", question=question)
        self.output.line(asked)
        short = ("y", tr("y"), "n", tr("n"))
        while (text := await self.line(lambda text: text.lower() in short)) is not None:
            word = text.strip().lower()
            if word in ("y", "yes", tr("y"), tr("yes")):
                return True
            if word in ("n", "no", tr("n"), tr("no")):
                return False
            if word:
                self.output.line(asked)
        return False

    def close(self) -> None:
        """Give the terminal back; for every way out that does not go through `run`, too."""
        if self.keys:
            self._keyreader.stop()

    async def run(self, face: Face) -> int:
        """Let a person play until they leave; returns the exit code."""
        loop = asyncio.get_running_loop()
        before: dict[int, object] = {}
        for number in SIGNALS:
            try:
                loop.add_signal_handler(number, face.signalled, int(number))
            except (NotImplementedError, RuntimeError, ValueError):  # Windows, or not the main thread
                with suppress(ValueError):
                    before[number] = signal.signal(
                        number, lambda got, _frame: loop.call_soon_threadsafe(face.signalled, int(got))
                    )
        if self.keys:
            from .keyboard import Keyboard

            face.keyboard = Keyboard(face)
            face.say(tr("Keys: on. Enter starts the match or says that you are ready; ? tells all keys."))
            self._listen(lambda key: face.typed(None) if key is None else face.pressed(key))
        else:
            face.unseen = partial(unseen, self._stdin)
            self._listen(face.typed)
        try:
            return await face.run()
        finally:
            face.hidden.close()
            self._to = None
            self.close()
            for number in SIGNALS:
                if number in before:
                    signal.signal(number, before[number])  # type: ignore[arg-type]
                else:
                    with suppress(NotImplementedError, RuntimeError, ValueError):
                        loop.remove_signal_handler(number)
