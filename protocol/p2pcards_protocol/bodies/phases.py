"""Phases: the host opens and closes them, and what is said in those about the chain itself."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ..fields import U16, U32, Authors, Bytes32, Key, MaybeBytes32, Seats, all_or_none
from .base import Body

MAX_WORLDS = 4096
MAX_DECISIONS = 64

Worlds = Annotated[int, Meta(ge=0, le=MAX_WORLDS)]
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


class BotRecord(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """How a bot decided in a deal: which one it is, the version of its code, its seed of the deal, and for each of its
    decisions, in order, how many worlds it played out. Decisions after the last one listed took none."""

    label: Key
    version: U32
    seed: Bytes32
    worlds: Annotated[tuple[Worlds, ...], Meta(max_length=MAX_DECISIONS)] = ()


class Ack(Body, frozen=True):
    """This seat has the chain up to the head that its message pins. `record`: opens the `bot` of its `commit`."""

    record: BotRecord | None = None
