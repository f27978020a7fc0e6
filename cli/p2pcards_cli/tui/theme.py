"""How things look: the suits' letters or symbols, lines or dashes, colours by name.

Colours are the sixteen that every terminal has, on the terminal's own foreground and background. No state is told by
colour alone: what a style says is also said by a mark, a letter or a place.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

SUIT_STYLES = ("clubs", "diamonds", "hearts", "spades")

FOUR: Mapping[str, str] = {"spades": "bold", "hearts": "ansired", "diamonds": "ansiblue", "clubs": "ansigreen"}
TWO: Mapping[str, str] = {"spades": "bold", "hearts": "ansired", "diamonds": "ansired", "clubs": "bold"}
#: Told apart with any kind of colour blindness: blue and orange tones, and none at all.
BLIND: Mapping[str, str] = {"spades": "bold", "hearts": "ansiyellow", "diamonds": "ansicyan", "clubs": "ansiblue"}

PLAIN: Mapping[str, str] = {
    "title": "bold",
    "bar": "reverse",
    "dim": "",
    "rule": "",
    "turn": "bold",
    "me": "bold",
    "sel": "reverse",
    "mark": "bold",
    "ask": "bold",
    "bad": "bold",
    "good": "bold",
    "key": "bold",
    "chat": "",
    "frame": "",
    "grey": "",
    "win": "bold",
}
COLOURS: Mapping[str, str] = {
    **PLAIN,
    "rule": "ansibrightblack",
    "dim": "ansibrightblack",
    "frame": "ansibrightblack",
    "grey": "ansibrightblack",
    "turn": "bold ansiyellow",
    "ask": "bold ansicyan",
    "bad": "bold ansired",
    "good": "bold ansigreen",
    "mark": "bold ansicyan",
    "chat": "ansicyan",
    "win": "bold ansigreen",
    "key": "ansicyan",
}

SETS: Mapping[str, Mapping[str, str]] = {"four": FOUR, "two": TWO, "blind": BLIND, "none": {}}


@dataclass(frozen=True, slots=True)
class Theme:
    """ascii: letters instead of suits, dashes instead of lines. suits: "four", "two", "blind" or "none" colours.
    own: styles of the reader's own, by name."""

    ascii: bool = False
    suits: str = "four"
    colour: bool = True
    own: Mapping[str, str] = field(default_factory=dict)

    @property
    def symbols(self) -> tuple[str, str, str, str]:
        """Clubs, diamonds, hearts, spades, one cell each."""
        return ("c", "d", "h", "s") if self.ascii else ("♣", "♦", "♥", "♠")

    @property
    def styles(self) -> dict[str, str]:
        """Every style by name."""
        base = {**COLOURS, **SETS.get(self.suits, FOUR)} if self.colour else {**PLAIN, "spades": "", "hearts": ""}
        return {**base, **self.own}

    def glyph(self, name: str) -> str:
        """A line, a corner or a mark."""
        return GLYPHS[name][1 if self.ascii else 0]


#: name: (usual, ASCII)
GLYPHS: Mapping[str, tuple[str, str]] = {
    "h": ("─", "-"),
    "v": ("│", "|"),
    "tl": ("╭", "+"),
    "tr": ("╮", "+"),
    "bl": ("╰", "+"),
    "br": ("╯", "+"),
    "turn": ("►", ">"),
    "legal": ("•", "*"),
    "sel": ("▲", "^"),
    "pick": ("✓", "x"),
    "best": ("★", "*"),
    "more": ("…", "~"),
    "up": ("↑", "^"),
    "down": ("↓", "v"),
    "dot": ("·", "."),
    "cursor": ("❯", ">"),
    "on": ("[x]", "[x]"),
    "off": ("[ ]", "[ ]"),
    "back": ("▒", "#"),
}
