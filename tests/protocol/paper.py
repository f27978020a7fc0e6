"""The two set-ups of the published vectors, from an independent implementation."""

from __future__ import annotations

from dataclasses import dataclass

from p2pcards_protocol.deal.context import Context
from p2pcards_protocol.hashing import sha256
from p2pcards_protocol.header import table_id_of

HOST_KEY = sha256(b"host")
HOST_SEED = b"\xaa" * 32
SPAR_DECK = tuple(c for c in range(52) if 4 <= c % 13 <= 12 and c != 3 * 13 + 12)


@dataclass(frozen=True)
class Paper:
    seats: int
    dealer: int
    hand_size: int
    deck: tuple[int, ...]
    terms: bytes
    deal_no: int

    @property
    def keys(self) -> tuple[bytes, ...]:
        return tuple(sha256(b"pk" + str(i).encode()) for i in range(self.seats))

    @property
    def table_id(self) -> bytes:
        nonces = tuple(bytes([0x10 + i]) * 32 for i in range(self.seats))
        return table_id_of(HOST_KEY, bytes(range(32)), sha256(self.terms), self.keys, nonces)

    def context(self, mode: str) -> Context:
        return Context(self.table_id, self.deal_no, 0, mode, self.deck, self.hand_size, self.dealer, self.keys)

    def seed(self, seat: int) -> bytes:
        return bytes([seat + 1]) * 32


FOUR = Paper(4, 3, 13, tuple(range(52)), b"spades/1", 1)
THREE = Paper(3, 1, 5, SPAR_DECK, b"spar/1", 2)


def numbers(text: str) -> tuple[int, ...]:
    return tuple(int(word) for word in text.split())
