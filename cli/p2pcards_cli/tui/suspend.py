"""Stopped (SIGTSTP) and going on (`fg`): in between, the shell has the terminal as it was. Unix only."""

from __future__ import annotations

import os
import signal
import termios
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from prompt_toolkit.application import Application, run_in_terminal


def suspender(app: Application[Any]) -> Callable[[], None]:
    """What to do at SIGTSTP. Make it before the application runs: it remembers how the terminal is now."""
    terminal = app.input.fileno()
    modes = None
    with suppress(termios.error):  # no terminal: a pipe
        modes = termios.tcgetattr(terminal)

    def stop() -> None:
        if modes is not None:
            termios.tcsetattr(terminal, termios.TCSADRAIN, modes)
        os.kill(os.getpid(), signal.SIGSTOP)

    def suspend() -> None:
        if app.is_running and app.context is not None:
            app.context.run(run_in_terminal, stop)

    return suspend
