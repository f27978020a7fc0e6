"""A host that means no good, or does not know better: its client ends the connection and says why."""

from __future__ import annotations

from typing import Any

import pytest
from host.table_of import Lab, lab, run, until
from host.test_decisions import heard, seated
from p2pcards_protocol import message as wire

from p2pcards.net.client_events import ClosedByHost


async def playing(here: Lab) -> Any:
    """A table of one person and a bot whose match has begun: (table, the person)."""
    table = here.host.create_table("spar", {"max_hands": 1}, 2, deal="dealer", bots=("easy",))
    (anna,) = await seated(here, table.ref, ("anna",))
    await anna.start()
    await until(lambda: anna.at.question is not None)
    return table, anna


@pytest.mark.parametrize("more", [True, False])
def test_pages_that_bring_nothing_are_not_asked_for_for_ever(more: bool) -> None:
    """Either the pages themselves promise more, or an entry far ahead does."""

    async def test() -> None:
        async with lab(61) as here:
            table, anna = await playing(here)
            last = table.conductor.entries[-1].to_tuple()
            asked = 0
            received = here.host._received

            def answer(peer: int, message: Any) -> None:
                nonlocal asked
                if not isinstance(message, wire.Since) or here.host._keys[peer] != anna.identity.public:
                    received(peer, message)
                    return
                asked += 1
                ahead = (last[0] + 100 + asked, *last[1:])
                here.host._send(peer, wire.EntryMessage(table=table.ref, entry=ahead))
                here.host._send(peer, wire.Entries(re=message.id, table=table.ref, entries=(last,), more=more))

            here.host._received = answer
            told = heard(anna)
            anna._ask_since()
            await until(lambda: asked > 20 or any(isinstance(event, ClosedByHost) for event in told))
            assert [(e.code, e.text) for e in told if isinstance(e, ClosedByHost)] == [("dishonest", "no-such-entries")]
            assert asked <= 3

    run(test)


def test_pages_of_one_entry_are_read_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with lab(62) as here:
            table, _anna = await playing(here)
            monkeypatch.setattr("p2pcards.net.client_behind.PAGE", 1)
            watcher = await here.client("carl")
            await watcher.spectate(table.ref)
            await until(lambda: watcher.at.referee is not None and len(watcher.at.entries) == table.entries)
            assert watcher.link.closed is None

    run(test)
