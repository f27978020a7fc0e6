"""The explicit list of games. A new game is a line here (docs/adding-a-game.md)."""

from __future__ import annotations

from collections.abc import Mapping

from p2pcards.rules.base import RULES_VERSION, Rules
from p2pcards.rules.hearts import Hearts
from p2pcards.rules.spar import Spar
from p2pcards.rules.sparts import Sparts
from p2pcards.rules.variants import Classic, Cutthroat, Quentin, Royal

#: Every game with its usual options, in the order in which a menu shows them.
GAMES: tuple[Rules, ...] = (Sparts(), Quentin(), Spar(), Cutthroat(), Royal(), Hearts(), Classic())


def find_game(name: str) -> Rules:
    """The game of that name with its usual options. Raises KeyError."""
    for game in GAMES:
        if game.game == name:
            return game
    raise KeyError(name)


def make_rules(preset: str, changes: Mapping[str, object] | None = None) -> Rules:
    """A preset with some options changed. Raises KeyError (no such game) or OptionError."""
    return find_game(preset).change(changes or {})


def read_rules(game: str, options: Mapping[str, object], version: int = RULES_VERSION) -> Rules:
    """The rules that agreed terms of a rules version name: every option explicit. Raises KeyError or OptionError."""
    return find_game(game).from_options(options, version)
