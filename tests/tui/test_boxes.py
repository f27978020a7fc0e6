"""Boxes that ask before one gets anywhere: my name, a table's password, a match that was not finished."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from p2pcards_cli.commands.common import Me, myself
from p2pcards_cli.exits import Failure
from p2pcards_cli.present.invite import HostFacts
from p2pcards_cli.settings import Settings
from p2pcards_cli.tui.entering import knock
from p2pcards_cli.tui.hosting import go_on
from p2pcards_cli.tui.lounge import Lounge
from p2pcards_cli.tui.overlays import Asking, Menu
from p2pcards_cli.tui.run import lounge_for
from tui.local import Local, table_info
from tui.scenes import home, playing, room

from p2pcards.net.password import BadPassword
from p2pcards.store import Store


async def until(true: Callable[[], object]) -> None:
    while not true():
        await asyncio.sleep(0.001)


def run(story: Coroutine[Any, Any, None]) -> None:
    asyncio.run(story)


# --- my name ---------------------------------------------------------------------------------------------------------


def start(me: Me) -> tuple[Local, Lounge]:
    at = home()
    lounge = lounge_for(me, Settings())
    at.face.lounge = lounge
    lounge.greet(at.face)
    return at, lounge


def test_my_name_is_asked_once(tmp_path: Path) -> None:
    settings = Settings(state_dir=str(tmp_path))
    with myself(settings, None) as me:
        at, lounge = start(me)
        assert isinstance(at.face.overlays[-1], Asking)
        for _ in range(40):
            at.press("backspace")
        at.press("enter")
        assert at.face.overlays, "an empty name will not do"
        at.press(*"Zoe", "enter")
        assert not at.face.overlays
        assert lounge.name == "Zoe"
    with myself(settings, None) as me:
        at, lounge = start(me)
        assert not at.face.overlays
        assert lounge.name == "Zoe"


def test_a_name_that_was_given_is_not_asked_for(tmp_path: Path) -> None:
    with myself(Settings(state_dir=str(tmp_path)), "Ada") as me:
        at, lounge = start(me)
        assert not at.face.overlays
        assert lounge.name == "Ada"


def test_a_name_that_was_given_wins_over_the_kept_one(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.put_setting("name", b"Zoe")
    store.close()
    with myself(Settings(state_dir=str(tmp_path)), "Ada") as me:
        assert start(me)[1].name == "Ada"


# --- the password of a table -----------------------------------------------------------------------------------------


class Guarded(Local):
    """A table with a password; knocks are noted down."""

    right = "sesame"

    async def knock(self, ref: str, password: str) -> None:
        self.sent.append(password)
        if password != self.right:
            raise BadPassword("no")

    def has_proved(self, ref: str) -> bool:
        return False


def guarded() -> Guarded:
    at = Guarded(names=("Dario", "", "", ""))
    at.identity = SimpleNamespace(public=bytes([9]) * 32)
    at.tables = (table_info(at.rules, ("Dario", "", "", ""), state="lobby", access="password"),)
    return at


@pytest.mark.parametrize("typed", ["sesame", "wrong", None])
def test_a_password_is_asked_for_and_proved(typed: str | None) -> None:
    async def story() -> None:
        at = guarded()
        knocking = asyncio.create_task(knock(at.face, at, "t1"))  # type: ignore[arg-type]
        await until(lambda: at.face.overlays)
        model = at.face.overlays[-1].model()
        assert "password" in (model.title + model.label).lower()
        if typed is None:
            at.press("escape")
        else:
            at.press(*typed)
            assert typed not in at.face.snapshot().overlay.typed, "a password is not shown"  # type: ignore[union-attr,operator]
            at.press("enter")
        if typed == "sesame":
            await knocking
        else:
            with pytest.raises(Failure):
                await knocking
        assert at.sent == ([] if typed is None else [typed])

    run(story())


# --- a match that was not finished -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("keys", "wanted"), [(("enter",), True), (("down", "enter"), False), (("escape",), True)])
def test_an_unfinished_match_is_offered(keys: tuple[str, ...], wanted: bool) -> None:
    """Closing the box without a choice never gives a match up."""

    async def story() -> None:
        at = home()
        asked = asyncio.create_task(go_on(at.face, "Spades, deal 3"))
        await until(lambda: at.face.overlays)
        assert isinstance(at.face.overlays[-1], Menu)
        at.press(*keys)
        assert await asked is wanted

    run(story())


# --- the end, and the way out ----------------------------------------------------------------------------------------


def test_quick_enters_after_a_match_do_not_begin_the_next_one() -> None:
    async def story() -> None:
        at = room()
        at.start = lambda: None  # type: ignore[assignment,method-assign,return-value]
        assert at.at is not None
        at.at.referee = SimpleNamespace(ended=True, verdicts={})
        at.face.in_room = True
        at.press("enter", "enter", "enter", "enter")
        assert at.sent == []

    run(story())


@pytest.mark.parametrize(("mine", "told"), [(True, "this program is its host"), (False, "Your seat waits")])
def test_ctrl_c_says_what_is_lost(mine: bool, told: str) -> None:
    at = playing()
    at.face.host = HostFacts("The host", ("a",) * 6, bytes(32), mine)
    at.press("c-c")
    assert told in at.face.note
    assert at.face.code is None


def test_an_onlooker_is_promised_no_seat() -> None:
    at = playing()
    assert at.at is not None
    at.at.seat = None
    at.press("c-c")
    assert "seat" not in at.face.note


def test_a_host_with_guests_asks_before_it_goes() -> None:
    at = room()
    at.face.host = HostFacts("The host", ("a",) * 6, bytes(32), True)
    at.press("q")
    assert at.face.overlays
    assert at.face.code is None
