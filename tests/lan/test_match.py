"""Whole matches between machines, by the command line that people use: found by discovery, played, kept, compared."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from p2pcards.verify import compare, verify_bytes

P2PCARDS = [sys.executable, "-m", "p2pcards"]
Lan = Callable[[int], Any]


class Command:
    """A p2pcards command on a machine of the lab, with a state folder of its own."""

    def __init__(self, lab: Any, machine: int, folder: Path, *args: str) -> None:
        self.folder = folder
        self.process: subprocess.Popen[str] = lab.popen(
            machine,
            [*P2PCARDS, "--state-dir", str(folder), *args],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def until(self, pattern: str) -> re.Match[str]:
        """Read its lines up to the first that fits."""
        assert self.process.stdout is not None
        said = []
        for line in self.process.stdout:
            said.append(line)
            found = re.search(pattern, line)
            if found:
                return found
        raise AssertionError(f"ended without {pattern!r}:\n" + "".join(said))

    def end(self, timeout: float = 120) -> str:
        """Wait for its end; returns what else it said."""
        said, _ = self.process.communicate(timeout=timeout)
        return said

    def stop(self) -> int:
        """SIGTERM; returns the exit code."""
        self.process.terminate()
        self.process.communicate(timeout=20)
        return self.process.returncode

    def file(self) -> bytes:
        """The one match file it kept."""
        (path,) = (self.folder / "matches").glob("*.p2pcards")
        return path.read_bytes()


def host(lab: Any, folder: Path, *args: str) -> Command:
    """A headless host on machine 1."""
    return Command(lab, 1, folder / "host", "host", "--game", "classic", "--set", "max_hands=1", *args)


def bots_join(lab: Any, folder: Path, machines: range, *where: str) -> list[Command]:
    return [Command(lab, machine, folder / f"seat{machine}", "join", "--bot", "normal", *where) for machine in machines]


def check(commands: list[Command]) -> list[bytes]:
    """Every seat ended well, and all have the same file, which verifies."""
    for command in commands:
        said = command.end()
        assert command.process.returncode == 0, said
        assert "VERIFIED" in said
    files = [command.file() for command in commands]
    assert all(verify_bytes(data).ok for data in files)
    assert all(compare(files[0], other).equal for other in files[1:])
    return files


@pytest.mark.parametrize("deal", ["sealed", "dealer"])
def test_three_find_the_host_and_play_a_match(lan: Lan, tmp_path: Path, deal: str) -> None:
    lab = lan(4)
    served = host(lab, tmp_path, "--bots", "1", "--deal", deal)
    files = check(bots_join(lab, tmp_path, range(2, 5)))
    kept = [path.read_bytes() for path in (tmp_path / "host" / "matches").glob("*.p2pcards")]
    assert kept == files[:1]
    assert served.stop() == 0


@pytest.mark.parametrize("game", ["hearts", "cutthroat"])
def test_passing_and_blind_nil_sealed_over_the_lan(lan: Lan, tmp_path: Path, game: str) -> None:
    lab = lan(4)
    rules = {"hearts": ["max_hands=2"], "cutthroat": ["max_hands=3", "blind_nil=on", "blind_nil_min_deficit=1"]}[game]
    options = [word for rule in rules for word in ("--set", rule)]
    seats = {"hearts": 4, "cutthroat": 3}[game]
    served = Command(lab, 1, tmp_path / "host", "host", "--game", game, *options, "--bots", str(seats - 2))
    check(bots_join(lab, tmp_path, range(2, 4)))
    assert served.stop() == 0


def test_a_host_with_link_local_ipv6_only(lan: Lan, tmp_path: Path) -> None:
    lab = lan(2)
    lab.addr(1, None)
    lab.addr(2, None)
    served = host(lab, tmp_path, "--bots", "3")
    check(bots_join(lab, tmp_path, range(2, 3)))
    assert served.stop() == 0


def test_a_machine_without_multicast_joins_by_address(lan: Lan, tmp_path: Path) -> None:
    lab = lan(2)
    lab.nomulticast(2)
    served = host(lab, tmp_path, "--bots", "3")
    deaf = Command(lab, 2, tmp_path / "deaf", "join", "--bot", "normal", "--timeout", "1")
    deaf.end()
    assert deaf.process.returncode == 4
    check(bots_join(lab, tmp_path, range(2, 3), lab.ip4(1)))
    assert served.stop() == 0


def test_the_six_words_find_and_prove_the_host(lan: Lan, tmp_path: Path) -> None:
    lab = lan(2)
    served = host(lab, tmp_path, "--bots", "3")
    words = served.until(r"words of this host: ([a-z]+(?: [a-z]+){5})")[1]
    check(bots_join(lab, tmp_path, range(2, 3), *words.split()))
    assert served.stop() == 0
