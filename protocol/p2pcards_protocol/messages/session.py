"""The session: who is there, and whether they still are."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from ..fields import U16, Bytes16, Bytes32, Bytes64, Key, MaybeBytes32, Text, all_or_none
from .base import Link

Wants = Literal["player", "spectator", "watch"]
Versions = Annotated[tuple[U16, ...], Meta(min_length=1, max_length=32)]
Caps = Annotated[tuple[Key, ...], Meta(max_length=64)]


class Hello(Link, frozen=True, tag="hello"):
    """The client's first message. A watch session may leave the key empty."""

    versions: Versions
    role: Wants
    nonce: Bytes32
    key: MaybeBytes32 = b""
    caps: Caps = ()

    def __post_init__(self) -> None:
        all_or_none(self.key)


class Challenge(Link, frozen=True, tag="challenge"):
    """The host's nonce, for a client that has a key to prove."""

    nonce: Bytes32


class Auth(Link, frozen=True, tag="auth"):
    """The client's signature, tag "auth", over host key seen, both nonces, its key, SHA-256(hello payload)."""

    proof: Bytes64


class Welcome(Link, frozen=True, tag="welcome"):
    """The session stands; `version` is the highest that both speak."""

    version: U16
    session: Bytes16
    caps: Caps = ()


class Err(Link, frozen=True, tag="err"):
    """The last message of a link that ends: one of the fixed codes. For `version`, `versions` says what is spoken."""

    code: Key
    text: Text = ""
    versions: Annotated[tuple[U16, ...], Meta(max_length=32)] = ()


class Ping(Link, frozen=True, tag="ping"):
    """Are you there? Sent after two seconds of silence."""


class Pong(Link, frozen=True, tag="pong"):
    """Yes."""
