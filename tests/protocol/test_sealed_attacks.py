"""The five attacks that worked on earlier drafts of the sealed deal, and what stops each."""

from __future__ import annotations

from random import Random

import pytest
from p2pcards_protocol.deal import SealedDeal, audit_sealed
from p2pcards_protocol.deal.curve import ORDER, card_of_point, card_points, inverse, multiply, scalar
from p2pcards_protocol.errors import FairnessError, TranscriptError
from protocol.cheats import CheatSeat, make_cheat
from protocol.sealed_table import make_context, make_seat, run
from protocol.table import Table

DECK = (0, 12, 17, 25, 30, 38, 44, 51)
ACE_OF_SPADES = 51


def refused(call: object, *args: object) -> FairnessError:
    with pytest.raises(FairnessError) as caught:
        call(*args)  # type: ignore[operator]
    return caught.value


def test_1_a_planted_card_opens_arithmetically_but_not_against_its_key_hash() -> None:
    """The last seat of pass 2 puts r * ace on a position of its own and, once the others' keys are out, computes the
    key that makes an ace of it. The hash that went with its commitment is of another key."""
    ctx = make_context(3, DECK, 2, dealer=0)
    last = 1
    seats = [make_seat(ctx, 0), CheatSeat(ctx, last, ctx.keys[last], b"\x01" * 32), make_seat(ctx, 2)]
    position = ctx.positions(last)[0]
    r = 0x1234567
    plant = multiply(scalar(r), card_points()[ACE_OF_SPADES])
    seats[last].on_p2 = lambda made, before: (*made[:position], plant, *made[position + 1 :])  # type: ignore[attr-defined]
    deal = run(ctx, seats)
    cover = deal.cover(position)
    assert cover is not None
    forged = r * inverse(cover) % ORDER
    assert deal.card_at(position, forged) == ACE_OF_SPADES
    error = refused(deal.show, last, position, forged.to_bytes(32, "big"))
    assert (error.seat, error.reason) == (last, "key-hash")
    honest = refused(deal.show, last, position, seats[last].key(position))
    assert (honest.seat, honest.reason) == (None, "garbage")
    named = refused(audit_sealed, deal, {seat.seat: seat.seed for seat in seats})
    assert (named.seat, named.reason) == (last, "audit-p2")


def test_2_a_pair_with_a_known_ratio_marks_a_card_until_the_others_keys_are_on() -> None:
    """The first seat makes one element t times another. After everybody's blankets and shuffles the pair still has that
    ratio: in a second pass of the same order it would find its card and move it. In the reverse order it comes last,
    when every position has other keys, and the ratio is gone."""
    ctx = make_context(3, DECK, 2, dealer=0)
    first = 1
    t = scalar(0xABCDEF)
    seats = [make_seat(ctx, 0), CheatSeat(ctx, first, ctx.keys[first], b"\x01" * 32), make_seat(ctx, 2)]
    seats[first].on_p1 = lambda made, before: (made[0], multiply(t, made[0]), *made[2:])  # type: ignore[attr-defined]
    deal = SealedDeal(ctx)
    for seat in seats:
        deal.commit(seat.seat, seat.commit_body())
    deal.commits_closed()
    for kind, number in (("p1", 1), ("p1", 2), ("p1", 0)):
        deal.pass_list(number, kind, seats[number].pass1(deal.current))

    def pairs(points: tuple[bytes, ...]) -> int:
        return sum(multiply(t, x) in points for x in points)

    assert pairs(deal.current) == 1, "after pass 1 the mark is still to be seen"
    early = refused(deal.pass_list, first, "p2", seats[first].pass2(deal.current))
    assert (early.seat, early.reason) == (first, "not-your-list")
    assert deal.next_list == ("p2", 0)
    for number in (0, 2):
        deal.pass_list(number, "p2", seats[number].pass2(deal.current))
    assert deal.next_list == ("p2", first)
    assert pairs(deal.current) == 0, "under the others' keys it is gone"


def test_3_mark_and_repair_leaves_a_perfect_deal_and_is_named_by_the_audit() -> None:
    """The last seat of pass 1 tags an element and untags it in its own pass 2, right after: every hand reads."""
    ctx = make_context(3, DECK, 2, dealer=0)
    marker = 0
    seats = [make_seat(ctx, seat) for seat in range(3)]
    cheat = make_cheat(ctx, marker, "mark and repair", Random(3))
    deal = run(ctx, [cheat, seats[1], seats[2]])
    cards = [card for seat in (cheat, seats[1], seats[2]) for card in seat.own_cards(deal).values()]
    assert len(set(cards)) == 6
    assert set(cards) <= set(DECK)
    error = refused(audit_sealed, deal, {0: cheat.seed, 1: seats[1].seed, 2: seats[2].seed})
    assert (error.seat, error.reason) == (marker, "audit-p1")


def test_4_the_stock_stays_shut() -> None:
    """Keys are published for positions of another seat: nobody's cover the stock, and more cannot be published."""
    ctx = make_context(3, DECK, 2, dealer=0)
    seats = [make_seat(ctx, seat) for seat in range(3)]
    deal = run(ctx, seats)
    assert ctx.stock == (6, 7)
    for position in ctx.stock:
        assert deal.cover(position) is None
        assert deal.card_at(position, 1) is None
        for seat in seats:  # each seat with all that was published and its own keys
            known = [deal.keys.get((other, position), 1) for other in range(3) if other != seat.seat]
            lock = seat.card_keys[position]
            for key in known:
                lock = lock * key % ORDER
            assert deal.final is not None
            assert multiply(scalar(inverse(lock)), deal.final[position]) not in card_of_point()
    fresh = SealedDeal(ctx)
    fresh.__dict__.update({**deal.__dict__, "keys": {}})
    all_not_mine = [seats[0].card_keys[k].to_bytes(32, "big") for k in range(8) if ctx.owner(k) != 0]
    assert refused(fresh.publish_keys, 0, {1: all_not_mine}).reason == "keys-count"
    assert refused(fresh.publish_keys, 0, {0: seats[0].keys_for(1)}).reason == "keys-of-own-hand"
    with pytest.raises(ValueError, match="shut"):
        seats[0].keys_for(0)
    dealt = audit_sealed(deal, {seat.seat: seat.seed for seat in seats})
    assert None not in dealt.stock


def test_5_a_list_answers_one_history_and_no_other() -> None:
    """A host that shows seat 1 a list and puts another into the file would make seat 1's honest list look wrong; but
    seat 1 signed the head of the history that it answered."""
    shown, filed = Table(3, "sealed"), Table(3, "sealed")
    for table, fill in ((shown, 1), (filed, 2)):
        table.open("commit", deal=1)
        for seat in range(3):
            table.say(seat, "commit", {"commit": bytes([seat + 1]) * 32})
        table.close()
        table.say(0, "p1", {"points": [bytes([fill]) * 32]})
    framed = shown.ledger.author(shown.players[1], 1, 1, "p1", {"points": [b"\x09" * 32]})
    shown.ledger.check(framed.blob, framed.asig)
    with pytest.raises(TranscriptError) as caught:
        filed.ledger.append(filed.ledger.seal(filed.host, 1, framed.blob, framed.asig))
    assert (caught.value.layer, caught.value.reason) == ("seen", "other-history")
