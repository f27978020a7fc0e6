"""Ed25519 identities: who a seat or a host is, and how people compare keys.

An identity is a 32-byte seed; its public key is what others see. Every signature is made under a tag, over
"P2PC1:" || tag || 0x00 || parts, so that a signature made for one purpose never serves another.

Words are from the English BIP-39 list: six for a host (66 bits, enough to find and prove it), three for a table
(33 bits, compared aloud once at the start). There are no short fingerprints of later heads: the host picks the times
in them and could grind.
"""

from __future__ import annotations

import base64
from collections.abc import Callable
from functools import lru_cache

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from .hashing import label, sha256, tagged

Rng = Callable[[int], bytes]
KEY_SIZE = 32
SIGNATURE_SIZE = 64


class Identity:
    """A key pair. `seed` is secret; `public` is the 32-byte name of its owner."""

    __slots__ = ("_private", "public", "seed")

    def __init__(self, seed: bytes) -> None:
        if len(seed) != KEY_SIZE:
            raise ValueError("an identity is made from exactly 32 bytes")
        self.seed = seed
        self._private = Ed25519PrivateKey.from_private_bytes(seed)
        self.public: bytes = self._private.public_key().public_bytes_raw()

    @classmethod
    def from_seed(cls, seed: bytes) -> Identity:
        """The identity of 32 secret bytes."""
        return cls(seed)

    @classmethod
    def generate(cls, rng: Rng) -> Identity:
        """A fresh identity; `rng(32)` must be secret and never repeat."""
        return cls(rng(KEY_SIZE))

    def sign(self, tag: str, *parts: bytes) -> bytes:
        """64 bytes over "P2PC1:" || tag || 0x00 || parts."""
        return self._private.sign(label(tag, *parts))

    def __repr__(self) -> str:
        return f"Identity({fingerprint(self.public)})"


@lru_cache(maxsize=1024)
def _public(key: bytes) -> Ed25519PublicKey:
    return Ed25519PublicKey.from_public_bytes(key)


def verify(public: bytes, signature: bytes, tag: str, *parts: bytes) -> bool:
    """Whether `signature` is that of `public` under this tag. Never raises for bytes of any length."""
    if len(public) != KEY_SIZE or len(signature) != SIGNATURE_SIZE:
        return False
    try:
        _public(public).verify(signature, label(tag, *parts))
    except (InvalidSignature, ValueError):
        return False
    return True


def fingerprint(public: bytes) -> str:
    """16 characters of lower-case base32 (80 bits of the key's hash): a hint for lists and file names, no proof."""
    return base64.b32encode(sha256(public)[:10]).decode("ascii").lower()


@lru_cache(maxsize=1)
def word_list() -> tuple[str, ...]:
    """The 2048 English BIP-39 words in order."""
    from mnemonic import Mnemonic

    return tuple(Mnemonic("english").wordlist)


def _words(digest: bytes, count: int) -> tuple[str, ...]:
    bits = int.from_bytes(digest, "big")
    words = word_list()
    return tuple(words[(bits >> (256 - 11 * (i + 1))) & 2047] for i in range(count))


def host_words(public: bytes) -> tuple[str, ...]:
    """Six words: the first 66 bits of H("host-words", key)."""
    return _words(tagged("host-words", public), 6)


def table_words(table_id: bytes) -> tuple[str, ...]:
    """Three words: the first 33 bits of H("words", table_id)."""
    return _words(tagged("words", table_id), 3)
