"""Moments of an evening, each made from a seed: what golden screens, sizes and benchmarks draw."""

from __future__ import annotations

from collections.abc import Callable

from p2pcards_cli.tui.draw import draw
from p2pcards_cli.tui.pages.home import model
from p2pcards_cli.tui.show import snapshot
from p2pcards_cli.tui.snapshot import Snapshot
from p2pcards_cli.tui.theme import Theme
from p2pcards_protocol.message import TableInfo
from tui.local import Local, table_info

from p2pcards.net import client_events as come
from p2pcards.net.service import Found
from p2pcards.rules.presets import make_rules


def playing(**changes: object) -> Local:
    """Spades for four, a trick under way."""
    at = Local(**{"seed": 5, **changes}).start()  # type: ignore[arg-type]
    at.press("4", "enter")
    return at


def bidding() -> Local:
    return Local(seed=2, dealer=1).start().press("2")


def choosing() -> Local:
    """Sparts, and I hold the seven of diamonds."""
    for seed in range(1, 100):
        at = Local("sparts", seed=seed).start()
        prompt = at.face.prompt
        if prompt is not None and prompt.games:
            return at.press("1")
    raise AssertionError("no seed deals me the seven of diamonds")


def passing() -> Local:
    return Local("hearts", seed=3).start().press("right", "space", "right", "right", "space", "end")


def selected() -> Local:
    return playing().press("right", "right")


def held() -> Local:
    return playing().press("right", "enter")


def six() -> Local:
    return playing(n=6, seed=8).press("down")


def three() -> Local:
    return playing(game="cutthroat", n=3, seed=4)


def two() -> Local:
    """Spar for two, the second trick under way."""
    return Local("spar", n=2, seed=6).start().press("right", "enter", "right")


def scored() -> Local:
    """A whole deal has been played and scored."""
    at = playing(changes={"max_hands": 3})
    match = at.at.match if at.at is not None else None
    assert match is not None
    while at.at is not None and at.at.match is not None and not at.at.match.deals:
        at.press("right", "enter")
    return at


def sheet() -> Local:
    at = scored().press("escape")
    at.face.overlays.clear()
    return at.press("s")


def keys() -> Local:
    return playing().press("?")


def menu() -> Local:
    return playing().press("escape")


def settings() -> Local:
    return playing().press("m", "down", "right")


def chatting() -> Local:
    at = playing()
    take = come.ChatSaid("Dario", 3, "well played\x1b[31m‮ 🂡")
    from p2pcards_cli.tui.hear import take as hear

    hear(at.face, take)
    return at.press("/", *"good luck")


def away() -> Local:
    at = playing()
    from p2pcards_cli.tui.hear import take as hear

    from p2pcards.referee.event import Paused

    assert at.at is not None
    at.face.ask(None)
    seats = tuple(seat if seat.seat != 3 else _gone(seat) for seat in at.at.info.seats)
    at.at.info = table_info(at.rules, at.at.names, seats=seats)
    hear(at.face, come.Happened(Paused(3, "away")))
    return at.press("z")


def _gone(seat: object) -> object:
    from msgspec.structs import replace

    return replace(seat, here=False)  # type: ignore[type-var]


def room(**changes: object) -> Local:
    at = Local(names=("Anna", "Bobbin (bot)", "", "Dario"), **changes)  # type: ignore[arg-type]
    assert at.at is not None
    at.at.info = table_info(at.rules, at.at.names, state="lobby")
    return at.press("down")


def rules_form() -> Local:
    return room(changes={"no_hell": True}).press("o", "down", "down")


def home() -> Local:
    at = Local()
    at.at = None
    at.face.client = None
    games = ("spades", "hearts")
    at.face.lounge = _Lounge(  # type: ignore[assignment]
        (
            Found("abcd" * 4, "Old Tom", ("10.0.0.9",), 7787, 1, 3, games, (0, 0)),
            Found("efgh" * 4, "Kitchen ♣ 漢字", ("10.0.0.5",), 7787, 2, 3, games, (1, 1)),
            Found("ijkl" * 4, "Future", ("10.0.0.6",), 7787, 1, 4, games, (7, 9)),
        )
    )
    return at.press("down")


class _Lounge:
    """Hosts that stand still."""

    name = "Anna"
    looking = True
    key = bytes([9]) * 32

    def __init__(self, found: tuple[Found, ...]) -> None:
        self.found = found
        rules = make_rules("spades")
        table = table_info(rules, ("Dario", "", "", ""), state="lobby", name="Dario's")
        self.tables: dict[str, tuple[TableInfo, ...]] = {"efgh" * 4: (table,)}


SCENES: dict[str, Callable[[], Local]] = {
    scene.__name__: scene
    for scene in (
        home,
        room,
        rules_form,
        bidding,
        choosing,
        passing,
        playing,
        selected,
        held,
        six,
        three,
        two,
        scored,
        sheet,
        keys,
        menu,
        settings,
        chatting,
        away,
    )
}
SIZES = ((60, 18), (80, 24), (120, 40))


def seen(at: Local, w: int, h: int, theme: Theme | None = None) -> str:
    """The screen as text."""
    at.face.size = (w, h)
    return draw(snapshot(at.face), theme or Theme(), w, h).text()


__all__ = ["SCENES", "SIZES", "Snapshot", "model", "seen"]
