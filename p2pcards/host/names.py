"""Names and lines of people: what they may contain, and when two names look like one.

A name at a table must tell who somebody is to somebody who reads it, so two names clash when they look alike: case,
compatible letters (NFKC), and letters of other scripts or digits that are drawn like Latin ones (after Unicode's UTS
39, the part of its table that common fonts draw alike).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

NAME_MOST = 24
"""Characters of a name."""

MARKS_MOST = 2
"""Accents on one letter that are kept."""

_TURNING = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")

_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Drawn as nothing or as a space, without being a control, format or space character."""

_ALIKE = str.maketrans(
    {
        # Cyrillic
        **dict(zip("аеорсухіјѕһԁԛԝѵӏ", "aeopcyxijshdqwvl", strict=True)),
        **dict(zip("АВЕКМНОРСТХУІЈЅԚԜҮ", "ABEKMHOPCTXYIJSQWY", strict=True)),
        **dict(zip("кмт", "kmt", strict=True)),
        # Greek
        **dict(zip("αεικνορτυχγ", "aeiknoptuxy", strict=True)),
        **dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX", strict=True)),
        # Armenian, Latin beside the alphabet
        **dict(zip("օսհոցզաս", "ouhngqwu", strict=True)),
        **dict(zip("ɑɡıȷɩʏʀ", "agijiyr", strict=True)),
        # digits and strokes
        "0": "O",
        "1": "l",
        "|": "l",
        "ǀ": "l",
        "I": "l",
        "Ӏ": "l",
    }
)
"""What a letter or digit is taken for. `Ӏ` and `I` are `l` in many fonts, where case is kept."""


def plain_line(text: str, most: int) -> bool:
    """Whether a text is one line of 1..most characters that turn nothing round and control nothing."""
    return 0 < len(text) <= most and not any(
        unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp") or char in _TURNING for char in text
    )


def clean_name(name: str) -> str:
    """A name that can do nothing to a terminal: NFKC, one line, nothing that controls, turns or cannot be seen,
    1..24 characters."""
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFKC", name):
        category = unicodedata.category(char)
        marks = marks + 1 if category[0] == "M" else 0
        if category[0] == "C" or category in ("Zl", "Zp") or char in _BLANK or _selector(char) or marks > MARKS_MOST:
            continue
        kept.append(char)
    return " ".join("".join(kept).split())[:NAME_MOST].rstrip() or "player"


def _selector(char: str) -> bool:
    """Whether a character only chooses how the one before it is drawn."""
    return "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"


def looks(name: str) -> frozenset[str]:
    """What a name looks like, with its case and without. Two names clash when they have one of these in common."""
    plain = unicodedata.normalize("NFKC", name)
    folded = unicodedata.normalize("NFKC", plain.casefold())
    return frozenset((f"cased:{_drawn(plain)}", f"folded:{_drawn(folded).casefold()}"))


def _drawn(name: str) -> str:
    """The name in the letters it is taken for; accents stay, spaces do not count."""
    letters = "".join(char for char in name if char.isalnum() or unicodedata.category(char)[0] in "MSP")
    return unicodedata.normalize("NFC", letters.translate(_ALIKE).replace("rn", "m").replace("vv", "w"))


def clash(name: str, others: Iterable[str]) -> bool:
    """Whether a name looks like one of the others."""
    mine = looks(name)
    return any(mine & looks(other) for other in others)


def free_name(name: str, others: Iterable[str]) -> str:
    """The name, or with a number behind it when it looks like another."""
    taken = list(others)
    number, free = 1, name
    while clash(free, taken):
        number += 1
        free = f"{name[: NAME_MOST - 4]} {number}"
    return free
