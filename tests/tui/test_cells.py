"""Measuring, wrapping and drawing cells, with any text."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from p2pcards_cli.text import clean
from p2pcards_cli.tui.canvas import Canvas
from p2pcards_cli.tui.draw import draw
from p2pcards_cli.tui.show import snapshot
from p2pcards_cli.tui.theme import Theme
from p2pcards_cli.tui.width import cells, clip, pad, width, wrap
from tui.scenes import SCENES

text = st.text(alphabet=st.one_of(st.characters(), st.sampled_from("漢字♠🂡é\u0301\u200d\ufe0f🇮🇹👍🏽 ab")), max_size=40)


@given(text)
def test_cells_and_width_agree(value: str) -> None:
    assert len(cells(value)) == width(value)
    assert len(cells(clean(value))) <= 2 * len(value)


@given(text, st.integers(1, 30))
def test_what_is_clipped_or_padded_fits_exactly(value: str, size: int) -> None:
    value = clean(value)
    assert width(clip(value, size)) <= size
    assert width(pad(value, size)) == size


@given(text, st.integers(2, 30))
def test_wrapped_lines_fit_and_lose_no_word(value: str, size: int) -> None:
    value = clean(value)
    lines = wrap(value, size)
    assert all(width(line) <= size for line in lines)
    assert "".join("".join(lines).split()) == "".join(value.split())


@given(text, st.integers(-5, 12), st.integers(-2, 4))
def test_nothing_is_drawn_outside_and_every_row_keeps_its_width(value: str, x: int, y: int) -> None:
    canvas = Canvas(8, 3)
    canvas.put(0, 0, "漢字漢字")
    canvas.put(0, 1, "abcdefgh")
    canvas.put(x, y, value)
    for row in range(3):
        assert len(canvas.chars[row]) == 8
        assert width("".join(canvas.chars[row])) == 8, canvas.chars[row]


@pytest.mark.parametrize("scene", SCENES)
def test_every_scene_draws_at_every_size(scene: str) -> None:
    at = SCENES[scene]()
    sizes = random.Random(7)
    for w, h in [(0, 0), (1, 1), (59, 18), (60, 17), (200, 50), (72, 24), (79, 23), (100, 24), (99, 60)] + [
        (sizes.randint(60, 200), sizes.randint(18, 50)) for _ in range(20)
    ]:
        canvas = draw(snapshot(at.face), Theme(), w, h)
        assert (canvas.w, canvas.h) == (w, h)
        for row in canvas.chars:
            assert width("".join(row)) == w
        if w >= 60 and h >= 18 and canvas.cursor is not None:
            assert 0 <= canvas.cursor[0] <= w
            assert 0 <= canvas.cursor[1] < h


@pytest.mark.parametrize("scene", ["playing", "six", "three", "passing", "held"])
def test_my_hand_is_whole_at_every_size(scene: str) -> None:
    """Every card of mine is on the screen, legal ones marked, at every size from 60x18 on."""
    from p2pcards_cli.tui.widgets.hand.view import card_text

    at = SCENES[scene]()
    assert at.at is not None
    hand = [card for card in range(52) if at.at.view.hand(0) >> card & 1]
    for w in range(60, 201, 7):
        for h in (18, 23, 24, 30, 50):
            shown = draw(snapshot(at.face), Theme(), w, h)
            low = "\n".join("".join(row) for row in shown.chars[h // 3 :])
            for card in hand:
                assert card_text(card, Theme()) in low, (w, h, card)


def test_numbers_of_scores_are_never_cut() -> None:
    at = SCENES["six"]()
    assert at.at is not None
    assert at.at.match is not None
    from dataclasses import replace

    points = (12345, -1234, 100, 2345, 7, -99)
    at.at.match = replace(at.at.match, sheet=replace(at.at.match.sheet, points=points, bags=(9, 8, 7, 6, 5, 4)))
    for w, h in ((60, 18), (80, 24), (120, 40)):
        shown = draw(snapshot(at.face), Theme(), w, h).text()
        for value in points:
            assert str(value) in shown, (w, h, value)
