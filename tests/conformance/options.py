"""From a case's preset, options and input to the rules it is about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from p2pcards.cards import CardSet, Seat, parse_cards, text
from p2pcards.cards import cards as each_card
from p2pcards.rules.base import Rules
from p2pcards.rules.presets import find_game
from p2pcards.rules.score import Sheet

Data = Mapping[str, Any]

#: Options of the case format that are no options here: they are questions of seats, or say what a macro already says.
NOT_OPTIONS = ("players",)
TEAM_WORDS = {0: "none", 2: "two", 3: "three"}


def seats_of(case: Data, rules: Rules) -> int:
    """The number of seats of a case."""
    given = case["input"]
    if "players" in given:
        return int(given["players"])
    for key in ("hands", "scores", "scores_before"):
        if key in given and not given.get("teams"):
            return len(given[key])
    return int(case["options"].get("players", rules.usual_seats))


def translated(options: Data) -> dict[str, Any]:
    """Option names and values of the case format in ours."""
    changes: dict[str, Any] = {}
    for name, value in options.items():
        if name in NOT_OPTIONS:
            continue
        if name == "max_hands":
            changes[name] = value or 0
        elif name == "team_count":
            changes[name] = TEAM_WORDS[value]
        elif name == "hand_size":
            changes["cards_each"] = value
        elif name == "nil_tricks_help_partner":
            changes.update({"failed_nil_tricks": "help_partner"} if value else {})
        elif name == "high_bid_threshold" and isinstance(value, Mapping):
            changes[name] = [value[str(seats)] for seats in (3, 4, 5, 6)]
        elif name == "last_trick_values" and isinstance(value, Mapping):
            changes[name] = [value["6"], value["7"], value["other"]]
        else:
            changes[name] = list(value) if isinstance(value, tuple) else value
    return changes


def rules_of(case: Data, game: str | None = None) -> Rules:
    """The rules of a case. game: "spades" or "hearts" for what is in force in a Sparts deal, None for the table's."""
    given = case["input"]
    rules = find_game(case["preset"])
    changes = translated(case["options"])
    known = {option.name for option in rules.options}
    if "teams" in given and "team_count" in known and "team_count" not in changes:
        fixed = next(option for option in rules.options if option.name == "team_count").fixed
        if not fixed:
            changes["team_count"] = TEAM_WORDS[len(given["teams"] or ())]
    if given.get("target") is not None:
        changes["target_score"] = given["target"]
    if given.get("max_hands") is not None:
        changes["max_hands"] = given["max_hands"]
    rules = rules.change(changes)
    return rules.in_force(game) if rules.choices and game is not None else rules


def side_order(case: Data, rules: Rules, seats: int) -> list[int]:
    """For each side in the order of the case, our number of it."""
    ours = rules.sides(seats)
    teams = case["input"].get("teams")
    if not teams:
        return list(range(len(ours)))
    return [ours.index(tuple(sorted(team))) for team in teams]


def sheet_of(case: Data, rules: Rules, seats: int) -> Sheet:
    """The sheet before the deal of a case."""
    given = case["input"]
    order = side_order(case, rules, seats)
    hearts = given.get("hearts_rounds_before", 0)
    played = given.get("hands_played", 0)
    return Sheet(
        _by_our_side(given.get("scores_before"), order), _by_our_side(given.get("bags_before"), order), played, hearts
    )


def _by_our_side(values: Sequence[int] | None, order: Sequence[int]) -> tuple[int, ...]:
    out = [0] * len(order)
    for theirs, ours in enumerate(order):
        out[ours] = values[theirs] if values else 0
    return tuple(out)


def names(held: CardSet) -> list[str]:
    """The cards of a set as the case files write them."""
    return [text(card) for card in each_card(held)]


def masks(hands: Sequence[Sequence[str]]) -> list[CardSet]:
    """Several hands."""
    return [parse_cards(hand) for hand in hands]


def dealer_of(given: Data, seats: int) -> Seat:
    """The dealer, who may be named by whom he makes first."""
    if "dealer" in given:
        return int(given["dealer"])
    first = given.get("first_player", given.get("first_bidder", 0))
    return (int(first) - 1) % seats
