"""A mistake of ours in one table: it comes back by itself from what was kept, and no other table notices."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from host.table_of import Lab, lab, run, until
from host.test_decisions import heard, playing, seated
from host.test_stalling import says
from p2pcards_protocol import body as bodies

from p2pcards.host.conductor import Conductor
from p2pcards.host.reviving import MOST_BREAKS
from p2pcards.host.shelf import Shelf
from p2pcards.host.table import Settings
from p2pcards.net.client import RefusedByHost
from p2pcards.net.client_events import LinkLost, NoticeCame
from p2pcards.verify import verify_bytes


async def two_tables(here: Lab, deal: Any = "sealed") -> list[tuple[Any, Any, list[Any]]]:
    """Two matches, one person at each: (table, person, what the person is told)."""
    found = []
    for name in ("anna", "bert"):
        table = here.host.create_table("spar", {"max_hands": 3}, 2, deal=deal, bots=("easy",))
        (person,) = await seated(here, table.ref, (name,))
        told = heard(person)
        await person.start()
        await until(lambda person=person: person.at.question is not None)
        found.append((table, person, told))
    return found


def over(here: Lab, *refs: str) -> bool:
    """Whether these tables are there, and their matches have ended."""
    return all(ref in here.host.tables and here.host.tables[ref].state == "over" for ref in refs)


def codes(told: list[Any]) -> list[str]:
    return [event.code for event in told if isinstance(event, NoticeCame)]


def failing(monkeypatch: pytest.MonkeyPatch, ref: Callable[[Conductor], bool], times: int) -> list[int]:
    """After an entry is made, and before anybody is told: a mistake, so often."""
    after, left = Conductor._after, [times]

    def fails(self: Conductor, step: Any) -> None:
        after(self, step)
        if left[0] and step.entries and ref(self):
            left[0] -= 1
            raise ZeroDivisionError("a mistake of ours")

    monkeypatch.setattr(Conductor, "_after", fails)
    return left


@pytest.mark.parametrize("times", [1, MOST_BREAKS - 1])
def test_a_table_comes_back_and_the_others_do_not_notice(
    times: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        async with lab(91, tmp_path) as here:
            (broken, anna, told), (other, bert, told_bert) = await two_tables(here)
            left = failing(monkeypatch, lambda one: one.referee.header == broken.header, times)
            for person in (anna, bert):
                playing(person, [])
            await until(lambda: over(here, "t1", "t2"))
            await until(lambda: all(one.at.referee.ended and one.at.path for one in (anna, bert)))
            assert left == [0]
            assert all(verify_bytes(one.transcript()).ok for one in (anna, bert))
            assert codes(told).count("table-again") == times
            assert not any(isinstance(event, LinkLost | NoticeCame) for event in told_bert)
            assert here.host.tables["t1"] is not broken
            assert here.host.tables["t2"] is other
            broke = [data for event, data in here.log if event == "table-broken"]
            assert [data["times"] for data in broke] == list(range(1, times + 1))
            assert all("ZeroDivisionError" in data["error"] and "fails" in data["where"] for data in broke)

    run(test)


def test_one_that_breaks_again_and_again_is_put_away_until_the_host_is_started_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        async with lab(92, tmp_path) as here:
            (broken, anna, told), (_, bert, told_bert) = await two_tables(here)
            left = failing(monkeypatch, lambda one: one.referee.header == broken.header, 1000)
            for person in (anna, bert):
                playing(person, [])
            await until(lambda: over(here, "t2") and anna.at is None)
            assert 1000 - left[0] == MOST_BREAKS
            assert codes(told)[-1] == "table-lost"
            assert list(here.host.tables) == ["t2"]
            assert not any(isinstance(event, LinkLost | NoticeCame) for event in told_bert)
            left[0] = 0
            await here.kill_and_restart()
            await until(lambda: anna.at is not None and anna.at.referee is not None and anna.at.referee.ended)
            assert verify_bytes(anna.transcript()).ok

    run(test)


def test_a_host_that_keeps_nothing_takes_the_table_away(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with lab(93) as here:
            (broken, anna, told), (_, bert, _told) = await two_tables(here, "dealer")
            failing(monkeypatch, lambda one: one.referee.header == broken.header, 1)
            for person in (anna, bert):
                playing(person, [])
            await until(lambda: over(here, "t2") and anna.at is None)
            assert codes(told) == ["table-lost"]

    run(test)


def test_a_request_that_is_a_mistake_is_refused_and_breaks_nothing(tmp_path: Path) -> None:
    async def test() -> None:
        async with lab(94, tmp_path) as here:
            table = here.host.create_table("spar", {}, 3, bots=("easy",))
            anna, bert = await seated(here, table.ref, ("anna", "bert"))
            told, shuffle = heard(bert), table.lobby.shuffle
            table.lobby.shuffle = None
            with pytest.raises(RefusedByHost) as error:
                await anna.shuffle()
            assert (error.value.code, error.value.data) == ("state", {"why": "mistake"})
            table.lobby.shuffle = shuffle
            await anna.shuffle()
            assert here.host.tables["t1"] is table
            assert codes(told) == []
            failed = [data for event, data in here.log if event == "request-failed"]
            assert ["TypeError" in data["error"] for data in failed] == [True]

    run(test)


def test_a_mistake_of_a_timer_in_a_lobby_keeps_the_seats(tmp_path: Path) -> None:
    async def test() -> None:
        async with lab(98, tmp_path) as here:
            table = here.host.create_table("spar", {}, 3, bots=("easy",))
            anna, bert = await seated(here, table.ref, ("anna", "bert"))
            told = heard(bert)
            table.handle_timer = None
            here.host._ring(table)
            await until(lambda: "table-again" in codes(told))
            await until(lambda: "t1" in here.host.tables and all(s.here for s in here.host.tables["t1"].info().seats))
            assert [seat.name for seat in here.host.tables["t1"].info().seats][:2] == ["anna", "bert"]
            await until(lambda: anna.link is not None and anna.link.closed is None)
            await anna.shuffle()

    run(test)


def test_a_write_that_is_a_mistake_is_no_other_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    append, left = Shelf.append, [2]  # it is tried with others, and then alone

    def fails(self: Shelf, store: Any, ref: str, entries: Any, secrets: Any) -> None:
        if ref == "t1" and left[0] and len(entries):
            left[0] -= 1
            raise KeyError("a mistake of ours")
        append(self, store, ref, entries, secrets)

    async def test() -> None:
        async with lab(95, tmp_path) as here:
            (_, anna, told), (_, bert, told_bert) = await two_tables(here)
            monkeypatch.setattr(Shelf, "append", fails)
            for person in (anna, bert):
                playing(person, [])
            await until(lambda: over(here, "t1", "t2"))
            await until(lambda: all(one.at.referee.ended and one.at.path for one in (anna, bert)))
            assert all(verify_bytes(one.transcript()).ok for one in (anna, bert))
            assert (left, here.host.trouble) == ([0], None)
            assert "table-again" in codes(told)
            assert not any(isinstance(event, LinkLost | NoticeCame) for event in told_bert)

    run(test)


def test_who_is_back_is_back_whatever_it_says(tmp_path: Path) -> None:
    """`resume` is made for a seat that was away; that its message is refused must not lose it."""

    async def test() -> None:
        async with lab(96, tmp_path) as here:
            table = here.host.create_table("spar", {"max_hands": 1}, 2, settings=Settings(turn=0))
            anna, bert = await seated(here, table.ref, ("anna", "bert"))
            await anna.start()
            await until(lambda: anna.at.question is not None or bert.at.question is not None)
            assert await says(table, anna, "pause", bodies.Pause()) == ""
            await until(lambda: bert.at.paused)
            seat = anna.at.player.seat
            assert await says(table, anna, "bid", bodies.Bid(tricks=3)) != ""
            await until(lambda: not bert.at.paused and not anna.at.paused)
            for person in (anna, bert):
                playing(person, [])
            await until(lambda: table.state == "over" and here.host.trouble is None)
            await until(lambda: anna.at.referee.ended and bert.at.referee.ended)
            assert here.host.tables["t1"] is table
            assert (seat, verify_bytes(anna.transcript()).ok) == (seat, True)

    run(test)


def test_work_that_is_asked_for_twice_is_done_once(tmp_path: Path) -> None:
    """Whatever is said while the deal is audited: the audit is asked for again, and its result comes once."""

    async def test() -> None:
        async with lab(97, tmp_path) as here:
            ((table, anna, _), _) = await two_tables(here)
            work = []
            worked = table.worked

            def late(*given: Any) -> Any:
                work.append(given)
                return [*worked(*given), *worked(*given)]

            table.worked = late
            playing(anna, [])
            await until(lambda: table.state == "over")
            assert len(work) == 3
            assert not [data for event, data in here.log if event in ("failed", "table-broken")]

    run(test)
