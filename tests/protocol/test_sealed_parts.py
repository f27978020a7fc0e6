"""The parts of a sealed deal: staged keys, passes, leaving, and what every refusal leaves unchanged."""

from __future__ import annotations

from typing import Any

import pytest
from p2pcards_protocol.deal import SealedDeal, SealedSeat, audit_sealed, open_leave_box
from p2pcards_protocol.deal.box import box_public, stand_in_box
from p2pcards_protocol.deal.curve import ORDER, card_of_point, inverse, inverses, multiply, product, scalar
from p2pcards_protocol.errors import FairnessError
from protocol.sealed_table import make_context, make_seat, publish, run
from protocol.table import identity

DECK = (3, 12, 17, 25, 30, 31, 38, 44, 50, 51)


def seats_of(n: int = 3, hand: int = 3) -> list[SealedSeat]:
    ctx = make_context(n, DECK, hand, dealer=1)
    return [make_seat(ctx, seat) for seat in range(n)]


def dealt(n: int = 3, hand: int = 3) -> tuple[SealedDeal, list[SealedSeat]]:
    seats = seats_of(n, hand)
    return run(seats[0].ctx, seats), seats


def listed() -> tuple[SealedDeal, list[SealedSeat]]:
    """All lists are there, no keys yet."""
    deal, seats = dealt()
    deal.keys.clear()
    deal._covers.clear()
    return deal, seats


def state(deal: SealedDeal) -> Any:
    return (
        dict(deal.commits),
        dict(deal.lists),
        dict(deal.keys),
        dict(deal.holder),
        dict(deal.opened),
        dict(deal.pass_commits),
        dict(deal.passes),
        deal.next_list,
        set(deal._used),
    )


def refused(deal: SealedDeal, call: Any, *args: Any) -> tuple[int | None, str]:
    """Who is refused and why; and nothing has changed."""
    before = state(deal)
    with pytest.raises(FairnessError) as caught:
        call(*args)
    assert state(deal) == before
    return caught.value.seat, caught.value.reason


def test_scalars_cancel_in_any_order() -> None:
    x = next(iter(card_of_point()))
    ks = [3, 5, ORDER - 7, 123456789]
    y = x
    for k in ks:
        y = multiply(scalar(k), y)
    for k in (ks[2], ks[0], ks[3], ks[1]):
        y = multiply(scalar(inverse(k)), y)
    assert y == x
    assert inverses(ks) == [inverse(k) for k in ks]
    assert product(ks) * product(inverses(ks)) % ORDER == 1
    assert inverses([]) == []
    for k in (0, ORDER, -1):
        with pytest.raises(ValueError, match="scalar"):
            scalar(k)


def test_everything_has_its_time() -> None:
    seats = seats_of()
    deal = SealedDeal(seats[0].ctx)
    body = seats[0].commit_body()
    assert refused(deal, deal.pass_list, 2, "p1", DECK) == (2, "not-your-list")
    assert refused(deal, deal.publish_keys, 0, {}) == (0, "not-now")
    assert refused(deal, deal.pass_commit, 0, bytes(32)) == (0, "not-now")
    assert refused(deal, deal.commits_closed) == (0, "commit-missing")
    assert refused(deal, deal.commit, 3, body) == (3, "no-such-seat")
    deal.commit(0, body)
    assert refused(deal, deal.commit, 0, body) == (0, "commit-twice")
    assert refused(deal, deal.commit, 1, body) == (1, "commit-copied")
    deal.commit(1, seats[1].commit_body())
    deal.commit(2, seats[2].commit_body())
    deal.commits_closed()
    assert refused(deal, deal.commit, 2, seats[2].commit_body()) == (2, "not-now")
    assert deal.next_list == ("p1", 2)
    assert deal.final is None


def test_keys_go_out_seat_by_seat_where_a_hand_must_stay_shut() -> None:
    """Blind nil: the keys for seat 1 come only after its `blind` or `look`."""
    deal, seats = listed()
    for seat in (0, 2):
        deal.publish_keys(seat, {t: seats[seat].keys_for(t) for t in (0, 2) if t != seat})
    deal.publish_keys(1, {t: seats[1].keys_for(t) for t in (0, 2)})
    assert len(seats[0].own_cards(deal)) == len(seats[2].own_cards(deal)) == 3
    assert deal.keys_missing(1) == (0, 2)
    with pytest.raises(FairnessError, match="keys-missing") as caught:
        seats[1].own_cards(deal)
    assert caught.value.seat == 0
    for seat in seats:  # nobody can open a card of it, the seat itself included
        for position in deal.ctx.positions(1):
            assert deal.card_at(position, seat.card_keys[position]) is None
    deal.publish_keys(0, {1: seats[0].keys_for(1)})
    assert refused(deal, deal.publish_keys, 0, {1: seats[0].keys_for(1)}) == (0, "keys-twice")
    deal.publish_keys(2, {1: seats[2].keys_for(1)})
    assert len(seats[1].own_cards(deal)) == 3


