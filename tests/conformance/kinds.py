"""What our rules say to each kind of case but the full hands: one function a kind, from a case to the keys it knows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from conformance.options import (
    Data,
    dealer_of,
    names,
    rules_of,
    seats_of,
    sheet_of,
    side_order,
)

from p2pcards.cards import RANK_MASK, RANKS, card_set, left_of, parse_card, parse_cards
from p2pcards.rules.action import Action, Bid, Choose
from p2pcards.rules.base import Rules
from p2pcards.rules.hearts import Hearts, HeartsPlay
from p2pcards.rules.hearts_score import Haul, score_hearts, score_sparts_hearts
from p2pcards.rules.score import Score, Sheet
from p2pcards.rules.spades import Spades
from p2pcards.rules.spades_score import score_spades, side_lines
from p2pcards.rules.spar import Spar, score_spar
from p2pcards.rules.sparts import SpartsHearts
from p2pcards.table import Deal, Setup

Got = dict[str, Any]


def deal(case: Data) -> Got:
    rules = rules_of(case)
    n = seats_of(case, rules)
    rules.check(n)
    pack = sum(RANK_MASK[rules.deck_low_rank - 2 :])
    out = pack & ~rules.deck(n)
    removed = names(out)
    size = rules.hand_size(n)
    ranks = {card[0] for card in removed}
    return {
        "deck_size": rules.deck(n).bit_count(),
        "hand_size": size,
        "undealt": rules.deck(n).bit_count() - size * n,
        "removed_count": len(removed),
        "removed_rank": ranks.pop() if len(ranks) == 1 else None,
        "removed_cards": sorted(removed),
        "removed_extra": sorted(removed),
        "lowest_rank": RANKS[rules.deck_low_rank - 2],
    }


def turn_order(case: Data) -> Got:
    rules = rules_of(case)
    n = seats_of(case, rules)
    given = case["input"]
    dealer = dealer_of(given, n)
    now = Deal.begin(rules, n, dealer)
    done = SimpleNamespace(n=n, dealer=dealer, wins=[(given["round_winner"], 0)] if "round_winner" in given else [])
    following = rules.next_dealer(done)  # type: ignore[arg-type]
    later = Deal.begin(rules, n, following)
    return {
        "first_bidder": now.eldest,
        "first_leader": now.eldest,
        "next_dealer": following,
        "next_first_player": later.eldest,
        "next_leader": later.eldest,
        "next_first_leader": later.eldest,
    }


def allowed_bids(case: Data) -> Got:
    rules = rules_of(case)
    n = seats_of(case, rules)
    given = case["input"]
    if "hand_size" in given and given["hand_size"] != rules.hand_size(n):
        rules = rules.change({"cards_each": given["hand_size"]})
    dealer = dealer_of(given, n)
    log: list[Action] = []
    if rules.choices:
        log = [Choose(seat, "spades" if seat == 0 else None) for seat in range(n)]
    log += [Bid(each["seat"], each["bid"]) for each in given["bids_so_far"]]
    now = Deal.fold(Setup(rules, n, dealer, (None,) * n, Sheet.blank(len(rules.sides(n)))), log)
    allowed = list(now.game.bids(now, given["bidder"]))
    return {"allowed": allowed, "includes": allowed, "excludes": allowed}


def blind_nil_eligible(case: Data) -> Got:
    rules = rules_of(case)
    n = seats_of(case, rules)
    scores = tuple(case["input"]["scores"])
    return {"eligible": [rules.may_blind(Sheet(scores, (0,) * len(scores)), n, seat) for seat in range(n)]}


def pass_direction(case: Data) -> Got:
    rules = rules_of(case, "hearts")
    n = seats_of(case, rules)
    given = case["input"]
    before = given.get("hearts_rounds_before")
    if before is None:
        before = sum(1 for game in given["round_history"] if str(game).lower().startswith("h"))
    sheet = Sheet((0,) * n, (0,) * n, before, before)
    assert isinstance(rules, HeartsPlay)
    steps = rules.pass_steps(sheet, n)
    return {
        "pass": steps != 0,
        "direction": rules.pass_word(sheet, n),
        "count": rules.passing if steps else 0,
        "receiver_of": [rules.receiver(sheet, n, seat) for seat in range(n)] if steps else None,
    }


def legal_cards(case: Data) -> Got:
    given = case["input"]
    rules = rules_of(case, given["mode"])
    play = rules.play_rules(seats_of(case, rules))
    before = card_set(parse_card(card) for trick in given.get("previous_tricks") or () for card in trick)
    table = [parse_card(card) for card in given["current_trick"]]
    broken = bool((before | card_set(table)) & play.breakers)
    led = table[0] // 13 if table else -1
    return {"legal": names(play.legal(parse_cards(given["hand"]), led, broken, not before))}


def trick_winner(case: Data) -> Got:
    given = case["input"]
    rules = rules_of(case, given["mode"])
    n = seats_of(case, rules)
    place = rules.play_rules(n).winner([parse_card(card) for card in given["cards"]])
    return {"winner": (given["leader"] + place) % n}


def hand_score(case: Data) -> Got:
    rules = rules_of(case, "spades")
    table = rules_of(case)
    n = seats_of(case, rules)
    given = case["input"]
    assert isinstance(rules, Spades)
    blind = given.get("blind") or [False] * n
    score = score_spades(rules, given["bids"], blind, given["tricks"], sheet_of(case, rules, n))
    added = [
        side_lines(rules, side, members, given["bids"], blind, given["tricks"])[1]
        for side, members in enumerate(rules.sides(n))
    ]
    return spades_keys(case, rules, score, added, n) | end_keys(table, score.sheet, side_order(case, rules, n))


def spades_keys(case: Data, rules: Rules, score: Score, added: list[int], n: int) -> Got:
    """The keys of a Spades score."""
    order = side_order(case, rules, n)
    penalty = [0] * len(order)
    for line in score.lines:
        if line.key == "bags":
            penalty[line.side] = line.numbers["penalty"]
    return {
        "points": [score.points[side] + penalty[side] for side in order],
        "bags_added": [added[side] for side in order],
        "bag_penalty": [penalty[side] for side in order],
        "bags_after": [score.sheet.bags[side] for side in order],
        "scores_after": [score.sheet.points[side] for side in order],
    }


def end_keys(rules: Rules, sheet: Sheet, order: list[int]) -> Got:
    """Whether the match is over, and who won: sides in the order of the case."""
    result = rules.result(sheet)
    winners = [theirs for theirs, ours in enumerate(order) if result is not None and ours in result.winners]
    return {
        "game_over": result is not None,
        "winners": winners,
        "winners_of_game": winners,
        "another_hand": result is None,
    }


def hearts_score(case: Data) -> Got:
    rules = rules_of(case, "hearts")
    n = seats_of(case, rules)
    given = case["input"]
    jack = given.get("jack_of_diamonds_taken_by")
    haul = Haul(tuple(given["tricks"]), tuple(given["hearts_taken"]), given["queen_of_spades_taken_by"], jack)
    sheet = sheet_of(case, rules, n)
    if isinstance(rules, SpartsHearts):
        score = score_sparts_hearts(rules, haul, sheet)
    else:
        assert isinstance(rules, Hearts)
        score = score_hearts(rules, haul, sheet)
    return {
        "points": list(score.points),
        "scores_after": list(score.sheet.points),
        "moon_shooter": haul.shooter,
    } | end_keys(rules_of(case), score.sheet, list(range(n)))


def spar_score(case: Data) -> Got:
    rules = rules_of(case)
    n = seats_of(case, rules)
    given = case["input"]
    assert isinstance(rules, Spar)
    tricks = [given[key] for key in ("trick4", "trick5") if given.get(key)]
    wins = [(trick["winner"], parse_card(trick["card"])) for trick in tricks]
    score = score_spar(rules, n, wins, sheet_of(case, rules, n))
    following = rules.next_dealer(SimpleNamespace(n=n, dealer=0, wins=wins))  # type: ignore[arg-type]
    return {
        "points": list(score.points),
        "scores_after": list(score.sheet.points),
        "next_dealer": following,
        "next_leader": left_of(following, n),
    } | end_keys(rules, score.sheet, list(range(n)))


def game_end(case: Data) -> Got:
    rules = rules_of(case)
    given = case["input"]
    scores = tuple(given["scores_after"])
    sheet = replace(Sheet.blank(len(scores)), points=scores, deals=given.get("hands_played") or 0)
    return end_keys(rules, sheet, list(range(len(scores))))


KINDS: dict[str, Callable[[Data], Got]] = {
    "deal": deal,
    "turn_order": turn_order,
    "allowed_bids": allowed_bids,
    "blind_nil_eligible": blind_nil_eligible,
    "pass_direction": pass_direction,
    "legal_cards": legal_cards,
    "trick_winner": trick_winner,
    "hand_score": hand_score,
    "hearts_score": hearts_score,
    "spar_score": spar_score,
    "game_end": game_end,
}
