"""Claims: never certain when some line loses, and worth what playing them out would have been worth."""

from __future__ import annotations

import random
from itertools import islice

import pytest
from table.endings import always_wins, ending, worlds
from table.playing import TABLES, deal_out, do, pick, play_out

from p2pcards.cards import CardSet, cards, parse_cards
from p2pcards.errors import IllegalAction
from p2pcards.rules.action import Claim, Play
from p2pcards.rules.base import Rules
from p2pcards.rules.phases import Phase
from p2pcards.rules.presets import find_game
from p2pcards.table import Deal, apply, audit, prompt, seen_by
from p2pcards.table.claim import sure_line

WITH_CLAIMS = [(rules, n) for rules, n in TABLES if rules.has_claims]
IDS = [f"{rules.game}-{n}" for rules, n in WITH_CLAIMS]

every_table = pytest.mark.parametrize(("rules", "n"), WITH_CLAIMS, ids=IDS)


def at_play(rules: Rules, n: int, rng: random.Random) -> Deal:
    """A deal that has come to its first lead."""
    deal = Deal.begin(rules, n, rng.randrange(n), deal_out(rules, n, rng))
    while deal.phase is not Phase.PLAYING:
        deal = do(deal, pick(deal, rng))
    return deal


@every_table
def test_what_is_certain_wins_against_everything(rules: Rules, n: int) -> None:
    proved = missed = 0
    for seed in range(60):
        rng = random.Random(seed)
        view, seat, hand = ending(rules, n, rng.choice([2, 3] if n < 5 else [1, 2]), rng)
        line = sure_line(view, seat, hand)
        some = list(islice(worlds(view), 400))
        if line is not None:
            proved += 1
            assert sorted(line) == list(cards(hand)), f"seed {seed}"
            assert all(always_wins(view, seat, hands, line) for hands in some), f"seed {seed}: {line}"
        elif all(always_wins(view, seat, hands, None) for hands in some):
            missed += 1
    assert proved > missed, (proved, missed)


@every_table
def test_a_claim_scores_as_if_it_had_been_played(rules: Rules, n: int) -> None:
    compared = 0
    for seed in range(400):
        rng = random.Random(seed)
        view, seat, hand = ending(rules, n, rng.choice([1, 2, 3]), rng)
        line = sure_line(view, seat, hand)
        hands = next(worlds(view))
        if line is None or compared == 8:
            continue
        compared += 1
        dealt = [held | view.facts.gone[other] for other, held in enumerate(hands)]
        whole = all_known(view, dealt)
        claimed = do(whole, Claim(seat, hand))
        played, order = whole, list(line)
        while not played.over:
            action = Play(seat, order.pop(0)) if played.to_act == (seat,) else pick(played, rng)
            played = do(played, action)
        assert claimed.over
        assert claimed.takes == played.takes, f"seed {seed}"
        if rules.deck(n).bit_count() == n * rules.hand_size(n):
            assert claimed.captured == played.captured, f"seed {seed}"
        assert claimed.game.score(claimed) == played.game.score(played), f"seed {seed}"
        assert claimed.game.next_dealer(claimed) == played.game.next_dealer(played)
    assert compared


def all_known(view: Deal, start: list[CardSet]) -> Deal:
    """The deal of a view with all hands known, as if nothing had been passed."""
    facts = view.facts._replace(start=tuple(start))
    return Deal(view.setup, view.log, facts)


@every_table
def test_an_onlooker_and_a_seat_that_knows_more(rules: Rules, n: int) -> None:
    """What is certain for an onlooker is certain for everybody."""
    for seed in range(40):
        rng = random.Random(seed)
        deal = at_play(rules, n, rng)
        while deal.hand_count(deal.to_act[0]) > 2:
            deal = do(deal, pick(deal, rng))
        seat = deal.to_act[0]
        hand = deal.hand(seat)
        assert hand is not None
        if sure_line(seen_by(deal, None).with_shown(seat, hand, whole=True), seat, hand) is None:
            continue
        for other in range(n):
            assert sure_line(seen_by(deal, other).with_shown(seat, hand, whole=True), seat, hand), f"seed {seed}"


