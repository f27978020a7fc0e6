"""The commutative cipher: multiplication of P-256 points, seen through their x-coordinates alone.

    E_k(X) = x(k * P) where P has the x-coordinate X

E_a(E_b(X)) = E_b(E_a(X)) = E_ab(X), and E_k is undone by the inverse of k modulo the (prime) order of the group, so
every seat can put its own lock on a card and the locks come off in any order. OpenSSL does the arithmetic, by ECDH;
it refuses an x that is not on the curve or not below p, and the scalars 0 and n.

A point costs a square root to decode and a scalar costs a multiplication to derive, each about a third of the step
itself; both are done once and kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from cryptography.hazmat.primitives.asymmetric import ec

from ..hashing import label, sha256, u8

#: The order of P-256, a prime.
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
_CURVE = ec.SECP256R1()
_ECDH = ec.ECDH()

Scalar = ec.EllipticCurvePrivateKey


@lru_cache(maxsize=4096)
def _point(x: bytes) -> ec.EllipticCurvePublicKey:
    return ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, b"\x02" + x)


def is_point(x: bytes) -> bool:
    """Whether these are the 32 bytes of an x-coordinate on the curve."""
    if len(x) != 32:
        return False
    try:
        _point(x)
    except ValueError:
        return False
    return True


def scalar(k: int) -> Scalar:
    """A scalar 1..n-1, ready to multiply with. Raises ValueError for others."""
    if not 0 < k < ORDER:
        raise ValueError("a scalar is 1..n-1")
    return ec.derive_private_key(k, _CURVE)


def multiply(k: Scalar, x: bytes) -> bytes:
    """E_k(x), 32 bytes. Raises ValueError unless `is_point(x)`."""
    return k.exchange(_ECDH, _point(x))


def inverse(k: int) -> int:
    """1/k modulo the order."""
    return pow(k, -1, ORDER)


def inverses(ks: Sequence[int]) -> list[int]:
    """1/k of each, with a single inversion."""
    prefix = [1]
    for k in ks:
        prefix.append(prefix[-1] * k % ORDER)
    back = inverse(prefix[-1])
    out = [0] * len(ks)
    for i in range(len(ks) - 1, -1, -1):
        out[i] = back * prefix[i] % ORDER
        back = back * ks[i] % ORDER
    return out


def product(ks: Iterable[int]) -> int:
    """The product modulo the order."""
    result = 1
    for k in ks:
        result = result * k % ORDER
    return result


def parse_key(data: bytes) -> int | None:
    """The scalar of 32 bytes, None unless it is 1..n-1."""
    value = int.from_bytes(data, "big")
    return value if len(data) == 32 and 0 < value < ORDER else None


@lru_cache(maxsize=1)
def card_points() -> tuple[bytes, ...]:
    """The point of every card 0..51: the first SHA256("P2PC1:card-point" || 0x00 || u8 card || u8 ctr) that is one."""
    points = []
    for card in range(52):
        ctr = 0
        while not is_point(x := sha256(label("card-point", u8(card), u8(ctr)))):
            ctr += 1
        points.append(x)
    return tuple(points)


@lru_cache(maxsize=1)
def card_of_point() -> dict[bytes, int]:
    """The reverse of `card_points`."""
    return {x: card for card, x in enumerate(card_points())}
