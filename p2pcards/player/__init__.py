"""A seat at a table, without I/O."""

from .bot import BotPart, Program
from .effect import Ask, Compute, Effect, Happened, Save, Submit, TellHost
from .onlooker import Onlooker
from .player import Player

__all__ = [
    "Ask",
    "BotPart",
    "Compute",
    "Effect",
    "Happened",
    "Onlooker",
    "Player",
    "Program",
    "Save",
    "Submit",
    "TellHost",
]
