"""Real processes, killed at random instants of a match and started again: it ends, and everybody has one true file.

In CI a sample; `pytest -m soak` kills two hundred times each.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from host.processes import Match

DEALS = 2
ENTRIES = 85 * DEALS  # of a sealed match, nearly
KILLS = 5
SEEDS = [*range(4), *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(4, 40))]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_host_is_killed_at_random_instants(seed: int, tmp_path: Path) -> None:
    instants = sorted(random.Random(f"host {seed}").sample(range(1, ENTRIES), KILLS))
    print(f"seed {seed}: the host is killed after {instants} entries")
    match = Match(tmp_path, seats=3, deals=DEALS)
    try:
        match.start("--no-mdns")
        kills = 0
        for instant in instants:
            if not match.wait_for(instant):
                break
            match.kill(match.host)
            match.start_host("--no-mdns")
            kills += 1
        match.check(DEALS)
        assert kills >= 3
    finally:
        match.close()


@pytest.mark.parametrize("seed", SEEDS)
def test_clients_are_killed_at_random_instants(seed: int, tmp_path: Path) -> None:
    chance = random.Random(f"clients {seed}")
    instants = sorted(chance.sample(range(1, ENTRIES), KILLS))
    seats = [chance.randrange(3) for _ in instants]
    print(f"seed {seed}: seats {seats} are killed after {instants} entries")
    match = Match(tmp_path, seats=3, deals=DEALS)
    try:
        match.start("--no-mdns")
        kills = 0
        for instant, seat in zip(instants, seats, strict=True):
            if not match.wait_for(instant):
                break
            match.kill(match.players[seat])
            match.start_player(seat)
            kills += 1
        match.check(DEALS)
        assert kills >= 3
    finally:
        match.close()
