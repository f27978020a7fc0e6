"""`play` is host, seat and bots in one process: killed in the middle of a hand, it goes on with the same hand."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

COMMAND = [sys.executable, "-m", "p2pcards_cli", "play", "spades", "--plain", "--no-mdns", "--lang", "en"]


class Play:
    """The program, typed at through a pipe."""

    def __init__(self, state: Path) -> None:
        self.process = subprocess.Popen(
            COMMAND,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "P2PCARDS_STATE_DIR": str(state)},
        )

    def until(self, text: str) -> str:
        """The first line with this text in it."""
        seen: list[str] = []
        assert self.process.stdout is not None
        for line in self.process.stdout:
            seen.append(line)
            if text in line:
                return line
        raise AssertionError(f"ended without {text!r}: {''.join(seen)}")

    def type(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()


def test_play_goes_on_with_the_same_hand_after_it_was_killed(tmp_path: Path) -> None:
    first = Play(tmp_path)
    try:
        first.until("Type start")
        first.type("start")
        hand = first.until("13 cards")
        first.until("Your bid")
        first.type("b 3")
        first.until("Your turn")
    finally:
        first.kill()
    again = Play(tmp_path)
    try:
        again.until("not finished")
        again.type("y")
        again.until("Your turn")
        again.type("h")
        assert again.until("cards.") == hand
        again.type("v")
        assert "bid 3" in again.until("You: ")
    finally:
        again.kill()
