"""Vectors of both deals, for every setup of seats and cards that a game has."""

from __future__ import annotations

from p2pcards_protocol.body import encode_body
from p2pcards_protocol.deal import (
    Context,
    DealerDeal,
    DealerSecrets,
    SealedSeat,
    audit_sealed,
    bot_commitment,
    commitment,
)
from p2pcards_protocol.deal.dealer import pass_hash as dealer_pass_hash
from p2pcards_protocol.hashing import sha256
from p2pcards_protocol.header import table_id_of
from protocol.sealed_table import run
from protocol.vectors.plain import Json, plain

DECKS: dict[int, tuple[int, ...]] = {
    52: tuple(range(52)),
    51: tuple(c for c in range(52) if c != 13),
    50: tuple(c for c in range(52) if c not in (0, 13)),
    48: tuple(c for c in range(52) if c % 13 != 0),
    36: tuple(c for c in range(52) if c % 13 >= 4),
    35: tuple(c for c in range(52) if c % 13 >= 4 and c != 51),
}
#: (seats, deck size, hand size, dealer)
SETUPS = (
    (2, 52, 26, 0),
    (2, 35, 5, 1),
    (3, 51, 17, 2),
    (3, 35, 5, 1),
    (4, 52, 13, 3),
    (4, 36, 5, 0),
    (4, 48, 12, 1),
    (5, 50, 10, 4),
    (5, 35, 5, 2),
    (6, 48, 8, 5),
    (6, 36, 6, 3),
)
HOST_KEY, HOST_SEED = sha256(b"host"), b"\xaa" * 32


def context(n: int, size: int, hand: int, dealer: int, mode: str) -> tuple[Context, dict[str, Json]]:
    keys = tuple(sha256(b"pk" + str(i).encode()) for i in range(n))
    nonces = tuple(bytes([0x10 + i]) * 32 for i in range(n))
    table_id = table_id_of(HOST_KEY, bytes(range(32)), sha256(b"vector/1"), keys, nonces)
    ctx = Context(table_id, 3, 1, mode, DECKS[size], hand, dealer, keys)  # type: ignore[arg-type]
    given = {
        "name": f"{n} seats, {size} cards, {hand} each",
        "table_id": plain(table_id),
        "deal": 3,
        "attempt": 1,
        "deck": list(ctx.deck),
        "hand_size": hand,
        "dealer": dealer,
        "keys": plain(keys),
        "seeds": plain([bytes([i + 1]) * 32 for i in range(n)]),
        "ctx": plain(ctx.bytes),
        "bot_0": {
            "label": "hard:steady",
            "version": 1,
            "seed": plain(b"\xbb" * 32),
            "bot": plain(bot_commitment(ctx, 0, keys[0], 1, b"\xbb" * 32, "hard:steady")),
        },
    }
    return ctx, given


def dealer_deals() -> Json:
    cases = []
    for setup in SETUPS:
        ctx, case = context(*setup, "A")
        seeds = {seat: bytes([seat + 1]) * 32 for seat in range(ctx.n)}
        deal, secrets = DealerDeal(ctx, HOST_KEY), DealerSecrets(ctx, HOST_SEED)
        for seat, seed in seeds.items():
            deal.commit(seat, commitment(ctx, seat, ctx.keys[seat], seed))
        deal.commit(255, secrets.commitment(HOST_KEY))
        deal.commits_closed()
        for seat, seed in seeds.items():
            deal.reveal(seat, seed)
        deal.reveals_closed()
        cards = secrets.deck(seeds)
        deal.hand_hashes(secrets.hashes)
        dealt = deal.host_seed(HOST_SEED)
        nonce, passed = b"\x77" * 32, secrets.hand(0)[0][:3]
        cases.append(
            {
                **case,
                "host_key": plain(HOST_KEY),
                "host_seed": plain(HOST_SEED),
                "commits": plain([deal.commits[seat] for seat in (*range(ctx.n), 255)]),
                "cards": list(cards),
                "hands": plain(dealt.hands),
                "hand_nonces": plain([secrets.hand(seat)[1] for seat in range(ctx.n)]),
                "hand_hashes": plain(secrets.hashes),
                "stock": plain(dealt.stock),
                "pass": {
                    "from": 0,
                    "to": 1,
                    "nonce": plain(nonce),
                    "cards": sorted(passed),
                    "hash": plain(dealer_pass_hash(ctx, 0, 1, nonce, passed)),
                },
                "outcome": "ok",
            }
        )
    return cases


def sealed_deals() -> Json:
    cases = []
    for setup in SETUPS:
        ctx, case = context(*setup, "B")
        seats = [SealedSeat(ctx, seat, ctx.keys[seat], bytes([seat + 1]) * 32) for seat in range(ctx.n)]
        deal = run(ctx, seats)
        hands = [list(seat.own_cards(deal).values()) for seat in seats]
        positions = ctx.positions(0)[:3]
        ct = seats[0].pass_box(deal, 1, positions)
        dealt = audit_sealed(deal, {seat.seat: seat.seed for seat in seats})
        cases.append(
            {
                **case,
                "seat_0": {
                    "prk": plain(seats[0].prk),
                    "blanket": plain(seats[0].blanket.to_bytes(32, "big")),
                    "card_key_0": plain(seats[0].card_keys[0].to_bytes(32, "big")),
                    "permutation": list(seats[0].permutation),
                },
                "commits": [plain(encode_body(deal.commits[seat])) for seat in range(ctx.n)],
                "order": [[kind, seat] for kind, seat in deal.lists],
                "lists_sha256": plain([sha256(b"".join(points)) for points in deal.lists.values()]),
                "last_list": plain(list(deal.lists.values())[-1]),
                "keys_sha256": plain(
                    [
                        [sha256(b"".join(seat.keys_for(t))) if t != seat.seat else b"" for t in range(ctx.n)]
                        for seat in seats
                    ]
                ),
                "own_keys_sha256": plain(
                    [sha256(b"".join(seat.key(k) for k in ctx.positions(seat.seat))) for seat in seats]
                ),
                "hands": hands,
                "stock": plain(dealt.stock),
                "pass": {
                    "from": 0,
                    "to": 1,
                    "positions": list(positions),
                    "ct": plain(ct),
                    "hash": plain(seats[0].pass_commitment(deal, 1, positions)),
                },
                "leave": {
                    "seat": 0,
                    "box": plain(deal.commits[1].box),
                    "ct": plain(seats[0].leave_box(deal.commits[1].box)),
                },
                "outcome": "ok",
            }
        )
    return cases
