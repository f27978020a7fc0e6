"""A table before its match: seat by seat, the house rules that differ, how others get in, what can be done next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ....present.lobby import may_start
from ....present.sight import Sight
from ....say.games import about_game
from ....say.i18n import listing, tr
from ....say.lobby import DEALS, rules_name, seat_line
from ....say.options import option_label, option_words
from ....text import clean, clean_name

if TYPE_CHECKING:
    from p2pcards_protocol.message import TableInfo

    from p2pcards.rules.base import Rules
    from p2pcards.rules.option import Option


@dataclass(frozen=True, slots=True)
class RoomModel:
    """title: the table's name; facts: lines about game and rules; seats: (text, style); button: the line below them
    that starts the match, "" without one; cursor: the chosen seat, or the line after them; ways: how others join; ask:
    what is waited for; game: the first fact in short."""

    title: str
    facts: tuple[str, ...]
    seats: tuple[tuple[str, str], ...]
    cursor: int
    teams: tuple[str, ...]
    ways: tuple[str, ...]
    ask: str
    game: str = ""
    button: str = ""


def present_room(
    info: TableInfo, sight: Sight | None, mine: int | None, cursor: int, ways: tuple[str, ...], host: str
) -> RoomModel:
    """The table as the host tells it."""
    name = rules_name(info)
    facts = [tr("%(game)s: %(about)s.", game=name, about=about_game(info.game))]
    if sight is not None:
        rules = sight.rules
        told = tr("Game to %(n)d points.", n=rules.target_score)
        if rules.changed:
            changed = [
                option for option in rules.options if option.name in rules.changed and option.name != "target_score"
            ]
            told += f" {_house_rules(rules, changed)}" if changed else ""
        else:
            told += " " + tr("All house rules as usual.")
        facts.append(told)
    facts.append(tr(DEALS[info.deal]))
    seats = tuple(
        (seat_line(seat, seat.seat == mine), "me" if seat.seat == mine else ("dim" if seat.kind == "empty" else ""))
        for seat in info.seats
    )
    title = clean(info.name, 40)
    if host and host != title:
        title = tr("%(table)s at %(host)s", table=title, host=clean(host, 40))
    return RoomModel(
        title,
        tuple(facts),
        seats,
        cursor,
        teams(sight, info),
        ways,
        ask_line(info, mine),
        f"{name}.",
        button(info, mine),
    )


FEW = 2
"""So many house rules are told in full."""


def _house_rules(rules: Rules, changed: Sequence[Option]) -> str:
    """Those that are not as usual; of many, only how many there are."""
    if len(changed) > FEW:
        return tr("House rules that are not as usual: %(n)d; G tells them.", n=len(changed))
    told = (f"{option_label(option)}: {option_words(getattr(rules, option.name))}" for option in changed)
    return tr("House rules: %(options)s.", options="; ".join(told))


def teams(sight: Sight | None, info: TableInfo) -> tuple[str, ...]:
    """Who will play with whom, by seat number, where there are teams."""
    if sight is None or all(len(members) == 1 for members in sight.rules.sides(len(info.seats))):
        return ()
    told = ("+".join(str(seat + 1) for seat in members) for members in sight.rules.sides(len(info.seats)))
    return (tr("Teams by seat: %(teams)s.", teams=listing(told)),)


def button(info: TableInfo, mine: int | None) -> str:
    """The line below the seats: what starts the match; "" where I have no part in that."""
    if mine is None or info.state == "playing":
        return ""
    if may_start(info, mine):
        if any(seat.kind == "empty" for seat in info.seats):
            return tr("Start the match; bots take the empty seats.")
        return tr("Start the match.")
    return tr("Not ready after all.") if is_ready(info, mine) else tr("I am ready.")


def is_ready(info: TableInfo, mine: int | None) -> bool:
    """Whether I have said that I am ready."""
    return any(seat.ready for seat in info.seats if seat.seat == mine)


def ask_line(info: TableInfo, mine: int | None) -> str:
    """What is waited for, as a sentence with the key that does it."""
    if info.state == "playing":
        return tr("The match is under way.")
    if mine is None:
        return tr("You have no seat. Choose one with Up and Down, then press Enter.")
    gone = [clean_name(seat.name) for seat in info.seats if seat.kind == "person" and not seat.here]
    if gone and may_start(info, mine):
        return tr(
            "Not here now: %(names)s. The match cannot start without them. Enter on the seat gives it to a bot.",
            names=listing(gone),
        )
    if gone:
        return tr("Not here now: %(names)s. The match cannot start without them.", names=listing(gone))
    if may_start(info, mine):
        if any(seat.kind == "empty" for seat in info.seats):
            return tr("S starts the match. Enter on a seat: sit there, or a bot.")
        return tr("Every seat is taken. S starts the match.")
    owner = next(
        (clean_name(seat.name) for seat in info.seats if seat.seat == info.owner), tr("the owner of the table")
    )
    if is_ready(info, mine):
        return tr(
            "You are ready. The match starts when every seat is taken and all are ready, or when %(name)s starts it.",
            name=owner,
        )
    return tr("S: say that you are ready. %(name)s can start the match at any time, also before that.", name=owner)
