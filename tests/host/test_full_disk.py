"""A full or read-only disk: play pauses with a notice, nothing is sent that is not kept, and it goes on by itself."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from host.table_of import lab, run, until
from p2pcards_protocol.transcript import Entry, Header

from p2pcards.bots.levels import make_bot
from p2pcards.host import journal
from p2pcards.net import client_link
from p2pcards.net import client_match as client_module
from p2pcards.net.bot import BotMind, play_bot
from p2pcards.net.client_events import NoticeCame, Saved
from p2pcards.net.keeper import StoreKeeper
from p2pcards.store import Role, Store, StoreError

LIMITS = {"disk-full": ("max_page_count=1", "max_page_count=1000000"), "read-only": ("query_only=ON", "query_only=OFF")}


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "RETRY", 0.02)
    monkeypatch.setattr(client_module, "KEEP_AGAIN", 0.02)


def squeeze(store: Store, key: str) -> None:
    """SQLite itself says that there is no room (or no permission) from now on."""
    store._execute(f"PRAGMA {LIMITS[key][0]}")


def release(store: Store, key: str) -> None:
    store._execute(f"PRAGMA {LIMITS[key][1]}")


@pytest.mark.parametrize("key", sorted(LIMITS))
def test_the_host_pauses_says_so_and_goes_on(key: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with lab(31, tmp_path) as here:
            table = here.host.create_table("classic", {"max_hands": 1}, deal="sealed")
            players = asyncio.gather(*(here.bot(table.ref) for _ in range(3)))
            watched = await here.client()
            heard: list[object] = []
            mind = BotMind(make_bot("normal"))
            last = asyncio.ensure_future(play_bot(watched, mind, table.ref, None, until_saved=True, watch=heard.append))
            await until(lambda: table.conductor is not None and len(table.conductor.entries) > 20)
            squeeze(here.host._store, key)
            await until(lambda: any(isinstance(event, NoticeCame) and "key" in event.data for event in heard))
            assert here.host._journal.trouble is not None
            kept = here.host._store.last_seq(here.host._store.find_table(here.identity.public, table.ref))
            for _ in range(200):
                await asyncio.sleep(0)
            assert all(len(client.at.entries) <= kept + 1 for client in here._clients)
            release(here.host._store, key)
            await until(lambda: any(isinstance(e, NoticeCame) and e.code == "kept-again" for e in heard))
            saved = [one for _, one in await players] + [await last]
            assert all(one.report.ok and one.report.finished for one in saved)

    run(test)


def test_a_client_says_nothing_that_it_cannot_keep(tmp_path: Path) -> None:
    async def test() -> None:
        async with lab(32, tmp_path) as here:
            table = here.host.create_table("classic", {"max_hands": 1}, deal="sealed")
            players = asyncio.gather(*(here.bot(table.ref) for _ in range(3)))
            poor = await here.client("poor")
            store = poor._keeper._store
            squeezed: list[object] = []

            def watch(event: object) -> None:
                if type(event).__name__ == "Started":
                    squeeze(store, "disk-full")
                if isinstance(event, NoticeCame) and event.code == "not-kept" and not squeezed:
                    squeezed.append(len(poor.at.entries))
                    release(store, "disk-full")

            mind = BotMind(make_bot("normal"))
            saved = await play_bot(poor, mind, table.ref, None, until_saved=True, watch=watch)
            await players
            assert squeezed
            assert saved.report.ok
            assert all(verdict.ok for verdict in saved.report.deals)

    run(test)


def test_a_match_that_cannot_be_kept_at_its_start_is_begun_later_and_nobody_is_blamed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client_link, "KEEP_AGAIN", 0.02)

    class FullAtFirst(StoreKeeper):
        """No room for the first match that is begun."""

        full = True

        def open(self, header: Header, role: Role) -> tuple[dict[str, bytes], list[Entry]]:
            if self.full:
                self.full = False
                raise StoreError("disk-full", tmp_path)
            return super().open(header, role)

    async def test() -> None:
        async with lab(33, tmp_path) as here:
            table = here.host.create_table("classic", {"max_hands": 1}, bots=["easy"] * 3)
            poor = await here.client()
            poor._keeper = FullAtFirst(poor._keeper._store, poor.identity.public)
            heard: list[object] = []
            mind = BotMind(make_bot("easy"))
            saved = await play_bot(poor, mind, table.ref, None, until_saved=True, watch=heard.append)
            assert any(isinstance(event, NoticeCame) and event.code == "not-kept" for event in heard)
            assert isinstance(saved, Saved)
            assert saved.report.ok

    run(test)
