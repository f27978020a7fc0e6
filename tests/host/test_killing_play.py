"""`play` is host and seat in one process: killed in the middle of a match and started again, it goes on in the same
deal with the same cards, and its file verifies."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from p2pcards_protocol.transcript import Message, read_file

from p2pcards.verify import verify_bytes


class Player:
    """A person at `play` in line mode, who plays the first card allowed."""

    def __init__(self, state: Path) -> None:
        command = [sys.executable, "-m", "p2pcards_cli", "play", "spar", "--players", "2", "--no-mdns"]
        command += ["--bind", "127.0.0.1", "--state-dir", str(state), "--set", "max_hands=1"]
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "LC_ALL": "C.UTF-8", "P2PCARDS_LANG": "en"},
        )
        self.heard: list[str] = []

    def say(self, text: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def until(self, pattern: str, *, play: bool = False) -> str:
        """Listen to the line that matches, and play on the way if asked."""
        assert self.process.stdout is not None
        while line := self.process.stdout.readline():
            self.heard.append(line)
            if re.search(pattern, line):
                return line
            if play and line.startswith("Your turn."):
                self.say("p 1")
        raise AssertionError("".join(self.heard))

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()


@pytest.mark.parametrize("tricks", [0, 2])
def test_a_killed_play_goes_on_in_the_same_deal(tricks: int, tmp_path: Path) -> None:
    first = Player(tmp_path)
    again = None
    try:
        first.until("Type start")
        first.say("start")
        hand = first.until("^5 cards")
        for _ in range(tricks):
            first.until("trick [0-9]", play=True)
        first.kill()
        again = Player(tmp_path)
        again.until("Go on with it")
        again.say("y")
        if not tricks:
            assert again.until("^5 cards") == hand
            again.say("p 1")
        path = again.until("The match is in (.*)", play=True).split("The match is in ")[1].strip()
        again.say("quit")
    finally:
        for one in (first, again):
            if one is not None and one.process.poll() is None:
                one.kill()
    data = Path(path).read_bytes()
    report = verify_bytes(data)
    assert report.ok, report
    assert report.finished
    kinds = [Message.decode(entry.blob).kind for entry in read_file(data)[1]]
    assert "void" not in kinds, "it was dealt again"
    assert kinds.count("play") == 10
