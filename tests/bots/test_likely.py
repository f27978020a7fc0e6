"""What bids and play tell about hidden hands: the walk over worlds, the judgment of a hand, and bids played out."""

from __future__ import annotations

from random import Random

import pytest
from bots.support_bots import random_deal

from p2pcards.bots.arena.runner import deal_cards
from p2pcards.bots.hard import SearchBot
from p2pcards.bots.position import read
from p2pcards.bots.quick import QuickBot
from p2pcards.bots.search.bids import spoken, weigh
from p2pcards.bots.search.likely import Fit, Likely
from p2pcards.bots.search.past import FOLLOWED, read_past
from p2pcards.bots.search.setup import contract, worlds
from p2pcards.bots.search.spades_playout import Contract
from p2pcards.bots.search.spades_policy import cover_lead
from p2pcards.bots.search.worlds import Worlds
from p2pcards.cards.card import CardSet, parse_cards
from p2pcards.rules.action import Bid, Play
from p2pcards.rules.phases import Phase
from p2pcards.rules.presets import find_game, make_rules
from p2pcards.table import engine
from p2pcards.table.deal import Deal
from p2pcards.table.view import seen_by

GAMES = [("spades", 3), ("spades", 4), ("spades", 6), ("royal", 4), ("cutthroat", 3), ("classic", 4)]


def never() -> bool:
    return False


def test_a_world_comes_up_as_often_as_it_is_likely() -> None:
    """Two seats, a card each; the second way costs 2 ln 2, so it is half as likely as the first."""
    two, three = parse_cards("2C"), parse_cards("3C")

    def cost(seat: int, hand: CardSet) -> int:
        return 1_386_294 if seat == 1 and hand == three else 0

    source = Likely(Worlds(0, 0, two | three, (0, two | three, two | three), (0, 0, 0), (0, 1, 1)), cost)
    rng = Random("walk")
    count = sum(source.draw(rng)[1] == two for _ in range(6000))
    assert 3850 < count < 4150


def test_the_walk_keeps_what_is_known() -> None:
    out = parse_cards("2C 3C 4C 5C 2D 3D 4D 5D 2H 3H")
    clubs, hearts = parse_cards("2C 3C 4C 5C"), parse_cards("2H")
    may = (0, out & ~clubs, out, out)
    source = Likely(Worlds(0, 0, out, may, (0, 0, hearts, 0), (0, 3, 3, 3)), lambda seat, hand: 0)
    rng, seen = Random("kept"), set()
    for _ in range(400):
        world = source.draw(rng)
        assert [hand.bit_count() for hand in world] == [0, 3, 3, 3]
        assert not world[1] & world[2] | world[1] & world[3] | world[2] & world[3]
        assert not world[1] & clubs
        assert world[2] & hearts
        seen.add(tuple(world))
    assert len(seen) > 100


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_who_plays_as_the_playouts_do_is_believed(game: str, seats: int) -> None:
    """The true hands cost nothing when every seat plays by the policy: it is asked what it was asked at the table."""
    bot, judged = QuickBot(), 0
    for index in range(3):
        rng = Random(f"{game} {seats} {index}")
        deal = random_deal(find_game(game), seats, f"past {game} {seats} {index}")
        while not deal.over:
            seat = deal.to_act[0]
            view = seen_by(deal, seat)
            prompt = engine.prompt(view, seat)
            assert prompt is not None
            if prompt.phase is Phase.PLAYING:
                past = read_past(view, read(view, seat, prompt.cards), start_of(view, seat))
                for other in range(seats):
                    hand = deal.hand(other)
                    assert hand is not None
                    assert other == seat or past.cost(other, hand) == 0, (index, seat, other, len(deal.log))
                    judged += bool(past.moves[other])
            deal, _ = engine.apply(deal, bot.decide(view, prompt, rng).action)
    assert judged > 100


def start_of(view: Deal, seat: int) -> Contract:
    """The bids as they stood before the first card."""
    p = read(view, seat, 0)
    p.took = (0,) * view.n
    return contract(p)


