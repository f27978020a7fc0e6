"""A line that is being typed."""

from __future__ import annotations

from ..text import clean


class LineEdit:
    """text, and the place of the cursor in it (0..len)."""

    def __init__(self, text: str = "", most: int = 300) -> None:
        self.text = text
        self.at = len(text)
        self._most = most

    def key(self, key: str) -> bool:
        """Edit with a key; False when the key means nothing here."""
        if key == "left":
            self.at = max(0, self.at - 1)
        elif key == "right":
            self.at = min(len(self.text), self.at + 1)
        elif key in ("home", "c-a"):
            self.at = 0
        elif key in ("end", "c-e"):
            self.at = len(self.text)
        elif key == "backspace":
            self.text, self.at = self.text[: max(0, self.at - 1)] + self.text[self.at :], max(0, self.at - 1)
        elif key == "delete":
            self.text = self.text[: self.at] + self.text[self.at + 1 :]
        elif key == "c-u":
            self.text, self.at = self.text[self.at :], 0
        elif key == "space":
            self.insert(" ")
        elif len(key) == 1 and key.isprintable():
            self.insert(key)
        else:
            return False
        return True

    def insert(self, text: str) -> None:
        """Put text in, as far as it goes; a pasted text loses its line ends."""
        if text != " ":
            text = clean(text, self._most)
        room = max(0, self._most - len(self.text))
        text = text[:room]
        self.text = self.text[: self.at] + text + self.text[self.at :]
        self.at += len(text)
