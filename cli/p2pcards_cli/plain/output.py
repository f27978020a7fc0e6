"""Where line mode writes: printable text and newline, nothing else.

Screen readers, pipes and scripts read this. A line is never rewritten, so there is no carriage return, no escape and no
cursor; the bell only when it was asked for.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import TextIO

from ..text import clean

KEPT = 500
LONGEST = 4000


class Output:
    """Writes lines and remembers them. bell: whether the bell may ring."""

    def __init__(self, stream: TextIO, *, bell: bool = False) -> None:
        self.bell = bell
        self.closed = False
        self._echoing = False
        self.history: deque[str] = deque(maxlen=KEPT)
        self._stream = stream

    def line(self, text: str, *, keep: bool = True) -> None:
        """Say one line. What cannot be printed is taken out; an empty line is not said. keep: in the history."""
        text = clean(text, LONGEST)
        if text:
            if keep:
                self.history.append(text)
            self.end_echo()
            self._write(text + "\n")

    def lines(self, texts: Iterable[str]) -> None:
        """Say several lines."""
        for text in texts:
            self.line(text)

    def echo(self, text: str) -> None:
        """Show what is being typed, where the terminal does not: it stays without a newline until the next line."""
        if text:
            self._echoing = True
            self._write(text)

    def end_echo(self) -> None:
        """The typed line is finished, or something is said in between."""
        if self._echoing:
            self._echoing = False
            self._write("\n")

    def ring(self) -> None:
        """The bell, if it is on."""
        if self.bell:
            self._write("\a")

    def _write(self, text: str) -> None:
        if self.closed:
            return
        try:
            self._stream.write(text)
            self._stream.flush()
        except (OSError, ValueError):  # nobody reads any more
            self.closed = True