@every_table
def test_a_claim_shows_the_whole_hand_in_turn(rules: Rules, n: int) -> None:
    rng = random.Random(3)
    deal = at_play(rules, n, rng)
    for _ in range(3):
        deal = do(deal, pick(deal, rng))
    (seat,) = deal.to_act
    hand, other = deal.hand(seat), (seat + 1) % n
    assert hand is not None
    asked = prompt(deal, seat)
    assert asked is not None
    assert asked.may_claim
    assert all(isinstance(action, Play) for action in asked.actions())
    lowest = hand & -hand
    stranger = 1 << next(cards(rules.deck(n) & ~hand & ~deal.played))
    wrong = [
        (Claim(other, deal.hand(other) or 0), "not-your-turn"),
        (Claim(seat, hand & ~lowest), "claim-count"),
        (Claim(seat, hand | stranger), "claim-count"),
        (Claim(seat, hand & ~lowest | stranger), "not-held"),
        (Claim(seat, 0), "claim-count"),
    ]
    for action, why in wrong:
        with pytest.raises(IllegalAction) as refusal:
            apply(deal, action)
        assert refusal.value.why == why
    assert do(deal, Claim(seat, hand)).over


def test_spar_knows_no_claims() -> None:
    deal = at_play(find_game("spar"), 3, random.Random(1))
    (seat,) = deal.to_act
    asked = prompt(deal, seat)
    assert asked is not None
    assert not asked.may_claim
    with pytest.raises(IllegalAction) as refusal:
        apply(deal, Claim(seat, deal.hand(seat) or 0))
    assert refusal.value.why == "no-claims"


def test_a_hand_that_play_has_ruled_out_cannot_be_shown() -> None:
    """To an onlooker: a card of a suit that the seat did not follow, a card that is gone."""
    rules, n = find_game("classic"), 4
    for seed in range(200):
        rng = random.Random(seed)
        deal = at_play(rules, n, rng)
        for _ in range(12):
            deal = do(deal, pick(deal, rng))
        view, (seat,) = seen_by(deal, None), deal.to_act
        hand = deal.hand(seat)
        assert hand is not None
        absent = view.facts.absent[seat] & ~view.played
        if not absent:
            continue
        with pytest.raises(IllegalAction) as refusal:
            apply(view, Claim(seat, hand & (hand - 1) | absent & -absent))
        assert refusal.value.why == "revoke-proven"
        gone = view.played & ~view.facts.absent[seat]
        with pytest.raises(IllegalAction) as refusal:
            apply(view, Claim(seat, hand & (hand - 1) | gone & -gone))
        assert refusal.value.why == "not-held"
        return
    pytest.fail("no seat was void")


@every_table
def test_a_card_taken_back_is_known_and_nothing_else_is(rules: Rules, n: int) -> None:
    """Also across the end of a trick."""
    rng = random.Random(5)
    deal = at_play(rules, n, rng)
    while not deal.over:
        played = do(deal, pick(deal, rng))
        action = played.log[-1]
        assert isinstance(action, Play)
        if not played.over:
            back = played.taken_back()
            assert (back.log, back.tricks, back.trick, back.takes) == (deal.log, deal.tricks, deal.trick, deal.takes)
            assert [back.hand(seat) for seat in range(n)] == [deal.hand(seat) for seat in range(n)]
            assert back.to_act == (action.seat,)
            assert do(back, action).facts._replace(must=()) == played.facts._replace(must=())
            before, after = seen_by(deal, None), seen_by(back, None)
            for seat in range(n):
                known = 1 << action.card if seat == action.seat else 0
                assert after.must_hold(seat) == before.must_hold(seat) | known
                assert after.may_hold(seat) == before.may_hold(seat) & ~(0 if known else 1 << action.card)
        deal = played


def test_what_was_shown_falsely_is_found_by_the_audit() -> None:
    rng = random.Random(9)
    deal = at_play(find_game("hearts"), 4, rng)
    for _ in range(9):
        deal = do(deal, pick(deal, rng))
    (seat,) = deal.to_act
    mine, other = deal.hand(seat), deal.hand((seat + 1) % 4)
    assert mine is not None
    assert other is not None
    honest = deal.with_shown(seat, mine & -mine).with_shown(seat, mine, whole=True)
    dealt = [hand or 0 for hand in deal.dealt]
    assert audit(play_out(honest, rng), dealt) == ()
    false = honest.with_shown(seat, other & -other)
    found = audit(false, dealt)
    assert [(each.seat, each.log, each.shown, each.why) for each in found] == [(seat, 2, True, "not-held")]
    short = honest.with_shown(seat, mine & (mine - 1), whole=True)
    assert [each.log for each in audit(short, dealt)] == [2]


def test_the_trumps_that_may_not_be_led_yet() -> None:
    """All the top spades, but spades are not broken and the ace of hearts comes first: it may be ruffed."""
    rules = find_game("classic")
    top = parse_cards("AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S")
    deal = Deal.begin(rules, 4, 3)
    while deal.phase is Phase.BIDDING:
        deal = do(deal, pick(deal, random.Random(0)))
    assert sure_line(deal, 0, top | parse_cards("AH")) is None
    assert sure_line(deal, 0, top | parse_cards("2S")) is not None
