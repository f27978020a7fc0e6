"""Every game has its rules written, with the options that are really there."""

from __future__ import annotations

import pytest
from rules.pages import PAGES, table

from p2pcards.rules.base import Rules
from p2pcards.rules.presets import GAMES


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.game)
def test_page(rules: Rules) -> None:
    words = (PAGES / f"{rules.game}.md").read_text(encoding="utf-8")
    assert table(rules) in words, "python tests/rules/pages.py writes the table anew"
    assert words.count("Forfeit example") >= 2


def test_no_page_without_a_game() -> None:
    assert {path.stem for path in PAGES.glob("*.md")} == {rules.game for rules in GAMES}
