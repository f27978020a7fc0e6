"""The fair deal, up to the audit. A keeps to the dealer deal, B to the sealed deal."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from ..fields import Bytes32, Cards, Hashes, MaybeBytes32, Points, SeatField, all_or_none
from .base import Body


class Commit(Body, frozen=True):
    """commit_i; B: bulk hashes of the other seats ascending, key hashes of the own positions ascending, box key.

    `bot`: of a seat that a bot plays, the hash of what its `record` will open."""

    commit: Bytes32
    bulks: Hashes = ()
    keys: Hashes = ()
    box: MaybeBytes32 = b""
    bot: MaybeBytes32 = b""

    def __post_init__(self) -> None:
        all_or_none(self.box, self.bot)


class Reveal(Body, frozen=True):
    """A: the player's seed."""

    seed: Bytes32


class Hand(Body, frozen=True):
    """A: the hand hash of every seat, in seat order."""

    hashes: Annotated[tuple[Bytes32, ...], Meta(max_length=8)]


class Pass1(Body, frozen=True):
    """B: the list after this seat's blanket and permutation."""

    points: Points


class Pass2(Body, frozen=True):
    """B: the list after this seat's blanket came off and its card keys went on."""

    points: Points


class Keys(Body, frozen=True):
    """B: [target seat, its keys by ascending position] for each target, ascending."""

    keys: Annotated[tuple[tuple[SeatField, Points], ...], Meta(max_length=8)]


class DealtPass(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A: one pass as the host carried it."""

    seat: SeatField
    cards: Cards
    nonce: Bytes32


class Seed(Body, frozen=True):
    """At the audit: the seed of a seat (B) or of the host (A), there with every pass it carried."""

    seed: Bytes32
    passes: Annotated[tuple[DealtPass, ...], Meta(max_length=8)] = ()
