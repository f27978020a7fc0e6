"""Whether line mode is on, and why: its first line says so."""

from __future__ import annotations

from collections.abc import Mapping

from ..say.i18n import tr
from ..settings import Settings


def reason(settings: Settings, environment: Mapping[str, str], in_tty: bool, out_tty: bool) -> str | None:
    """Why line mode is on; None: the full screen may be used."""
    if settings.plain:
        return "--plain" if settings.by_flag("plain") else "P2PCARDS_PLAIN"
    if settings.keys:
        return "--keys" if settings.by_flag("keys") else "P2PCARDS_KEYS"
    if settings.plain is None and environment.get("ACCESSIBLE", "") not in ("", "0"):
        return "ACCESSIBLE"
    if environment.get("TERM") == "dumb":
        return "TERM=dumb"
    if not in_tty:
        return tr("input is no terminal")
    if not out_tty:
        return tr("output is no terminal")
    return None


def first_line(why: str | None) -> str:
    """The first line of line mode."""
    if why is None:
        return tr("Plain mode. Type ? for help.")
    return tr("Plain mode: on (%(why)s). Type ? for help.", why=why)
