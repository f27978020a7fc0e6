"""A deal from the first bid to the score, by known and by unseen hands."""

from __future__ import annotations

import random

import pytest

from p2pcards.cards import card_set, cards, parse_card, parse_cards
from p2pcards.errors import IllegalAction
from p2pcards.rules.action import Action, Bid, Play
from p2pcards.rules.base import Rules
from p2pcards.rules.phases import Phase
from p2pcards.rules.presets import make_rules
from p2pcards.table import Deal, Match, apply, audit, legal, prompt, seen_by

SUITED = tuple(0x1FFF << (13 * suit) for suit in range(4))


def deal_out(rules: Rules, n: int, rng: random.Random) -> list[int]:
    """Random hands."""
    deck = list(cards(rules.deck(n)))
    rng.shuffle(deck)
    size = rules.hand_size(n)
    return [card_set(deck[seat * size : (seat + 1) * size]) for seat in range(n)]


def do(deal: Deal, *actions: Action) -> Deal:
    for action in actions:
        deal, _ = apply(deal, action)
    return deal


def bid_round(deal: Deal, *tricks: int) -> Deal:
    for said in tricks:
        deal = do(deal, Bid(deal.to_act[0], said))
    return deal


def test_eldest_bids_and_leads() -> None:
    deal = Deal.begin(make_rules("classic"), 4, dealer=1)
    assert (deal.phase, deal.to_act) == (Phase.BIDDING, (2,))
    deal = bid_round(deal, 3, 3, 3, 3)
    assert (deal.phase, deal.to_act, deal.bids) == (Phase.PLAYING, (2,), (3, 3, 3, 3))


def test_unseen_hand_void_is_remembered() -> None:
    deal = bid_round(Deal.begin(make_rules("classic"), 4, dealer=3), 3, 3, 3, 3)
    deal = do(deal, Play(0, parse_card("AC")), Play(1, parse_card("2D")))
    assert deal.may_hold(1) & SUITED[0] == 0
    deal = do(deal, Play(2, parse_card("3C")), Play(3, parse_card("4C")), Play(0, parse_card("KC")))
    with pytest.raises(IllegalAction) as refusal:
        apply(deal, Play(1, parse_card("5C")))
    assert (refusal.value.why, refusal.value.data) == ("revoke-proven", {"card": parse_card("5C"), "log": 5})


def test_leading_an_unbroken_spade_shows_a_hand_of_spades() -> None:
    deal = bid_round(Deal.begin(make_rules("classic"), 4, dealer=3), 3, 3, 3, 3)
    deal = do(deal, Play(0, parse_card("2S")))
    assert deal.may_hold(0) == parse_cards("3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS")


def test_known_hand_is_exact() -> None:
    deal = bid_round(Deal.begin(make_rules("classic"), 4, 3, SUITED), 3, 3, 3, 3)
    with pytest.raises(IllegalAction, match="not-held"):
        apply(deal, Play(0, parse_card("2D")))
    with pytest.raises(IllegalAction, match="not-your-turn"):
        apply(deal, Play(1, parse_card("2D")))
    with pytest.raises(IllegalAction, match="wrong-phase"):
        apply(deal, Bid(0, 3))


@pytest.mark.parametrize("seed", range(5))
def test_known_and_unseen_fold_alike(seed: int) -> None:
    """What the judge allows with all hands known, it allows by public facts; and the fold is the same from scratch."""
    rng = random.Random(seed)
    rules = make_rules("classic")
    match, _ = Match.begin(rules, 4, 0).start_deal(deal_out(rules, 4, rng))
    open_deal = Deal.begin(rules, 4, 0)
    while match.deal is not None and not match.deal.over:
        deal = match.deal
        seat = deal.to_act[0]
        asked = prompt(deal, seat)
        assert asked is not None
        assert asked == prompt(seen_by(deal, seat), seat), f"seed {seed}"
        action = rng.choice(list(asked.actions()))
        if isinstance(action, Play):
            assert legal(open_deal, seat) & legal(deal, seat) == legal(deal, seat)
        match, _ = match.apply(action)
        open_deal = do(open_deal, action)
    assert match.deal is not None
    assert Deal.fold(match.deal.setup, match.deal.log).facts == match.deal.facts
    assert audit(open_deal, [hand or 0 for hand in match.deal.dealt]) == ()
    match, _ = match.finish()
    assert sum(line.points for line in match.deals[0].score.lines) == sum(match.sheet.points)
