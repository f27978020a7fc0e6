"""The terminal of line mode: lines in, lines out, signals, for as long as a command runs."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, TextIO

from ..say.i18n import tr
from ..settings import Settings
from .mode import first_line, reason
from .output import Output
from .reader import Reader

if TYPE_CHECKING:
    from .face import Face

SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


class Terminal:
    """One person's input and output. Make it inside the running loop."""

    def __init__(self, settings: Settings, *, stdin: int = 0, stdout: TextIO | None = None) -> None:
        stream = sys.stdout if stdout is None else stdout
        self.output = Output(stream)
        self._to: Callable[[str | None], None] | None = None
        self._waiting: list[str | None] = []
        out_tty = hasattr(stream, "isatty") and stream.isatty()
        with suppress(OSError):
            self._in_tty = os.isatty(stdin)
        self.output.line(first_line(reason(settings, os.environ, os.isatty(stdin), out_tty)))
        self._reader = Reader(stdin, self._hear)
        self._reader.start()

    def _hear(self, line: str | None) -> None:
        if self._to is None:
            self._waiting.append(line)
        else:
            self._to(line)

    def _listen(self, to: Callable[[str | None], None]) -> None:
        self._to = to
        waiting, self._waiting = self._waiting, []
        for line in waiting:
            to(line)

    async def line(self) -> str | None:
        """The next line, None at the end of input."""
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

    async def number(self, question: str, last: int) -> int | None:
        """A number from 1 to `last`; None when the person gives up or the input ends."""
        self.output.line(question)
        while (text := await self.line()) is not None:
            word = text.strip().lower()
            if word.isdecimal() and 1 <= int(word) <= last:
                return int(word)
            if word in ("q", "quit"):
                return None
            if word:
                self.output.line(tr("Type a number from 1 to %(last)d, or quit.", last=last))
        return None

    async def yes(self, question: str) -> bool:
        """Whether the person says yes; no at the end of input."""
        self.output.line(tr("%(question)s y or n", question=question))
        while (text := await self.line()) is not None:
            word = text.strip().lower()
            if word in ("y", "yes", tr("y"), tr("yes")):
                return True
            if word in ("n", "no", tr("n"), tr("no")):
                return False
        return False

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
        self._listen(face.typed)
        try:
            return await face.run()
        finally:
            self._to = None
            for number in SIGNALS:
                if number in before:
                    signal.signal(number, before[number])  # type: ignore[arg-type]
                else:
                    with suppress(NotImplementedError, RuntimeError, ValueError):
                        loop.remove_signal_handler(number)
