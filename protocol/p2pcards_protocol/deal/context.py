"""What a deal is bound to: table, number, attempt, deck and the seats' keys. And whose position is whose."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from ..fields import HOST_SEAT
from ..hashing import tagged, u8, u16, u32
from .stream import shuffle, stream

RANKS = 13
DECK = 52


@dataclass(frozen=True)
class Context:
    """One attempt at one deal.

    `mode`: "A" dealer, "B" sealed. `deck`: card ids 0..51, ascending. `dealer`: seat 0..n-1. `keys`: the keys in force
    when the commit phase opens, in seat order. Raises ValueError for a deck that is not ascending, more cards dealt
    than there are, or a dealer who has no seat.
    """

    table_id: bytes
    deal_no: int
    attempt: int
    mode: Literal["A", "B"]
    deck: tuple[int, ...]
    hand_size: int
    dealer: int
    keys: tuple[bytes, ...]

    def __post_init__(self) -> None:
        if list(self.deck) != sorted(set(self.deck)) or not self.deck or not 0 <= self.deck[0] <= self.deck[-1] < DECK:
            raise ValueError("a deck is ascending card ids 0..51")
        if not 1 <= self.hand_size * len(self.keys) <= len(self.deck):
            raise ValueError("more cards to deal than the deck has")
        if not 0 <= self.dealer < len(self.keys):
            raise ValueError("the dealer has no seat")
        if len(set(self.keys)) != len(self.keys) or any(len(key) != 32 for key in self.keys):
            raise ValueError("keys are 32 bytes, each in one seat")

    @property
    def n(self) -> int:
        """How many seats."""
        return len(self.keys)

    @property
    def dealt(self) -> int:
        """How many cards are dealt; the rest is the stock."""
        return self.n * self.hand_size

    @cached_property
    def bytes(self) -> bytes:
        """ctx = H("ctx", table_id, u32 deal, u16 attempt, mode, u8 deck size, u8 seats, keys)."""
        head = (self.table_id, u32(self.deal_no), u16(self.attempt), self.mode.encode("ascii"))
        return tagged("ctx", *head, u8(len(self.deck)), u8(self.n), *self.keys)

    def owner(self, position: int) -> int | None:
        """The seat that a position is dealt to, None for the stock."""
        return (self.dealer + 1 + position) % self.n if 0 <= position < self.dealt else None

    @cached_property
    def by_seat(self) -> tuple[tuple[int, ...], ...]:
        """The positions of every seat, ascending."""
        return tuple(
            tuple(k for k in range(self.dealt) if (self.dealer + 1 + k) % self.n == seat) for seat in range(self.n)
        )

    def positions(self, seat: int) -> tuple[int, ...]:
        """The positions that are dealt to a seat, ascending."""
        return self.by_seat[seat]

    @property
    def stock(self) -> tuple[int, ...]:
        """The positions that nobody is dealt."""
        return tuple(range(self.dealt, len(self.deck)))


def commitment(ctx: Context, seat: int, key: bytes, seed: bytes) -> bytes:
    """H("commit", ctx, u8 seat, key, seed); the host is seat 255. Raises ValueError unless the seed has 32 bytes."""
    if len(seed) != 32:
        raise ValueError("a seed is exactly 32 bytes")
    return tagged("commit", ctx.bytes, u8(seat), key, seed)


def bot_commitment(ctx: Context, seat: int, key: bytes, version: int, seed: bytes, label: str) -> bytes:
    """H("bot", ctx, u8 seat, key, u32 version, seed, label in UTF-8): which bot plays a seat, and its seed of the deal.

    Raises ValueError unless the seed has 32 bytes."""
    if len(seed) != 32:
        raise ValueError("a seed is exactly 32 bytes")
    return tagged("bot", ctx.bytes, u8(seat), key, u32(version), seed, label.encode())


def seat_key(ctx: Context, host_key: bytes, seat: int) -> bytes:
    """The key that commits for a seat or for the host."""
    return host_key if seat == HOST_SEAT else ctx.keys[seat]


def cut(table_id: bytes, n: int) -> tuple[int, ...]:
    """The card that each of n seats draws for the deal: the first n of 52 shuffled by the table's id."""
    return tuple(shuffle(stream(table_id, "cut"), DECK)[:n])


def first_dealer(table_id: bytes, n: int) -> int:
    """The seat that drew the highest rank; suits C < D < H < S break ties."""
    cards = cut(table_id, n)
    return max(range(n), key=lambda seat: (cards[seat] % RANKS, cards[seat] // RANKS))