def test_a_card_that_nobody_would_play_costs() -> None:
    """Seat 3 follows with the king where it holds the two and the ace has been played."""
    hands = ["3C 4C", "AC 5C", "6C 7C", "2C KC"]
    deal = build(hands, "1 1 1 1")
    for card in ("3C", "AC", "6C", "KC"):
        seat = deal.to_act[0]
        deal, _ = engine.apply(deal, Play(seat, parse_cards(card).bit_length() - 1))
    view = seen_by(deal, 1)
    past = read_past(view, read(view, 1, parse_cards("5C")), start_of(view, 1))
    assert past.cost(3, parse_cards("2C")) == FOLLOWED
    assert past.cost(3, parse_cards("2H")) == 0


def build(hands: list[str], bids: str) -> Deal:
    """A short deal with these hands, dealt by seat 3, bid."""
    rules = make_rules("spades", {"cards_each": 2, "min_bid": 0})
    deal = Deal.begin(rules, 4, 3, tuple(parse_cards(hand) for hand in hands))
    for seat, bid in enumerate(bids.split()):
        deal, _ = engine.apply(deal, Bid(seat, int(bid)))
    return deal


def test_a_bid_fits_its_hand() -> None:
    strong, weak = (
        parse_cards("AS KS QS JS TS AH KH AD KD AC KC QC JC"),
        parse_cards("2S 3S 2H 3H 4H 5H 2D 3D 4D 5D 2C 3C 4C"),
    )
    fit = Fit((12, 0, 1, None), (0, 0, 0, 0), False, lambda seat, hand: 0)
    assert fit.cost(0, strong) < fit.cost(0, weak)
    assert fit.cost(1, weak) < fit.cost(1, strong)
    assert fit.cost(2, weak) < fit.cost(2, strong)
    assert fit.cost(3, weak) == fit.cost(3, strong) == 0


def bidding(hand: str, changes: dict[str, object], seed: str = "bids") -> Deal:
    """A deal of partnership Spades in which seat 0 has this hand and bids first."""
    rules = make_rules("spades", changes)
    mine = parse_cards(hand)
    rest = [card for card in range(52) if not mine >> card & 1]
    Random(seed).shuffle(rest)
    hands = [mine, *(sum(1 << card for card in rest[13 * k : 13 * k + 13]) for k in range(3))]
    return Deal.begin(rules, 4, 3, tuple(hands))


LOW = "2S 3S 2H 3H 4H 6H 2D 3D 5D 7D 2C 3C 5C"


def test_a_hand_without_a_trick_bids_nil_and_a_strong_one_does_not() -> None:
    for hand, nil in ((LOW, True), ("QS JS TS 9S AH KH 4H 6H AD 3D AC 3C 5C", False)):
        view = seen_by(bidding(hand, {}), 0)
        found = weigh(view, read(view, 0, 0), Random("weigh"), 40, (4 if not nil else 1, 0), never)
        assert found.worlds == 40
        assert (found.sums[1] > found.sums[0]) == nil
        prompt = engine.prompt(view, 0)
        assert prompt is not None
        action = SearchBot(worlds=40).decide(view, prompt, Random("weigh")).action
        assert isinstance(action, Bid)
        assert (action.tricks == 0) == nil


def test_bids_are_replayed_by_their_worlds() -> None:
    view = seen_by(bidding("2S 9S 2H 3H 9H QH 2D 3D JD 7D 2C TC 5C", {}), 0)
    prompt = engine.prompt(view, 0)
    assert prompt is not None
    first = SearchBot(worlds=17).decide(view, prompt, Random("again"))
    assert first.worlds == 17
    assert SearchBot().decide(view, prompt, Random("again"), worlds=17) == first


def test_what_the_others_will_say() -> None:
    """In suicide the partner of a bidder bids nil, and the partner of a nil at least the least bid beside one."""
    deal = bidding(LOW, {"suicide": True})
    view = seen_by(deal, 0)
    p = read(view, 0, 0)
    world = worlds(view, p).draw(Random("said"))
    assert spoken(view, p, 4, world)[2] == 0
    assert spoken(view, p, 0, world)[2] >= 4
    plain = seen_by(bidding(LOW, {}), 0)
    assert all(bid >= 1 for bid in spoken(plain, p, 0, deal_cards(make_rules("spades", {}), 4, Random(1)))[1:])


def test_a_cover_with_low_spades_alone_leads_one() -> None:
    for hand in ("2S 3S", "2S", "3S", "2S 3S 4S"):
        assert cover_lead(parse_cards(hand)) & parse_cards(hand)
