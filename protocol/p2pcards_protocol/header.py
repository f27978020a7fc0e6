"""The header of a transcript: terms, and how everybody joined under them.

Members in JOIN order and the host each drew 32 random bytes; all published H("join", key, nonce) with a signature over
it and SHA-256(terms), and only then the nonces. So nobody could steer the table id, and nobody signed other terms.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated

from msgspec import Meta

from . import codec
from .errors import TranscriptError
from .fields import MAX_HEADER, U16, Bytes32, Bytes64, MaybeName, Name, TermsBytes
from .hashing import sha256, tagged
from .identity import Identity, verify
from .terms import StrictWire, Terms, exact

HEADER_VERSION = 1


class _MemberWire(StrictWire, frozen=True):
    commit: Bytes32
    key: Bytes32
    name: Name
    nonce: Bytes32
    operator: MaybeName
    signature: Bytes64


class _HeaderWire(StrictWire, frozen=True):
    host_commit: Bytes32
    host_key: Bytes32
    host_nonce: Bytes32
    host_signature: Bytes64
    members: Annotated[tuple[_MemberWire, ...], Meta(min_length=2, max_length=8)]
    terms: TermsBytes
    version: U16


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
        wire: _HeaderWire = exact(data, MAX_HEADER, "header", _HeaderWire)
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
