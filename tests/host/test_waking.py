"""A host that is started again opens its port first; its matches come back beside that, the awaited ones first."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest
from host.table_of import Lab, crash, lab, run, until
from host.test_decisions import heard, seated
from p2pcards_protocol.errors import TranscriptError

from p2pcards.net.client_events import NoticeCame


async def two_matches(here: Lab) -> list[Any]:
    """Two tables with a match, one person at each."""
    people = []
    for name in ("anna", "bert"):
        table = here.host.create_table("spar", {"max_hands": 2}, 2, deal="dealer", bots=("easy",))
        (person,) = await seated(here, table.ref, (name,))
        await person.start()
        await until(lambda person=person: person.at.question is not None)
        people.append(person)
    return people


def test_the_port_is_open_while_matches_are_asleep_and_the_awaited_one_comes_first(tmp_path: Path) -> None:
    async def test() -> None:
        async with lab(71, tmp_path) as here:
            anna, bert = await two_matches(here)
            order: list[str] = []
            await crash(here.host)
            here.host = here._new_host()
            start, resume = here.host._waker.start, here.host._waker._resume
            here.host._waker.start = lambda: None
            here.host._waker._resume = lambda kept: order.append(kept.ref) or resume(kept)
            await here.start()
            host = here.host
            assert host.port == here.port
            assert [table.info().state for table in host.tables.values()] == ["playing", "playing"]
            assert host._waker.asleep == ("t1", "t2")
            await until(lambda: "t2" in host._waker._waiting)
            host._waker._wanted = {"t2": None}
            start()
            await until(lambda: not host._waker.asleep)
            assert order == ["t2", "t1"]
            await until(lambda: anna.at.question is not None and bert.at.question is not None)

    run(test)


def test_a_match_that_does_not_hold_takes_no_other_with_it(tmp_path: Path) -> None:
    async def test() -> None:
        async with lab(72, tmp_path) as here:
            anna, bert = await two_matches(here)
            told = heard(anna)
            await crash(here.host)
            with sqlite3.connect(tmp_path / "host" / "p2pcards.sqlite3") as database:
                (number,) = database.execute("SELECT number FROM tables WHERE ref = 't1'").fetchone()
                (last,) = database.execute("SELECT max(seq) FROM entries WHERE number = ?", (number,)).fetchone()
                database.execute("UPDATE entries SET entry = x'00' WHERE number = ? AND seq = ?", (number, last))
            here.host = here._new_host()
            await here.start()
            await until(lambda: any(isinstance(e, NoticeCame) and e.code == "table-gone" for e in told))
            assert [event for event, _ in here.log].count("table-lost") == 1
            await until(lambda: bert.link.closed is None and bert.at.question is not None)
            assert list(here.host.tables) == ["t2"]

    run(test)


@pytest.mark.parametrize("column", ["header", "info"])
def test_a_row_that_cannot_be_read_takes_no_other_with_it(column: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with lab(75, tmp_path) as here:
            _, bert = await two_matches(here)
            await crash(here.host)
            with sqlite3.connect(tmp_path / "host" / "p2pcards.sqlite3") as database:
                database.execute(f"UPDATE tables SET {column} = x'c1' WHERE ref = 't1'")
            here.host = here._new_host()
            await here.start()
            assert [event for event, _ in here.log].count("table-lost") == 1
            await until(lambda: bert.link.closed is None and bert.at.question is not None)
            assert list(here.host.tables) == ["t2"]

    run(test)


def test_a_match_that_cannot_go_on_takes_no_other_with_it(tmp_path: Path) -> None:
    async def test() -> None:
        async with lab(74, tmp_path) as here:
            anna, bert = await two_matches(here)
            await crash(here.host)
            here.host = here._new_host()
            resume = here.host._waker._resume

            def broken(kept: Any) -> Any:
                conductor = resume(kept)
                if kept.ref == "t1":
                    conductor.start = refuse
                return conductor

            here.host._waker._resume = broken
            await here.start()
            await until(lambda: bert.link.closed is None and bert.at.question is not None)
            await until(lambda: anna.at is None)
            assert list(here.host.tables) == ["t2"]

    def refuse(_now: int) -> Any:
        raise TranscriptError("phase", None, "not-due")

    run(test)


def test_a_table_is_closed_in_its_sleep_and_its_match_is_kept_as_a_file(tmp_path: Path) -> None:
    async def test() -> None:
        async with lab(73, tmp_path) as here:
            await two_matches(here)
            await crash(here.host)
            here.host = here._new_host()
            here.host._waker.start = lambda: None
            await here.start()
            here.host.close_table("t1")
            assert here.host._waker.asleep == ("t2",)
            await until(lambda: any(event == "saved" for event, _ in here.log))
            assert len(list((tmp_path / "host" / "matches").iterdir())) == 1

    run(test)
