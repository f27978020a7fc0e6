"""Seats are numbers 0..n-1 clockwise, which is the order of play; a side is the seats that score together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

Seat: TypeAlias = int
Side: TypeAlias = int
#: For every side its seats, ascending.
Sides: TypeAlias = tuple[tuple[Seat, ...], ...]


def next_seat(seat: Seat, seats: int, steps: int = 1) -> Seat:
    """The seat `steps` places on, clockwise (negative: the other way)."""
    return (seat + steps) % seats


def left_of(seat: Seat, seats: int) -> Seat:
    """The next seat clockwise: the eldest, when `seat` deals."""
    return (seat + 1) % seats


def in_turn(first: Seat, seats: int) -> Iterator[Seat]:
    """All seats clockwise, `first` first."""
    return ((first + step) % seats for step in range(seats))


def make_sides(seats: int, count: int) -> Sides:
    """`count` sides of seats that sit alternately (seat s on side s mod count); 0: everybody alone.

    Seats must be a multiple of `count`. So partners are never neighbours.
    """
    if count == 0:
        return tuple((seat,) for seat in range(seats))
    return tuple(tuple(range(side, seats, count)) for side in range(count))


def side_of(sides: Sides, seat: Seat) -> Side:
    """The side of a seat. Raises ValueError for a seat on no side."""
    for side, members in enumerate(sides):
        if seat in members:
            return side
    raise ValueError(f"seat {seat} is on no side")


def partners(sides: Sides, seat: Seat) -> tuple[Seat, ...]:
    """The other seats of the side of `seat`, ascending; empty for one who plays alone."""
    return tuple(other for other in sides[side_of(sides, seat)] if other != seat)
