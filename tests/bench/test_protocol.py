"""Figures of the protocol floor for docs/performance.md: `pytest tests/bench/test_protocol.py -m bench`.

"Critical path" is the CPU of everything that must follow one after another from the commitments until every hand is
readable: one commitment, all lists with the check of each, one seat's keys, one seat's reading. The scalars of a seat
(`prepare`) are made while others commit and are a figure of their own.
"""

from __future__ import annotations

from typing import Any

import pytest
from p2pcards_protocol.body import encode_body
from p2pcards_protocol.codec import pack
from p2pcards_protocol.deal import Context, SealedDeal, SealedSeat, audit_sealed, curve
from p2pcards_protocol.deal.dealer import deal_cards
from p2pcards_protocol.hashing import sha256, u32
from p2pcards_protocol.ledger import Ledger
from p2pcards_protocol.transcript import Draft
from p2pcards_protocol.verified import SIGNATURES
from protocol.table import Table

pytestmark = pytest.mark.bench

SIZES = ((2, 26), (3, 17), (4, 13), (6, 8))
ROUNDS = 15
_fresh = iter(range(10**9))


def fresh_seats(n: int, hand: int) -> tuple[Context, list[SealedSeat]]:
    """Seats of a deal that nobody has seen: no point and no scalar of it is cached."""
    name = sha256(u32(next(_fresh)))
    keys = tuple(sha256(name + b"key" + bytes([seat])) for seat in range(n))
    ctx = Context(name, 1, 0, "B", tuple(range(52))[: 48 if n == 6 else 51 if n == 3 else 52], hand, 0, keys)
    return ctx, [SealedSeat(ctx, seat, keys[seat], sha256(name + bytes([seat]))) for seat in range(n)]


def committed(n: int, hand: int) -> tuple[SealedDeal, list[SealedSeat]]:
    ctx, seats = fresh_seats(n, hand)
    deal = SealedDeal(ctx)
    for seat in seats:
        deal.commit(seat.seat, seat.commit_body())
        seat.prepare()
    deal.commits_closed()
    return deal, seats


def make_lists(deal: SealedDeal, seats: list[SealedSeat]) -> None:
    while (step := deal.next_list) is not None:
        kind, number = step
        make = seats[number].pass1 if kind == "p1" else seats[number].pass2
        deal.pass_list(number, kind, make(deal.current))


def publish(deal: SealedDeal, seats: list[SealedSeat]) -> None:
    for seat in seats:
        deal.publish_keys(seat.seat, {t: seat.keys_for(t) for t in range(deal.ctx.n) if t != seat.seat})


@pytest.fixture(autouse=True)
def _warm() -> None:
    curve.card_points()
    curve.card_of_point()


def test_dealer_deck(benchmark: Any) -> None:
    ctx, _ = fresh_seats(4, 13)
    dealer = Context(ctx.table_id, 1, 0, "A", ctx.deck, 13, 0, ctx.keys)
    seeds = [bytes([seat]) * 32 for seat in range(4)]
    benchmark(lambda: deal_cards(dealer, b"\xaa" * 32, seeds))


@pytest.mark.parametrize(("n", "hand"), SIZES)
def test_sealed_critical_path(benchmark: Any, n: int, hand: int) -> None:
    def step(deal: SealedDeal, seats: list[SealedSeat]) -> None:
        seats[0].commit_body()
        make_lists(deal, seats)
        keys = {t: seats[0].keys_for(t) for t in range(n) if t != 0}
        deal.publish_keys(0, keys)
        for seat in seats[1:]:  # the others publish at the same time
            others = {t: seat.keys_for(t) for t in range(n) if t != seat.seat}
            deal.publish_keys(seat.seat, others)
        seats[0].own_cards(deal)

    benchmark.pedantic(step, setup=lambda: (committed(n, hand), {}), rounds=ROUNDS)


@pytest.mark.parametrize(("n", "hand"), SIZES)
def test_sealed_audit(benchmark: Any, n: int, hand: int) -> None:
    def setup() -> tuple[tuple[Any, ...], dict[str, Any]]:
        deal, seats = committed(n, hand)
        make_lists(deal, seats)
        publish(deal, seats)
        return (deal, {seat.seat: seat.seed for seat in seats}), {}

    benchmark.pedantic(audit_sealed, setup=setup, rounds=ROUNDS)


def test_prepare_one_seat(benchmark: Any) -> None:
    benchmark.pedantic(lambda seat: seat.prepare(), setup=lambda: ((fresh_seats(4, 13)[1][0],), {}), rounds=ROUNDS)


@pytest.mark.parametrize(("n", "hand"), SIZES)
def test_bytes_of_one_seat_in_a_sealed_deal(benchmark: Any, n: int, hand: int) -> None:
    """The bytes of the bodies that a seat sends until hands are readable, and its plays and seed; with 150 bytes for
    envelope and signature each."""
    deal, seats = committed(n, hand)
    make_lists(deal, seats)

    def count() -> int:
        me = seats[0]
        keys = [[t, list(me.keys_for(t))] for t in range(n) if t]
        sizes = [
            len(pack(encode_body(me.commit_body()))),
            *(len(pack({"points": list(deal.lists[kind, 0])})) for kind in ("p1", "p2")),
            len(pack({"keys": keys})),
        ]
        return sum(sizes) + 150 * len(sizes)

    benchmark.extra_info["bytes"] = benchmark.pedantic(count, rounds=1)


def bids(count: int) -> tuple[Table, list[Draft]]:
    """A table and a turn for it; made anew for each round."""
    table = Table()
    return table, [table.ledger.author(table.players[0], 0, 0, "bid", {"tricks": i}) for i in range(count)]


def test_entry_author_signs(benchmark: Any) -> None:
    table = Table()
    benchmark(lambda: table.ledger.author(table.players[0], 0, 0, "bid", {"tricks": 3}))


def test_entry_host_checks_seals_and_appends(benchmark: Any) -> None:
    def setup() -> tuple[tuple[Any, ...], dict[str, Any]]:
        SIGNATURES.clear()
        table = Table()
        return (table, table.ledger.author(table.players[0], 0, 0, "bid", {"tricks": 3})), {}

    def step(table: Table, draft: Draft) -> None:
        table.ledger.check(draft.blob, draft.asig)
        table.ledger.append(table.ledger.seal(table.host, 1, draft.blob, draft.asig))

    benchmark.pedantic(step, setup=setup, rounds=200)


def test_entry_client_checks_and_appends(benchmark: Any) -> None:
    table = Table()
    entry = table.draft(0, "bid", {"tricks": 3})

    def setup() -> tuple[tuple[Any, ...], dict[str, Any]]:
        SIGNATURES.clear()
        return (Ledger(table.header),), {}

    benchmark.pedantic(lambda ledger: ledger.append(entry), setup=setup, rounds=200)
