"""Starts hosts and seats as real processes, and waits for what they print."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


class Programs:
    """One host without bots and its seats. Everything is ended by `close`."""

    def __init__(self, folder: Path, game: str, seats: int, deals: int = 1) -> None:
        self.folder = folder
        self.host = self._start("host_program.py", game, str(seats), str(deals), stdin=subprocess.PIPE)
        assert self.host.stdout is not None
        self.port, self.key, self.table = self.host.stdout.readline().split()
        self.seats: dict[int, subprocess.Popen[str]] = {}

    def _start(self, name: str, *arguments: str, **more: Any) -> subprocess.Popen[str]:
        command = [sys.executable, str(HERE / name), *arguments]
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more)

    def seat(self, seat: int, dies: str = "") -> subprocess.Popen[str]:
        """Start (or start again) the program of a seat."""
        folder = self.folder / f"seat{seat}"
        folder.mkdir(exist_ok=True)
        arguments = [self.port, self.key, self.table, str(seat), str(folder), *([dies] if dies else [])]
        self.seats[seat] = self._start("seat_program.py", *arguments)
        return self.seats[seat]

    def finish(self, seat: int, timeout: float = 60) -> bytes:
        """Wait for the end of the match; the seat's file. Raises AssertionError with what the program said."""
        out, err = self.seats[seat].communicate(timeout=timeout)
        assert self.seats[seat].returncode == 0, f"seat {seat}: {out}\n{err}"
        return Path(out.strip().splitlines()[-1]).read_bytes()

    def until(self, entries: int) -> None:
        """Wait until the host has so many entries."""
        assert self.host.stdout is not None
        while int(self.host.stdout.readline() or 10**9) < entries:
            pass

    def close(self) -> None:
        """End everything that is still there."""
        for process in (*self.seats.values(), self.host):
            if process.poll() is None:
                process.kill()
            process.communicate()
