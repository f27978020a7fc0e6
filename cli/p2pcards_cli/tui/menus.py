"""Menus: the one behind Esc, seats, settings, leaving and quitting, joining by address, inviting."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..exits import Exit
from ..present.leaving import loss
from ..present.requests import for_me
from ..say.bots import LEVELS
from ..say.i18n import N_, tr
from ..say.people import Names
from ..text import clean_name
from .overlays import Asking, Item, Menu, Pages, Reading
from .prefs import HOLDS
from .widgets.hand.order import ORDER_WORDS, ORDERS
from .widgets.overlay.model import Row

if TYPE_CHECKING:
    from p2pcards.net.client import Client

    from .face import Face


def main_menu(face: Face) -> None:
    """What Esc opens."""
    from . import panels

    where = face.where
    items: list[Item] = []
    if where == "table":
        items += [
            Item(tr("Score sheet"), lambda: panels.score(face), "s"),
            Item(tr("Why the last score"), lambda: panels.why(face), "w"),
            Item(tr("Last trick"), lambda: panels.last_trick(face), "l"),
            Item(tr("Bids and tricks"), lambda: panels.bids(face), "v"),
            Item(tr("Checks of the deals"), lambda: panels.verify(face), "y"),
            *_asking(face),
        ]
    if where != "home":
        items += [
            Item(tr("Rules in force"), lambda: panels.rules(face), "g"),
            Item(tr("Who is who"), lambda: panels.who(face), "p"),
            Item(tr("Messages"), lambda: panels.history(face), "x"),
        ]
        if where == "room":
            items.append(Item(tr("Invite others"), lambda: invite(face), "n"))
    items += [
        Item(tr("Settings"), lambda: settings(face), "m"),
        Item(tr("All keys"), lambda: panels.help_keys(face), "?"),
    ]
    items += _seats_to_take(face)
    if where != "home":
        items.append(Item(tr("Leave the table"), lambda: leave_table(face)))
    items.append(Item(tr("Quit"), lambda: quit_program(face), "q"))
    face.open(Menu(tr("Menu"), lambda: items))


def _asking(face: Face) -> list[Item]:
    """Claim and take back, where they make sense now."""
    from . import requests

    sight, prompt = face.sight, face.prompt
    items: list[Item] = []
    if prompt is not None and prompt.may_claim:
        items.append(Item(tr("Claim the rest"), lambda: requests.claim(face), "k"))
    if sight is not None and sight.rules.takebacks and face.playing and sight.seat is not None:
        items.append(Item(tr("Take my last card back"), lambda: requests.take_back(face), "u"))
    if for_me(sight) is not None:
        items.append(Item(tr("Answer the request"), lambda: requests.answer(face), "j"))
    return items


def _seats_to_take(face: Face) -> list[Item]:
    """In a match: my own seat, when a bot plays for me; for an onlooker, the seats that bots play."""
    client = face.client
    at = None if client is None else client.at
    if client is None or at is None or at.referee is None or not face.playing:
        return []
    if at.seat is not None:
        mine = at.referee.ledger.key(at.seat) == client.identity.public
        return [] if mine else [Item(tr("Take my seat back from the bot"), lambda: face.do(client.reclaim()), "b")]
    return [
        Item(tr("Take over the seat of %(name)s", name=clean_name(seat.name)), _take_over(face, client, seat.seat))
        for seat in at.info.seats
        if seat.kind == "bot"
    ]


def _take_over(face: Face, client: Client, seat: int) -> Callable[[], None]:
    async def take() -> None:
        await client.join_seat(seat)
        face.say(tr("You get the seat when this deal is over."))

    return lambda: face.do(take())


def sure(face: Face, title: str, text: str, then: Callable[[], None]) -> None:
    """Ask before something that cannot be undone; Enter on the first line does nothing."""
    face.open(
        Menu(title, lambda: [Item(tr("No"), lambda: None, "n", also=tr("n")), Item(text, then, "y", also=tr("y"))])
    )


def leave_table(face: Face) -> None:
    """Leave the table; in a match that is for good."""
    client = face.client
    if client is None or client.at is None:
        return

    def go() -> None:
        async def leaving() -> None:
            await client.leave()
            face.lobby = None
            face.ask(None)
            face.say(tr("You have left the table."))

        face.do(leaving())

    if face.playing and face.sitting:
        sure(face, tr("Leave for good? A bot plays on for you."), tr("Yes, leave the table"), go)
    else:
        go()


def quit_program(face: Face) -> None:
    """End the program."""
    lost = loss(face)
    if lost and (face.playing or (face.host is not None and face.host.mine)):
        sure(face, lost, tr("Yes, end the program"), lambda: face.leave(Exit.OK))
    else:
        face.leave(Exit.OK)


def leave_host(face: Face) -> None:
    """Back to the list of hosts."""
    if face.lounge is not None:
        face.lounge.away(face)


def seat_menu(face: Face) -> None:
    """What can be done with the chosen seat."""
    client = face.client
    at = None if client is None else client.at
    if client is None or at is None or not at.info.seats:
        return
    number = min(face.seat_cursor, len(at.info.seats) - 1)
    seat = at.info.seats[number]
    items: list[Item] = []

    def request(make: Callable[[], Any]) -> Callable[[], None]:
        return lambda: face.do(make())

    if seat.kind == "empty":
        items.append(Item(tr("Sit here"), request(lambda: client.sit(at.ref, number)), "s"))
    if seat.kind in ("empty", "bot"):
        for level, text in LEVELS:
            items.append(Item(tr(text), request(_bot(client, number, level)), level[0]))
    if seat.kind == "bot":
        items.append(Item(tr("Take the bot away"), request(lambda: client.remove_bot(number)), "r"))
    if seat.seat == at.seat:
        items.append(Item(tr("Get up"), request(client.stand), "u"))
    if not items:
        face.say(tr("Somebody sits there."))
        return
    face.open(Menu(tr("Seat %(seat)d", seat=number + 1), lambda: items))


def _bot(client: Client, seat: int, level: str) -> Callable[[], Any]:
    return lambda: client.add_bot(seat, level)


def invite(face: Face) -> None:
    """How others find the table: sentences, the invite, and the invite as a QR code."""
    from p2pcards.net.address import invite as make

    from ..present.invite import invite_lines
    from .qr import qr_rows

    host = face.host
    if host is None:
        return

    addresses = [each for each in host.addresses() if not each.startswith("fe80")]
    shown = [Row(text) for text in invite_lines(host)]
    if not (host.mine and addresses and host.key):
        face.open(Reading(tr("How others join"), lambda: shown, wide=True))
        return
    code = make(addresses[:1], host.port, host.key, host.secret)
    square = qr_rows(code, ascii=face.prefs.ascii or face.force_ascii)
    shown.append(Row(tr("N once more: the invite as a QR code."), style="dim"))
    face.open(Pages(tr("How others join"), "n", (shown, square)))


SUIT_SETS = (
    ("four", N_("four colours")),
    ("two", N_("two colours")),
    ("blind", N_("for colour blindness")),
    ("none", N_("no colours")),
)


def settings(face: Face) -> None:
    """Everything a person can set; Left and Right change it at once."""

    def cycle(name: str, values: tuple[Any, ...]) -> Callable[[int], None]:
        def adjust(by: int) -> None:
            now = getattr(face.prefs, name)
            place = values.index(now) if now in values else 0
            face.set(**{name: values[(place + by) % len(values)]})

        return adjust

    def flag(name: str) -> str:
        return tr("yes") if getattr(face.prefs, name) else tr("no")

    def hold() -> str:
        if face.prefs.hold < 0:
            return tr("until a key")
        return tr("%(n)g s", n=face.prefs.hold) if face.prefs.hold else tr("not at all")

    def items() -> list[Item]:
        both = (False, True)
        words = dict(SUIT_SETS)
        told = (tr("my turn and results"), tr("plays and bids too"), tr("everything"))
        return [
            Item(
                tr("Order of my cards"),
                value=tr(ORDER_WORDS[face.prefs.order]),
                adjust=cycle("order", tuple(ORDERS)),
                keep=True,
            ),
            Item(tr("A finished trick stays"), value=hold(), adjust=cycle("hold", HOLDS), keep=True),
            Item(
                tr("Colours of the suits"),
                value=tr(words[face.prefs.suits]),
                adjust=cycle("suits", tuple(words)),
                keep=True,
            ),
            Item(tr("Letters instead of symbols"), value=flag("ascii"), adjust=cycle("ascii", both), keep=True),
            Item(tr("My last card plays itself"), value=flag("last"), adjust=cycle("last", both), keep=True),
            Item(tr("Enter twice to play a card"), value=flag("guard"), adjust=cycle("guard", both), keep=True),
            Item(tr("Bell on my turn"), value=flag("bell"), adjust=cycle("bell", both), keep=True),
            Item(tr("Mouse"), value=flag("mouse"), adjust=cycle("mouse", both), keep=True),
            Item(tr("Messages"), value=told[face.prefs.verbosity], adjust=cycle("verbosity", (0, 1, 2)), keep=True),
        ]

    face.open(Menu(tr("Settings"), items, foot=tr("Left and Right change it, Esc closes.")))


def join_address(face: Face) -> None:
    """Type where a host is."""

    def done(text: str) -> str:
        if not text:
            return tr("Type an address, a name, six words or an invite.")
        if face.lounge is not None:
            face.lounge.join_typed(face, text)
        return ""

    text = (tr("An address (10.0.0.5, 10.0.0.5:7787), a host's name, its six words, or an invite (p2pcards:...)."),)
    face.open(Asking(tr("Join a host"), text, tr("Host:"), done, most=400))


def my_name(face: Face) -> None:
    """Type another name."""
    lounge = face.lounge
    if lounge is None:
        return

    def done(text: str) -> str:
        if not text:
            return tr("Type a name.")
        lounge.rename(clean_name(text))
        return ""

    face.open(Asking(tr("My name"), (tr("What the others call you."),), tr("Name:"), done, lounge.name, 40))


__all__ = [
    "Names",
    "invite",
    "join_address",
    "leave_table",
    "main_menu",
    "my_name",
    "quit_program",
    "seat_menu",
    "settings",
]