def test_what_is_published_opens_no_hand() -> None:
    """With everything on the wire, and one player's secrets besides, the cards of the others stay shut."""
    deal, seats = dealt()
    assert deal.final is not None
    for spy in (None, *seats):
        for seat in seats:
            if seat is spy:
                continue
            for position in deal.ctx.positions(seat.seat):
                lock = deal.cover(position)
                assert lock is not None
                for extra in (1, spy.card_keys[position] if spy else 1, spy.blanket if spy else 1):
                    x = multiply(scalar(inverse(lock * extra % ORDER)), deal.final[position])
                    assert x not in card_of_point()


def test_a_play_opens_its_card_and_a_refused_one_changes_nothing() -> None:
    deal, seats = dealt()
    cards = seats[0].own_cards(deal)
    (first, card), (second, _), _ = cards.items()
    key = seats[0].key(first)
    assert refused(deal, deal.play, 1, first, key, card) == (1, "not-your-position")
    assert refused(deal, deal.play, 0, second, key, card) == (0, "key-hash")
    assert refused(deal, deal.play, 0, first, key, card ^ 1) == (0, "another-card")
    assert refused(deal, deal.play, 0, deal.ctx.stock[0], key, card) == (0, "not-your-position")
    deal.play(0, first, key, card)
    assert deal.opened == {first: card}
    assert deal.held(0) == tuple(sorted(set(cards) - {first}))
    assert refused(deal, deal.play, 0, first, key, card) == (0, "not-your-position")


def test_a_card_may_be_shown_before_it_is_played() -> None:
    deal, seats = dealt()
    position, card = next(iter(seats[2].own_cards(deal).items()))
    assert deal.show(2, position, seats[2].key(position)) == card
    assert position in deal.held(2)
    assert refused(deal, deal.play, 2, position, seats[2].key(position), card ^ 1) == (2, "another-card")
    deal.play(2, position, seats[2].key(position), card)
    assert position not in deal.held(2)


def test_a_card_taken_back_stays_open_and_is_its_seats_again() -> None:
    deal, seats = dealt()
    (first, card), (_, other), _ = seats[0].own_cards(deal).items()
    key = seats[0].key(first)
    assert refused(deal, deal.take_back, 0, card) == (0, "not-played")
    deal.play(0, first, key, card)
    assert refused(deal, deal.take_back, 0, other) == (0, "not-played")
    deal.take_back(0, card)
    assert deal.opened == {first: card}
    assert first in deal.held(0)
    assert refused(deal, deal.take_back, 0, card) == (0, "not-played")
    assert refused(deal, deal.play, 1, first, key, card) == (1, "not-your-position")
    assert refused(deal, deal.play, 0, first, bytes(32), card) == (0, "key-hash")
    deal.play(0, first, key, card)
    assert first not in deal.held(0)
    dealt_cards = audit_sealed(deal, {seat.seat: seat.seed for seat in seats})
    assert dealt_cards.hands == tuple(tuple(seat.own_cards(deal).values()) for seat in seats)


def passed(deal: SealedDeal, seats: list[SealedSeat]) -> dict[int, dict[int, int]]:
    """Each seat passes its first two cards to the left; what each receives."""
    n = deal.ctx.n
    for seat in seats:
        deal.pass_commit(seat.seat, seat.pass_commitment(deal, (seat.seat + 1) % n, deal.ctx.positions(seat.seat)[:2]))
    for seat in reversed(seats):
        to, positions = (seat.seat + 1) % n, deal.ctx.positions(seat.seat)[:2]
        deal.pass_open(seat.seat, to, positions, seat.pass_box(deal, to, positions))
    deal.passes_closed()
    return {seat.seat: seats[seat.seat].open_pass(deal, (seat.seat - 1) % n) for seat in seats}


def test_passed_cards_are_read_and_played_by_their_receiver_alone() -> None:
    deal, seats = dealt()
    hands = {seat.seat: seat.own_cards(deal) for seat in seats}
    received = passed(deal, seats)
    assert received[1] == dict(list(hands[0].items())[:2])
    position, card = next(iter(received[1].items()))
    assert refused(deal, deal.play, 0, position, seats[0].key(position), card) == (0, "not-your-position")
    deal.play(1, position, seats[1].key(position), card)
    with pytest.raises(ValueError, match="another seat"):
        seats[2].open_pass(deal, 0)
    dealt_cards = audit_sealed(deal, {seat.seat: seat.seed for seat in seats})
    assert dealt_cards.hands == tuple(tuple(hands[seat].values()) for seat in range(3))


