"""Full hands: a whole deal replayed through the table's own engine."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from conformance.kinds import Got, end_keys, spades_keys
from conformance.options import Data, dealer_of, masks, names, rules_of, seats_of, sheet_of, side_order

from p2pcards.cards import SEVEN_OF_DIAMONDS, CardSet, card_set, cards, left_of, parse_card
from p2pcards.rules.action import Bid, Blind, Choose, Look, Pass, Play
from p2pcards.rules.hearts import HeartsPlay
from p2pcards.rules.hearts_score import Haul
from p2pcards.rules.phases import Phase
from p2pcards.rules.spades import Spades
from p2pcards.rules.spades_score import side_lines
from p2pcards.table import Deal, apply, audit, legal
from p2pcards.table.event import SuitBroken


def full_hand(case: Data) -> Got:
    given = case["input"]
    rules = rules_of(case)
    n = seats_of(case, rules)
    got: Got = {}
    deal = _play_out(case, _to_play(case, _begin(case), got), got)
    assert audit(deal, [hand or 0 for hand in deal.dealt]) == ()
    game = deal.game
    score = game.score(deal)
    order = side_order(case, game, n)
    following = game.next_dealer(deal)
    haul = Haul.of(deal.takes, deal.captured)
    got |= {
        "chooser": deal.chooser,
        "winners": [trick.winner for trick in deal.tricks],
        "tricks": list(deal.takes),
        "hearts_taken": list(haul.hearts),
        "queen_of_spades_taken_by": haul.queen,
        "jack_of_diamonds_taken_by": haul.jack,
        "moon_shooter": haul.shooter,
        "points": list(score.points),
        "scores_after": [score.sheet.points[side] for side in order],
        "next_dealer": following,
        "next_leader": left_of(following, n),
        "next_first_player": left_of(following, n),
    }
    if isinstance(game, HeartsPlay):
        got["direction"] = game.pass_word(deal.sheet, n)
    if isinstance(game, Spades):
        bids = [bid or 0 for bid in deal.bids]
        added = [side_lines(game, s, m, bids, deal.blind, deal.takes)[1] for s, m in enumerate(game.sides(n))]
        got |= spades_keys(case, game, score, added, n)
    sheet = replace(score.sheet, deals=given.get("hands_played", score.sheet.deals))
    end = end_keys(rules, sheet, order)
    end.pop("winners")
    return got | end


def _begin(case: Data) -> Deal:
    given = case["input"]
    rules = rules_of(case)
    n = seats_of(case, rules)
    game = rules.in_force(given.get("game"))
    sheet = sheet_of(case, game, n)
    steps = game.pass_steps(sheet, n)
    hands = masks(given.get("original_hands") or given["hands"])
    if steps and "original_hands" not in given:
        passes = _passes(case, steps)
        hands = [hand & ~passes[(seat - steps) % n] | passes[seat] for seat, hand in enumerate(hands)]
    return Deal.begin(rules, n, dealer_of(given, n), hands, sheet)


def _passes(case: Data, steps: int) -> list[CardSet]:
    """The passed cards per giver; where the case begins after the pass, any that lead to its hands."""
    given = case["input"]
    if given.get("passes"):
        return masks(given["passes"])
    count = rules_of(case, given.get("game")).passing
    hands = masks(given["hands"])
    taken = [card_set(list(cards(hand & ~(1 << SEVEN_OF_DIAMONDS)))[:count]) for hand in hands]
    return [taken[(giver + steps) % len(hands)] for giver in range(len(hands))]


def _to_play(case: Data, deal: Deal, got: Got) -> Deal:
    """Choose, pass and bid."""
    given = case["input"]
    n = deal.n
    if deal.phase is Phase.CHOOSING:
        for seat in range(n):
            holds = (deal.dealt[seat] or 0) >> SEVEN_OF_DIAMONDS & 1
            deal, _ = apply(deal, Choose(seat, given["game"] if holds else None))
    if deal.phase is Phase.PASSING:
        passes = _passes(case, deal.game.pass_steps(deal.sheet, n))
        for seat in range(n):
            deal, _ = apply(deal, Pass(seat, passes[seat]))
    blind = given.get("blind") or [False] * n
    while deal.phase in (Phase.LOOKING, Phase.BIDDING):
        seat = deal.to_act[0]
        if deal.phase is Phase.LOOKING:
            deal, _ = apply(deal, Blind(seat) if blind[seat] else Look(seat))
        else:
            deal, _ = apply(deal, Bid(seat, given["bids"][seat]))
    got["hands"] = [names(deal.hand(seat) or 0) for seat in range(n)]
    assert got["hands"] == [names(hand) for hand in masks(given["hands"])], "hands at the start of play"
    return deal


def _play_out(case: Data, deal: Deal, got: Got) -> Deal:
    """Play the cards; look at the legal sets on the way."""
    wanted: dict[tuple[int, int], list[int]] = {}
    probes: list[Any] = [dict(probe) for probe in case["expected"].get("probes", ())]
    for index, probe in enumerate(probes):
        wanted.setdefault((probe["trick"], probe["seat"]), []).append(index)
    for number, trick in enumerate(case["input"]["plays"], 1):
        for card in trick:
            seat = deal.to_act[0]
            for index in wanted.get((number, seat), ()):
                probes[index]["legal"] = names(legal(deal, seat))
            deal, events = apply(deal, Play(seat, parse_card(card)))
            for event in events:
                if isinstance(event, SuitBroken):
                    got[("spades" if event.suit == 3 else "hearts") + "_broken_in_trick"] = number
    got["probes"] = probes
    return deal
