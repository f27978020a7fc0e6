"""A hint says why, and what it says is so."""

import random

import pytest
from p2pcards_cli.present.hint import around, hint_line
from p2pcards_cli.present.sight import Sight
from p2pcards_cli.say import hints
from p2pcards_cli.say.people import Names

from p2pcards.bots import hearts_pass
from p2pcards.bots.base import STYLES
from p2pcards.bots.bidding import number, outlook, taken_off
from p2pcards.bots.reasons import PASS_REASONS, REASONS
from p2pcards.cards.card import QUEEN_OF_SPADES, SUIT_MASK, card_set, cards, parse_cards
from p2pcards.rules.action import Bid
from p2pcards.rules.phases import Phase, Prompt
from p2pcards.rules.presets import find_game
from p2pcards.rules.spades import Spades
from p2pcards.table.deal import Deal
from p2pcards.table.engine import prompt
from p2pcards.table.match import Match
from p2pcards.table.view import seen_by

DECK = find_game("hearts").deck(4)


def test_every_cause_has_words() -> None:
    assert set(hints.PASSED) == set(PASS_REASONS)
    assert set(hints.OFF) == set(hints.ON) == set(REASONS["bid"]) - {"estimate"}


def dealt(game: str, seed: str, **options: object) -> Match:
    rules = find_game(game).change(options)
    n, source = rules.usual_seats, random.Random(seed)
    print(f"seed {seed}")
    deck = list(cards(rules.deck(n)))
    source.shuffle(deck)
    size = rules.hand_size(n)
    match, _ = Match.begin(rules, n, 0).start_deal(
        [card_set(deck[seat * size : (seat + 1) * size]) for seat in range(n)]
    )
    return match


def asked(match: Match) -> tuple[Deal, Prompt]:
    assert match.deal is not None
    seat = match.deal.to_act[0]
    view = seen_by(match.deal, seat)
    question = prompt(view, seat)
    assert question is not None
    return view, question


@pytest.mark.parametrize("game", ["spades", "royal", "cutthroat", "classic"])
def test_what_is_taken_off_leads_to_the_bid(game: str) -> None:
    for index in range(20):
        match = dealt(game, f"{game} {index}")
        for said in (1, 4, 3, 2):
            view, question = asked(match)
            if question.phase is not Phase.BIDDING:
                break
            rules, hand = view.game, view.hand(question.seat)
            assert isinstance(rules, Spades)
            assert hand is not None
            look = outlook(view, question.seat, hand, rules)
            off = taken_off(rules, look, STYLES[0])
            left = look.expected - sum(off.values())
            assert number(rules, look, STYLES[0]) == max(1, (left + 500) // 1000)
            reason = hints.hint_reason("bid", {"estimate": look.expected, **off})
            assert reason.endswith(f"that leaves {hints.decimal(left)}")
            match, _ = match.apply(Bid(question.seat, said if said in question.bids else question.bids[-1]))


@pytest.mark.parametrize(
    ("options", "more", "less"),
    [
        ({}, "+10 points if made, 40 lost if a trick is missing.", "-10 points, and each trick above it is a bag."),
        ({"set_score": "zero"}, "+10 points if made, and nothing lost if a trick is missing.", "-10 points, and"),
        (
            {"quicksand": True},
            "+10 points if made, 10 lost if a trick",
            "-10 points, and each trick above it costs 10.",
        ),
        ({"bag_limit": 0}, "+10 points if made, 40 lost if a trick is missing.", "-10 points."),
    ],
)
def test_the_bids_beside_it_are_weighed_by_the_score(options: dict[str, object], more: str, less: str) -> None:
    view, question = asked(dealt("spades", "beside", **{"high_bid_bonus": 0, "exact_low_bonus": 0, **options}))
    up, down = around(view, question, 3)
    assert up.startswith("4: " + more)
    assert down.startswith("2: " + less)


def test_a_bonus_and_the_partner_count_too() -> None:
    match = dealt("spades", "partner", high_bid_bonus=10, high_bid_threshold=(10, 8, 7, 6), bonus_scope="side")
    for bid in (5, 1):
        match, _ = match.apply(Bid(asked(match)[1].seat, bid))
    view, question = asked(match)
    assert (
        around(view, question, 2)[0] == "3: +20 points if made, 80 lost with the partner's bid if a trick is missing."
    )


@pytest.mark.parametrize("seed", range(60))
def test_what_is_said_of_passed_cards_is_so(seed: int) -> None:
    source = random.Random(f"pass {seed}")
    deck = list(cards(DECK))
    source.shuffle(deck)
    hand = card_set(deck[:13])
    told = hearts_pass.why(hand, 3, DECK)
    given = card_set(card for card, _ in told)
    assert (given, told[0][0]) == hearts_pass.choose(hand, 3, DECK)
    for card, key in told:
        suit, rank = SUIT_MASK[card // 13], card % 13
        if key == "void":
            assert not hand & ~given & suit
        elif key == "queen":
            assert card == QUEEN_OF_SPADES
            assert (hand & parse_cards("2S 3S 4S 5S 6S 7S 8S 9S TS JS")).bit_count() < 4
        elif key in ("high", "high-heart"):
            assert rank >= 8
        elif key == "over-queen":
            assert card > QUEEN_OF_SPADES
        elif key == "weak":
            assert hearts_pass.moon_hand(hand)


def test_a_hint_for_a_card_names_the_second_best() -> None:
    match = dealt("classic", "second")
    for bid in (3, 3, 3, 3):
        match, _ = match.apply(Bid(asked(match)[1].seat, bid))
    view, question = asked(match)
    sight = Sight(match.rules, Names.of(("A", "B", "C", "D"), question.seat), question.seat, view, match)
    said = hint_line(sight, question)
    assert "In 48 imagined deals" in said
    assert "points" not in said.split("imagined deals")[1], "two sides are tried by the chance of the match"
    assert said == hint_line(sight, question)


def test_a_trial_speaks_of_points_only_where_it_counts_them() -> None:
    told = {
        points: hints.trial(51, worlds=48, margin=2500, points=points, better=30, worse=9) for points in (True, False)
    }
    assert told[True] == (
        "In 48 imagined deals it is 2.5 points better than ace of spades on average: better in 30, worse in 9."
    )
    assert told[False] == (
        "In 48 imagined deals it does more for the match than ace of spades: better in 30, worse in 9."
    )
