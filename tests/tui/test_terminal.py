"""Real pseudo-terminals and signals: whichever way the program ends, the terminal is as it was."""

from __future__ import annotations

import fcntl
import os
import select
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator
from pathlib import Path

import pyte
import pytest

CHILD = Path(__file__).with_name("terminal_child.py")
REST = "\x1b[?1049l"


class Child:
    """A program on a terminal of its own. read() waits for what must come; the test's timeout ends a vain wait."""

    def __init__(self, arguments: list[str], w: int = 80, h: int = 24, **environ: str) -> None:
        self.master, self.slave = os.openpty()
        self.resize(w, h)
        self.before = termios.tcgetattr(self.slave)
        clean = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "LANG", "LC_ALL")}
        self.process = subprocess.Popen(
            arguments,
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            start_new_session=True,
            env={**clean, "TERM": "xterm-256color", "LANG": "C.UTF-8", "PYTHONUTF8": "1", **environ},
        )
        self.screen = pyte.Screen(w, h)
        self.stream = pyte.Stream(self.screen)
        self.raw = ""

    def resize(self, w: int, h: int) -> None:
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", h, w, 0, 0))

    def pump(self) -> bool:
        """Take what is there, waiting for it; False at the end."""
        ready, _, _ = select.select([self.master], [], [], 0.2)
        if not ready:
            return self.process.poll() is None
        try:
            data = os.read(self.master, 65536).decode("utf-8", "replace")
        except OSError:
            return False
        self.raw += data
        self.stream.feed(data)
        return bool(data)

    def shows(self, text: str) -> None:
        while text not in "\n".join(self.screen.display):
            assert self.pump(), self.raw[-2000:]

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def end(self) -> int:
        while self.pump():
            pass
        return self.process.wait()

    def restored(self) -> bool:
        """Whether the alternate screen, the cursor, the mouse and the line discipline are as they were."""
        tail = self.raw[self.raw.rindex(REST) :] if REST in self.raw else ""
        modes = termios.tcgetattr(self.slave)
        mouse = self.raw.rfind("\x1b[?1000h") <= self.raw.rfind("\x1b[?1000l")
        return bool(tail) and "\x1b[?25l" not in tail and mouse and modes[:4] == self.before[:4]


@pytest.fixture
def child() -> Iterator[Child]:
    made = Child([sys.executable, str(CHILD)])
    yield made
    made.process.kill()
    made.process.wait()
    os.close(made.slave)
    try:
        os.close(made.master)
    except OSError:
        pass


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_leaves_a_clean_terminal(child: Child, number: signal.Signals) -> None:
    child.shows("Your bid:")
    child.type("\x0f")  # the mouse on
    child.shows("mouse is on")
    child.process.send_signal(number)
    assert child.end() == 128 + number
    assert child.restored()


def test_ctrl_c_twice_leaves_a_clean_terminal(child: Child) -> None:
    child.shows("Your bid:")
    child.type("\x03")
    child.shows("once more")
    child.type("\x03")
    assert child.end() == 130
    assert child.restored()


def test_a_mistake_behind_a_key_leaves_a_clean_terminal() -> None:
    made = Child([sys.executable, str(CHILD), "broken"])
    made.shows("Your bid:")
    made.type("x")
    assert made.end() == 1
    assert made.restored()
    assert "ZeroDivisionError: a mistake" in made.raw[made.raw.rindex(REST) :]  # told where it can be read


def test_a_stopped_program_lends_the_shell_a_clean_terminal(child: Child) -> None:
    child.shows("Your bid:")
    child.type("\x0f")  # the mouse on
    child.shows("mouse is on")
    child.process.send_signal(signal.SIGTSTP)
    _, status = os.waitpid(child.process.pid, os.WUNTRACED)
    assert os.WIFSTOPPED(status)
    while child.pump() and REST not in child.raw:
        pass
    assert child.restored()
    child.raw = ""
    child.process.send_signal(signal.SIGCONT)
    child.shows("Your bid:")
    while "\x1b[?1049h" not in child.raw:
        assert child.pump()
    child.type("\x03")
    child.shows("once more")
    child.type("\x03")
    assert child.end() == 130
    assert child.restored()


def test_a_resize_storm_is_survived(child: Child) -> None:
    child.shows("Your bid:")
    for w, h in [(60, 18), (10, 3), (200, 50), (59, 17), (1, 1), (120, 40)] * 3:
        child.resize(w, h)
        child.process.send_signal(signal.SIGWINCH)
        child.pump()
    child.screen.resize(40, 120)
    child.screen.reset()
    child.type("\x0c")
    child.shows("What happened")
    child.type("\x03\x03")
    assert child.end() == 130


def test_a_terminal_that_goes_away_ends_the_program(child: Child) -> None:
    child.shows("Your bid:")
    os.close(child.slave)
    os.close(child.master)
    child.slave = os.open(os.devnull, os.O_RDONLY)
    assert child.process.wait() != 0


def test_no_color_is_respected() -> None:
    made = Child([sys.executable, str(CHILD)], NO_COLOR="1")
    made.shows("Your bid:")
    made.type("\x03\x03")
    assert made.end() == 130
    codes = [part.split("m")[0] for part in made.raw.split("\x1b[") if "m" in part]
    assert not [code for code in codes if any(f";{n}" in f";{code}" for n in (31, 32, 33, 34, 36, 91, 94, 96))]


def test_the_console_of_linux_gets_letters() -> None:
    made = Child([sys.executable, str(CHILD)], TERM="linux")
    made.shows("Your bid:")
    assert not any(char in made.raw for char in "♠♥♦♣╭│")
    assert any(text in "\n".join(made.screen.display) for text in ("As|", "As "))
    made.type("\x03\x03")
    made.end()


@pytest.mark.parametrize("environ", [{"TERM": "dumb"}, {"P2PCARDS_PLAIN": "1"}, {"ACCESSIBLE": "1"}])
def test_line_mode_instead_where_the_screen_is_not_wanted(environ: dict[str, str], tmp_path: Path) -> None:
    """Nobody listens on port 1: the command says so and ends, without one escape sequence."""
    command = [sys.executable, "-m", "p2pcards_cli", "--state-dir", str(tmp_path), "join", "127.0.0.1:1"]
    made = Child(command, **environ)
    assert made.end() == 4
    assert "Plain mode: on" in made.raw
    assert "\x1b" not in made.raw
