"""A line that is typed key by key where keys do not wait for Enter: echoed as it grows, never rewritten."""

from __future__ import annotations

from collections.abc import Callable

from .output import Output
from .unseen import typed_line

LONGEST = 300


class Typist:
    """One line. quick: whether a text is an answer already, without Enter; secret: it is a password, which is neither
    shown nor said. text: what is there; None: given up."""

    def __init__(
        self, output: Output, quick: Callable[[str], bool] = lambda text: False, *, secret: bool = False
    ) -> None:
        self.text: str | None = ""
        self._output = output
        self._quick = quick
        self.secret = secret

    def key(self, key: str) -> bool:
        """Take a key; whether the line is finished. Backspace takes the last character away and says what is left."""
        text = self.text or ""
        if key == "enter":
            self._output.end_echo()
            if self.secret and text:
                self._output.line(typed_line(len(text)))
            return True
        if key in ("escape", "c-c"):
            self._output.end_echo()
            self.text = None
            return True
        if key == "backspace":
            self.text = text[:-1]
            self._output.end_echo()
            if self.secret:
                self._output.line(typed_line(len(self.text)))
            else:
                self._output.echo(self.text)
            return False
        char = " " if key == "space" else key
        if len(char) == 1 and char.isprintable() and len(text) < LONGEST:
            self.text = text + char
            if not self.secret:
                self._output.echo(char)
            if self._quick(self.text):
                self._output.end_echo()
                return True
        return False
