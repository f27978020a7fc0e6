"""The common bytes: tagged hashes, HKDF and fixed-width integers (big-endian everywhere).

Every hash is SHA-256 over "P2PC1:" || tag || 0x00 || parts. Every part has a length that is fixed by the tag, so no
length prefixes are needed and no two different inputs meet.
"""

from __future__ import annotations

import hashlib
import hmac

PREFIX = b"P2PC1:"


def u8(value: int) -> bytes:
    """One byte, 0..255."""
    return value.to_bytes(1, "big")


def u16(value: int) -> bytes:
    """Two bytes, big-endian."""
    return value.to_bytes(2, "big")


def u32(value: int) -> bytes:
    """Four bytes, big-endian."""
    return value.to_bytes(4, "big")


def u64(value: int) -> bytes:
    """Eight bytes, big-endian."""
    return value.to_bytes(8, "big")


def label(tag: str, *parts: bytes) -> bytes:
    """ "P2PC1:" || tag || 0x00 || parts: the domain-separated bytes that are hashed, signed or expanded."""
    return b"".join((PREFIX, tag.encode("ascii"), b"\x00", *parts))


def sha256(data: bytes) -> bytes:
    """SHA-256, 32 bytes."""
    return hashlib.sha256(data).digest()


def tagged(tag: str, *parts: bytes) -> bytes:
    """H(tag, parts...), 32 bytes."""
    return sha256(label(tag, *parts))


def mac(key: bytes, data: bytes) -> bytes:
    """HMAC-SHA256, 32 bytes."""
    return hmac.digest(key, data, "sha256")


def extract(salt: bytes, material: bytes) -> bytes:
    """HKDF-Extract (RFC 5869) with SHA-256: 32 bytes."""
    return mac(salt, material)


def expand(key: bytes, info: bytes, length: int) -> bytes:
    """HKDF-Expand (RFC 5869) with SHA-256: `length` bytes, at most 255 * 32."""
    out = block = b""
    counter = 1
    while len(out) < length:
        block = mac(key, block + info + u8(counter))
        out += block
        counter += 1
    return out[:length]
