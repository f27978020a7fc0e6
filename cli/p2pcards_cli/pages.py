"""The rules of a game for its players: the page under docs/rules, as plain lines.

The pages are written once, in English, for people who read the project; a wheel carries them in the folder `rulebook`
beside this file, a checkout has them where they are.
"""

from __future__ import annotations

import re
from pathlib import Path

_HERE = Path(__file__).resolve()
_PLACES = (_HERE.parent / "rulebook", _HERE.parents[2] / "docs" / "rules")


def page_lines(game: str, *, sources: bool = False) -> list[str]:
    """The page of a game without its table of options, one paragraph or point a line; empty when there is none.

    sources: keep the line of the founding document that each rule comes from.
    """
    for folder in _PLACES:
        path = folder / f"{game}.md"
        if path.is_file():
            lines = plain_lines(path.read_text(encoding="utf-8"))
            return lines if sources else [line for line in map(without_sources, lines) if line is not None]
    return []


def plain_lines(text: str) -> list[str]:
    """Markdown as lines to read or to hear: no marks, no tables, a paragraph on one line."""
    lines: list[str] = []
    text = text.partition("\n## Options")[0]
    for block in re.split(r"\n\s*\n", text):
        for piece in _pieces(block.splitlines()):
            if piece.startswith("#"):
                title = piece.lstrip("# ")
                lines += [title] if not lines else ["", title]
            elif piece and not piece.startswith(("|", "<!--")):
                lines.append(_unmarked(piece))
    return [*lines, ""] if lines else []


#: (002 L39, A002-3), (*ours*), (A002-1: ...): where a rule comes from.
_SOURCE = re.compile(r"\s*\((?:\d{3} L|A\d{3}-|ours\b)[^()]*\)")


def without_sources(line: str) -> str | None:
    """The line for somebody who wants to play: no references to documents; None when nothing else was in it."""
    if line.startswith("How to read this page"):
        return None
    line = re.sub(r"\s*Sources?: documents? [^.]*\.", "", line)
    line = re.sub(r"[;,]?\s*(?:as in )?(?:A\d{3}-\d+|\d{3} L[\d-]+)(?:, L[\d-]+)*", "", _SOURCE.sub("", line))
    return line.replace("()", "").replace(" ()", "")


def _pieces(block: list[str]) -> list[str]:
    """The points of a block, each with its continuation lines."""
    pieces: list[str] = []
    for line in block:
        new = not pieces or re.match(r"\s*([-*]|\d+\.)\s|#|\||<!--", line) or pieces[-1].startswith(("#", "|", "<!--"))
        if new:
            pieces.append(line.strip())
        else:
            pieces[-1] += " " + line.strip()
    return pieces


def _unmarked(text: str) -> str:
    text = re.sub(r"\*\*(.+?)\*\*", r"\1", text)
    text = re.sub(r"(?<!\w)\*(.+?)\*(?!\w)", r"\1", text)
    return text.replace("`", "")
