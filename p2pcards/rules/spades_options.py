"""The house rules that all Spades games share, what they bring with them, and what contradicts what."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from p2pcards.rules.option import OptionError, option


@dataclasses.dataclass(frozen=True)
class SpadesOptions:
    """The options of bidding, play and scoring that every Spades game has."""

    max_bid: int = option(0, "highest bid; 0: the number of cards in a hand", high=26)
    min_bid: int = option(0, "lowest bid; 1 shuts nil", high=1)
    forbidden_bids: tuple[int, ...] = option((), "bids that nobody may make", high=26)
    nil_bid: bool = option(True, "a bid of 0 is a nil: a bonus without a trick, the same lost with one")
    nil_value: int = option(100, "points for a nil made, lost for a nil failed", high=1000, usual=(100, 50))
    blind_nil: bool = option(False, "a side far enough behind may bid nil before it sees its cards")
    blind_nil_value: int = option(0, "points for a blind nil; 0: twice the nil", high=2000)
    blind_nil_min_deficit: int = option(100, "points behind the leader that open blind nil", high=10_000)
    no_hell: bool = option(False, "the bids may not add up to the number of tricks: binds the last to bid")
    suicide: bool = option(False, "in every pair one partner bids nil, the other enough, or both bid nil")
    suicide_min_bid: int = option(4, "the least bid beside a nil in suicide", low=1, high=13)
    team_bid_cap: int = option(0, "a side's bids may not add up to more than this; 0: no cap", high=52)
    first_bidder: str = option("eldest", "who bids first: the seat left of the dealer", choices=("eldest",))
    trump_suit: str = option("spades", "the trump suit", choices=("spades",))
    must_trump_when_void: bool = option(False, "a seat that cannot follow suit must play a spade if it can")
    spades_break: str = option(
        "any_spade_played",
        "spades may be led once one has been played, or never but from a hand of spades",
        choices=("any_spade_played", "never"),
    )
    lead_exception: str = option(
        "only_spades", "a hand of nothing but spades may lead one in any case", choices=("only_spades",)
    )
    first_leader: str = option("eldest", "who leads first: the seat left of the dealer", choices=("eldest",))
    overtrick_points: int = option(1, "points for each trick above a made bid", high=10)
    made_score: str = option("ten_a_trick", "points for a made bid: 10 for each trick bid", choices=("ten_a_trick",))
    set_score: str = option(
        "minus_bid",
        "a missed bid: loses 10 a trick bid, scores zero, or loses 10 a missing trick",
        choices=("minus_bid", "zero", "minus_missing"),
    )
    failed_nil_tricks: str = option(
        "bags",
        "tricks of a failed nil: count as bags, for nothing, as bags and a point each, or for the partner's bid",
        choices=("bags", "ignored", "bags_and_points", "help_partner"),
    )
    bag_limit: int = option(10, "bags that cost a penalty; 0: bags are not counted", high=100, usual=(10, 0))
    bag_penalty: int = option(100, "points lost at the bag limit", high=1000)
    bag_scope: str = option(
        "game", "bags add up over the match, or count for each deal alone", choices=("game", "round")
    )
    bag_remainder: str = option(
        "carry", "after a penalty: bags over the limit stay, or the count goes to zero", choices=("carry", "reset")
    )
    bag_penalty_when_failed: bool = option(True, "a side whose bid failed in this deal still pays for its bags")
    exact_low_bonus: int = option(0, "bonus for taking exactly a low bid; 0: none", high=1000, usual=(20, 0))
    exact_low_bids: tuple[int, ...] = option((1, 2), "the bids that are low", low=1, high=26)
    exact_low_players: tuple[int, ...] = option((3, 4), "the numbers of seats with that bonus", low=2, high=6)
    bonus_scope: str = option(
        "side", "bonuses go by the side's total or by each player's bid", choices=("side", "player")
    )
    high_bid_bonus: int = option(0, "bonus a trick from the threshold on for a made high bid; 0: none", high=100)
    high_bid_threshold: tuple[int, ...] = option(
        (10, 8, 7, 6), "the least high bid with 3, 4, 5 and 6 seats", low=1, high=26, length=4
    )
    quicksand: bool = option(False, "each trick above the bid loses 10, each one missing loses 10, no bags")


def implied_by_bids(rules: SpadesOptions, changes: Mapping[str, Any]) -> dict[str, Any]:
    """What changes of the bidding options bring with them."""
    extra: dict[str, Any] = {}
    if changes.get("min_bid") == 1 or changes.get("nil_bid") is False:
        extra.update(min_bid=1, nil_bid=False, blind_nil=False, suicide=False)
    elif changes.get("nil_bid") is True or (changes.get("min_bid") == 0):
        extra.update(min_bid=0, nil_bid=True)
    if changes.get("quicksand") is True:
        extra.update(bag_limit=0, set_score="minus_missing")
    return {name: value for name, value in extra.items() if getattr(rules, name) != value}


def check_bids(rules: SpadesOptions) -> None:
    """Raises OptionError where bidding options contradict each other."""
    if rules.nil_bid != (rules.min_bid == 0) or (rules.nil_bid and 0 in rules.forbidden_bids):
        raise OptionError("nil_bid", "nil")
    for name in ("blind_nil", "suicide"):
        if getattr(rules, name) and not rules.nil_bid:
            raise OptionError(name, "nil")
    if rules.quicksand and rules.bag_limit:
        raise OptionError("quicksand", "quicksand-bags")
    if rules.quicksand and rules.set_score != "minus_missing":
        raise OptionError("set_score", "exclusive", {"other": "quicksand"})


def check_bid_range(rules: SpadesOptions, tricks: int, seats: int) -> None:
    """Raises OptionError where no bid is left, or a number is beyond the tricks of a hand."""
    high = rules.max_bid or tricks
    if high > tricks:
        raise OptionError("max_bid", "threshold", {"value": high})
    if all(bid in rules.forbidden_bids for bid in range(rules.min_bid, high + 1)):
        raise OptionError("forbidden_bids", "no-bid", {"seats": seats})
    if rules.suicide and rules.suicide_min_bid > high:
        raise OptionError("suicide_min_bid", "threshold", {"value": rules.suicide_min_bid})
