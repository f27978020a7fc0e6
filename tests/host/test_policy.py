"""What the person who runs a host decides: who may make tables, who may not come in, what is cleared away."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from host.table_of import lab, run, until
from p2pcards_protocol.frame import MAX_FRAME
from p2pcards_protocol.message import SeatInfo, TableInfo, Tables, encode_message

from p2pcards.host.effect import Refusal
from p2pcards.host.listing import FEW, fitting
from p2pcards.host.table import Settings
from p2pcards.host.table_office import MOST_EACH
from p2pcards.net.client import RefusedByHost
from p2pcards.net.errors import NotReached


def test_who_may_make_tables(tmp_path: Path) -> None:
    async def test() -> None:
        async with lab(61, tmp_path, peers_create=False, most_tables=2) as here:
            here.host.create_table("spar")
            anna, bert = await here.client("anna"), await here.client("bert")
            here.host.allowed = frozenset({anna.identity.public})
            assert await anna.create("hearts", {}, 4) == "t2"
            for client, why in ((bert, "no-new-tables"), (anna, "too-many-tables")):
                with pytest.raises(RefusedByHost) as refused:
                    await client.create("spar", {}, 4)
                assert refused.value.data["why"] == why

    run(test)


def test_one_peer_cannot_fill_a_host(tmp_path: Path) -> None:
    async def test() -> None:
        async with lab(66, tmp_path) as here:
            eve, anna = await here.client("eve"), await here.client("anna")
            with pytest.raises(RefusedByHost) as refused:
                await eve.create("spar", {}, 2, bots=("hard", "hard"))
            assert refused.value.data["why"] == "too-many-bots"
            for _ in range(MOST_EACH):
                await eve.create("spar", {}, 2, name="\N{GRINNING FACE}" * 64)
            with pytest.raises(RefusedByHost) as refused:
                await eve.create("spar", {}, 2)
            assert refused.value.data["why"] == "too-many-tables"
            await anna.create("spar", {}, 2)
            assert len(here.host.tables) == MOST_EACH + 1

    run(test)


def test_a_list_of_tables_always_fits_into_a_frame() -> None:
    seats = tuple(SeatInfo(seat=n, kind="person", name="\N{GRINNING FACE}" * 24, key=bytes([n]) * 32) for n in range(6))

    def table(number: int, state: str) -> TableInfo:
        name = "\N{GRINNING FACE}" * 24
        return TableInfo(  # type: ignore[call-arg]
            table=f"t{number}", name=name, game="spades", rules_hash=bytes(32), deal="sealed", state=state, seats=seats
        )

    for count in (1, FEW, 64, 200):
        listed = fitting([table(number, "playing" if number < count - 2 else "lobby") for number in range(count)])
        assert len(encode_message(Tables(tables=listed))) <= MAX_FRAME
        assert [info.state for info in listed[-2:]] in (["lobby", "lobby"], ["lobby"])
        assert len(listed) == count or len(listed) >= 48


def test_a_banned_key_goes_and_does_not_come_back(tmp_path: Path) -> None:
    async def test() -> None:
        async with lab(62, tmp_path) as here:
            here.host.create_table("spar")
            eve, anna = await here.client("eve"), await here.client("anna")
            here.host.ban(frozenset({eve.identity.public}))
            await until(lambda: eve._closing)
            assert anna.link.closed is None
            before = here.host.links
            with contextlib.suppress(NotReached):
                again = await here.client("eve", identity=eve.identity)
                await until(lambda: again._closing)
            assert here.host.links == before

    run(test)


def test_a_table_that_nobody_is_at_is_cleared_away_unless_the_host_made_it(tmp_path: Path) -> None:
    async def test() -> None:
        async with lab(63, tmp_path, idle=0.6) as here:
            own = here.host.create_table("spar").ref
            anna = await here.client("anna")
            ref = await anna.create("hearts", {}, 4)
            await anna.sit(ref)
            await anna.leave()
            await until(lambda: ref not in here.host.tables)
            assert own in here.host.tables

    run(test)


def test_a_table_that_is_closed_leaves_what_was_played_as_a_file(tmp_path: Path) -> None:
    async def test() -> None:
        async with lab(64, tmp_path) as here:
            table = here.host.create_table("classic", deal="dealer")
            anna = await here.client("anna")
            await anna.sit(table.ref)
            await anna.start()
            await until(lambda: anna.at is not None and anna.at.question is not None)
            here.host.close_table(table.ref)
            await here.host._journal._idle.wait()
            (path,) = (tmp_path / "host" / "matches").iterdir()
            assert path.read_bytes().startswith(anna.transcript()[:1000])
            assert here.host._shelf.load(here.host._store) == []

    run(test)


def test_a_table_behind_a_password_needs_one(tmp_path: Path) -> None:
    async def test() -> None:
        async with lab(65, tmp_path) as here:
            with pytest.raises(Refusal, match="no-password-here"):
                here.host.create_table("spar", settings=Settings(access="password"))
            table = here.host.create_table("spar", settings=Settings(access="invite"))
            anna = await here.client("anna")
            secret = table.settings.secret
            assert len(secret) == 16
            with pytest.raises(RefusedByHost):
                await anna.sit(table.ref)
            await anna.sit(table.ref, secret=secret)
            await until(lambda: anna.at.secret == secret)

    run(test)
