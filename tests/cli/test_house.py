"""House rules as they are typed: what is wrong names what would be right."""

from __future__ import annotations

import click
import pytest
from p2pcards_cli.house import changes, near
from p2pcards_cli.say import i18n

from p2pcards.rules.presets import GAMES, find_game

SPADES = find_game("spades")


@pytest.fixture(autouse=True)
def english() -> None:
    i18n.use("en")


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("target=300", "There is no option target in Spades. Perhaps: target_score (1 to 100000)."),
        ("nohell=on", "There is no option nohell in Spades. Perhaps: no_hell (on or off)."),
        ("xyzzy=1", "There is no option xyzzy in Spades. All of them: p2pcards rules spades"),
        ("max_bid=abc", "max_bid: 0 to 26, not abc."),
        ("no_hell=maybe", "no_hell: on or off, not maybe."),
        ("no_hell", "Write a house rule as name=value, not no_hell."),
    ],
)
def test_what_is_wrong_says_what_would_be_right(typed: str, told: str) -> None:
    with pytest.raises(click.UsageError) as caught:
        changes(SPADES, [typed])
    assert caught.value.format_message() == told


def test_the_nearest_options_share_a_word_or_look_alike() -> None:
    assert next(option.name for option in near(SPADES, "bags")).startswith("bag_")
    assert not near(SPADES, "zzz")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.game)
def test_every_usual_value_can_be_typed(game) -> None:  # type: ignore[no-untyped-def]
    for option in game.options:
        if option.fixed:
            continue
        value = option.default
        typed = ",".join(map(str, value)) if isinstance(value, tuple) else {True: "on", False: "off"}.get(value, value)
        if isinstance(value, int) and not isinstance(value, bool):
            typed = value
        assert changes(game, [f"{option.name}={typed}"]) == {option.name: value}
