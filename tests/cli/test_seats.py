"""Where a person may sit down: free seats, and one's own seat in a match that goes on."""

from __future__ import annotations

from p2pcards_cli.present.hosts import has_seat, joinable
from p2pcards_cli.reach import HostSeen
from p2pcards_protocol.message import SeatInfo, TableInfo

from p2pcards.net.service import Found

ME, OTHER, BOT = bytes([1]) * 32, bytes([2]) * 32, bytes([3]) * 32
FOUND = Found("id", "Anna", ("10.0.0.1",), 7787, 1, 0, ("classic",), (1, 1))


def table(state: str, *keys: bytes) -> TableInfo:
    seats = tuple(
        SeatInfo(seat=seat, kind="person" if key else "empty", name="name" if key else "", key=key)
        for seat, key in enumerate(keys)
    )
    return TableInfo(
        table="t", name="Anna", game="classic", rules_hash=bytes(32), deal="sealed", state=state, seats=seats
    )


def rows(info: TableInfo, key: bytes = b"", *, watching: bool = False) -> int:
    return len(joinable([HostSeen(FOUND, b"k" * 32, (), (info,))], watching=watching, key=key))


def test_my_seat_in_a_match_that_goes_on_can_be_joined_again() -> None:
    info = table("playing", OTHER, ME, BOT, BOT)
    assert rows(info, ME) == 1
    assert has_seat(info, ME)


def test_a_match_without_a_seat_of_mine_cannot_be_joined() -> None:
    info = table("playing", OTHER, ME, BOT, BOT)
    assert rows(info, bytes([9]) * 32) == 0
    assert rows(info) == 0
    assert rows(info, watching=True) == 1
    assert rows(table("playing", OTHER, b"", BOT, BOT)) == 0  # nobody's seat is not mine


def test_my_seat_in_a_full_lobby_waits_for_me_and_one_of_a_finished_match_does_not() -> None:
    assert rows(table("lobby", OTHER, ME), ME) == 1
    assert rows(table("lobby", OTHER, BOT), ME) == 0
    assert not has_seat(table("over", OTHER, ME), ME)
    assert not has_seat(None, ME)
