"""What an end is worth in a match of two sides: the match counts, not the points."""

from __future__ import annotations

import pytest

from p2pcards.bots.search.payoff import STAKE, UNIT, Payoff
from p2pcards.bots.search.table import Table
from p2pcards.rules.presets import make_rules
from p2pcards.rules.score import Sheet


def worth(points: tuple[int, int], took: list[int], side: int = 0, bags: tuple[int, int] = (0, 0)) -> int:
    """Classic Spades, everybody has bid three."""
    rules = make_rules("classic")
    payoff = Payoff(rules, rules, 4, 0, Sheet(points, bags, 5, 0), side, (3, 3, 3, 3), (False,) * 4)
    return payoff.worth(Table([0] * 4, 0, -1, -1, -1, 0, 0, False, False, took, [0] * 4, []))


@pytest.mark.parametrize("points", [(0, 0), (320, 180), (450, 430), (120, 480)])
@pytest.mark.parametrize("took", [[3, 4, 3, 3], [2, 4, 3, 4], [4, 3, 4, 2]])
def test_two_sides_share_one_sum(points: tuple[int, int], took: list[int]) -> None:
    assert worth(points, took, 0) == -worth(points, took, 1)


def test_a_match_that_is_won_is_worth_all_there_is() -> None:
    assert worth((450, 430), [4, 3, 3, 3]) == -worth((430, 450), [3, 3, 3, 4]) == UNIT * STAKE
    assert worth((450, 300), [2, 3, 3, 5]) < UNIT * STAKE


def test_a_trick_that_makes_the_bid_is_worth_more_late_than_early() -> None:
    def trick(points: tuple[int, int]) -> int:
        return worth(points, [3, 3, 3, 4]) - worth(points, [2, 4, 3, 4])

    assert trick((360, 360)) > 3 * trick((0, 0)) // 2 > 0


def test_at_the_start_a_point_is_about_a_point() -> None:
    gain = worth((0, 0), [3, 3, 3, 4]) - worth((0, 0), [2, 4, 3, 4])
    # 120 points between made and missed, and a bag less for the others.
    assert 95 * UNIT < gain < 135 * UNIT


def test_bags_are_taken_off_before_they_cost() -> None:
    assert worth((100, 100), [3, 4, 3, 3], bags=(8, 0)) < worth((100, 100), [3, 4, 3, 3], bags=(2, 0))
