"""Entry points: the full screen at a table that a command has prepared, or from the list of hosts on."""

from __future__ import annotations

import os
import sys
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any

from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style

from ..exits import Exit
from ..say.i18n import tr
from ..settings import ConfigError, Settings, usual_config
from ..text import clean_name
from .app import App
from .entering import attach
from .face import Face
from .lounge import Lounge
from .prefs import STORED, Prefs

if TYPE_CHECKING:
    from p2pcards.net.client import Client
    from p2pcards.store import Store

    from ..commands.common import Me
    from ..present.invite import HostFacts


def shows_suits(environ: Mapping[str, str], encoding: str | None) -> bool:
    """Whether the terminal can be trusted with suit symbols and lines."""
    if environ.get("TERM", "") in ("linux", "vt100", "vt220", "cons25"):
        return False
    return (encoding or "").lower().replace("-", "").replace("_", "") in ("utf8", "utf8sig", "utf16", "cp65001")


def own_colours(section: object, settings: Settings) -> dict[str, str]:
    """The person's own styles by name ("hearts" = "bold #ff8800"). Raises ConfigError for what is no style."""
    if not isinstance(section, dict):
        return {}
    styles = {str(name): str(value) for name, value in section.items()}
    for name, value in styles.items():
        try:
            Style([(name, value)]).get_attrs_for_style_str(value)
        except (ValueError, AssertionError):
            text = tr("a style like bold ansired or #ff8800")
            raise ConfigError(
                "bad-value", settings.config or usual_config(), name=f"colours.{name}", text=text
            ) from None
    return styles


def make_app(
    settings: Settings,
    store: Store | None,
    level: str = "normal",
    *,
    wrap: Callable[[Face], Face] = lambda face: face,
    **inout: Any,
) -> App:
    """An application with the person's preferences. inout: prompt_toolkit's input and output, for tests."""
    prefs = Prefs.load(None if store is None else store.get_setting(STORED))
    section = settings.data.get("screen", {})
    if isinstance(section, dict):
        prefs = prefs.merged(section)
    colours = settings.data.get("colours", {})
    own = own_colours(colours, settings)
    if settings.no_mouse:
        prefs = prefs.changed(mouse=False)
    coloured = not os.environ.get("NO_COLOR")
    encoding = getattr(sys.stdout, "encoding", None)
    force = bool(settings.ascii) or (not inout and not shows_suits(os.environ, encoding))

    def keep(prefs: Prefs) -> None:
        if store is not None:
            store.put_setting(STORED, prefs.dump())

    def face_of(app: App) -> Face:
        return wrap(Face(app, prefs, level=level, colour=coloured, force_ascii=force))

    depth = None if coloured else ColorDepth.DEPTH_1_BIT
    return App(face_of, keep=keep, own=own, depth=depth, **inout)


async def run(
    settings: Settings,
    client: Client,
    host: HostFacts,
    first: Callable[[Face], Awaitable[object]],
    *,
    store: Store | None = None,
    level: str = "normal",
) -> int:
    """The full screen for a client that is connected; `first` sits down. Returns the exit code."""
    app = make_app(settings, store, level)

    async def beside() -> None:
        attach(app.face, client, host)
        app.face.do(first(app.face))  # type: ignore[arg-type]

    return await app.run(beside)


def lounge_for(me: Me, settings: Settings) -> Lounge:
    """The lounge of a person, under the name that was given, else the one that was typed some time ago."""
    kept = me.store.get_setting("name")
    lounge = Lounge(me, settings)
    if kept and not me.named:
        lounge.name = clean_name(kept.decode("utf-8", "replace"))
    lounge.named = bool(kept) or me.named
    return lounge


async def lobby(settings: Settings, me: Me) -> int:
    """The full screen from the list of hosts on. Returns the exit code."""
    app = make_app(settings, me.store)
    lounge = lounge_for(me, settings)
    app.face.lounge = lounge

    async def beside() -> None:
        lounge.start(app.face)

    try:
        return await app.run(beside)
    finally:
        client = app.face.client
        if client is not None:
            await client.close()
        await lounge.close()


__all__ = ["Exit", "lobby", "make_app", "run", "shows_suits"]
