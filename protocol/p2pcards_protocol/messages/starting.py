"""The start: everyone joins under the same terms, with nonces that nobody could choose by the others'."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from ..fields import Bytes32, Bytes64, HeaderBytes, TableRef, TermsBytes
from .base import Link


class Propose(Link, frozen=True, tag="propose"):
    """The terms to join under and the members' keys in join order."""

    table: TableRef
    terms: TermsBytes
    members: Annotated[tuple[Bytes32, ...], Meta(max_length=8)]


class JoinCommit(Link, frozen=True, tag="join_commit"):
    """H("join", key, nonce), and the signature, tag "join", over it and SHA-256(terms)."""

    table: TableRef
    commit: Bytes32
    signature: Bytes64


class KeyedCommit(msgspec.Struct, frozen=True, kw_only=True):
    """One commitment of `join_commits`."""

    key: Bytes32
    commit: Bytes32
    signature: Bytes64


class JoinCommits(Link, frozen=True, tag="join_commits"):
    """All commitments, members in join order, then the host. Only now do nonces open."""

    table: TableRef
    commits: Annotated[tuple[KeyedCommit, ...], Meta(max_length=9)]


class JoinNonce(Link, frozen=True, tag="join_nonce"):
    """The opened nonce."""

    table: TableRef
    nonce: Bytes32


class HeaderMessage(Link, frozen=True, tag="header"):
    """The header of the table's transcript."""

    table: TableRef
    header: HeaderBytes
