"""The dealer deal: the published vectors byte for byte, and each way to cheat in it."""

from __future__ import annotations

import pytest
from p2pcards_protocol.deal.context import commitment, cut, first_dealer
from p2pcards_protocol.deal.dealer import DealerDeal, DealerSecrets, pass_hash
from p2pcards_protocol.errors import FairnessError
from p2pcards_protocol.hashing import tagged
from protocol.paper import FOUR, HOST_KEY, HOST_SEED, THREE, Paper, numbers

FOUR_CARDS = numbers(
    "38 18 29 35 21 0 43 15 25 48 49 23 33 28 22 26 19 37 32 30 1 40 16 6 5 27 34 41 14 13 8 51 7 31 39 10 2 17 9 3 45 "
    "20 44 42 24 36 12 11 4 47 50 46"
)
THREE_CARDS = numbers(
    "18 43 22 32 47 25 31 8 36 12 19 4 38 46 21 49 17 11 23 5 7 6 30 35 24 9 20 37 10 44 34 33 50 45 48"
)


def play_to_hands(paper: Paper) -> tuple[DealerDeal, DealerSecrets]:
    ctx = paper.context("A")
    deal, secrets = DealerDeal(ctx, HOST_KEY), DealerSecrets(ctx, HOST_SEED)
    for seat in range(ctx.n):
        deal.commit(seat, commitment(ctx, seat, ctx.keys[seat], paper.seed(seat)))
    deal.commit(255, secrets.commitment(HOST_KEY))
    deal.commits_closed()
    for seat in range(ctx.n):
        deal.reveal(seat, paper.seed(seat))
    deal.reveals_closed()
    secrets.deck(deal.seeds)
    deal.hand_hashes(secrets.hashes)
    return deal, secrets


def test_four_seats_reproduce_the_published_bytes() -> None:
    ctx = FOUR.context("A")
    assert FOUR.table_id.hex() == "72113fab35a0b411673d8b6ffae2c6e42748b88634b10ed0bd2637324a66713d"
    assert cut(FOUR.table_id, 4) == (36, 47, 38, 32)
    assert first_dealer(FOUR.table_id, 4) == 2
    assert ctx.bytes.hex() == "c66e7268f045e42feeb66405c5c4e5cd733e257cd4182300bff25e04c26f4000"
    assert (
        commitment(ctx, 0, ctx.keys[0], FOUR.seed(0)).hex()
        == "176894fca2bebfbb9a699cde58da6b665b00f721e4dc7e4c5a1f8d69d0305722"
    )
    assert (
        commitment(ctx, 255, HOST_KEY, HOST_SEED).hex()
        == "ba37a3fceef8a3798589af9e6a0198cd8fe043d4f0cfb4039c9918ba8d8a7f43"
    )
    seeds = [FOUR.seed(seat) for seat in range(4)]
    assert (
        tagged("combine", ctx.bytes, HOST_SEED, *seeds).hex()
        == "21efc1c0fd92eb518fa9e537e2e8c0ebba5189948210a6565498d85fab5d6b02"
    )
    deal, secrets = play_to_hands(FOUR)
    assert secrets.deck(deal.seeds) == FOUR_CARDS
    assert secrets.hand(0)[0] == numbers("38 21 25 33 19 1 5 14 7 2 45 24 4")
    assert deal.hashes[0].hex() == "5a77dcab13bc4d64d499f34f7e9085e7f6310c465911e5e37f7d4923fd6a085c"


def test_three_seats_of_spar_reproduce_the_published_bytes() -> None:
    ctx = THREE.context("A")
    assert THREE.table_id.hex() == "def6f9a9a0e102c5378247caeaa3291898adc822883e2c13618ca2578e4a2d37"
    assert cut(THREE.table_id, 3) == (10, 12, 9)
    assert first_dealer(THREE.table_id, 3) == 1
    assert ctx.bytes.hex() == "7bdeeb49a43761fb4b734ad582ff82289b555052a98876ba1755c59e026dec12"
    assert (
        commitment(ctx, 0, ctx.keys[0], THREE.seed(0)).hex()
        == "2e2a522817a772b4687a6fecc43e85861e0a5996f1428919bbacb0f68d66424e"
    )
    assert (
        commitment(ctx, 255, HOST_KEY, HOST_SEED).hex()
        == "2e2c557fad1ed2087c635302b5321595dae11239ab2fbade73c20aab6a816a9c"
    )
    deal, secrets = play_to_hands(THREE)
    assert secrets.deck(deal.seeds) == THREE_CARDS
    assert secrets.hand(0)[0] == (43, 47, 8, 19, 46)
    assert secrets.hand(2)[0] == (18, 32, 31, 12, 38)
    assert deal.hashes[0].hex() == "e3c1871ca166d43ea6806ce7f66b698d4068b43053d9f0a1c0114f0d5f5f7405"
    assert deal.hashes[2].hex() == "dfd61d00f95df6c05ebd23f63e1eb2d2b4d512f28f414eaa5a109bbb4adbfebc"


