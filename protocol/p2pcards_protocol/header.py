"""The terms of a match and the header of its transcript: what all seats agree on before the first card.

The terms say what is played by whom: game, every option, rules version, deal kind, and the seats in seat order. They
are hashed and signed as sent. The header adds the join: members in JOIN order and the host each drew 32 random bytes;
all published H("join", key, nonce) with a signature over it and SHA-256(terms), and only then the nonces. Nobody could
steer the table id, and nobody signed other terms.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from . import codec
from .errors import RemoteProtocolError, TranscriptError
from .fields import MAX_HEADER, MAX_TERMS, U16, Bytes32, Bytes64, Key, Map, MaybeName, Name, TermsBytes
from .hashing import sha256, tagged
from .identity import Identity, verify

HEADER_VERSION = 1


class _Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class _SeatWire(_Strict, frozen=True):
    key: Bytes32
    name: Name
    operator: MaybeName


class _TermsWire(_Strict, frozen=True):
    deal: Literal["sealed", "dealer"]
    game: Key
    options: Map
    rules_version: U16
    seats: Annotated[tuple[_SeatWire, ...], Meta(min_length=2, max_length=8)]


class _MemberWire(_Strict, frozen=True):
    commit: Bytes32
    key: Bytes32
    name: Name
    nonce: Bytes32
    operator: MaybeName
    signature: Bytes64


class _HeaderWire(_Strict, frozen=True):
    host_commit: Bytes32
    host_key: Bytes32
    host_nonce: Bytes32
    host_signature: Bytes64
    members: Annotated[tuple[_MemberWire, ...], Meta(min_length=2, max_length=8)]
    terms: TermsBytes
    version: U16


def _exact(data: bytes, limit: int, what: str, shape: type[Any]) -> Any:
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
    deal: Literal["sealed", "dealer"]
    seats: tuple[SeatTerms, ...]

    def encode(self) -> bytes:
        """The msgpack map, keys ascending."""
        seats = [{"key": seat.key, "name": seat.name, "operator": seat.operator} for seat in self.seats]
        return codec.pack_sorted({**self._rules(), "seats": seats})

    def _rules(self) -> dict[str, Any]:
        return {"game": self.game, "options": self.options, "rules_version": self.rules_version, "deal": self.deal}

    @classmethod
    def decode(cls, data: bytes) -> Terms:
        """Raises TranscriptError("header") for bytes that no `encode` gives, and for a key in two seats."""
        wire: _TermsWire = _exact(data, MAX_TERMS, "terms", _TermsWire)
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
        """SHA-256 of the terms without the seats: what lobby, announcement and screen show."""
        return sha256(codec.pack_sorted(self._rules()))


@dataclass(frozen=True, slots=True)
class Member:
    """One who joined. `signature` has the tag "join" and covers commit || SHA-256(terms)."""

    key: bytes
    name: str
    operator: str
    commit: bytes
    signature: bytes
    nonce: bytes


def join_commitment(key: bytes, nonce: bytes) -> bytes:
    """H("join", key, nonce)."""
    return tagged("join", key, nonce)


def sign_join(identity: Identity, commitment: bytes, terms_hash: bytes) -> bytes:
    """The signature of a member or of the host over its commitment and the terms."""
    return identity.sign("join", commitment, terms_hash)


def verify_join(key: bytes, commitment: bytes, signature: bytes, terms_hash: bytes) -> bool:
    """Whether `signature` is that of `key` over the commitment and the terms."""
    return verify(key, signature, "join", commitment, terms_hash)


def table_id_of(
    host_key: bytes, host_nonce: bytes, terms_hash: bytes, keys: tuple[bytes, ...], nonces: tuple[bytes, ...]
) -> bytes:
    """H("table", host key, host nonce, SHA-256(terms), keys, nonces), members in join order."""
    return tagged("table", host_key, host_nonce, terms_hash, *keys, *nonces)


@dataclass(frozen=True)
class Header:
    """The head of a transcript. `members` are in join order, `terms` are the bytes as sent."""

    terms: bytes
    host_key: bytes
    host_commit: bytes
    host_signature: bytes
    host_nonce: bytes
    members: tuple[Member, ...]
    version: int = field(default=HEADER_VERSION)

    def encode(self) -> bytes:
        """The msgpack map, keys ascending."""
        members = [
            {
                "key": member.key,
                "name": member.name,
                "operator": member.operator,
                "commit": member.commit,
                "signature": member.signature,
                "nonce": member.nonce,
            }
            for member in self.members
        ]
        return codec.pack_sorted(
            {
                "version": self.version,
                "terms": self.terms,
                "host_key": self.host_key,
                "host_commit": self.host_commit,
                "host_signature": self.host_signature,
                "host_nonce": self.host_nonce,
                "members": members,
            }
        )

    @classmethod
    def decode(cls, data: bytes) -> Header:
        """Raises TranscriptError("header"). The shape only: `check` proves it."""
        wire: _HeaderWire = _exact(data, MAX_HEADER, "header", _HeaderWire)
        if wire.version != HEADER_VERSION:
            raise TranscriptError("header", None, "version")
        members = tuple(
            Member(member.key, member.name, member.operator, member.commit, member.signature, member.nonce)
            for member in wire.members
        )
        return cls(wire.terms, wire.host_key, wire.host_commit, wire.host_signature, wire.host_nonce, members)

    @cached_property
    def parsed_terms(self) -> Terms:
        """The terms. Raises TranscriptError("header")."""
        return Terms.decode(self.terms)

    @cached_property
    def table_id(self) -> bytes:
        """What everything later is bound to."""
        keys = tuple(member.key for member in self.members)
        nonces = tuple(member.nonce for member in self.members)
        return table_id_of(self.host_key, self.host_nonce, sha256(self.terms), keys, nonces)

    @cached_property
    def genesis(self) -> bytes:
        """h_{-1} = H("genesis", table_id, SHA-256(header bytes))."""
        return tagged("genesis", self.table_id, sha256(self.encode()))

    def check(self) -> None:
        """Raises TranscriptError("header", None, reason) unless every commitment opens, every signature holds and the
        members are the seats of the terms."""
        terms = self.parsed_terms
        terms_hash = sha256(self.terms)
        seats = {seat.key: seat for seat in terms.seats}
        if len(self.members) != len(seats) or {member.key for member in self.members} != set(seats):
            raise TranscriptError("header", None, "members-not-seats")
        if self.host_key in seats:
            raise TranscriptError("header", None, "host-key-in-seat")
        for member in self.members:
            seat = seats[member.key]
            if (seat.name, seat.operator) != (member.name, member.operator):
                raise TranscriptError("header", None, "member-name")
        joined = [(member.key, member.commit, member.signature, member.nonce) for member in self.members]
        joined.append((self.host_key, self.host_commit, self.host_signature, self.host_nonce))
        if len({commit for _, commit, _, _ in joined}) != len(joined):
            raise TranscriptError("header", None, "commit-twice")
        for key, commit, signature, nonce in joined:
            if not verify_join(key, commit, signature, terms_hash):
                raise TranscriptError("header", None, "join-signature")
            if join_commitment(key, nonce) != commit:
                raise TranscriptError("header", None, "join-commitment")
