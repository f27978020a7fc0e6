"""Figures of the whole sealed deal for docs/performance.md: `pytest tests/bench/test_sealed.py -m bench -s`.

The floor below (lists, keys and audit without signatures, chain, referee and host) is in test_protocol.py.
"""

from __future__ import annotations

from pathlib import Path
from statistics import median
from time import thread_time

import pytest
from bench.sealed_time import VirtualDeal
from p2pcards_protocol.deal import curve
from p2pcards_protocol.transcript import Message, read_file
from processes.programs import Programs
from referee.memory_table import MemoryTable

from p2pcards.referee import Work

pytestmark = [pytest.mark.bench, pytest.mark.timeout(300)]

GAMES = [("cutthroat", 2), ("spades", 3), ("royal", 4), ("spades", 6)]
IDS = [f"{n} seats" for _, n in GAMES]


def show(what: str, n: int, values: list[float], unit: str) -> None:
    print(f"\n{what}, {n} seats: median {median(values):.1f} {unit}, least {min(values):.1f} {unit}")


@pytest.mark.parametrize(("game", "n"), GAMES, ids=IDS)
def test_critical_path_of_the_whole_deal(game: str, n: int) -> None:
    """CPU from the opening of the commitments until every hand can be read: signatures, chain, referee, host."""
    curve.card_of_point()
    made = [VirtualDeal(game, n, seed) for seed in range(9)]
    times = [1000 * deal.deal() for deal in made]
    show("critical path", n, times, "ms of CPU")
    show("sent by a seat", n, [size / 1024 for deal in made for size in deal.bytes], "KB")
    show("host", n, [1000 * deal.host.busy for deal in made], "ms of CPU")
    assert len(made[0].readable) == n


@pytest.mark.parametrize(("game", "n"), GAMES, ids=IDS)
def test_wall_over_loopback(game: str, n: int, tmp_path: Path) -> None:
    """A host process and a process per seat, TLS, stores on disk: by the host's own clock in the transcript."""
    programs = Programs(tmp_path, game, n, deals=6)
    try:
        for seat in range(n):
            programs.seat(seat)
        _, entries = read_file(programs.finish(0, 200))
    finally:
        programs.close()
    times: list[float] = []
    begun, phase = 0, ""
    for entry in entries:
        message = Message.decode(entry.blob)
        if message.kind == "open":
            phase = message.body["name"]
            begun = entry.t_ms if phase == "commit" else begun
        elif message.kind == "close" and phase == "keys" and begun:
            times.append(entry.t_ms - begun)
            begun = 0
    show("wall, commit to all keys", n, times[1:], "ms")
    assert len(times) >= 6


@pytest.mark.parametrize(("game", "n"), GAMES, ids=IDS)
def test_audit(game: str, n: int) -> None:
    """The computation that runs beside the event loop once all seeds are there; the points were decoded online."""
    works: list[Work] = []

    class Catching(MemoryTable):
        def _worked(self, work: Work) -> object:
            if not works or works[-1].key != work.key:
                works.append(work)
            return super()._worked(work)

    Catching(game, n, changes={"max_hands": 5}, seed=1).run()
    times = []
    for work in works:
        begin = thread_time()
        work.run()
        times.append(1000 * (thread_time() - begin))
    show("audit", n, times, "ms of CPU")
    assert len(works) == 5
