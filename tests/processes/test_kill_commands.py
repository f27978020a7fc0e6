"""kill -9 of the commands that people run, `p2pcards host` and `p2pcards join --bot`, at random instants: started again
they go on, and the file that everybody keeps verifies.

In CI a sample; `pytest -m soak` has more seeds.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from host.processes import PATIENCE, Match
from p2pcards_protocol.transcript import read_file

from p2pcards.host.control import ControlError

SEATS = 3
ENTRIES = {"sealed": 80, "dealer": 70}
"""Of a match of one deal there are more."""
SEEDS = [0, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(1, 30))]


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "p2pcards_cli", *words]


class Commands(Match):
    """The same table with `join --bot` in its seats."""

    def start_player(self, seat: int) -> None:
        place = f"127.0.0.1:{self.port}"
        words = ("join", "--bot", "easy", "--seat", str(seat + 1), "--table", "kill", "--name", f"player{seat}", place)
        self.players[seat] = self._start(seat, command(*words, "--state-dir", str(self.folder / f"player{seat}")))

    def wait_seat(self, seat: int, here: bool) -> None:
        """Until the host has somebody in the seat, or nobody. `join` gives up when no host answers its first call."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                known = self.table()["seats"][seat]
            except ControlError:
                continue
            if (known["kind"] != "empty" and known["here"]) == here:
                return
        raise AssertionError(f"seat {seat}: {self.table()}")

    def kill_and_start(self, victims: tuple[int | None, ...]) -> None:
        """All of them die at once, and are started again. None: the host."""
        for victim in victims:
            self.kill(self.host if victim is None else self.players[victim])
        for victim in victims:
            if victim is None:
                self.start_host("--no-mdns")
            else:
                self.wait_seat(victim, False)
                self.start_player(victim)
                self.wait_seat(victim, True)

    def files(self) -> list[bytes]:
        """The file of every seat, when all have ended well."""
        found = []
        for seat, process in sorted(self.players.items()):
            out, err = process.communicate(timeout=PATIENCE)
            assert process.returncode == 0, f"seat {seat}: {process.returncode} {out} {err}"
            [path] = (self.folder / f"player{seat}").glob("matches/*.p2pcards")
            assert out.rstrip().endswith(str(path)), out
            found.append(path.read_bytes())
        return found


def verify(folder: Path) -> dict[str, Any]:
    """What `p2pcards verify` says of the last match in a state folder."""
    words = command("verify", "--json", "--state-dir", str(folder))
    done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stdout + done.stderr
    said: dict[str, Any] = json.loads(done.stdout)
    return said


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("deal", ["sealed", "dealer"])
def test_commands_are_killed_at_random_instants(deal: str, seed: int, tmp_path: Path) -> None:
    chance = random.Random(f"commands {deal} {seed}")
    instants = sorted(chance.sample(range(1, ENTRIES[deal]), 3))
    seat, other = chance.sample(range(SEATS), 2)
    dying = chance.sample([(None,), (seat,), (None, other)], 3)
    print(f"seed {seed}: after {instants} entries die {dying} (None: the host)")
    match = Commands(tmp_path, seats=SEATS, deals=1, deal=deal)
    try:
        match.start("--no-mdns")
        for instant, victims in zip(instants, dying, strict=True):
            assert match.wait_for(instant), "the match was over before"
            match.kill_and_start(victims)
        files = match.files()
    finally:
        match.close()
    [kept] = (tmp_path / "host").glob("matches/*.p2pcards")
    assert set(files) == {kept.read_bytes()}
    said = verify(tmp_path / "player0")
    assert (said["ok"], said["finished"], said["entries"]) == (True, True, len(read_file(files[0])[1]))
    assert [deal["outcome"] for deal in said["deals"]] == ["verified"]
