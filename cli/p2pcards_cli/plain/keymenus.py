"""Numbered choices for line mode with keys; each stands for a command of line mode."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..say.bots import LEVELS
from ..say.i18n import tr
from ..say.lobby import seat_line
from ..say.referee import VOTES

if TYPE_CHECKING:
    from p2pcards_protocol.message import SeatInfo, TableInfo

    from .face import Face


@dataclass(frozen=True, slots=True)
class Choice:
    """A line; the command that it stands for, or further choices."""

    text: str
    line: str = ""
    more: tuple[Choice, ...] = ()


def seat_choices(info: TableInfo, mine: int | None) -> tuple[Choice, ...]:
    """Every seat with what can be done with it."""
    return tuple(
        Choice(seat_line(seat, seat.seat == mine), "t", _about_seat(seat, seat.seat == mine)) for seat in info.seats
    )


def _about_seat(seat: SeatInfo, mine: bool) -> tuple[Choice, ...]:
    number = seat.seat + 1
    found: list[Choice] = []
    if seat.kind == "empty":
        found.append(Choice(tr("Sit here"), f"sit {number}"))
    if seat.kind in ("empty", "bot"):
        found += [Choice(tr(text), f"bot add {number} {level}") for level, text in LEVELS]
    if seat.kind == "bot":
        found.append(Choice(tr("Take the bot away"), f"bot remove {number}"))
    if mine:
        found.append(Choice(tr("Get up"), "stand"))
    return tuple(found)


def vote_choices(face: Face) -> tuple[Choice, ...]:
    """About the seat that is away; else whom to put out. Nothing outside a match."""
    at = face.client.at
    if at is None or not face.playing:
        return ()
    if face.voting is not None:
        return tuple(Choice(tr(VOTES[name]), f"vote {name}") for name in ("wait", "bot", "end"))
    sight = face.sight
    return tuple(
        Choice(tr("put out: %(name)s", name=sight.names.who(seat.seat)), f"kick {seat.seat + 1}")
        for seat in at.info.seats
        if sight is not None and seat.kind == "person" and seat.seat != at.seat
    )
