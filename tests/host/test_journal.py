"""Group commit: order, one transaction for many, nothing leaves before it is kept, nothing is lost if it cannot be."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from host.table_of import run

from p2pcards.host import journal as journal_module
from p2pcards.host.journal import Journal
from p2pcards.store import Store, StoreError


def setting(name: str, value: bytes) -> Any:
    return lambda store: store.put_setting(name, value)


def test_what_is_put_leaves_in_order_and_after_its_commit(tmp_path: Path) -> None:
    async def test() -> None:
        store = Store(tmp_path)
        journal = Journal(store, lambda error: None)
        left: list[Any] = []

        def note(number: int) -> Any:
            return lambda: left.append((number, store.get_setting(f"s{number}")))

        for number in range(20):
            journal.put([setting(f"s{number}", b"x")] if number % 3 == 0 else [], [note(number)])
        assert left == []
        assert await journal.close()
        assert [number for number, _ in left] == list(range(20))
        assert all(value == b"x" for number, value in left if number % 3 == 0)
        assert journal.commits == 1

    run(test)


def test_what_a_send_puts_comes_after_what_waits_already(tmp_path: Path) -> None:
    async def test() -> None:
        journal = Journal(Store(tmp_path), lambda error: None)
        left: list[str] = []

        def first() -> None:
            left.append("first")
            journal.put([], [lambda: left.append("nested")])
            journal.put([setting("late", b"1")], [lambda: left.append("kept")])

        journal.put([setting("a", b"1")], [first, lambda: left.append("second")])
        assert await journal.close()
        assert left == ["first", "second", "nested", "kept"] or left == ["first", "second", "kept", "nested"]
        assert left.index("nested") < left.index("kept")

    run(test)


def test_without_a_store_everything_leaves_at_once() -> None:
    async def test() -> None:
        journal = Journal(None, lambda error: None)
        left: list[int] = []
        journal.put([setting("a", b"")], [lambda: left.append(1)])
        assert left == [1]

    run(test)


def test_a_commit_that_fails_is_tried_again_as_a_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal_module, "RETRY", 0.01)

    async def test() -> None:
        store = Store(tmp_path)
        told: list[str | None] = []
        journal = Journal(store, lambda error: told.append(None if error is None else error.key))
        store._execute("PRAGMA query_only=ON")
        left: list[int] = []
        journal.put([setting("a", b"1"), setting("b", b"2")], [lambda: left.append(1)])
        while not told:
            await asyncio.sleep(0)
        assert (told, left) == (["read-only"], [])
        journal.put([setting("c", b"3")], [lambda: left.append(2)])
        store._execute("PRAGMA query_only=OFF")
        assert await journal.close()
        assert left == [1, 2]
        assert told == ["read-only", None]
        assert [store.get_setting(name) for name in "abc"] == [b"1", b"2", b"3"]

    run(test)


def test_closing_gives_up_after_a_while(tmp_path: Path) -> None:
    async def test() -> None:
        store = Store(tmp_path)
        journal = Journal(store, lambda error: None)
        store._execute("PRAGMA query_only=ON")
        journal.put([setting("a", b"1")], [])
        assert not await journal.close(0.05)
        with pytest.raises(StoreError):
            store.put_setting("x", b"")

    run(test)
