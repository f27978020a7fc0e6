"""A table before its match: seat by seat, the house rules that differ, how others get in, what can be done next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ....present.lobby import may_start
from ....present.sight import Sight
from ....say.games import about_game
from ....say.i18n import listing, tr
from ....say.lobby import DEALS, rules_name, seat_line
from ....say.options import option_value
from ....text import clean, clean_name

if TYPE_CHECKING:
    from p2pcards_protocol.message import TableInfo


@dataclass(frozen=True, slots=True)
class RoomModel:
    """title: the table's name; facts: lines about game and rules; seats: (text, style); cursor: the chosen seat;
    ways: how others join; ask: what is waited for; game: the first fact in short."""

    title: str
    facts: tuple[str, ...]
    seats: tuple[tuple[str, str], ...]
    cursor: int
    teams: tuple[str, ...]
    ways: tuple[str, ...]
    ask: str
    game: str = ""


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
                f"{option.replace('_', ' ')} = {option_value(getattr(rules, option))}"
                for option in rules.changed
                if option != "target_score"  # that is told already
            ]
            told += " " + tr("House rules: %(options)s.", options=listing(changed)) if changed else ""
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
    return RoomModel(title, tuple(facts), seats, cursor, teams(sight, info), ways, ask_line(info, mine), f"{name}.")


def teams(sight: Sight | None, info: TableInfo) -> tuple[str, ...]:
    """Who will play with whom, by seat number, where there are teams."""
    if sight is None or all(len(members) == 1 for members in sight.rules.sides(len(info.seats))):
        return ()
    told = ("+".join(str(seat + 1) for seat in members) for members in sight.rules.sides(len(info.seats)))
    return (tr("Teams by seat: %(teams)s.", teams=listing(told)),)


def ask_line(info: TableInfo, mine: int | None) -> str:
    """What is waited for, as a sentence with the key that does it."""
    if info.state == "playing":
        return tr("The match is under way.")
    if mine is None:
        return tr("You have no seat. Choose one with Up and Down and press D.")
    empty = sum(seat.kind == "empty" for seat in info.seats)
    gone = [clean_name(seat.name) for seat in info.seats if seat.kind == "person" and not seat.here]
    if gone:
        return tr("Not here now: %(names)s. The match cannot start without them.", names=listing(gone))
    if may_start(info, mine):
        if empty:
            return tr("Press Enter to start. Bots take the empty seats.")
        return tr("Everybody is here. Press Enter to start.")
    me = next((seat for seat in info.seats if seat.seat == mine), None)
    if me is not None and me.ready:
        return tr("You are ready. The match starts when all are, or when the owner of the table starts it.")
    return tr("Press Enter when you are ready.")
