"""Uniformity: of the numbers exactly, of shuffles and deals by chi-square over deals that follow from fixed seeds."""

from __future__ import annotations

from collections import Counter
from itertools import islice, permutations

import pytest
from p2pcards_protocol.deal import Context, SealedSeat
from p2pcards_protocol.deal.dealer import deal_cards
from p2pcards_protocol.deal.stream import below, shuffle, stream
from p2pcards_protocol.hashing import mac, sha256, u32

KEYS = tuple(sha256(bytes([seat])) for seat in range(4))
#: Chi-square with 51 degrees of freedom exceeds this once in a million honest runs.
LIMIT_51 = 112.0


def chi_square(counts: Counter[int], cells: int) -> float:
    expected = counts.total() / cells
    return sum((counts[cell] - expected) ** 2 / expected for cell in range(cells))


def test_the_stream_is_hmac_in_counter_mode() -> None:
    first = mac(b"key", b"P2PC1:deck\x00" + u32(0)) + mac(b"key", b"P2PC1:deck\x00" + u32(1))
    assert bytes(islice(stream(b"key", "deck"), 64)) == first


@pytest.mark.parametrize("m", [1, 2, 3, 7, 13, 35, 36, 48, 50, 51, 52, 100, 128, 200, 255, 256])
def test_below_is_exactly_uniform(m: int) -> None:
    counts: Counter[int] = Counter()
    for byte in range(256):
        try:
            counts[below(iter([byte]), m)] += 1
        except StopIteration:
            assert byte >= 256 - 256 % m, "only a byte that would tip the scale is thrown away"
    assert set(counts) == set(range(m))
    assert len(set(counts.values())) == 1


def test_below_takes_the_next_byte_after_one_it_throws_away() -> None:
    assert below(iter([255, 254, 7]), 10) == 7


def test_a_shuffle_of_three_reaches_every_order_equally_often() -> None:
    """All pairs of bytes that a shuffle of three may read: 252 * 256 of them lead to six orders equally often."""
    counts: Counter[tuple[int, ...]] = Counter()
    for first in range(255):
        for second in range(256):
            counts[tuple(shuffle(iter([first, second]), 3))] += 1
    assert set(counts) == set(permutations(range(3)))
    assert len(set(counts.values())) == 1


def context(mode: str, name: bytes) -> Context:
    return Context(sha256(name), 1, 0, mode, tuple(range(52)), 13, 0, KEYS)  # type: ignore[arg-type]


def test_a_dealer_deck_is_uniform_although_only_one_seed_changes() -> None:
    ctx = context("A", b"dealer")
    places: Counter[int] = Counter()
    tops: Counter[int] = Counter()
    for i in range(4000):
        cards = deal_cards(ctx, b"\xaa" * 32, [b"\x01" * 32, sha256(u32(i)), b"\x03" * 32, b"\x04" * 32])
        places[cards.index(51)] += 1
        tops[cards[0]] += 1
    assert chi_square(places, 52) < LIMIT_51
    assert chi_square(tops, 52) < LIMIT_51


def test_a_sealed_deck_is_uniform_although_only_one_seat_shuffles() -> None:
    """Three seats keep the order as it is; one honest permutation is enough."""
    places: Counter[int] = Counter()
    neighbours: Counter[int] = Counter()
    for i in range(4000):
        order = SealedSeat(context("B", b"sealed"), 2, KEYS[2], sha256(u32(i))).permutation
        places[order.index(51)] += 1
        neighbours[(order[(order.index(0) + 1) % 52] - 1) % 51] += 1
    assert chi_square(places, 52) < LIMIT_51
    assert chi_square(neighbours, 51) < LIMIT_51
