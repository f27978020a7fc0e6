"""Figures of the full screen for docs/performance.md: `pytest tests/bench/test_screen.py -m bench -s`.

CPU time of this process, not of the wall, except for the first frame of a program.
"""

from __future__ import annotations

import os
import re
import sys
import time
from pathlib import Path

import pytest
from p2pcards_cli.tui.draw import draw
from p2pcards_cli.tui.theme import Theme
from tui.scenes import SCENES
from tui.test_screen import Session, evening
from tui.test_terminal import CHILD, Child

pytestmark = pytest.mark.bench
SIZES = ((60, 18), (80, 24), (120, 40), (200, 50))


def best(call, rounds: int = 50) -> float:  # type: ignore[no-untyped-def]
    """Milliseconds of the quickest of some rounds."""
    took = []
    for _ in range(rounds):
        start = time.process_time()
        call()
        took.append(time.process_time() - start)
    return 1000 * min(took)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_one_frame_of_cells(size: tuple[int, int]) -> None:
    """A snapshot and its canvas, without prompt_toolkit."""
    at = SCENES["playing"]()
    print(f"\ncells {size[0]}x{size[1]}: {best(lambda: draw(at.face.snapshot(), Theme(), *size)):.2f} ms")


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_one_frame_on_the_terminal(size: tuple[int, int]) -> None:
    """Snapshot, canvas and prompt_toolkit's own rendering of a selection that moves; and the bytes it sends."""
    figures: list[tuple[float, int]] = []

    async def story(me: Session) -> None:
        await me.shows("Your bid:")
        me.at.face.key("3")
        me.at.face.key("enter")
        me.app.app._redraw()
        me.terminal.stream.feed = lambda data: None  # the emulator's own time is not ours
        for _ in range(40):
            me.at.face.key("right")
            sent = len(me.terminal.raw.encode())
            start = time.process_time()
            me.app.app._redraw()
            figures.append((time.process_time() - start, len(me.terminal.raw.encode()) - sent))
        me.at.face.leave(0)

    evening(story, w=size[0], h=size[1])
    moves = figures[1:]  # the first one also draws what the play has changed
    times = sorted(took for took, _ in moves)
    sent = max(count for _, count in moves)
    print(f"\nframe {size[0]}x{size[1]}: {1000 * times[len(times) // 2]:.2f} ms, at most {sent} bytes a key")


def test_first_frame_memory_and_idle_time() -> None:
    """From the start of the program to the first whole screen, on a pty; then ten seconds without a key."""
    start = time.perf_counter()
    child = Child([sys.executable, str(CHILD)])
    child.shows("Your bid:")
    first = time.perf_counter() - start
    status = Path(f"/proc/{child.process.pid}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+)", status)
    assert found is not None
    ticks = os.sysconf("SC_CLK_TCK")

    def used() -> float:
        fields = Path(f"/proc/{child.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / ticks

    before, began = used(), time.perf_counter()
    while time.perf_counter() - began < 10:
        child.pump()
    idle = 100 * (used() - before) / (time.perf_counter() - began)
    child.type("\x03\x03")
    child.end()
    memory = int(found[1]) / 1024
    print(f"\nprogram to first frame: {1000 * first:.0f} ms; CPU until then {before:.2f} s")
    print(f"memory {memory:.1f} MB, idle {idle:.2f} % of a CPU")


def test_first_frame_after_the_imports() -> None:
    figures: list[float] = []

    async def story(me: Session) -> None:
        start = time.process_time()
        me.app.app._redraw()
        figures.append(time.process_time() - start)
        me.at.face.leave(0)

    evening(story)
    print(f"\nfirst frame of an application: {1000 * figures[0]:.1f} ms")
