"""What a host has on offer is followed as it changes, without joining it."""

from __future__ import annotations

from contextlib import aclosing
from dataclasses import replace

from host.table_of import LOOPBACK, Lab, lab, run
from p2pcards_cli.reach import ask_tables, follow_tables

from p2pcards.net.service import Found


def announced(here: Lab) -> Found:
    """The host as its announcement would describe it."""
    said = here.host._service()
    return Found(said.id, said.name, LOOPBACK, here.port, said.tables, said.free, said.games, said.versions)


def test_tables_are_told_as_they_change_until_the_host_is_gone() -> None:
    async def test() -> None:
        async with lab(71) as here:
            found = announced(here)
            async with aclosing(follow_tables(found)) as follow:
                first = await anext(follow)
                assert (first.key, first.tables, first.problem) == (here.host.identity.public, (), "")
                table = here.host.create_table("spar", {}, 2)
                while not (seen := await anext(follow)).tables:
                    pass
                assert [info.table for info in seen.tables] == [table.ref]
                assert [info.table for info in (await ask_tables(found)).tables] == [table.ref]
                await here.host.close()
                while not (last := await anext(follow)).problem:
                    pass
                assert (last.problem, last.tables) == ("timeout", ())
            assert (await ask_tables(found)).problem == "refused"
            assert (await ask_tables(replace(found, versions=(8, 9)))).problem == "version"

    run(test)
