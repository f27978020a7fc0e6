"""Menus: the one behind Esc, seats, leaving and quitting, joining by address, inviting."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..exits import Exit
from ..present import bids
from ..present.leaving import loss
from ..present.lobby import may_start
from ..present.requests import for_me
from ..say.bots import LEVELS
from ..say.i18n import tr
from ..text import clean_name
from .overlays import Asking, Item, Menu, Pages, Reading
from .widgets.overlay.model import Row
from .widgets.room.presenter import button

if TYPE_CHECKING:
    from p2pcards.net.client import Client

    from .face import Face


def main_menu(face: Face) -> None:
    """What Esc opens."""
    from . import panels, settings_menu
    from .pages import common

    where = face.where
    items: list[Item] = []
    if where == "table":
        items += _asking(face)
        items.append(Item(tr("Score sheet"), lambda: panels.score(face), "s"))
        if face.sight is not None and face.sight.match is not None and face.sight.match.deals:
            items.append(Item(tr("Why the last score"), lambda: panels.why(face), "w"))
            items.append(Item(tr("Checks of the deals"), lambda: panels.verify(face), "y"))
        if face.sight is not None and face.sight.last_trick is not None:
            items.append(Item(tr("Last trick"), lambda: panels.last_trick(face), "l"))
        items.append(Item(bids.title(face.sight), lambda: panels.bids(face), "v"))
    if where == "room":
        items += _before(face)
    if where != "home":
        items += [
            Item(tr("Say something"), lambda: common.chat(face), "/"),
            Item(tr("Rules in force"), lambda: panels.rules(face), "g"),
            Item(tr("Who is who"), lambda: panels.who(face), "p"),
            Item(tr("Messages"), lambda: panels.history(face), "x"),
        ]
    items += [
        Item(tr("Settings"), lambda: settings_menu.settings(face), "m"),
        Item(tr("All keys"), lambda: panels.help_keys(face), "?"),
    ]
    items += _seats_to_take(face)
    if where != "home":
        items.append(Item(tr("Leave the table"), lambda: leave_table(face)))
    items.append(Item(tr("Quit"), lambda: quit_program(face), "q"))
    face.open(Menu(tr("Menu"), lambda: items))


def _asking(face: Face) -> list[Item]:
    """What can be asked of bots and people, or answered, where it makes sense now."""
    from . import requests
    from .pages.table import hint, nudge
    from .votes import vote

    sight, prompt = face.sight, face.prompt
    at = None if face.client is None else face.client.at
    items: list[Item] = []
    if at is None or not face.playing:
        return items
    if face.voting is not None:
        items.append(Item(tr("Vote what to do"), lambda: vote(face), "z"))
    if for_me(sight) is not None:
        items.append(Item(tr("Answer the request"), lambda: requests.answer(face), "j"))
    if prompt is not None:
        items.append(Item(tr("A hint"), lambda: hint(face), "a"))
    elif face.sitting:
        items.append(Item(tr("Ring at the player whose turn it is"), lambda: nudge(face), "!"))
    if prompt is not None and prompt.may_claim:
        items.append(Item(tr("Claim the rest"), lambda: requests.claim(face), "k"))
    if at.may_take_back:
        items.append(Item(tr("Take my last card back"), lambda: requests.take_back(face), "u"))
    return items


def _before(face: Face) -> list[Item]:
    """What can be done before a match."""
    from .forms import house_rules
    from .pages import room
    from .panels import score
    from .past import past_matches

    at = None if face.client is None else face.client.at
    if at is None:
        return []
    start = button(at.info, at.seat)
    items = [Item(start.rstrip("."), lambda: room.begin(face), "s")] if start else []
    items += [
        Item(tr("The chosen seat"), lambda: seat_menu(face), "d"),
        Item(tr("House rules"), lambda: house_rules(face), "o"),
    ]
    if may_start(at.info, at.seat):
        items.append(Item(tr("Draw new seats and teams"), lambda: room.shuffle(face), "R"))
    items.append(Item(tr("Invite others"), lambda: invite(face), "n"))
    if at.referee is not None:
        items.append(Item(tr("Score sheet of the last match"), lambda: score(face)))
    if face.lounge is not None:
        items.append(Item(tr("Past matches"), lambda: past_matches(face)))
    return items


def _seats_to_take(face: Face) -> list[Item]:
    """In a match: my own seat, when a bot plays for me; for an onlooker, the seats that bots play and
    that nobody may come back to."""
    client = face.client
    at = None if client is None else client.at
    if client is None or at is None or at.referee is None or not face.playing:
        return []
    if at.seat is not None:
        mine = at.referee.ledger.key(at.seat) == client.identity.public
        return [] if mine else [Item(tr("Take my seat back from the bot"), lambda: face.do(client.reclaim()))]
    ledger = at.referee.ledger
    return [
        Item(tr("Take over the seat of %(name)s", name=clean_name(seat.name)), _take_over(face, client, seat.seat))
        for seat in at.info.seats
        if seat.kind == "bot" and ledger.owner(seat.seat) == ledger.key(seat.seat)
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
    """Leave the table; in a match after a question: a bot plays on."""
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
        sure(face, tr("Leave the table? A bot plays on until you come back."), tr("Yes, leave the table"), go)
    else:
        go()


def quit_program(face: Face) -> None:
    """End the program."""
    lost = loss(face)
    if lost and (face.playing or (face.host is not None and face.host.mine)):
        sure(face, tr("%(what)s End the program?", what=lost), tr("Yes, end the program"), lambda: face.leave(Exit.OK))
    else:
        face.leave(Exit.OK)


def leave_host(face: Face) -> None:
    """Back to the list of hosts."""
    if face.lounge is not None:
        face.lounge.away(face)


def seat_menu(face: Face) -> None:
    """What can be done with the chosen seat. Where somebody sits the first line does nothing."""
    client = face.client
    at = None if client is None else client.at
    if client is None or at is None or not at.info.seats:
        return
    number = face.seat_cursor
    if number >= len(at.info.seats):
        number = at.seat or 0
    seat = at.info.seats[number]
    offers: list[tuple[str, Callable[[], Any]]] = []
    away = seat.kind == "person" and not seat.here and seat.seat != at.seat
    if (seat.kind != "person" or away) and (at.info.owner is None or may_start(at.info, at.seat)):
        offers += [(tr(text), _bot(client, number, level)) for level, text in LEVELS]
    if seat.kind == "empty":
        offers.insert(len(offers) if at.seat is not None else 0, (tr("Sit here"), lambda: client.sit(at.ref, number)))
    elif offers:
        text = tr("Free the seat") if away else tr("Take the bot away")
        offers.append((text, lambda: client.remove_bot(number)))
    elif seat.seat == at.seat:
        offers.append((tr("Get up"), client.stand))
    if not offers:
        face.say(
            tr("Only the owner of the table adds or removes bots.")
            if seat.kind == "bot"
            else tr("Somebody sits there.")
        )
        return
    items = [] if seat.kind == "empty" else [Item(tr("Leave it as it is"), lambda: None)]
    items += [Item(text, _request(face, make), str(place)) for place, (text, make) in enumerate(offers, 1)]
    face.open(Menu(tr("Seat %(seat)d", seat=number + 1), lambda: items))


def _request(face: Face, make: Callable[[], Any]) -> Callable[[], None]:
    return lambda: face.do(make())


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
    shown = [Row(text) for text in invite_lines(host, "open" if face.lobby is None else face.lobby.access)]
    if not (host.mine and addresses and host.key):
        face.open(Reading(tr("How others join"), lambda: shown, wide=True))
        return
    code = make(addresses[:1], host.port, host.key, host.secret)
    square = qr_rows(code, ascii=face.prefs.ascii or face.force_ascii)
    shown.append(Row(tr("N once more: the invite as a QR code."), style="dim"))
    face.open(Pages(tr("How others join"), "n", (lambda: shown, lambda: square)))


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
