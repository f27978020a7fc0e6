"""What a host has of a sealed match before a card is played: nothing to read and nothing to compute it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

import pytest
from p2pcards_protocol.deal import Context, SealedDeal, SealedSeat, audit_sealed
from p2pcards_protocol.deal.curve import card_of_point, inverse, multiply, product, scalar
from p2pcards_protocol.hashing import sha256
from p2pcards_protocol.transcript import Message
from referee.encodings import encodings
from referee.memory_table import MemoryTable

from p2pcards.cards.card import card_set


class Recorded(MemoryTable):
    """Keeps all that the host gets, in order, and what was public before each card was played."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.heard: list[bytes] = []
        self.tried: list[tuple[int, int]] = []

    def submit(self, seat: Any, blob: bytes, asig: bytes) -> None:
        if Message.decode(blob).kind == "play":
            body = Message.decode(blob).body
            self.tried += [(len(self.heard), found) for found in computed(self, body["position"])]
        self.heard += [blob, asig]
        super().submit(seat, blob, asig)


def computed(table: MemoryTable, position: int) -> Iterator[int]:
    """Cards that whoever has the whole transcript gets from a position by every product of the keys that are public."""
    public: SealedDeal = table.referee.flow.dealing.public  # type: ignore[union-attr]
    keys = [public.keys[seat, position] for seat in range(public.ctx.n) if (seat, position) in public.keys]
    for count in range(len(keys) + 1):
        for some in combinations(keys, count):
            unlock = scalar(inverse(product(some)))
            for points in public.lists.values():
                card = card_of_point().get(multiply(unlock, points[position]))
                if card is not None:
                    yield card


@pytest.mark.parametrize("game", ["hearts", "cutthroat", "spar"])
def test_a_recorder_at_the_host_finds_no_card_before_it_is_played(game: str) -> None:
    table = Recorded(game, changes={"max_hands": 1}, seed=9)
    table.run()
    assert table.tried == [], "a card could be computed before its last key was out"
    referee, n = table.referee, table.referee.n
    opened = table.referee.flow.dealing.public.opened  # type: ignore[union-attr]
    ctx = table.referee.flow.dealing.ctx  # type: ignore[union-attr]
    plays = [at for at, blob in enumerate(table.heard) if at % 2 == 0 and Message.decode(blob).kind == "play"]
    before = b"".join(table.heard[: plays[0]])
    for seat in range(n):
        hand = tuple(opened[position] for position in ctx.positions(seat))
        assert card_set(hand) == referee.flow.hands[1][seat]
        for how, data in encodings(hand):
            assert data not in before, f"seed 9: seat {seat}, {how}"
        seed = table.seats[seat].saved["seed/1/0"]
        said_seed = next(at for at in range(0, len(table.heard), 2) if seed in table.heard[at])
        assert Message.decode(table.heard[said_seed]).kind == "seed"
        secrets = SealedSeat(ctx, seat, ctx.keys[seat], seed)
        for position in ctx.positions(seat):
            key = secrets.key(position)
            first = next(at for at in range(0, len(table.heard), 2) if key in table.heard[at])
            message = Message.decode(table.heard[first])
            assert message.kind in ("play", "seed"), (position, message.kind)
    shut = [position for position in ctx.stock for found in computed(table, position)]
    assert shut == [], "the stock stays shut until the seeds are out"


def test_the_recorder_would_find_a_hand() -> None:
    """The search itself works: each encoding of a hand is found where it stands."""
    rng = Random(2)
    hand = tuple(rng.sample(range(52), 13))
    noise = rng.randbytes(500)
    found = [how for how, data in encodings(hand) if data in noise + bytes(hand[:5]) + noise]
    assert "as dealt, numbers" in found
    assert any(data in noise + card_set(hand).to_bytes(8, "little") for _, data in encodings(hand))
    assert not any(data in noise for _, data in encodings(hand))


# -- uniformity -------------------------------------------------------------------------------------------------------


def deals(count: int, n: int, hand: int, size: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    """The hands of many deals from fixed seeds, by the permutations that the audit follows."""
    for number in range(1, count + 1):
        keys = tuple(sha256(b"key" + bytes([seat])) for seat in range(n))
        ctx = Context(sha256(b"uniform"), number, 0, "B", tuple(range(size)), hand, number % n, keys)
        order = list(ctx.deck)
        for offset in range(n):
            seat = (ctx.dealer + 1 + offset) % n
            secrets = SealedSeat(ctx, seat, keys[seat], sha256(b"seed" + number.to_bytes(4, "big") + bytes([seat])))
            order = [order[index] for index in secrets.permutation]
        yield tuple(tuple(order[k] for k in ctx.positions(seat)) for seat in range(n))


def chi_square(observed: list[list[int]]) -> float:
    expected = sum(map(sum, observed)) / sum(map(len, observed))
    return sum((value - expected) ** 2 / expected for row in observed for value in row)


def limits(freedom: int) -> tuple[float, float]:
    """Between these a chi-square lies but once in about 10^5 (Wilson and Hilferty's approximation, 4.3 sigma)."""
    spread = 2 / (9 * freedom)
    return tuple(freedom * (1 - spread + z * spread**0.5) ** 3 for z in (-4.3, 4.3))  # type: ignore[return-value]


def test_every_card_comes_to_every_seat_and_place_equally_often() -> None:
    count, n, hand = 3000, 4, 13
    seats = [[0] * n for _ in range(52)]
    places = [[0] * 52 for _ in range(52)]
    pairs = [[0] * 4 for _ in range(4)]
    for hands in deals(count, n, hand, 52):
        for seat, cards in enumerate(hands):
            for place, card in enumerate(cards):
                seats[card][seat] += 1
                places[card][seat * hand + place] += 1
        where = {card: seat for seat, cards in enumerate(hands) for card in cards}
        pairs[where[0]][where[51]] += 1
    low, high = limits(52 * (n - 1) - (n - 1))
    assert low < chi_square(seats) < high
    low, high = limits(51 * 51)
    assert low < chi_square(places) < high
    together = sum(pairs[seat][seat] for seat in range(4))
    assert abs(together - count * 12 / 51) < 4.3 * (count * 12 / 51 * 39 / 51) ** 0.5


def test_the_permutations_are_what_is_really_dealt() -> None:
    """The shortcut of the statistics gives the very cards that the locks give."""
    table = MemoryTable("spar", 3, changes={"max_hands": 1}, seed=4).run()
    dealing: Any = table.referee.flow.dealing
    ctx = dealing.ctx
    seeds = {seat.seat: seat.saved["seed/1/0"] for seat in table.seats}
    order = list(ctx.deck)
    for offset in range(3):
        seat = (ctx.dealer + 1 + offset) % 3
        order = [order[i] for i in SealedSeat(ctx, seat, ctx.keys[seat], seeds[seat]).permutation]
    assert {position: order[position] for position in dealing.public.opened} == dealing.public.opened
    assert audit_sealed(dealing.public, seeds).stock == tuple(order[k] for k in ctx.stock)
