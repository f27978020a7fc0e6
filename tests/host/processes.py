"""A host and its players in processes of their own, that can be killed at any instant and started again."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from p2pcards_protocol.identity import Identity

from p2pcards.host.control import ControlError, ask, control_path
from p2pcards.store import read_key

FOLDER = Path(__file__).parent
PATIENCE = 120.0
"""Seconds after which a match that does not end is a failure."""

Start = Callable[[list[str]], "subprocess.Popen[str]"]


def here(command: list[str]) -> subprocess.Popen[str]:
    """Start a program on this machine."""
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def free_port() -> int:
    """A port that is free now."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


class Match:
    """One table with seats in processes of their own. start: how programs are started, by seat; None is the host."""

    def __init__(
        self,
        folder: Path,
        *,
        seats: int = 4,
        deals: int = 2,
        deal: str = "sealed",
        addresses: tuple[str, ...] = ("127.0.0.1",),
        start: Callable[[int | None, list[str]], subprocess.Popen[str]] | None = None,
        grace: float = 60.0,
    ) -> None:
        self.folder = folder
        self.seats = seats
        self.addresses = addresses
        self._start = start or (lambda _who, command: here(command))
        self._config = folder / "host.toml"
        self._config.write_text(
            f'name = "kill"\nbot_pace = 0.0\n[[table]]\ngame = "classic"\nname = "kill"\nplayers = 4\n'
            f'bots = {4 - seats}\ndeal = "{deal}"\ngrace = {grace}\nlevel = "easy"\noptions = {{max_hands = {deals}}}\n'
        )
        self.host: subprocess.Popen[str] | None = None
        self.players: dict[int, subprocess.Popen[str]] = {}
        self.port = free_port()  # a fixed one: another run's host must not take it while this one is dead
        self.key = b""

    @property
    def state(self) -> Path:
        return self.folder / "host"

    # -- processes

    def start_host(self, *more: str, dies: str = "") -> None:
        """Start the host (again) and wait until its port is open. dies: where it ends (dying_host.py)."""
        program = [str(FOLDER / "dying_host.py"), dies] if dies else ["-m", "p2pcards_cli"]
        command = [sys.executable, *program, "host", "--config", str(self._config), "--port"]
        self.host = self._start(None, [*command, str(self.port), "--state-dir", str(self.state), *more])
        assert self.host.stdout is not None
        assert self.host.stderr is not None
        line = self.host.stdout.readline()
        assert "is up" in line, line + self.host.stderr.read()
        self.key = Identity.from_seed(read_key(self.state / "keys" / "host-1.key")).public

    def start_player(self, seat: int, *more: str) -> None:
        """Start the program of a seat (again). more: options of seat.py."""
        command = [sys.executable, str(FOLDER / "seat.py"), *more]
        command += [str(self.folder / f"player{seat}"), f"player{seat}"]
        self.players[seat] = self._start(seat, [*command, str(self.port), self.key.hex(), *self.addresses])

    def start(self, *more: str) -> None:
        self.start_host(*more)
        for seat in range(self.seats):
            self.start_player(seat)

    @staticmethod
    def kill(process: subprocess.Popen[str] | None) -> None:
        """kill -9, and what it had said is thrown away."""
        if process is not None:
            process.kill()
            process.communicate()

    def close(self) -> None:
        for process in (self.host, *self.players.values()):
            if process is not None and process.poll() is None:
                self.kill(process)

    # -- what is going on

    def ask(self, do: str, **more: Any) -> dict[str, Any]:
        return ask(control_path(self.state, 1), {"do": do, **more})

    def table(self) -> dict[str, Any]:
        found: dict[str, Any] = self.ask("tables")["tables"][0]
        return found

    def wait_for(self, entries: int) -> bool:
        """Until the host has made so many entries; False when the match ended before."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                table = self.table()
            except ControlError:
                continue
            if table["state"] == "over":
                return False
            if table["entries"] >= entries:
                return True
        raise AssertionError(f"stuck before entry {entries}: {self.table()}")

    def results(self) -> list[dict[str, Any]]:
        """What every seat says at the end."""
        ends = []
        for seat, process in sorted(self.players.items()):
            try:
                out, err = process.communicate(timeout=PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                out, err = process.communicate()
                raise AssertionError(f"seat {seat} hangs: {out} {err}; the table: {self.table()}") from None
            said = [json.loads(line) for line in out.splitlines()]
            assert said, f"seat {seat} said nothing: {err}"
            ends.append(said[-1])
        return ends

    def check(self, deals: int) -> None:
        """Everybody has the same whole file, and every deal of it is verified."""
        ends = self.results()
        assert all(end["what"] == "saved" for end in ends), ends
        assert all(end["ok"] and end["finished"] for end in ends), ends
        assert all(end["verdicts"] == ["verified"] * deals for end in ends), ends
        files = {Path(end["path"]).read_bytes() for end in ends}
        assert len(files) == 1
