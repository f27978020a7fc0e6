"""Keys from the terminal without Enter. prompt_toolkit's input does the reading: on Unix its parser of escape sequences
over a raw terminal, on Windows the console's key events. Nothing is written here.

The terminal is raw from `start` to `stop`. Whatever ends the program between the two, the terminal is restored: by
`stop` on every ordinary way, at the exit of the interpreter otherwise, and before a signal kills us.
"""

from __future__ import annotations

import asyncio
import atexit
import os
import signal
from collections.abc import Callable
from contextlib import ExitStack, suppress
from functools import partial

from prompt_toolkit.input import Input, create_input
from prompt_toolkit.key_binding import KeyPress
from prompt_toolkit.keys import Keys

from ..keynames import NAMES

ESCAPE_WAIT = 0.1
"""Seconds after which a lone Esc is the key and not the beginning of a sequence."""

DEADLY = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
NOT_KEYS = (Keys.CPRResponse, Keys.Vt100MouseEvent, Keys.WindowsMouseEvent, Keys.Ignore)


class KeyReader:
    """Calls `hear` on the loop with the name of every key, and with None at the end of input."""

    def __init__(self, hear: Callable[[str | None], None], source: Input | None = None) -> None:
        self._hear = hear
        self._input = create_input() if source is None else source
        self._open = ExitStack()
        self._raw = ExitStack()
        self._ended = False

    def start(self) -> None:
        """Begin to read, inside the running loop."""
        loop = asyncio.get_running_loop()
        self._raw.enter_context(self._input.raw_mode())
        atexit.register(self._raw.close)
        self._open.enter_context(self._input.attach(self._ready))
        for number in DEADLY:
            with suppress(NotImplementedError, RuntimeError, ValueError):
                loop.add_signal_handler(number, self._killed, number)

    def stop(self) -> None:
        """Give the terminal back."""
        with suppress(RuntimeError, OSError, KeyError):  # the loop or the terminal may be gone
            self._open.close()
        self._raw.close()
        atexit.unregister(self._raw.close)

    def _killed(self, number: int) -> None:
        self.stop()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)

    def _ready(self) -> None:
        try:
            pressed = self._input.read_keys()
        except OSError:
            pressed = []
        self._tell(pressed)
        if self._input.closed and not self._ended:
            self._ended = True
            self._hear(None)
        elif not self._ended:
            asyncio.get_running_loop().call_later(ESCAPE_WAIT, partial(self._flush))

    def _flush(self) -> None:
        if not self._ended:
            self._tell(self._input.flush_keys())

    def _tell(self, pressed: list[KeyPress]) -> None:
        for press in pressed:
            if press.key is Keys.BracketedPaste:
                for char in press.data:
                    self._hear(NAMES.get(char, char))
            elif press.key not in NOT_KEYS:
                key = press.key.value if isinstance(press.key, Keys) else press.key
                self._hear("space" if key == " " else NAMES.get(key, key))
