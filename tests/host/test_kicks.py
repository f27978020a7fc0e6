"""Who can put whom out of a seat."""

from __future__ import annotations

from p2pcards.host.kicks import Kicks


def test_more_than_half_of_those_who_sat_when_it_was_opened() -> None:
    kicks = Kicks()
    assert kicks.vote(0, 3, True, (0, 1, 2, 3)) == "open"
    assert kicks.vote(0, 3, True, (0, 1, 2, 3)) == "open"
    assert kicks.vote(4, 3, True, (0, 1, 2, 3, 4)) == "no-vote"
    assert kicks.vote(1, 3, True, (0, 1, 3)) == "decided"
    assert kicks.decided == {3}
    assert kicks.open == ()


def test_nobody_votes_about_itself_and_a_no_opens_nothing() -> None:
    kicks = Kicks()
    assert kicks.vote(3, 3, True, (0, 1, 2, 3)) == "no-vote"
    assert kicks.vote(0, 3, False, (0, 1, 2, 3)) == "no-vote"
    assert kicks.open == ()


def test_two_people_among_bots_cannot_put_each_other_out() -> None:
    kicks = Kicks()
    assert kicks.vote(0, 2, True, (0, 2)) == "too-few"
    assert kicks.vote(0, 2, True, (0, 2), owner=True) == "too-few"
    assert (kicks.open, kicks.decided) == ((), set())


def test_of_three_people_both_others_must_want_it() -> None:
    kicks = Kicks()
    assert kicks.vote(0, 2, True, (0, 1, 2), owner=True) == "open"
    assert kicks.vote(1, 2, False, (0, 1, 2)) == "lost"
    assert kicks.open == ()


def test_a_bot_goes_when_the_owner_says_so() -> None:
    kicks = Kicks()
    assert kicks.vote(1, 3, True, (0, 1), bot=True) == "open"
    assert kicks.vote(0, 3, True, (0, 1), bot=True, owner=True) == "decided"


def test_a_vote_lapses_when_its_seat_is_back_or_somebody_elses_and_at_the_end_of_the_deal() -> None:
    kicks = Kicks()
    for seat in (1, 2, 3):
        assert kicks.vote(0, seat, True, (0, 1, 2, 3)) == "open"
    assert kicks.lapse(1)
    assert not kicks.lapse(1)
    assert kicks.changed(2)
    assert kicks.deal_over() == (3,)
    assert kicks.open == ()


def test_what_is_decided_outlives_the_deal_but_not_the_player() -> None:
    kicks = Kicks()
    for voter in (0, 1):
        kicks.vote(voter, 2, True, (0, 1, 2))
    kicks.lapse(2)
    kicks.deal_over()
    assert kicks.decided == {2}
    kicks.changed(2)
    assert kicks.decided == set()


def test_a_voter_who_is_replaced_counts_no_more() -> None:
    kicks = Kicks()
    assert kicks.vote(0, 4, True, (0, 1, 2, 3, 4)) == "open"
    assert kicks.vote(1, 4, True, (0, 1, 2, 3, 4)) == "open"
    kicks.changed(3)
    assert kicks.vote(2, 4, False, (0, 1, 2, 4)) == "decided", "two of three"