@pytest.mark.parametrize("paper", [FOUR, THREE])
def test_an_honest_deal_passes_its_audit(paper: Paper) -> None:
    deal, secrets = play_to_hands(paper)
    for seat in range(paper.seats):
        deal.check_hand(seat, *secrets.hand(seat))
    dealt = deal.host_seed(HOST_SEED)
    assert dealt.hands == tuple(secrets.hand(seat)[0] for seat in range(paper.seats))
    cards = [card for hand in (*dealt.hands, dealt.stock) for card in hand]
    assert sorted(cards) == list(paper.deck)
    assert dealt.missing == ()


def blamed(call: object, *args: object) -> tuple[int | None, str]:
    with pytest.raises(FairnessError) as caught:
        call(*args)  # type: ignore[operator]
    return caught.value.seat, caught.value.reason


def test_commitments_are_fresh_and_complete() -> None:
    deal = DealerDeal(FOUR.context("A"), HOST_KEY)
    deal.commit(0, b"\x01" * 32)
    assert blamed(deal.commit, 1, b"\x01" * 32) == (1, "commit-copied")
    assert blamed(deal.commit, 0, b"\x02" * 32) == (0, "commit-twice")
    assert blamed(deal.commit, 4, b"\x02" * 32) == (4, "no-such-seat")
    assert blamed(deal.commits_closed) == (1, "commit-missing")
    assert blamed(deal.reveal, 0, FOUR.seed(0)) == (0, "not-now")


def test_a_seed_that_was_not_committed_is_refused() -> None:
    ctx = FOUR.context("A")
    deal = DealerDeal(ctx, HOST_KEY)
    for seat in range(4):
        deal.commit(seat, commitment(ctx, seat, ctx.keys[seat], FOUR.seed(seat)))
    deal.commit(255, commitment(ctx, 255, HOST_KEY, HOST_SEED))
    deal.commits_closed()
    assert blamed(deal.reveal, 2, FOUR.seed(1)) == (2, "seed-not-committed")
    deal.reveal(2, FOUR.seed(2))
    assert blamed(deal.reveals_closed) == (0, "reveal-missing")


def test_a_host_that_gives_other_cards_is_caught_at_once_and_at_the_audit() -> None:
    deal, secrets = play_to_hands(FOUR)
    cards, nonce = secrets.hand(1)
    swapped = (secrets.hand(2)[0][0], *cards[1:])
    assert blamed(deal.check_hand, 1, swapped, nonce) == (255, "hand-hash")
    assert blamed(deal.check_hand, 1, cards[:-1], nonce) == (255, "hand-shape")
    assert blamed(deal.host_seed, b"\xab" * 32) == (255, "seed-not-committed")
    rigged = DealerDeal(FOUR.context("A"), HOST_KEY)
    rigged.__dict__.update(deal.__dict__)
    rigged.hashes = (b"\x07" * 32, *deal.hashes[1:])
    assert blamed(rigged.host_seed, HOST_SEED) == (255, "hand-hash")


def test_a_pass_is_what_was_committed_and_what_was_held() -> None:
    deal, secrets = play_to_hands(FOUR)
    ctx, nonce = deal.ctx, b"\x05" * 32
    mine = secrets.hand(0)[0][:3]
    deal.pass_commit(0, pass_hash(ctx, 0, 1, nonce, mine))
    deal.check_pass(0, 1, mine[::-1], nonce)
    assert blamed(deal.check_pass, 0, 2, mine, nonce) == (0, "pass-hash")
    foreign = secrets.hand(2)[0][:3]
    deal.pass_commit(3, pass_hash(ctx, 3, 0, nonce, foreign))
    deal.open_pass(0, 1, mine, nonce)
    deal.host_seed(HOST_SEED)
    deal.open_pass(3, 0, foreign, nonce)
    assert blamed(deal.host_seed, HOST_SEED) == (3, "passed-what-it-had-not")


def test_without_the_hosts_seed_every_card_is_unknown_and_the_host_named() -> None:
    deal, _ = play_to_hands(THREE)
    dealt = deal.host_seed(None)
    assert dealt.missing == (255,)
    assert {card for hand in dealt.hands for card in hand} == {None}


def test_errors_and_the_audit_say_which_entry_it_was() -> None:
    deal, secrets = play_to_hands(FOUR)
    deal.where["hand", 255] = 12
    deal.hashes = (b"\x07" * 32, *deal.hashes[1:])
    with pytest.raises(FairnessError) as caught:
        deal.host_seed(HOST_SEED)
    assert (caught.value.seat, caught.value.entry) == (255, 12)
    deal.at = 20
    deal.pass_commit(3, b"\x01" * 32)
    assert deal.where["pass.commit", 3] == 20
    with pytest.raises(FairnessError) as caught:
        deal.pass_commit(3, b"\x02" * 32)
    assert (caught.value.seat, caught.value.reason, caught.value.entry) == (3, "pass-twice", 20)
    assert secrets.hand(0)[0] == tuple(secrets.deck(deal.seeds)[k] for k in deal.ctx.positions(0))
