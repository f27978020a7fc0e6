"""Secrets that are typed: never shown nor said, only that something was typed and how much."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ..say.i18n import trn


def typed_line(count: int) -> str:
    """What is said of a secret: how many characters it has."""
    return trn("%(n)d character typed.", "%(n)d characters typed.", count)


@contextmanager
def unseen(stdin: int = 0) -> Iterator[None]:
    """What is typed is not shown, where the terminal lets itself be told so."""
    try:
        import termios
    except ImportError:  # Windows
        yield
        return
    try:
        before = termios.tcgetattr(stdin)
    except (OSError, termios.error):  # no terminal
        yield
        return
    quiet = [*before[:3], before[3] & ~termios.ECHO, *before[4:]]
    termios.tcsetattr(stdin, termios.TCSADRAIN, quiet)
    try:
        yield
    finally:
        termios.tcsetattr(stdin, termios.TCSADRAIN, before)
