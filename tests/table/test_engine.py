"""The judge with known hands, and the order of bids and leads."""

from __future__ import annotations

import pytest
from table.playing import do

from p2pcards.cards import SUIT_MASK, parse_card
from p2pcards.errors import IllegalAction
from p2pcards.rules.action import Action, Bid, Play
from p2pcards.rules.phases import Phase
from p2pcards.rules.presets import make_rules
from p2pcards.table import Deal, apply


def begun() -> Deal:
    """Classic Spades: each seat holds a suit, seat 3 deals, bids are made."""
    deal = Deal.begin(make_rules("classic"), 4, 3, SUIT_MASK)
    return do(deal, *(Bid(seat, 3) for seat in range(4)))


def test_eldest_bids_and_leads() -> None:
    deal = Deal.begin(make_rules("classic"), 4, dealer=1)
    assert (deal.phase, deal.to_act, deal.eldest) == (Phase.BIDDING, (2,), 2)
    deal = do(deal, *(Bid(seat, 3) for seat in (2, 3, 0, 1)))
    assert (deal.phase, deal.to_act, deal.bids) == (Phase.PLAYING, (2,), (3, 3, 3, 3))


@pytest.mark.parametrize(
    ("action", "why"),
    [
        (Play(0, parse_card("2D")), "not-held"),
        (Play(1, parse_card("2D")), "not-your-turn"),
        (Play(0, 52), "not-in-deck"),
        (Bid(0, 3), "wrong-phase"),
    ],
)
def test_refusals(action: Action, why: str) -> None:
    deal = begun()
    with pytest.raises(IllegalAction) as refusal:
        apply(deal, action)
    assert (refusal.value.seat, refusal.value.action, refusal.value.why) == (action.seat, action, why)


def test_a_refused_action_changes_nothing() -> None:
    deal = begun()
    before = (deal, deal.facts)
    with pytest.raises(IllegalAction):
        apply(deal, Play(0, parse_card("2D")))
    assert (deal, deal.facts) == before


def test_a_played_card_is_played() -> None:
    deal = do(begun(), Play(0, parse_card("2C")))
    with pytest.raises(IllegalAction, match="already-played"):
        apply(deal, Play(1, parse_card("2C")))
    assert deal.trick.by_seat(4) == {0: 0}
    assert (deal.trick.card_of(0, 4), deal.trick.card_of(1, 4), deal.led, deal.leader) == (0, None, 0, 0)


def test_the_last_card_ends_the_deal() -> None:
    deal = begun()
    for rank in range(13):
        for seat in range(4):
            deal = do(deal, Play((seat + (3 if rank else 0)) % 4, ((seat + (3 if rank else 0)) % 4) * 13 + rank))
    assert (deal.over, deal.takes, deal.to_act) == (True, (0, 0, 0, 13), ())
    with pytest.raises(IllegalAction, match="over"):
        apply(deal, Play(3, 51))
