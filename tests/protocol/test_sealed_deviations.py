"""Whoever deviates from a sealed deal is named, at once or by the audit, and nobody else ever is."""

from __future__ import annotations

from random import Random

import pytest
from p2pcards_protocol.deal import audit_sealed
from protocol.cheats import CHEATS, make_cheat
from protocol.sealed_table import Outcome, make_seat, run, run_deal, small_context


def deviate(name: str, seed: int) -> tuple[int, Outcome]:
    """One deal with one dishonest seat; everything follows from the seed."""
    rng = Random(seed)
    ctx = small_context(rng)
    cheater = rng.randrange(ctx.n)
    passing = 1 if "pass" in name or (rng.random() < 0.5 and name != "wrong own key") else 0  # it must keep a card
    seats = [make_cheat(ctx, seat, name, rng) if seat == cheater else make_seat(ctx, seat) for seat in range(ctx.n)]
    return cheater, run_deal(seats, rng, passing)


@pytest.mark.parametrize("name", CHEATS)
def test_each_deviation_names_its_seat(name: str) -> None:
    cheater, outcome = deviate(name, seed=2024)
    assert outcome.blamed == cheater, f"{name}: blamed {outcome.blamed} ({outcome.reason}), not {cheater}"


@pytest.mark.soak
def test_a_thousand_deviations_name_the_right_seat_and_no_other() -> None:
    first = Random().randrange(2**32)
    print(f"first seed {first}")
    for seed in range(first, first + 1000):
        name = CHEATS[seed % len(CHEATS)]
        cheater, outcome = deviate(name, seed)
        assert outcome.blamed == cheater, f"seed {seed}, {name}: blamed {outcome.blamed} ({outcome.reason})"


@pytest.mark.parametrize("seed", range(6))
def test_honest_seats_are_never_named(seed: int) -> None:
    rng = Random(seed)
    ctx = small_context(rng)
    outcome = run_deal([make_seat(ctx, seat) for seat in range(ctx.n)], rng, passing=seed % 2)
    assert (outcome.blamed, outcome.reason) == (None, "")
    assert outcome.dealt is not None
    assert sorted(c for hand in (*outcome.dealt.hands, outcome.dealt.stock) for c in hand if c is not None) == list(
        ctx.deck
    )


def test_what_is_refused_at_once_and_what_waits_for_the_audit() -> None:
    online = {name for name in CHEATS if deviate(name, seed=7)[1].online}
    shape = {"list too short", "element not on the curve", "duplicate", "element of the list before", "bare card point"}
    assert {f"p1 {name}" for name in shape} | {f"p2 {name}" for name in shape} <= online
    assert {"box of low order", "too few bulks", "wrong key", "key zero", "key of the order", "wrong own key"} <= online
    hidden = {"p1 tag", "p2 two swapped", "wrong commitment", "wrong box", "mark and repair", "committed wrong key"}
    assert not hidden & online


def test_a_seat_without_a_seed_is_missing_and_not_blamed() -> None:
    ctx = small_context(Random(5))
    seats = [make_seat(ctx, seat) for seat in range(ctx.n)]
    deal = run(ctx, seats)
    for seat in seats:
        for position, card in seat.own_cards(deal).items():
            deal.play(seat.seat, position, seat.key(position), card)
    hands = audit_sealed(deal, {seat.seat: seat.seed for seat in seats}).hands
    partial = audit_sealed(deal, {seat.seat: seat.seed for seat in seats[1:]})
    assert partial.missing == (0,)
    assert partial.hands == hands
    assert set(partial.stock) <= {None}


def test_without_a_seed_an_unplayed_card_of_that_seat_stays_unknown() -> None:
    ctx = small_context(Random(5))
    seats = [make_seat(ctx, seat) for seat in range(ctx.n)]
    deal = run(ctx, seats)
    partial = audit_sealed(deal, {seat.seat: seat.seed for seat in seats[1:]})
    assert set(partial.hands[0]) == {None}
    assert partial.hands[1] == tuple(seats[1].own_cards(deal).values())
