"""What holds in every game, with every preset and with random options that make a game."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from table.playing import (
    TABLE_IDS,
    TABLES,
    allowed_actions,
    deal_out,
    do,
    every_action,
    pick,
    play_out,
    random_value,
)

from p2pcards.cards import CardSet, cards
from p2pcards.errors import IllegalAction, OptionError
from p2pcards.rules.action import WHY, Pass, Play
from p2pcards.rules.base import Rules
from p2pcards.rules.option import OPTION_WHY
from p2pcards.rules.presets import GAMES, read_rules
from p2pcards.rules.score import LINES, REASONS, Score
from p2pcards.table import Deal, Match, apply, audit, legal, prompt, seen_by, why_not

SEEDS = st.integers(0, 2**32 - 1)
FEW = settings(max_examples=25, deadline=None, derandomize=True)
SOME = settings(max_examples=80, deadline=None, derandomize=True)

every_table = pytest.mark.parametrize(("rules", "n"), TABLES, ids=TABLE_IDS)


def random_table(seed: int) -> tuple[Rules, int, random.Random]:
    """A preset with some options changed at random, and a number of seats it goes with."""
    rng = random.Random(seed)
    rules = rng.choice(GAMES)
    n = rng.choice(rules.seats)
    for option in rng.sample(rules.options, rng.randint(0, 8)):
        try:
            changed = rules.change({option.name: random_value(option, rng)})
            changed.check(n)
            rules = changed
        except OptionError as error:
            if set(error.data) != set(OPTION_WHY[error.why]):
                raise
    return rules, n, rng


def check_score(score: Score, deal: Deal) -> None:
    """A score adds up and uses only announced lines."""
    sides = len(deal.sides)
    assert len(score.points) == sides
    for side in range(sides):
        assert sum(line.points for line in score.lines if line.side == side) == score.points[side]
        assert score.sheet.points[side] == deal.sheet.points[side] + score.points[side]
    for line in score.lines:
        assert set(line.numbers) == set(LINES[line.key])
        assert line.seat is None or line.seat in deal.sides[line.side]
    assert score.sheet.deals == deal.sheet.deals + 1


@every_table
@FEW
@given(seed=SEEDS)
def test_cards_are_conserved_and_takes_add_up(rules: Rules, n: int, seed: int) -> None:
    rng = random.Random(seed)
    deal = Deal.begin(rules, n, rng.randrange(n), deal_out(rules, n, rng))
    dealt = sum(hand or 0 for hand in deal.dealt)
    while not deal.over:
        deal = do(deal, pick(deal, rng))
        held = [deal.hand(seat) or 0 for seat in range(n)]
        if deal.facts.exchanged:
            assert sum(held) + deal.played == dealt
            assert len({deal.hand_count(s) + (s in deal.trick.by_seat(n)) for s in range(n)}) == 1
        assert sum(held) == sum(held) & rules.deck(n)
    assert deal.played == dealt
    assert sum(deal.takes) == len(deal.tricks) == rules.hand_size(n)
    assert sum(deal.captured) == dealt
    assert Deal.fold(deal.setup, deal.log).facts == deal.facts
    check_score(deal.game.score(deal), deal)


@SOME
@given(seed=SEEDS)
def test_every_legal_action_is_accepted_and_every_other_refused_with_a_reason(seed: int) -> None:
    rules, n, rng = random_table(seed)
    deal = Deal.begin(rules, n, rng.randrange(n), deal_out(rules, n, rng))
    while not deal.over:
        if rng.random() < 0.15:
            allowed = {seat: allowed_actions(deal, seat) for seat in range(n)}
            assert all(allowed[seat] for seat in deal.to_act)
            assert not any(allowed[seat] for seat in range(n) if seat not in deal.to_act)
            for actions in allowed.values():
                for action in actions:
                    apply(deal, action)
            wanted = {action for actions in allowed.values() for action in actions}
            for action in every_action(n, rng):
                if action in wanted:
                    continue
                with pytest.raises(IllegalAction) as refusal:
                    apply(deal, action)
                assert set(refusal.value.data) == set(WHY[refusal.value.why]), refusal.value
        deal = do(deal, pick(deal, rng))
    check_score(deal.game.score(deal), deal)
    for seat in range(n):
        check_score(deal.game.forfeit(deal, seat, finished=True), deal)


@SOME
@given(seed=SEEDS)
def test_options_travel(seed: int) -> None:
    rules, _, _ = random_table(seed)
    sent = rules.to_options()
    assert list(sent) == sorted(option.name for option in rules.options)
    assert read_rules(rules.game, sent) == rules
    assert read_rules(rules.game, sent).rules_hash("sealed") == rules.rules_hash("sealed")
    assert all(rules.to_options()[name] != type(rules)().to_options()[name] for name in rules.changed)


@SOME
@given(seed=SEEDS)
def test_what_a_seat_knows_never_refuses_what_is_legal(seed: int) -> None:
    """One log, judged with all hands, by each seat, by an onlooker: nobody refuses, and all fold the same table."""
    rules, n, rng = random_table(seed)
    deal = Deal.begin(rules, n, rng.randrange(n), deal_out(rules, n, rng))
    onlooker = Deal.begin(rules, n, deal.dealer)
    while not deal.over:
        views = [seen_by(deal, seat) for seat in range(n)]
        action = pick(deal, rng)
        for seat in deal.to_act:
            assert prompt(views[seat], seat) == prompt(deal, seat)
        if isinstance(action, Play):
            for view in [*views, onlooker]:
                assert why_not(view, action) is None
                assert legal(view, action.seat) & legal(deal, action.seat) == legal(deal, action.seat)
        for seat, view in enumerate(views):
            for other in range(n):
                held = deal.hand(other)
                assert held is not None
                if deal.looked[seat]:
                    assert view.must_hold(other) & held == view.must_hold(other)
                    assert view.may_hold(other) & held == held
        public = Pass(action.seat, None) if isinstance(action, Pass) else action
        onlooker = do(onlooker, public)
        deal = do(deal, action)
    assert onlooker.takes == deal.takes
    assert onlooker.game.score(onlooker) == deal.game.score(deal)
    for seat, cards_ in enumerate(deal.passes):
        if cards_ is not None:
            onlooker = onlooker.with_pass(seat, cards_)
    assert audit(onlooker, [hand or 0 for hand in deal.dealt]) == ()


@SOME
@given(seed=SEEDS)
def test_a_view_never_changes_when_hidden_cards_are_swapped(seed: int) -> None:
    rules, n, rng = random_table(seed)
    hands = deal_out(rules, n, rng)
    me = rng.randrange(n)
    deal = Deal.begin(rules, n, rng.randrange(n), hands)
    twin = Deal.begin(rules, n, deal.dealer, swapped(hands, rules.deck(n), me, rng))
    while not deal.over:
        mine, other = seen_by(deal, me), seen_by(twin, me)
        assert mine.dealt == other.dealt
        assert [mine.may_hold(seat) for seat in range(n)] == [other.may_hold(seat) for seat in range(n)]
        assert mine == other
        assert mine.facts == other.facts
        action = pick(deal, rng)
        if why_not(twin, action) is not None:
            break  # the swap shows from here on
        deal, twin = do(deal, action), do(twin, action)


def swapped(hands: list[CardSet], deck: CardSet, me: int, rng: random.Random) -> list[CardSet]:
    """The hands with one card of another seat exchanged with a card that `me` does not see either."""
    out = list(hands)
    other = rng.choice([seat for seat in range(len(hands)) if seat != me])
    one = 1 << rng.choice(list(cards(hands[other])))
    two = 1 << rng.choice(list(cards(deck & ~hands[me] & ~hands[other])) or list(cards(hands[other])))
    for seat, hand in enumerate(hands):
        if seat != me:
            out[seat] = hand & ~(one | two) | (two if hand & one else 0) | (one if hand & two else 0)
    return out


@every_table
@settings(max_examples=4, deadline=None, derandomize=True)
@given(seed=SEEDS)
def test_a_match_of_bots_ends(rules: Rules, n: int, seed: int) -> None:
    rng = random.Random(seed)
    capped = rules.change({"deal_cap": 12, "loss_floor": -300})
    match = Match.begin(capped, n, rng.randrange(n))
    while not match.over:
        match, _ = match.start_deal(deal_out(capped, n, rng))
        assert match.deal is not None
        if rng.random() < 0.2:
            for _ in range(rng.randrange(12)):
                if not match.deal.over:
                    match = match.with_deal(do(match.deal, pick(match.deal, rng)))
                    assert match.deal is not None
            deal, seat = match.deal, rng.randrange(n)
            match, _ = match.forfeit(seat, finished=False)
            check_score(match.deals[-1].score, deal)
        else:
            match = match.with_deal(play_out(match.deal, rng))
            match, _ = match.finish()
        assert len(match.deals) <= 12
    assert match.result is not None
    assert match.result.reason in REASONS
    best = min(match.sheet.points) if rules.winner == "lowest" else max(match.sheet.points)
    assert all(match.sheet.points[side] == best for side in match.result.winners)


@every_table
def test_two_engines_fed_the_same_log_agree(rules: Rules, n: int) -> None:
    rng = random.Random(n)
    first = play_out(Deal.begin(rules, n, 0, deal_out(rules, n, rng)), rng)
    second = do(Deal.begin(rules, n, 0, first.dealt), *first.log)
    assert (second, second.facts) == (first, first.facts)
    assert second.game.score(second) == first.game.score(first)
    late = Deal.begin(rules, n, 0)
    for action in first.log:
        late = do(late, Pass(action.seat, None) if isinstance(action, Pass) else action)
    for seat, hand in enumerate(first.dealt):
        late = late.with_hand(seat, hand or 0)
    for seat, given_away in enumerate(first.passes):
        if given_away is not None:
            late = late.with_pass(seat, given_away)
    assert (late, late.facts) == (first, first.facts)
    assert replace(late.setup) == first.setup
