"""`rules GAME` says how the game is played, in plain lines, with the line of the document for each rule."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner
from p2pcards_cli.main import cli
from p2pcards_cli.pages import page_lines, plain_lines

from p2pcards.rules.presets import GAMES


@pytest.mark.parametrize("game", [rules.game for rules in GAMES])
def test_every_game_has_a_page_that_reads_as_plain_text(game: str) -> None:
    said = CliRunner().invoke(cli, ["rules", game], standalone_mode=False).stdout
    page = page_lines(game)
    assert len(page) > 10
    assert said.startswith("\n".join(page[:5]))
    assert "target_score" in said
    reference = re.compile(r"\bL\d|A\d{3}-")
    assert not any(reference.search(line) for line in page)
    if game != "hearts":  # the one game that no document describes
        assert any(reference.search(line) for line in page_lines(game, sources=True))
    assert not any(mark in line for line in page for mark in ("**", "`", "<!--", "|"))


def test_a_paragraph_is_one_line_and_a_point_another() -> None:
    text = "# Game\n\nOne line\nand on.\n\n1. First `x`,\n   still.\n2. **Second**.\n\n## Options\n| a | b |\n"
    assert plain_lines(text) == ["Game", "One line and on.", "1. First x, still.", "2. Second.", ""]
