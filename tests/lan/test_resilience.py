"""A match over a bad network: all cut off, losses and delays, other addresses, a shut lid. It ends with one
true file on every machine."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from host.processes import PATIENCE, Match

DEALS = 1


class LanMatch(Match):
    """The host on machine 1, the seats on 2, 3, ..."""

    def __init__(self, lab: Any, folder: Path, **more: Any) -> None:
        def start(who: int | None, command: list[str]) -> subprocess.Popen[str]:
            machine = 1 if who is None else who + 2
            process: subprocess.Popen[str] = lab.popen(
                machine, command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
            )
            return process

        more.setdefault("addresses", (lab.ip4(1),))
        super().__init__(folder, deals=DEALS, start=start, **more)

    def wait_until(self, fits: Callable[[dict[str, Any]], bool]) -> None:
        """Ask the host's console until its table is as it should be."""
        deadline = time.monotonic() + PATIENCE
        while not fits(self.table()):
            assert time.monotonic() < deadline, self.table()

    def here(self, *seats: bool) -> Callable[[dict[str, Any]], bool]:
        return lambda table: [seat["here"] for seat in table["seats"] if seat["kind"] == "person"] == list(seats)


@pytest.fixture
def match(lan: Callable[[int], Any], tmp_path: Path) -> Iterator[Callable[..., tuple[Any, LanMatch]]]:
    made: list[LanMatch] = []

    def make(machines: int, **more: Any) -> tuple[Any, LanMatch]:
        lab = lan(machines)
        made.append(LanMatch(lab, tmp_path, **more))
        return lab, made[-1]

    yield make
    for one in made:
        one.close()


Make = Callable[..., tuple[Any, LanMatch]]


def seats(table: dict[str, Any]) -> list[bool]:
    return [seat["here"] for seat in table["seats"]]


def test_all_four_are_cut_at_once_and_come_back_in_another_order(match: Make) -> None:
    lab, one = match(5)
    one.start()
    one.wait_for(20)
    for machine in (2, 3, 4, 5):
        lab.cut(machine)
    one.wait_until(lambda table: not any(seats(table)))
    for machine in (5, 3, 2, 4):
        lab.heal(machine)
    one.check(DEALS)


def test_losses_and_delays(match: Make) -> None:
    lab, one = match(5)
    for machine in (2, 3, 4, 5):
        lab.delay(machine, 0.050, loss=0.05)
    one.start()
    one.check(DEALS)


def test_a_player_whose_address_changes(match: Make) -> None:
    lab, one = match(3, seats=2)
    one.start()
    one.wait_for(15)
    lab.addr(2, "10.77.0.77" if lab.ip4(1).startswith("10.77.0.") else lab.ip4(1).rsplit(".", 1)[0] + ".77")
    one.check(DEALS)


def test_a_host_whose_address_changes(match: Make) -> None:
    lab, one = match(3, seats=2)
    later = lab.ip4(1).rsplit(".", 1)[0] + ".78"
    one.addresses = (lab.ip4(1), later)
    one.start()
    one.wait_for(15)
    lab.addr(1, later)
    one.check(DEALS)


def test_a_lid_that_is_shut_and_opened(match: Make) -> None:
    lab, one = match(3, seats=2)
    one.start()
    one.wait_for(15)
    lab.sleep(2)
    one.wait_until(lambda table: not all(seats(table)))
    lab.wake(2)
    one.check(DEALS)


def test_a_silent_partition_is_noticed_and_the_host_is_killed_meanwhile(match: Make) -> None:
    lab, one = match(3, seats=2)
    one.start()
    one.wait_for(15)
    lab.cut(3)
    one.wait_until(lambda table: not all(seats(table)))
    one.kill(one.host)
    one.start_host()
    lab.heal(3)
    one.check(DEALS)
