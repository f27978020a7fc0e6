"""What lies over a page: lines to read and scroll, or lines to choose from, and perhaps a line that is being typed."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """A line. key: the key that chooses it, "" for none. value: at the right, for forms. grey: cannot be chosen;
    style: how it looks; raw: never wrapped (tables, QR codes)."""

    text: str
    key: str = ""
    value: str = ""
    grey: bool = False
    style: str = ""
    raw: bool = False


@dataclass(frozen=True, slots=True)
class OverlayModel:
    """title; rows; cursor: the chosen row, None for text to read; top: first line shown; foot: what keys do here.
    typed: a line being typed, None where nothing is; at: the place of the cursor in it. help: about the chosen row, in
    lines below. bad: the foot is an error. text: what the rows are about, above them."""

    title: str
    rows: tuple[Row, ...]
    cursor: int | None = None
    top: int = 0
    foot: str = ""
    typed: str | None = None
    at: int = 0
    label: str = ""
    wide: bool = False
    help: str = ""
    bad: bool = False
    text: str = ""
