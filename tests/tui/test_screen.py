"""The real renderer: keys through a pipe, frames into a terminal emulator."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pyte
import pytest
from p2pcards_cli.tui.app import App
from p2pcards_cli.tui.face import Face
from p2pcards_cli.tui.run import shows_suits
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.output.vt100 import Vt100_Output
from tui.local import Local

from p2pcards.rules.action import Bid


class Terminal:
    """A screen that has what was written to it. raw: the bytes so far."""

    def __init__(self, w: int = 80, h: int = 24) -> None:
        self.size = Size(rows=h, columns=w)
        self.screen = pyte.Screen(w, h)
        self.stream = pyte.Stream(self.screen)
        self.raw = ""
        self.encoding = "utf-8"

    def write(self, data: str) -> None:
        self.raw += data
        self.stream.feed(data)

    def flush(self) -> None:
        pass

    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        return 1

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.screen.display)


class Session:
    """A person at the real screen of a table that plays itself."""

    def __init__(self, at: Local, terminal: Terminal, pipe: Any, app: App) -> None:
        self.at = at
        self.terminal = terminal
        self.pipe = pipe
        self.app = app

    async def until(self, true: Callable[[], object]) -> None:
        while not true():
            await asyncio.sleep(0.001)

    async def shows(self, text: str) -> None:
        await self.until(lambda: text in self.terminal.text)

    def type(self, text: str) -> None:
        self.pipe.send_text(text)


def evening(
    story: Callable[[Session], Any], *, at: Local | None = None, w: int = 80, h: int = 24, depth: Any = None
) -> tuple[int, Terminal]:
    """Run a story; returns the exit code and the terminal at its end."""
    terminal = Terminal(w, h)

    async def run() -> int:
        with create_pipe_input() as pipe:
            output = Vt100_Output(terminal, lambda: terminal.size, term="xterm-256color", enable_bell=True)  # type: ignore[arg-type]
            local = at or Local(seed=5)

            def face_of(app: App) -> Face:
                local.face.world = app
                return local.face

            app = App(face_of, input=pipe, output=output, depth=depth)
            session = Session(local, terminal, pipe, app)

            async def beside() -> None:
                local.start()
                await story(session)

            return await app.run(beside)

    return asyncio.run(run()), terminal


def test_a_bid_and_a_card_by_keys() -> None:
    async def story(me: Session) -> None:
        await me.shows("Your bid:")
        me.type("3\r")
        await me.until(lambda: me.at.sent == [Bid(0, 3)])
        await me.shows("Your turn.")
        me.type("\x1b[C")
        await me.until(lambda: me.at.face.selected is not None)
        me.type("\r")
        await me.until(lambda: len(me.at.sent) == 2)
        me.type("q")
        await me.shows("End the program?")
        me.type("y")

    code, terminal = evening(story)
    assert code == 0
    assert "\x1b[?1049l" in terminal.raw


def test_escape_closes_a_box_and_alt_keys_are_one_key() -> None:
    async def story(me: Session) -> None:
        await me.shows("Your bid:")
        me.type("?")
        await me.shows("Keys")
        me.type("\x1b")
        await me.until(lambda: not me.at.face.overlays)
        bell = me.at.face.prefs.bell
        me.type("\x1bb")
        await me.until(lambda: me.at.face.prefs.bell is not bell)
        assert not me.at.face.overlays
        me.type("\x03\x03")

    code, _ = evening(story)
    assert code == 130


def test_the_mouse_is_off_until_it_is_wanted() -> None:
    async def story(me: Session) -> None:
        await me.shows("Your bid:")
        assert "\x1b[?1000h" not in me.terminal.raw
        me.type("3\r")
        await me.shows("Your turn.")
        me.type("\x0f")
        await me.until(lambda: "\x1b[?1000h" in me.terminal.raw)
        x, y = next(
            (zone.x + 2, zone.y + 2)
            for zone in me.app.screen.canvas.zones
            if zone.what[0] == "card" and me.at.face.prompt and me.at.face.prompt.cards >> zone.what[1] & 1
        )
        me.type(f"\x1b[<0;{x};{y}M\x1b[<0;{x};{y}m")
        await me.until(lambda: me.at.face.selected is not None)
        me.type(f"\x1b[<0;{x};{y}M\x1b[<0;{x};{y}m")
        await me.until(lambda: len(me.at.sent) == 2)
        me.at.face.leave(0)

    _, terminal = evening(story)
    assert terminal.raw.rindex("\x1b[?1000l") > terminal.raw.rindex("\x1b[?1000h")


def test_pasted_text_plays_nothing() -> None:
    async def story(me: Session) -> None:
        await me.shows("Your bid:")
        me.type("\x1b[200~3\rq\ry\x1b[201~")
        me.type("/")
        await me.shows("Say:")
        me.type("\x1b[200~two\nlines\x1b[31m\x1b[201~")
        await me.shows("two lines")
        assert me.at.sent == []
        me.type("\r")
        await me.until(lambda: me.at.sent)
        me.at.face.leave(0)

    evening(story)


@pytest.mark.parametrize("where", ["key", "draw", "timer", "task"])
def test_a_bug_ends_the_screen_cleanly_and_is_raised(where: str) -> None:
    class BugError(Exception):
        pass

    def boom(*arguments: object) -> None:
        raise BugError

    async def story(me: Session) -> None:
        await me.shows("Your bid:")
        if where == "key":
            me.at.face.key = boom  # type: ignore[method-assign]
            me.type("s")
        elif where == "draw":
            me.at.face.overlays.append(type("Bad", (), {"model": boom, "closed": False})())
            me.app.redraw()
        elif where == "timer":
            me.app.later(0.0, boom)
        else:
            raise BugError
        await asyncio.Event().wait()

    terminal: list[Terminal] = []

    async def kept(me: Session) -> None:
        terminal.append(me.terminal)
        await story(me)

    with pytest.raises((BugError, ExceptionGroup)) as raised:
        evening(kept)
    error = raised.value
    while isinstance(error, ExceptionGroup):
        error = error.exceptions[0]
    assert isinstance(error, BugError)
    assert "\x1b[?1049l" in terminal[0].raw
    assert terminal[0].raw.rindex("\x1b[?25h") > terminal[0].raw.rindex("\x1b[?1049h")


def test_a_resize_storm_ends_with_a_whole_screen() -> None:
    async def story(me: Session) -> None:
        await me.shows("Your bid:")
        for w, h in [(60, 18), (20, 5), (200, 50), (1, 1), (80, 24), (59, 17), (100, 30)] * 5:
            me.terminal.size = Size(rows=h, columns=w)
            me.terminal.screen.resize(h, w)
            me.app.app._on_resize()
            await asyncio.sleep(0)
        await me.shows("Your bid:")
        await me.shows("What happened")
        me.at.face.leave(0)

    evening(story)


def test_without_colours_no_colour_is_sent() -> None:
    async def story(me: Session) -> None:
        me.at.face.colour = False
        await me.shows("Your bid:")
        me.type("3\r")
        await me.shows("Your turn.")
        me.at.face.leave(0)

    _, terminal = evening(story, depth=ColorDepth.DEPTH_1_BIT)
    assert not any(f"\x1b[0;{code}" in terminal.raw for code in (*range(31, 38), *range(91, 98), 38))


def test_a_hostile_name_reaches_the_terminal_as_plain_text() -> None:
    names = ("Anna", "\x1b[2J<b>&%s{x}\x07", "漢字漢字漢字漢字漢字漢字漢字漢字", "a\u202eb\u2028c\x9b31m")

    async def story(me: Session) -> None:
        await me.shows("Your bid:")
        before = me.terminal.raw
        assert "\x07" not in before.replace("\x1b]2;", "").replace("- p2pcards\x07", "").replace("\x07", "", 1)
        assert "\u202e" not in before
        assert "\x9b" not in before
        assert "<b>&%s{x}" in me.terminal.text
        me.at.face.leave(0)

    evening(story, at=Local(seed=5, names=names))


@pytest.mark.parametrize(
    ("environ", "encoding", "good"),
    [
        ({"TERM": "xterm"}, "utf-8", True),
        ({"TERM": "tmux-256color"}, "UTF-8", True),
        ({"TERM": "linux"}, "utf-8", False),
        ({"TERM": "xterm"}, "ascii", False),
        ({"TERM": "xterm"}, "cp1252", False),
        ({}, None, False),
    ],
)
def test_where_suits_can_be_shown(environ: dict[str, str], encoding: str | None, good: bool) -> None:
    assert shows_suits(environ, encoding) is good
