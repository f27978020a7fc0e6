"""Boxes: what one seat gives to another so that nobody else reads it and the audit can make it again.

    ct  = epub || ChaCha20Poly1305(key, nonce 12 zero bytes, plain, aad)
    e   = X25519 private key HKDF-Expand(prk, "P2PC1:<name>-eph" || 0x00 || u8 0, 32), epub its public key
    key = HKDF-Expand(HKDF-Extract(salt = ctx, X25519(e, receiver box)), info, 32)
    info = "P2PC1:<name>" || 0x00 || epub || receiver box
    aad = ctx || u8 from || u8 to || positions

`name` is "pass" (the keys of passed positions) or "leave" (the seed of a seat that goes, to the host's bot: to = 255,
no positions).
"""

from __future__ import annotations

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from ..hashing import expand, extract, label, u8
from ..identity import Identity

_NONCE = bytes(12)
OVERHEAD = 48


def box_private(prk: bytes) -> X25519PrivateKey:
    """The private key of a seat's box."""
    return X25519PrivateKey.from_private_bytes(expand(prk, label("box"), 32))


def box_public(private: X25519PrivateKey) -> bytes:
    """32 bytes."""
    return private.public_key().public_bytes_raw()


def good_box(public: bytes) -> bool:
    """Whether something can be sealed to this key: 32 bytes, not of low order."""
    if len(public) != 32:
        return False
    try:
        X25519PrivateKey.from_private_bytes(b"\x40" * 32).exchange(X25519PublicKey.from_public_bytes(public))
    except ValueError:
        return False
    return True


def stand_in_box(identity: Identity, table_id: bytes) -> X25519PrivateKey:
    """The box of the host's bot at one table, from its identity's seed: nothing new to store."""
    prk = extract(table_id, identity.seed)
    return X25519PrivateKey.from_private_bytes(expand(prk, label("stand-in"), 32))


def _key(name: str, ctx: bytes, shared: bytes, epub: bytes, receiver: bytes) -> ChaCha20Poly1305:
    return ChaCha20Poly1305(expand(extract(ctx, shared), label(name, epub, receiver), 32))


def seal(name: str, ctx: bytes, prk: bytes, receiver: bytes, aad: bytes, plain: bytes) -> bytes:
    """A box of len(plain) + 48 bytes; the same inputs give the same bytes. `aad` comes after ctx."""
    private = X25519PrivateKey.from_private_bytes(expand(prk, label(f"{name}-eph", u8(0)), 32))
    epub = box_public(private)
    shared = private.exchange(X25519PublicKey.from_public_bytes(receiver))
    return epub + _key(name, ctx, shared, epub, receiver).encrypt(_NONCE, plain, ctx + aad)


def unseal(name: str, ctx: bytes, private: X25519PrivateKey, aad: bytes, ct: bytes) -> bytes | None:
    """What is in the box, None when it is not a box for this key, context and aad."""
    if len(ct) < OVERHEAD:
        return None
    epub = ct[:32]
    try:
        shared = private.exchange(X25519PublicKey.from_public_bytes(epub))
        return _key(name, ctx, shared, epub, box_public(private)).decrypt(_NONCE, ct[32:], ctx + aad)
    except (InvalidTag, ValueError):
        return None