def test_a_pass_is_what_was_committed_and_what_is_held() -> None:
    deal, seats = dealt()
    positions = deal.ctx.positions(0)[:2]
    ct = seats[0].pass_box(deal, 1, positions)
    deal.pass_commit(0, seats[0].pass_commitment(deal, 1, positions))
    assert refused(deal, deal.pass_commit, 0, bytes(32)) == (0, "pass-twice")
    assert refused(deal, deal.pass_commit, 2, seats[0].pass_commitment(deal, 1, positions)) == (2, "pass-copied")
    assert refused(deal, deal.pass_open, 0, 2, positions, ct) == (0, "pass-hash")
    assert refused(deal, deal.pass_open, 0, 0, positions, ct) == (0, "pass-shape")
    assert refused(deal, deal.pass_open, 0, 1, positions[::-1], ct) == (0, "pass-shape")
    assert refused(deal, deal.pass_open, 0, 1, positions, ct[:-1]) == (0, "pass-shape")
    assert refused(deal, deal.pass_open, 0, 1, deal.ctx.positions(1)[:2], ct) == (0, "pass-not-held")
    assert refused(deal, deal.passes_closed) == (0, "pass-missing")
    deal.pass_open(0, 1, positions, ct)
    assert refused(deal, deal.pass_open, 0, 1, positions, ct) == (0, "pass-twice")


def test_only_the_receiver_opens_a_box() -> None:
    deal, seats = dealt()
    passed(deal, seats)
    to, positions, ct = deal.passes[0]
    deal.passes[0] = (2, positions, ct)
    with pytest.raises(FairnessError, match="pass-box"):
        seats[2].open_pass(deal, 0)
    deal.passes[0] = (to, positions, bytes([ct[0] ^ 1]) + ct[1:])
    with pytest.raises(FairnessError, match="pass-box"):
        seats[1].open_pass(deal, 0)


def test_a_leaver_s_seed_reaches_the_host_s_bot_and_nobody_else() -> None:
    deal, seats = dealt()
    bot = stand_in_box(identity("host's bot"), deal.ctx.table_id)
    ct = seats[1].leave_box(box_public(bot))
    assert len(ct) == 80
    taken = open_leave_box(deal.ctx, 1, bot, ct)
    assert taken is not None
    assert taken.own_cards(deal) == seats[1].own_cards(deal)
    assert open_leave_box(deal.ctx, 0, bot, ct) is None
    assert open_leave_box(deal.ctx, 1, stand_in_box(identity("another"), deal.ctx.table_id), ct) is None
    assert open_leave_box(deal.ctx, 1, bot, ct[:40]) is None


def test_errors_and_the_audit_say_which_entry_it_was() -> None:
    seats = seats_of()
    deal = SealedDeal(seats[0].ctx)
    for seat in seats:
        deal.at = 10 + seat.seat
        deal.commit(seat.seat, seat.commit_body())
    deal.commits_closed()
    number = 20
    while (step := deal.next_list) is not None:
        kind, who = step
        deal.at = number = number + 1
        made = seats[who].pass1(deal.current) if kind == "p1" else seats[who].pass2(deal.current)
        deal.pass_list(who, kind, (made[1], made[0], *made[2:]) if step == ("p2", 0) else made)
    with pytest.raises(FairnessError) as caught:
        audit_sealed(deal, {seat.seat: seat.seed for seat in seats})
    assert (caught.value.seat, caught.value.entry) == (0, deal.where["p2", 0])
    with pytest.raises(FairnessError) as caught:
        audit_sealed(deal, {1: b"\x05" * 32})
    assert (caught.value.seat, caught.value.reason, caught.value.entry) == (1, "seed-not-committed", 11)
    deal.at = 99
    with pytest.raises(FairnessError) as caught:
        publish(deal, make_seat(make_context(3, DECK, 3, dealer=1, name=b"other"), 0))
    assert (caught.value.seat, caught.value.reason, caught.value.entry) == (0, "keys-not-committed", 99)


def test_an_audit_of_a_deal_that_froze_half_way_knows_no_card() -> None:
    seats = seats_of()
    deal = SealedDeal(seats[0].ctx)
    for seat in seats:
        deal.commit(seat.seat, seat.commit_body())
    deal.commits_closed()
    deal.pass_list(2, "p1", seats[2].pass1(deal.current))
    result = audit_sealed(deal, {seat.seat: seat.seed for seat in seats})
    assert {card for hand in (*result.hands, result.stock) for card in hand} == {None}


def test_secrets_that_are_known_already_make_the_same_audit() -> None:
    deal, seats = dealt()
    seeds = {seat.seat: seat.seed for seat in seats}
    assert audit_sealed(deal, seeds, {0: seats[0]}) == audit_sealed(deal, seeds)
    other = make_seat(make_context(3, DECK, 3, dealer=1, name=b"other"), 0)
    assert audit_sealed(deal, seeds, {0: other}) == audit_sealed(deal, seeds)


def test_seeds_and_contexts_of_a_wrong_size_are_refused() -> None:
    ctx = make_context(3, DECK, 3)
    with pytest.raises(ValueError, match="32"):
        SealedSeat(ctx, 0, ctx.keys[0], b"short")
    with pytest.raises(ValueError, match="names"):
        SealedSeat(ctx, 0, ctx.keys[1], bytes(32))
    for deck, hand, dealer in (
        ((), 1, 0),
        ((3, 2, 1), 1, 0),
        ((1, 1, 2), 1, 0),
        (DECK, 4, 0),
        (DECK, 1, 3),
        ((60,), 1, 0),
    ):
        with pytest.raises(ValueError, match=r"."):
            make_context(3, deck, hand, dealer)
