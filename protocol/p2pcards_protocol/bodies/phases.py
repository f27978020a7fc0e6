"""Phases: the host opens and closes them, and what is said in those about the chain itself."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from ..fields import U16, Authors, Bytes32, MaybeBytes32, Seats, all_or_none
from .base import Body

PhaseName = Literal["agree", "commit", "reveal", "keys", "choose", "pass", "open", "audit", "ack"]


class Open(Body, frozen=True):
    """The host opens a phase: who speaks in it (ascending; 255 the host), in which attempt of the deal.

    `targets`: for "keys", the seats whose keys are asked for (none: every seat's)."""

    name: PhaseName
    seats: Authors
    attempt: U16 = 0
    targets: Seats = ()


class Close(Body, frozen=True):
    """SHA-256 of the blob of every listed seat, in the order of `open`; empty for a silent one (audit, ack)."""

    hashes: Annotated[tuple[MaybeBytes32, ...], Meta(max_length=9)]

    def __post_init__(self) -> None:
        all_or_none(*self.hashes)


class Agree(Body, frozen=True):
    """SHA-256 of the terms, as sent."""

    terms: Bytes32


class Ack(Body, frozen=True):
    """This seat has the chain up to the head that its message pins."""
