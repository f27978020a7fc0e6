"""The sealed deal: the published vectors byte for byte, and honest deals of every size."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from p2pcards_protocol.deal import Context, SealedSeat, audit_sealed
from p2pcards_protocol.deal.curve import card_points
from p2pcards_protocol.hashing import sha256
from protocol.paper import FOUR, THREE, Paper
from protocol.sealed_table import run


def L(points: Sequence[bytes]) -> str:
    return sha256(b"".join(points)).hex()


def seats_of(paper: Paper) -> tuple[Context, list[SealedSeat]]:
    ctx = paper.context("B")
    return ctx, [SealedSeat(ctx, seat, ctx.keys[seat], paper.seed(seat)) for seat in range(paper.seats)]


def test_four_seats_reproduce_the_published_bytes() -> None:
    ctx, seats = seats_of(FOUR)
    assert ctx.bytes.hex() == "f68e10f58eef4a8ed91c8414ba01a135fa76ffab0df696d36b4a6449988def82"
    body = seats[0].commit_body()
    assert body.commit.hex() == "d3177b9ca09d2ffb4653fb20d235c693be85f0495a841292efde89e5f2374be3"
    assert [bulk.hex()[:16] for bulk in body.bulks] == ["45932e2d1d078331", "2e02f8851cf841d3", "65c2883db797576b"]
    assert body.keys[0].hex()[:16] == "886454c6fbeec404"
    assert body.box.hex()[:16] == "9e020ec04c8f557c"
    assert L(card_points()) == "57fa7eade80147f700c90105465b46367b7f3381ee302830a4ccd221654840ad"
    assert card_points()[0].hex() == "123d6eea021cb0504ffa92360548a7a4943e72693cb6074d581837c9e06b09d4"
    deal = run(ctx, seats)
    assert L(deal.lists["p1", 0]) == "361610fac847b9d486e13896e5e7da26088ac2d1db7933684af3e12fd4dd9a41"
    assert L(deal.lists["p1", 3]) == "06d451e4527c14870760bf983691fd2f7e48daa147408a481d35ae9e6b6f5415"
    assert L(deal.lists["p2", 3]) == "6d20c352e05c0e807e2c5e51931b63485c5ebde37629d71508406079dfd4eeb7"
    assert L(deal.lists["p2", 0]) == "71cac3824a80fee78edac46529d983ebd10f7a7e160a0a952cf42cff323196c5"
    assert list(seats[0].own_cards(deal).values()) == [5, 51, 10, 12, 9, 34, 11, 32, 2, 27, 7, 0, 24]
    positions = ctx.positions(0)[:3]
    ct = seats[0].pass_box(deal, 1, positions)
    assert len(ct) == 144
    assert sha256(ct).hex() == "4e9fc31f582ee06774ebf8ee5235e674d42f1bc60c6220f94f7540b5113332ec"
    commit = seats[0].pass_commitment(deal, 1, positions)
    assert commit.hex() == "d967f9fb673e3b2503630e4df677c0bd00cf4f27eca0e3194efd16a88ee227f8"


def test_three_seats_of_spar_reproduce_the_published_bytes() -> None:
    ctx, seats = seats_of(THREE)
    assert ctx.bytes.hex() == "20f6338af77d0b0f07ae0d47b3d28cbfddb0960f4e880c90ba4140f5057128e0"
    body = seats[0].commit_body()
    assert body.commit.hex() == "8ba4f031f6885aaa8d0ab1bc1249b9701ba4bb70320c3645fdf55713da41d24c"
    assert body.keys[0].hex()[:16] == "ad8c939be22ab495"
    deal = run(ctx, seats)
    assert L(deal.lists["p1", 2]) == "b7b4c000edefc07f37606218fbfde38f1f833cbde8849fcce32e90d1bd7f63ef"
    assert L(deal.lists["p1", 1]) == "c16077dbe9e9d8696ac85afae7307593a4dac9ef58eabe6dd099098269f82bd3"
    assert L(deal.lists["p2", 1]) == "5c677ab03b69c3aa91769c95be3090147a3652e00d59696736b8094cf31ffbb6"
    assert L(deal.lists["p2", 2]) == "78f287cfdaa9fca1ce5f5075b814ea71e64b1512ee955a5c9bfb66748e2fb2ab"
    hands = [list(seat.own_cards(deal).values()) for seat in seats]
    assert hands == [[47, 50, 31, 9, 18], [24, 30, 10, 19, 25], [43, 37, 35, 7, 20]]


@pytest.mark.parametrize("paper", [FOUR, THREE])
def test_an_honest_deal_passes_its_audit_and_the_audit_sees_every_card(paper: Paper) -> None:
    ctx, seats = seats_of(paper)
    deal = run(ctx, seats)
    hands = tuple(tuple(seat.own_cards(deal).values()) for seat in seats)
    for seat in seats:
        for position, card in seat.own_cards(deal).items():
            deal.play(seat.seat, position, seat.key(position), card)
    dealt = audit_sealed(deal, {seat.seat: seat.seed for seat in seats})
    assert dealt.hands == hands
    assert sorted(card for hand in (*dealt.hands, dealt.stock) for card in hand) == list(ctx.deck)
