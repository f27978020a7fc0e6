"""Text that others wrote (names, chat), made fit to show on one line of anybody's terminal.

Control characters could forge lines and colours, bidi marks could turn a sentence round, joiners and variation
selectors make terminals disagree about widths: all of them go. Applied wherever such text is shown, whoever sent it
and whatever was checked before.
"""

from __future__ import annotations

import unicodedata

_LONGEST_NAME = 40
_MOST_MARKS = 2  # accents on one letter; more is scribbling over the neighbours


def clean(text: str, most: int = 500) -> str:
    """One line of printable text: at most `most` characters, "…" at the end where it was longer."""
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", text[: most * 4]):
        kind = unicodedata.category(char)
        if char in "\t\n\r\v\f\x85" or kind in ("Zl", "Zp"):
            kept.append(" ")
            continue
        if kind[0] == "C" or _selector(char):
            continue
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if marks <= _MOST_MARKS:
            kept.append(char)
    line = " ".join("".join(kept).split())
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"


def clean_name(name: str) -> str:
    """A name fit to show; "?" when nothing is left of it."""
    return clean(name, _LONGEST_NAME) or "?"


def fold(name: str) -> str:
    """What two names have in common when people would take them for the same."""
    return unicodedata.normalize("NFKC", name).casefold().strip()


def _selector(char: str) -> bool:
    """Variation selectors, and the combining keycap that only they make sense with."""
    return "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef" or char == "\u20e3"
