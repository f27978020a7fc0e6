"""House rules as they are typed: `--set no_hell=on --set target_score=300`, checked against the game's own options."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

from .say.games import GAME_NAMES
from .say.i18n import tr

if TYPE_CHECKING:
    from p2pcards.rules.base import Rules

YES = {"on", "yes", "true", "y", "1"}
NO = {"off", "no", "false", "n", "0"}


def find(name: str) -> Rules:
    """The game of that name. Raises click.UsageError with the nearest one."""
    from p2pcards.rules.presets import GAMES, find_game

    try:
        return find_game(name.lower())
    except KeyError:
        known = [game.game for game in GAMES]
        near = difflib.get_close_matches(name.lower(), known, n=1)
        if near:
            raise click.UsageError(
                tr("There is no game %(name)s. Did you mean %(near)s?", name=name, near=near[0])
            ) from None
        raise click.UsageError(
            tr("There is no game %(name)s. Games: %(games)s.", name=name, games=", ".join(known))
        ) from None


def changes(rules: Rules, settings: Iterable[str]) -> dict[str, Any]:
    """What `name=value` texts change. Raises click.UsageError (form), later OptionError (meaning)."""
    kinds = {option.name: option.kind for option in rules.options}
    found: dict[str, Any] = {}
    for text in settings:
        name, equals, value = text.partition("=")
        name = name.strip().replace("-", "_")
        if not equals:
            raise click.UsageError(tr("Write a house rule as name=value, not %(text)s.", text=text))
        if name not in kinds and name not in rules.macros:
            near = difflib.get_close_matches(name, [*kinds, *rules.macros], n=1)
            hint = near[0] if near else "p2pcards rules " + rules.game
            raise click.UsageError(tr("There is no option %(name)s. Perhaps: %(near)s", name=name, near=hint))
        found[name] = _read(kinds.get(name, "int"), value.strip(), name)
    return found


def _read(kind: str, text: str, name: str) -> Any:
    if kind == "bool":
        if text.lower() in YES | NO:
            return text.lower() in YES
        raise click.UsageError(tr("%(name)s is on or off, not %(text)s.", name=name, text=text))
    if kind in ("ints", "strs"):
        parts = [part.strip() for part in text.split(",") if part.strip()]
        return tuple(_number(part, name) if kind == "ints" else part for part in parts)
    return _number(text, name) if kind == "int" else text


def _number(text: str, name: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise click.UsageError(tr("%(name)s is a number, not %(text)s.", name=name, text=text)) from None


class GameType(click.ParamType):  # type: ignore[type-arg]  # generic only in the newest click
    """A game's name, with completion."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return find(str(value)).game

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[click.shell_completion.CompletionItem]:
        return [
            click.shell_completion.CompletionItem(name) for name in GAME_NAMES if name.startswith(incomplete.lower())
        ]
