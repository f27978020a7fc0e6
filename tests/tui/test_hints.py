"""Hints: every reason a bot can give has a sentence, and a hint is always something that may be done."""

from __future__ import annotations

import pytest
from p2pcards_cli.present.hint import hint_line
from p2pcards_cli.say.hints import HINTS
from tui.local import Local

from p2pcards.bots.reasons import REASONS


def test_every_reason_of_a_bot_has_a_sentence() -> None:
    assert set(HINTS) == set(REASONS)


@pytest.mark.parametrize("game", ["spades", "hearts", "sparts", "spar", "cutthroat", "royal", "classic"])
def test_a_hint_for_every_question_of_a_deal(game: str) -> None:
    at = Local(game, n=3 if game == "cutthroat" else 4, seed=6)
    at.start()
    asked = 0
    while at.at is not None and at.at.match is not None and not at.at.match.deals:
        at.face.release()
        prompt, sight = at.face.prompt, at.face.sight
        assert prompt is not None
        assert sight is not None
        line = hint_line(sight, prompt)
        assert line.startswith("A hint: ")
        assert line == hint_line(sight, prompt)
        assert not set(REASONS) & {line.rsplit(": ", 1)[1].rstrip(".")} - {"moon"}
        at.act(at.first_choice(prompt.seat), at.number)
        asked += 1
    assert asked > 4
