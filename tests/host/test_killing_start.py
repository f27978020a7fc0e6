"""Real processes, killed in the lobby and between the proposal and the header: started again, everybody sits where they
sat, no match is half begun, and the one that begins is played to its end."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from host.processes import PATIENCE, Match

from p2pcards.host.control import ControlError

DEALS = 1
KINDS = {"people": ("--person",), "bots": ()}
BOTH = ["people", pytest.param("bots", marks=pytest.mark.soak)]
HOST_DIES = ["propose", "propose+", "join_commits", "join_commits+", "begin", "header", "header+"]
CLIENT_DIES = ["join_commit", "join_commit+", "join_nonce", "join_nonce+"]


def wait_until(match: Match, fits: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Ask the host's console until its table is as it should be."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            table = match.table()
        except ControlError:
            continue
        if fits(table):
            return table
        assert time.monotonic() < deadline, table


def seats(table: dict[str, Any]) -> dict[str, int]:
    """Who sits where, of those who are no bots of the host."""
    return {seat["name"]: seat["seat"] for seat in table["seats"] if seat["name"].startswith("player")}


@pytest.fixture
def match(tmp_path: Path) -> Any:
    made = Match(tmp_path, seats=3, deals=DEALS)
    yield made
    made.close()


@pytest.mark.parametrize("kind", KINDS)
def test_the_host_is_killed_in_the_lobby(kind: str, match: Match) -> None:
    match.start_host("--no-mdns")
    for seat in (0, 1):
        match.start_player(seat, *KINDS[kind])
        before = wait_until(match, lambda table, seat=seat: len(seats(table)) == seat + 1)  # type: ignore[misc]
    match.kill(match.host)
    match.start_host("--no-mdns")
    back = wait_until(match, lambda table: sum(seat["here"] for seat in table["seats"] if seat["name"]) >= 3)
    assert (back["state"], seats(back)) == ("lobby", seats(before))
    match.start_player(2, *KINDS[kind])
    match.check(DEALS)


@pytest.mark.parametrize("kind", BOTH)
@pytest.mark.parametrize("point", HOST_DIES)
def test_the_host_is_killed_while_a_match_begins(point: str, kind: str, match: Match) -> None:
    match.start_host("--no-mdns", dies=point)
    assert match.host is not None
    for seat in range(3):
        match.start_player(seat, *KINDS[kind])
    assert match.host.wait(PATIENCE) == -signal.SIGKILL
    match.host.communicate()
    match.start_host("--no-mdns")
    table = wait_until(match, lambda table: len(seats(table)) == 3)
    begun = point in ("header", "header+")
    assert (table["state"] == "playing") >= begun, "the header was on the disk before anybody heard of it"
    match.check(DEALS)
    assert len(list((match.state / "matches").iterdir())) == 1, "one match, and no half-begun other"


@pytest.mark.parametrize("kind", BOTH)
@pytest.mark.parametrize("point", CLIENT_DIES)
def test_a_client_is_killed_while_a_match_begins(point: str, kind: str, match: Match) -> None:
    match.start_host("--no-mdns")
    for seat in (0, 2):
        match.start_player(seat, *KINDS[kind])
    match.start_player(1, *KINDS[kind], "--dies", point)
    victim = match.players[1]
    assert victim.wait(PATIENCE) == -signal.SIGKILL
    victim.communicate()
    match.start_player(1, *KINDS[kind])
    match.check(DEALS)
    assert len(list((match.state / "matches").iterdir())) == 1
