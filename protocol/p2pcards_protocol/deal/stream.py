"""The random stream of a key, exactly uniform numbers from it, and the one shuffle."""

from __future__ import annotations

from collections.abc import Iterator

from ..hashing import label, mac, u32


def stream(key: bytes, name: str) -> Iterator[int]:
    """Bytes without end: HMAC-SHA256(key, "P2PC1:" || name || 0x00 || u32 counter), counter 0, 1, ..."""
    prefix = label(name)
    counter = 0
    while True:
        yield from mac(key, prefix + u32(counter))
        counter += 1


def below(source: Iterator[int], m: int) -> int:
    """0..m-1, exactly uniform, for 1 <= m <= 256: bytes that would tip the scale are thrown away."""
    limit = 256 - 256 % m
    while (byte := next(source)) >= limit:
        pass
    return byte % m


def shuffle(source: Iterator[int], n: int) -> list[int]:
    """A uniform order of 0..n-1 (Fisher-Yates from the top), n <= 256."""
    a = list(range(n))
    for i in range(n - 1, 0, -1):
        j = below(source, i + 1)
        a[i], a[j] = a[j], a[i]
    return a
