"""Options: every one explained, in range, and impossible combinations refused with a reason."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from p2pcards.errors import OptionError
from p2pcards.rules.base import RULES_VERSION, Rules
from p2pcards.rules.option import OPTION_WHY
from p2pcards.rules.presets import GAMES, find_game, make_rules, read_rules

NAMES = ("sparts", "spades", "spar", "cutthroat", "royal", "hearts", "classic")


def test_the_games() -> None:
    assert tuple(game.game for game in GAMES) == NAMES
    assert len({game.rules_hash("sealed") for game in GAMES}) == len(GAMES)
    with pytest.raises(KeyError):
        find_game("bridge")


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.game)
def test_every_option_is_explained_and_its_default_in_range(rules: Rules) -> None:
    for option in rules.options:
        assert option.help, option.name
        assert "\n" not in option.help
        assert len(option.help) < 110, option.name
        assert option.read(option.default) == option.default == getattr(rules, option.name)
        assert all(option.read(value) == value for value in option.usual), option.name
    for n in rules.seats:
        rules.check(n)
    assert rules.usual_seats in rules.seats
    assert rules.change({}) == rules
    assert rules.changed == ()


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.game)
def test_options_are_plain_sorted_and_strict(rules: Rules) -> None:
    sent = rules.to_options()
    assert json.loads(json.dumps(sent)) == sent
    assert list(sent) == sorted(sent)
    assert read_rules(rules.game, sent) == rules
    for name in sent:
        with pytest.raises(OptionError) as missing:
            rules.from_options({key: value for key, value in sent.items() if key != name})
        assert (missing.value.option, missing.value.why) == (name, "missing")
    with pytest.raises(OptionError) as unknown:
        rules.from_options({**sent, "jokers": True})
    assert (unknown.value.option, unknown.value.why) == ("jokers", "unknown")


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.game)
def test_options_of_an_older_version_are_read_and_what_came_later_is_as_it_was_played(rules: Rules) -> None:
    later = {entry.name for entry in rules.options if entry.since > 1}
    assert later == {"takebacks"}
    old = {name: value for name, value in rules.to_options().items() if name not in later}
    assert read_rules(rules.game, old, 1) == rules
    with pytest.raises(OptionError, match="takebacks: unknown"):
        read_rules(rules.game, {**old, "takebacks": True}, 1)


@pytest.mark.parametrize("version", [0, RULES_VERSION + 1])
def test_an_unknown_version_of_the_rules_is_refused(version: int) -> None:
    with pytest.raises(OptionError, match="rules_version: range"):
        read_rules("classic", find_game("classic").to_options(), version)


@pytest.mark.parametrize(
    ("preset", "changes", "option", "why"),
    [
        ("classic", {"jokers": 2}, "jokers", "unknown"),
        ("classic", {"nil_value": True}, "nil_value", "type"),
        ("classic", {"nil_value": "100"}, "nil_value", "type"),
        ("classic", {"no_hell": 1}, "no_hell", "type"),
        ("classic", {"nil_value": -1}, "nil_value", "range"),
        ("classic", {"bag_scope": "week"}, "bag_scope", "choice"),
        ("classic", {"forbidden_bids": 1}, "forbidden_bids", "type"),
        ("classic", {"forbidden_bids": ["x"]}, "forbidden_bids", "type"),
        ("classic", {"high_bid_threshold": [1, 2]}, "high_bid_threshold", "range"),
        ("classic", {"must_follow": False}, "must_follow", "choice"),
        ("classic", {"min_bid": 1, "nil_bid": True}, "nil_bid", "nil"),
        ("classic", {"min_bid": 1, "blind_nil": True}, "blind_nil", "nil"),
        ("classic", {"min_bid": 1, "suicide": True}, "suicide", "nil"),
        ("classic", {"forbidden_bids": [0]}, "nil_bid", "nil"),
        ("classic", {"quicksand": True, "bag_limit": 10}, "quicksand", "quicksand-bags"),
        ("classic", {"quicksand": True, "set_score": "zero"}, "set_score", "exclusive"),
        ("sparts", {"game_length": 300}, "game_length", "macro"),
        ("sparts", {"blind_nil": True}, "blind_nil", "choice"),
        ("royal", {"team_count": "two"}, "team_count", "choice"),
        ("spar", {"last_trick_values": [3, 2]}, "last_trick_values", "range"),
    ],
)
def test_refused_at_any_number_of_seats(preset: str, changes: Mapping[str, object], option: str, why: str) -> None:
    with pytest.raises(OptionError) as refusal:
        make_rules(preset, changes)
    assert (refusal.value.option, refusal.value.why) == (option, why)
    assert set(refusal.value.data) == set(OPTION_WHY[why])


@pytest.mark.parametrize(
    ("preset", "changes", "seats", "option", "why"),
    [
        ("classic", {}, 3, "seats", "seats"),
        ("sparts", {}, 6, "seats", "seats"),
        ("cutthroat", {}, 5, "seats", "seats"),
        ("spar", {}, 6, "seats", "seats"),
        ("spades", {"team_count": "two"}, 3, "team_count", "teams"),
        ("spades", {"team_count": "two"}, 5, "team_count", "teams"),
        ("spades", {"team_count": "three"}, 4, "team_count", "teams"),
        ("spades", {"suicide": True}, 3, "suicide", "pairs"),
        ("spades", {"suicide": True, "team_count": "two"}, 6, "suicide", "pairs"),
        ("spades", {"cards_each": 14}, 4, "cards_each", "cards"),
        ("spades", {"max_bid": 9}, 6, "max_bid", "threshold"),
        ("spades", {"min_bid": 1, "max_bid": 2, "forbidden_bids": [1, 2]}, 4, "forbidden_bids", "no-bid"),
        ("classic", {"suicide": True, "suicide_min_bid": 6, "max_bid": 5}, 4, "suicide_min_bid", "threshold"),
        ("hearts", {"pass_cycle": ["across"]}, 5, "pass_cycle", "across"),
    ],
)
def test_refused_for_so_many_seats(
    preset: str, changes: Mapping[str, object], seats: int, option: str, why: str
) -> None:
    with pytest.raises(OptionError) as refusal:
        make_rules(preset, changes).check(seats)
    assert (refusal.value.option, refusal.value.why) == (option, why)
    assert set(refusal.value.data) == set(OPTION_WHY[why])


def test_agreed_terms_are_checked_like_changes() -> None:
    sent = find_game("classic").to_options()
    with pytest.raises(OptionError, match="nil"):
        read_rules("classic", {**sent, "min_bid": 1})
    with pytest.raises(OptionError, match="range"):
        read_rules("classic", {**sent, "target_score": 0})


def test_changes_bring_what_they_imply() -> None:
    closed = make_rules("cutthroat", {"min_bid": 1}).to_options()
    assert (closed["nil_bid"], closed["blind_nil"]) == (False, False)
    assert make_rules("royal", {"nil_bid": True}).to_options()["min_bid"] == 0
    sand = make_rules("royal", {"quicksand": True, "min_bid": 0}).to_options()
    assert (sand["bag_limit"], sand["set_score"]) == (0, "minus_missing")
    long = make_rules("sparts", {"game_length": 400})
    assert long.changed == ("bag_limit", "bag_penalty", "target_score")
    assert make_rules("sparts", {"game_length": 400, "bag_limit": 5}).to_options()["bag_limit"] == 5


def test_a_ruleset_has_a_name_and_a_hash() -> None:
    plain, other = find_game("royal"), make_rules("royal", {"bag_limit": 10})
    assert (plain.ruleset, other.ruleset) == ("royal", "royal+")
    assert plain.rules_hash("sealed") not in (other.rules_hash("sealed"), plain.rules_hash("dealer"))
    assert make_rules("royal", {"bag_limit": 10}).rules_hash("sealed") == other.rules_hash("sealed")
    assert make_rules("royal", {"bag_limit": 0}) == plain
