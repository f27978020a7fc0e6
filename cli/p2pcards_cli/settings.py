"""What the person has chosen: flag, then environment, then the configuration file, then the default.

click does the ordering: every option names its variable, and the TOML file is click's `default_map`. The global options
may stand before or after the command, so each is declared on both and the stronger source wins.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import click
from click.core import ParameterSource
from p2pcards_protocol.errors import P2PCardsError

from .clicks import option
from .say import i18n
from .say.i18n import N_, tr

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

_RANK = {ParameterSource.COMMANDLINE: 3, ParameterSource.ENVIRONMENT: 2, ParameterSource.DEFAULT_MAP: 1}
_SCREEN = ("screen", "colours")
"""Sections of the configuration that the full screen reads (tui.prefs, tui.theme)."""

_GLOBAL = ("plain", "keys", "ascii", "no_mouse", "lang", "state_dir", "quiet", "verbose", "name", "screen", "colours")


class ConfigError(P2PCardsError):
    """The configuration file cannot be used. Keys: unreadable, not-toml, unknown-key, unknown-key-near, bad-value."""

    def __init__(self, key: str, path: Path, **data: str) -> None:
        super().__init__(f"{key}: {path}")
        self.key = key
        self.data: Mapping[str, object] = {"path": path, **data}


@dataclass(slots=True)
class Settings:
    """The global options. plain, keys, ascii, no_mouse: None where nobody said. state_dir: None for the usual place.
    name: None where none was given or configured."""

    plain: bool | None = None
    keys: bool | None = None
    ascii: bool | None = None
    no_mouse: bool | None = None
    name: str | None = None
    lang: str | None = None
    state_dir: str | None = None
    quiet: int = 0
    verbose: int = 0
    config: Path | None = None
    data: dict[str, Any] = field(default_factory=dict)
    _rank: dict[str, int] = field(default_factory=dict)

    def remember(self, name: str, value: Any, rank: int) -> None:
        """Keep a value unless a stronger source has spoken."""
        if rank >= self._rank.get(name, 0):
            self._rank[name] = rank
            setattr(self, name, value)

    def by_flag(self, name: str) -> bool:
        """Whether a value came from the command line."""
        return self._rank.get(name) == _RANK[ParameterSource.COMMANDLINE]

    def folder(self) -> Path:
        """The state folder; not created."""
        from p2pcards.store.files import state_folder

        return state_folder(self.state_dir)


def settings_of(context: click.Context) -> Settings:
    """The settings of this run."""
    root = context.find_root()
    if not isinstance(root.obj, Settings):
        root.obj = Settings()
    return root.obj


def usual_config() -> Path:
    """Where the configuration file is looked for; an empty one for a user without a home (a service)."""
    import platformdirs

    try:
        return Path(platformdirs.user_config_dir("p2pcards", appauthor=False)) / "config.toml"
    except RuntimeError:
        return Path(os.devnull)


def read_config(path: Path) -> dict[str, Any]:
    """The file as a map, dashes in keys as underscores. Raises ConfigError."""
    import tomllib

    try:
        with path.open("rb") as file:
            data = tomllib.load(file)
    except OSError as error:
        raise ConfigError("unreadable", path, text=error.strerror or str(error)) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError("not-toml", path, text=str(error)) from None
    return {_plain(key): _section(value) for key, value in data.items()}


def _plain(key: str) -> str:
    return key.replace("-", "_")


def _section(value: Any) -> Any:
    return {_plain(key): inner for key, inner in value.items()} if isinstance(value, dict) else value


def _load(context: click.Context, parameter: click.Parameter, value: str | None) -> None:
    """Read the configuration; eager, so that the defaults of all other options come from it."""
    settings = settings_of(context)
    source = context.get_parameter_source(parameter.name or "")
    if context.parent is not None and (value is None or source is not ParameterSource.COMMANDLINE):
        check_section(context)
        return
    path = Path(value).expanduser() if value else usual_config()
    if value is None and not path.is_file():
        return
    data = read_config(path)
    settings.config, settings.data = path, data
    root = context.find_root()
    known = [*_GLOBAL, *_SCREEN, *getattr(root.command, "lazy", {})]
    sections = (*_SCREEN, *getattr(root.command, "lazy", {}))
    for key, value in data.items():
        if key not in known:
            raise _unknown(path, key, known)
        if key in sections and not isinstance(value, dict):
            raise ConfigError("bad-value", path, name=key, text=tr("a section: [%(name)s]", name=key))
    if context.parent is not None:
        command = context.info_name or ""
        context.default_map = {**data, **_own(data, command)}
        _check_section(context, path, _own(data, command), command)
    else:
        shared = {"name": data["name"]} if "name" in data else {}
        own = {key: {**shared, **value} for key, value in data.items() if isinstance(value, dict)}
        commands = {key: shared for key in getattr(root.command, "lazy", {}) if shared and key != "host"}
        context.default_map = {**data, **commands, **own}


def _own(data: Mapping[str, Any], command: str) -> dict[str, Any]:
    section = data.get(command, {})
    return dict(section) if isinstance(section, dict) else {}


def check_section(context: click.Context) -> None:
    """Raises ConfigError for a key in the command's section that is none of its options."""
    settings = settings_of(context)
    if settings.config is not None and context.info_name:
        _check_section(context, settings.config, _own(settings.data, context.info_name), context.info_name)


