"""House rules as they are typed: `--set no_hell=on --set target_score=300`, checked against the game's own options."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

from .say.games import GAME_NAMES, game_name
from .say.i18n import listing, tr
from .say.options import option_range

if TYPE_CHECKING:
    from p2pcards.rules.base import Rules
    from p2pcards.rules.option import Option

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
            raise click.UsageError(_unknown(rules, name))
        option = next((each for each in rules.options if each.name == name), None)
        found[name] = _macro(rules, name, value.strip()) if option is None else _read(option, value.strip())
    return found


def near(rules: Rules, name: str) -> list[Option]:
    """The options that may have been meant, at most three: those with the same words first, then the likest names."""
    options = [option for option in rules.options if not option.fixed]
    words = {word.rstrip("s") for word in name.lower().split("_") if len(word) > 2}
    same = [option for option in options if words & {word.rstrip("s") for word in option.name.split("_")}]
    same.sort(key=lambda option: -difflib.SequenceMatcher(None, name, option.name).ratio())
    likest = difflib.get_close_matches(name, [option.name for option in options], n=3, cutoff=0.75)
    alike = [option for option in options if option.name in likest and option not in same]
    return [*same, *alike][:3]


def _unknown(rules: Rules, name: str) -> str:
    game = game_name(rules.game)
    found = near(rules, name)
    if found:
        told = listing(tr("%(name)s (%(range)s)", name=each.name, range=option_range(each)) for each in found)
        return tr("There is no option %(name)s in %(game)s. Perhaps: %(near)s.", name=name, game=game, near=told)
    how = f"p2pcards rules {rules.game}"
    return tr("There is no option %(name)s in %(game)s. All of them: %(how)s", name=name, game=game, how=how)


def _macro(rules: Rules, name: str, text: str) -> Any:
    """The value of a shorthand option, which is one of its keys."""
    for value in rules.macros[name]:
        if str(value) == text:
            return value
    raise click.UsageError(
        tr("%(name)s: %(range)s, not %(text)s.", name=name, range=listing(map(str, rules.macros[name])), text=text)
    )


def _read(option: Option, text: str) -> Any:
    """A value of the right kind. Raises click.UsageError, with what would be right."""
    kind = option.kind
    parts = [part.strip() for part in text.split(",") if part.strip()]
    try:
        if kind == "bool" and text.lower() in YES | NO:
            return text.lower() in YES
        if kind == "ints":
            return tuple(int(part) for part in parts)
        if kind == "int":
            return int(text)
        if kind == "strs":
            return tuple(parts)
        if kind == "str":
            return text
    except ValueError:
        pass
    raise click.UsageError(
        tr("%(name)s: %(range)s, not %(text)s.", name=option.name, range=option_range(option), text=text)
    )


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
