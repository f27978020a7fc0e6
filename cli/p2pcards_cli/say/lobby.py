"""Tables and hosts before and beside a match: rows of a list, who sits where, notices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from p2pcards_protocol.terms import short_hash

from ..text import clean, clean_name
from .games import game_name
from .i18n import N_, listing, tr, trn
from .people import Names
from .reasons import illegal, refused
from .waiting import why_waiting

if TYPE_CHECKING:
    from p2pcards_protocol.message import SeatInfo, TableInfo

STATES = {"lobby": N_("open"), "playing": N_("playing"), "over": N_("over")}
DEALS = {
    "sealed": N_("Sealed deal: nobody sees a card that is not theirs, not even the host."),
    "dealer": N_("Dealer deal: the host sees every card, and cannot choose any."),
}
DEALS_SHORT = {"sealed": N_("sealed deal"), "dealer": N_("dealer deal")}
ACCESS = {"open": "", "invite": N_("by invitation"), "password": N_("with a password")}


def table_row(info: TableInfo) -> str:
    """A table in a list: "Spades, open, 2 of 4 seats taken: Anna, Bobbin (bot). sealed deal"."""
    taken = [seat for seat in info.seats if seat.kind != "empty"]
    about = [tr(STATES[info.state]), tr(DEALS_SHORT[info.deal])]
    if ACCESS[info.access]:
        about.append(tr(ACCESS[info.access]))
    if info.turn_s:
        about.append(trn("%(n)d second a turn", "%(n)d seconds a turn", info.turn_s))
    if info.spectators:
        about.append(trn("%(n)d onlooker", "%(n)d onlookers", info.spectators))
    values = {
        "game": rules_name(info),
        "taken": len(taken),
        "seats": len(info.seats),
        "about": listing(about),
        "names": listing(seat_name(seat) for seat in taken),
    }
    if not taken:
        return tr("%(game)s, %(taken)d of %(seats)d seats taken. %(about)s.", **values)
    return tr("%(game)s, %(taken)d of %(seats)d seats taken: %(names)s. %(about)s.", **values)


def rules_name(info: TableInfo) -> str:
    """The game, and whether its options differ from the usual ones; with the short hash of the rules."""
    name = game_name(info.game)
    if info.ruleset.endswith("+"):
        return tr("%(game)s with own options (%(hash)s)", game=name, hash=short_hash(info.rules_hash))
    return name


def seat_name(seat: SeatInfo) -> str:
    """Who is in a seat."""
    if seat.kind == "empty":
        return tr("empty")
    return clean_name(seat.name)


def seat_line(seat: SeatInfo, mine: bool) -> str:
    """A seat in the lobby: "Seat 2: Anna, ready."."""
    number = seat.seat + 1
    if seat.kind == "empty":
        return tr("Seat %(seat)d: empty.", seat=number)
    states = []
    if mine:
        states.append(tr("you"))
    if seat.kind == "bot":
        states.append(
            tr("bot of %(name)s", name=clean_name(seat.operator)) if seat.operator != "host" else tr("bot of the host")
        )
    elif seat.ready:
        states.append(tr("ready"))
    if not seat.here:
        states.append(tr("away"))
    if not states:
        return tr("Seat %(seat)d: %(name)s.", seat=number, name=clean_name(seat.name))
    return tr("Seat %(seat)d: %(name)s, %(states)s.", seat=number, name=clean_name(seat.name), states=listing(states))


NOTICES = {
    "stopping": N_("The host is being stopped."),
    "closed": N_("The host has closed this table."),
    "replaced": N_("You have connected from somewhere else; this connection no longer plays."),
    "start-failed": N_("The match did not start. No answer from: %(names)s."),
    "vote": N_("The wait is long. Vote what to do: %(choices)s."),
    "full-disk": N_("A disk is full. The match waits until there is room."),
    "not-kept": N_("The match cannot be kept on disk. It waits until it can."),
    "kept-again": N_("The match is kept on disk again and goes on."),
    "turn-warning": N_("%(name)s: %(seconds)s seconds left."),
    "seat-left": N_("%(name)s: has left."),
    "seat-closed": N_("%(name)s: the program was closed."),
    "seat-lost": N_("%(name)s: connection lost."),
    "seat-idle": N_("%(name)s: does not answer."),
    "kick": N_("%(name)s: out at the end of this deal, by vote."),
    "vote-over": N_("%(name)s: the vote to put this player out is over; nobody goes."),
    "kick-too-few": N_("It takes the votes of two people to put a person out."),
    "kick-host": N_("%(name)s: out at the end of this deal; the host wants it."),
    "kicked": N_("You have been put out of this table, and stay out until its owner or the host lets you in again."),
    "table-gone": N_("The table is no longer there."),
    "table-again": N_("The host has made a mistake at this table and takes it up again from what it has kept."),
    "table-lost": N_("The host cannot go on with this table and has put it away."),
    "match-gone": N_("The match you were in has ended without you, or the host has lost it."),
    "seat-gone": N_("You have no seat at the table any more."),
    "refused": "",
    "pass-refused": "",
    "join-refused": "",
}


def notice(code: str, data: Mapping[str, Any], names: Names | None = None) -> str:
    """What the host says outside the match. names: who sits at the table."""
    if code == "refused":
        return refused(str(data.get("code", "")), data)
    if code == "pass-refused":
        return tr("The host refused the passed cards: %(reason)s.", reason=illegal(str(data.get("why", "")), data))
    if code == "join-refused":
        return tr("The seat was not given: %(reason)s.", reason=why_waiting(str(data.get("why", ""))))
    if code not in NOTICES:
        return tr("The host says: %(key)s.", key=clean(code, 40))
    values = {name: _plain(data.get(name)) for name in ("names", "choices", "name", "seconds")}
    seat = data.get("seat")
    if isinstance(seat, int):
        values["name"] = (Names(()) if names is None else names).who(seat)
    values["reason"] = why_waiting(str(data.get("reason", ""))[:40])
    return tr(NOTICES[code], **values)


def _plain(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return listing(clean(str(each), 40) for each in value[:12])
    return clean(str(value), 40)


LAN_PROBLEMS = {
    "starting": N_("Looking for the network."),
    "no-address": N_("This machine has no network address, so nobody can join yet."),
    "loopback-only": N_("Only this machine can join: the host listens on its own address alone."),
    "port-5353-taken": N_(
        "Another program holds the port for announcements (5353), so others do not see this host by themselves. "
        "They can join by its address."
    ),
    "failed": N_("Announcing does not work in this network. Others can join by the host's address."),
}


def lan_problem(key: str) -> str:
    """Why this host is not announced."""
    return tr(LAN_PROBLEMS[key]) if key in LAN_PROBLEMS else tr(LAN_PROBLEMS["failed"])