def _check_section(context: click.Context, path: Path, section: Mapping[str, Any], command: str) -> None:
    known = [parameter.name or "" for parameter in context.command.params]
    for key in section:
        if key not in known:
            raise _unknown(path, f"{command}.{key}", [f"{command}.{name}" for name in known])


def _unknown(path: Path, key: str, known: list[str]) -> ConfigError:
    import difflib

    near = difflib.get_close_matches(key, known, n=1)
    if near:
        return ConfigError("unknown-key-near", path, name=key, nearest=near[0])
    return ConfigError("unknown-key", path, name=key)


def _remember(context: click.Context, parameter: click.Parameter, value: Any) -> None:
    name = parameter.name or ""
    rank = _RANK.get(context.get_parameter_source(name) or ParameterSource.DEFAULT, 0)
    if rank == 0:
        return
    settings_of(context).remember(name, value, rank)
    if name == "lang":
        wanted = str(settings_of(context).lang)
        if not i18n.known(wanted):
            raise click.BadParameter(
                tr(
                    "There is no language %(code)s. Languages: %(all)s.",
                    code=wanted[:20],
                    all=", ".join(i18n.LANGUAGES),
                ),
                context,
                parameter,
            )
        i18n.use(wanted)


def global_options(function: Decorated) -> Decorated:
    """The options that every command has, in whichever place they are typed."""
    return _declare(function, _globals())


def global_options_but(*names: str) -> Callable[[Decorated], Decorated]:
    """All of them but those that mean something else at a command, by the end of their flags ("name")."""
    left = {name: each for name, each in _globals().items() if name not in names}
    return lambda function: _declare(function, left)


def _declare(function: Decorated, options: Mapping[str, Callable[[Decorated], Decorated]]) -> Decorated:
    for decorator in reversed(list(options.values())):
        function = decorator(function)
    return function


def _globals() -> dict[str, Callable[[Any], Any]]:
    common: dict[str, Any] = {"expose_value": False, "callback": _remember}
    flag: dict[str, Any] = {**common, "is_flag": True, "default": None}
    return {
        "plain": option("--plain", envvar="P2PCARDS_PLAIN", help=N_("Line mode: plain text, line by line."), **flag),
        "keys": option(
            "--keys", envvar="P2PCARDS_KEYS", help=N_("Line mode in which one key is a command, without Enter."), **flag
        ),
        "ascii": option("--ascii", envvar="P2PCARDS_ASCII", help=N_("No character beyond ASCII for cards."), **flag),
        "no-mouse": option("--no-mouse", envvar="P2PCARDS_NO_MOUSE", help=N_("No mouse in the full screen."), **flag),
        "name": option("--name", envvar="P2PCARDS_NAME", metavar="NAME", help=N_("Your name at the table."), **common),
        "lang": option(
            "--lang",
            envvar="P2PCARDS_LANG",
            metavar="CODE",
            is_eager=True,
            help=N_("Language: en, it, es, ru."),
            **common,
        ),
        "config": option(
            "--config",
            envvar="P2PCARDS_CONFIG",
            metavar="FILE",
            is_eager=True,
            expose_value=False,
            callback=_load,
            help=N_("Configuration file."),
        ),
        "state-dir": option(
            "--state-dir",
            envvar="P2PCARDS_STATE_DIR",
            metavar="FOLDER",
            help=N_("Where keys and matches are kept."),
            **common,
        ),
        "quiet": option("-q", "--quiet", count=True, help=N_("Say less."), **common),
        "verbose": option("-v", "--verbose", count=True, help=N_("Say more."), **common),
    }


def my_name(settings: Settings, given: str | None) -> str:
    """The name to play under: what was given (or configured), else the system user's."""
    import getpass

    from .text import clean_name

    if given and given.strip():
        return clean_name(given)
    try:
        return clean_name(getpass.getuser())
    except (OSError, KeyError, ImportError):
        return clean_name(os.environ.get("USERNAME", "") or tr("player"))
