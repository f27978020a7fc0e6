"""The terms of a match: what is played by whom. All seats sign them, as sent, before the first card.

They hold the game, every option made explicit, the version of the rules, the deal kind, and the seats in seat order.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from . import codec
from .errors import RemoteProtocolError, TranscriptError
from .fields import MAX_TERMS, U16, Bytes32, DealKind, Key, Map, MaybeName, Name
from .hashing import sha256


class StrictWire(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A map on the wire that is signed or hashed: an unknown key is refused."""


class _SeatWire(StrictWire, frozen=True):
    key: Bytes32
    name: Name
    operator: MaybeName


class _TermsWire(StrictWire, frozen=True):
    deal: DealKind
    game: Key
    options: Map
    rules_version: U16
    seats: Annotated[tuple[_SeatWire, ...], Meta(min_length=2, max_length=8)]


def exact(data: bytes, limit: int, what: str, shape: type[Any]) -> Any:
    """`data` as a struct, in the one form that it can have."""
    try:
        if len(data) > limit:
            raise ValueError("too long")
        value = codec.unpack(data)
        if codec.pack_sorted(value) != data:
            raise ValueError("not the one form")
        return codec.to_struct(value, shape)
    except (RemoteProtocolError, ValueError, TypeError) as error:
        raise TranscriptError("header", None, f"{what}-shape") from error


def rules_map(game: str, options: Mapping[str, Any], rules_version: int, deal: str) -> dict[str, Any]:
    """The terms without the seats."""
    return {"game": game, "options": dict(options), "rules_version": rules_version, "deal": deal}


def rules_hash(game: str, options: Mapping[str, Any], rules_version: int, deal: str) -> bytes:
    """SHA-256 of the terms without the seats, in their one form: the name of what is played, in the lobby, in the
    announcement and wherever it is shown."""
    return sha256(codec.pack_sorted(rules_map(game, options, rules_version, deal)))


def short_hash(rules: bytes) -> str:
    """The form of a rules hash that people see and the announcement carries: its first 8 hex digits."""
    return rules.hex()[:8]


@dataclass(frozen=True, slots=True)
class SeatTerms:
    """Who sits where. `operator` is "" for a person's own seat, else the name of who runs it ("host")."""

    key: bytes
    name: str
    operator: str = ""


@dataclass(frozen=True)
class Terms:
    """What is played by whom. `seats` are in seat order; this floor does not interpret `game` and `options`."""

    game: str
    options: dict[str, Any]
    rules_version: int
    deal: DealKind
    seats: tuple[SeatTerms, ...]

    def encode(self) -> bytes:
        """The msgpack map, keys ascending."""
        seats = [{"key": seat.key, "name": seat.name, "operator": seat.operator} for seat in self.seats]
        return codec.pack_sorted({**self._rules(), "seats": seats})

    def _rules(self) -> dict[str, Any]:
        return rules_map(self.game, self.options, self.rules_version, self.deal)

    @classmethod
    def decode(cls, data: bytes) -> Terms:
        """Raises TranscriptError("header") for bytes that no `encode` gives, and for a key in two seats."""
        wire: _TermsWire = exact(data, MAX_TERMS, "terms", _TermsWire)
        seats = tuple(SeatTerms(seat.key, seat.name, seat.operator) for seat in wire.seats)
        if len({seat.key for seat in seats}) != len(seats):
            raise TranscriptError("header", None, "terms-key-twice")
        return cls(wire.game, wire.options, wire.rules_version, wire.deal, seats)

    @cached_property
    def hash(self) -> bytes:
        """SHA-256 of the terms as sent."""
        return sha256(self.encode())

    @cached_property
    def rules_hash(self) -> bytes:
        """`rules_hash` of what is played."""
        return rules_hash(self.game, self.options, self.rules_version, self.deal)
