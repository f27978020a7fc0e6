"""A match: who deals, what counts, and what is refused."""

from __future__ import annotations

import random

import pytest
from table.playing import deal_out, play_out

from p2pcards.rules.presets import make_rules
from p2pcards.table import Match
from p2pcards.table.event import DealScored, DealStarted, MatchOver


def one_deal(match: Match, seed: int) -> Match:
    """The match after a random deal."""
    rng = random.Random(seed)
    match, _ = match.start_deal(deal_out(match.rules, match.n, rng))
    assert match.deal is not None
    match, _ = match.with_deal(play_out(match.deal, rng)).finish()
    return match


def test_the_winner_of_a_spar_deal_deals_the_next() -> None:
    match = one_deal(Match.begin(make_rules("spar"), 4, 2), 1)
    assert match.dealer == match.deals[0].deal.wins[-1][0]


def test_after_a_forfeit_the_next_seat_deals() -> None:
    match, _ = Match.begin(make_rules("spar"), 4, 2).start_deal(deal_out(make_rules("spar"), 4, random.Random(1)))
    assert match.deal is not None
    done = play_out(match.deal, random.Random(1))
    assert done.wins[-1][0] != 3
    match, _ = match.with_deal(done).forfeit(0, finished=True, why="revoke")
    assert (match.dealer, match.deals[0].forfeiter, match.deals[0].why) == (3, 0, "revoke")


def test_the_deal_goes_clockwise_and_a_void_one_is_dealt_again() -> None:
    match = Match.begin(make_rules("classic"), 4, 3)
    match, events = match.start_deal()
    assert events == (DealStarted(1, 3),)
    with pytest.raises(ValueError):
        match.start_deal()
    match = match.void()
    assert (match.dealer, match.number) == (3, 1)
    match = one_deal(match, 2)
    assert (match.dealer, match.number, match.sheet.deals) == (0, 2, 1)


def test_a_deal_is_finished_once_it_is_over() -> None:
    match, _ = Match.begin(make_rules("classic"), 4, 3).start_deal()
    with pytest.raises(ValueError):
        match.finish()
    with pytest.raises(ValueError):
        match.void().finish()


def test_the_last_deal_ends_the_match() -> None:
    rules = make_rules("classic", {"max_hands": 1})
    rng = random.Random(4)
    match, _ = Match.begin(rules, 4, 3).start_deal(deal_out(rules, 4, rng))
    assert match.deal is not None
    match, events = match.with_deal(play_out(match.deal, rng)).finish()
    assert isinstance(events[0], DealScored)
    assert isinstance(events[1], MatchOver)
    assert match.over
    with pytest.raises(ValueError):
        match.start_deal()
