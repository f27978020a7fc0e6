"""The explicit list of bots: a new one is a file and a line here."""

from __future__ import annotations

from collections.abc import Callable

from p2pcards.bots.base import STYLES, Bot, Clock, Style
from p2pcards.bots.easy import EasyBot
from p2pcards.bots.hard import SearchBot
from p2pcards.bots.quick import QuickBot
from p2pcards.bots.random_bot import RandomBot
from p2pcards.bots.reference import ReferenceBot
from p2pcards.bots.rules_bot import RuleBot

#: How each bot is made. The first three are the levels for people; the others serve the arena.
BOTS: dict[str, Callable[[Style, Clock | None], Bot]] = {
    "easy": lambda style, clock: EasyBot(style),
    "normal": lambda style, clock: RuleBot(style),
    "hard": lambda style, clock: SearchBot(style, clock),
    "quick": lambda style, clock: QuickBot(style),
    "reference": lambda style, clock: ReferenceBot(),
    "random": lambda style, clock: RandomBot(),
}


def find_style(name: str) -> Style:
    """The house style of that name. Raises KeyError."""
    for style in STYLES:
        if style.name == name:
            return style
    raise KeyError(name)


def make_bot(level: str, style: Style = STYLES[0], clock: Clock | None = None) -> Bot:
    """A bot of a level of base.LEVELS, or of the arena; "normal:bold" names the style, too.

    clock: needed where a deadline will be given. Raises KeyError for an unknown name.
    """
    name, _, styled = level.partition(":")
    return BOTS[name](find_style(styled) if styled else style, clock)
