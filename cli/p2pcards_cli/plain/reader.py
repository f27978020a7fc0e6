"""Lines typed by a person or sent through a pipe, read by one thread: a file or a pipe cannot be awaited everywhere.

The thread reads the descriptor itself and not `sys.stdin`: at exit it may sit in a read, and a lock on the buffered
object would then bring down the interpreter.
"""

from __future__ import annotations

import asyncio
import codecs
import os
import threading
from collections.abc import Callable

LONGEST = 2000
"""Characters of one line; the rest is dropped."""


class Reader:
    """Calls `hear` on the loop with every line, without its end, and at last with None for the end of input."""

    def __init__(self, descriptor: int, hear: Callable[[str | None], None]) -> None:
        self._descriptor = descriptor
        self._hear = hear
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._run, name="p2pcards-input", daemon=True)

    def start(self) -> None:
        """Begin to read."""
        self._thread.start()

    def _run(self) -> None:
        decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        rest = ""
        while True:
            try:
                data = os.read(self._descriptor, 65536)
            except OSError:  # the terminal is gone
                data = b""
            if not data:
                break
            *lines, rest = (rest + decoder.decode(data)).replace("\r\n", "\n").split("\n")
            for line in lines:
                self._tell(line)
            rest = rest[:LONGEST]
        if rest:
            self._tell(rest)
        self._tell(None)

    def _tell(self, line: str | None) -> None:
        try:
            self._loop.call_soon_threadsafe(self._hear, None if line is None else line[:LONGEST])
        except RuntimeError:  # the loop has been closed meanwhile
            pass
