"""Moved to `present.invite`; commands still ask for it here."""

from __future__ import annotations

from ..present.invite import invite_lines

__all__ = ["invite_lines"]
