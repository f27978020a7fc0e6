"""Games recorded with OpenSpiel, replayed through the table: the legal set at every step, winners and points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from conformance.options import Data, masks, names

from p2pcards.cards import parse_card, parse_cards
from p2pcards.rules.action import Bid, Pass, Play
from p2pcards.rules.presets import make_rules
from p2pcards.rules.score import Sheet
from p2pcards.table import Deal, apply, prompt

#: What a difference is: a place, what the record says, what we say.
Difference = tuple[str, Any, Any]

#: Every rule note of the record files, and the option that makes the two agree, or how the records avoid it.
NOTES: dict[str, str] = {
    "lead of spades legal only when the hand holds nothing but spades (OpenSpiel never marks spades broken)": (
        "spades_break"
    ),
    "second partner to bid may not take the team bid above 13": "team_bid_cap",
    "tricks of a failed nil count toward the partner contract": "failed_nil_tricks",
    "bags before the hand = start score mod 10; -100 per completed ten; no penalty when the contract fails": (
        "start_bags in the record; bag_penalty_when_failed"
    ),
    "recorded with win_or_loss_bonus=0: by default OpenSpiel adds +-200 when the HAND score passes win_threshold or "
    "mercy_threshold": "not a rule of ours; off in the records",
    "holder of 2C after passing leads it (any club if can_lead_any_club)": "first_lead",
    "points: heart 1, QS 13, JD -10 if jd_bonus, no tricks -5 if avoid_all_tricks_bonus and nobody shot the moon": (
        "jack_of_diamonds, no_tricks_bonus"
    ),
    "moon: the shooter 0 (before JD), each other +26; returns = 26 - points": "moon",
}


def check_record(game: str, record: Data) -> list[Difference]:
    """Every difference of one recorded game."""
    return list((_spades if game == "spades" else _hearts)(record))


def _differs(place: str, expected: Any, got: Any) -> Iterator[Difference]:
    if expected != got:
        yield (place, expected, got)


def _spades(record: Data) -> Iterator[Difference]:
    rules = make_rules(
        "classic",
        {
            "spades_break": "never",
            "team_bid_cap": 13,
            "failed_nil_tricks": "help_partner",
            "bag_penalty_when_failed": False,
        },
    )
    teams = ("team02", "team13")
    sheet = Sheet(
        tuple(record["start_scores"][team] for team in teams), tuple(record["start_bags"][team] for team in teams)
    )
    deal = Deal.begin(rules, 4, (record["first_player"] - 1) % 4, masks(record["deal"]), sheet)
    for step in record["bid_steps"]:
        asked = prompt(deal, step["player"])
        yield from _differs(f"bid of {step['player']}", step["legal"], list(asked.bids) if asked else None)
        deal, _ = apply(deal, Bid(step["player"], step["bid"]))
    yield from _differs("bids", record["bids"], list(deal.bids))
    deal = yield from _plays(deal, record)
    yield from _differs("tricks", record["tricks"], list(deal.takes))
    score = deal.game.score(deal)
    yield from _differs("hand_score", record["hand_score"], dict(zip(teams, score.points, strict=True)))
    yield from _differs("end_scores", record["end_scores"], dict(zip(teams, score.sheet.points, strict=True)))
    yield from _differs("returns", record["returns"], [float(score.points[seat % 2]) for seat in range(4)])


def _hearts(record: Data) -> Iterator[Difference]:
    params = record["params"]
    word = record["pass_direction"]
    rules = make_rules(
        "hearts",
        {
            "pass_cycle": [word],
            "first_lead": "any_club" if params["can_lead_any_club"] else "lowest_club",
            "first_trick_penalty_ban": params["no_pts_on_first_trick"],
            "queen_breaks_hearts": params["qs_breaks_hearts"],
            "lead_hearts_unbroken": "only_hearts" if params["must_break_hearts"] else "always",
            "hearts_instead_of_queen": params["can_lead_hearts_instead_of_qs"],
            "jack_of_diamonds": -10 if params["jd_bonus"] else 0,
            "no_tricks_bonus": -5 if params["avoid_all_tricks_bonus"] else 0,
        },
    )
    deal = Deal.begin(rules, 4, 3, masks(record["deal"]))
    picked = 0
    for step in record["pass_steps"]:
        asked = prompt(deal, step["player"])
        left = asked.cards & ~picked if asked else 0
        yield from _differs(f"pass of {step['player']}", sorted(step["legal"]), sorted(names(left)))
        picked |= 1 << parse_card(step["card"])
    if word != "none":
        for seat, given in enumerate(record["passes"]):
            deal, _ = apply(deal, Pass(seat, parse_cards(given)))
    deal = yield from _plays(deal, record)
    score = deal.game.score(deal)
    yield from _differs("points", record["points"], list(score.points))
    yield from _differs("returns", record["returns"], [float(26 - points) for points in score.points])


def _plays(deal: Deal, record: Data) -> Iterator[Difference]:
    for step in record["plays"]:
        seat = step["player"]
        place = f"trick {step['trick']}, seat {seat}"
        if "hearts_broken_before" in step:
            yield from _differs(f"{place}, broken", step["hearts_broken_before"], deal.broken)
        asked = prompt(deal, seat)
        yield from _differs(place, sorted(step["legal"]), sorted(names(asked.cards)) if asked else None)
        deal, _ = apply(deal, Play(seat, parse_card(step["card"])))
    yield from _differs("trick_winners", record["trick_winners"], [trick.winner for trick in deal.tricks])
    return deal
