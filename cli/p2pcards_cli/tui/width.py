"""How many cells a text takes: the one place that measures, clips, pads and wraps.

The screen library adds up the widths of characters, terminals draw clusters. So what would make the two differ is taken
out before anything is measured: control and format characters (`text.clean` has done that with what peers sent),
variation selectors, skin tones, and the letters that pair up to flags.
"""

from __future__ import annotations

from functools import lru_cache

from wcwidth import wcwidth


@lru_cache(maxsize=8192)
def char_width(char: str) -> int:
    """Cells of one character: 0, 1 or 2; -1 for what may not be shown."""
    code = ord(char)
    if 0xFE00 <= code <= 0xFE0F or 0x1F3FB <= code <= 0x1F3FF or 0x1F1E6 <= code <= 0x1F1FF:
        return -1
    if code in (0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF) or 0x202A <= code <= 0x202E or 0x2066 <= code <= 0x2069:
        return -1
    return wcwidth(char)


def cells(text: str) -> list[str]:
    """The cells of a text: a character with what combines with it; a wide one is followed by an empty cell."""
    if text.isascii() and text.isprintable():
        return list(text)
    out: list[str] = []
    for char in text:
        width = char_width(char)
        if width == 0 and out:
            place = -1 if out[-1] or len(out) < 2 else -2
            out[place] += char
        elif width > 0:
            out.append(char)
            out.extend([""] * (width - 1))
    return out


def width(text: str) -> int:
    """How many cells a text takes."""
    if text.isascii() and text.isprintable():
        return len(text)
    return sum(max(0, char_width(char)) for char in text)


def clip(text: str, most: int, mark: str = "…") -> str:
    """The text, cut to `most` cells with a mark where it was longer. Numbers never go through here."""
    if width(text) <= most:
        return text
    if most <= width(mark):
        return mark[:most]
    kept, used, room = [], 0, most - width(mark)
    for char in text:
        step = max(0, char_width(char))
        if used + step > room:
            break
        kept.append(char)
        used += step
    return "".join(kept).rstrip() + mark


def pad(text: str, size: int) -> str:
    """The text, cut or filled with blanks to exactly `size` cells."""
    text = clip(text, size)
    return text + " " * (size - width(text))


def wrap(text: str, size: int, indent: str = "") -> list[str]:
    """The text in lines of at most `size` cells, broken at blanks; later lines begin with `indent`."""
    size = max(1, size)
    lines: list[str] = []
    now = ""
    for word in text.split():
        lead = indent if lines or now else ""
        if not now:
            now = (indent if lines else "") + word
        elif width(now) + 1 + width(word) <= size:
            now += " " + word
        else:
            lines.append(now)
            now = indent + word
        while width(now) > size:
            head = _head(now, size)
            lines.append(head)
            now = lead + now[len(head) :]
            if width(lead) >= size:
                lead = ""
    if now or not lines:
        lines.append(now)
    return lines


def _head(text: str, size: int) -> str:
    """As many characters as go into `size` cells, at least one."""
    used = 0
    for place, char in enumerate(text):
        used += max(0, char_width(char))
        if used > size and place:
            return text[:place]
    return text
