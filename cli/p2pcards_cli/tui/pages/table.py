"""Keys at a match: looking around, and the table of what every key does."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ...present.bids import turn_line
from ...present.cards import hand_line, led_line, table_line
from ...present.nudge import nudge as ring_at
from ...present.requests import known_lines
from ...say.i18n import tr
from ..requests import answer, claim, take_back
from ..votes import vote
from .decide import enter, pick
from .select import digit, down, ends, left, right, start_bid, up

if TYPE_CHECKING:
    from ..face import Face

Act = Callable[["Face"], None]


def _sentence(lines: Callable[..., str]) -> Act:
    def run(face: Face) -> None:
        sight = face.sight
        if sight is not None:
            face.say(lines(sight))

    return run


def nudge(face: Face) -> None:
    """Ring at the player whose turn it is."""
    face.say(ring_at(face))


def hint(face: Face) -> None:
    """What a bot would do in my place, and why."""
    from ...present.hint import hint_line

    sight, prompt = face.sight, face.prompt
    face.say(
        hint_line(sight, prompt) if sight is not None and prompt is not None else tr("Nothing is asked of you now.")
    )


def _panel(name: str) -> Act:
    def run(face: Face) -> None:
        from .. import panels

        getattr(panels, name)(face)

    return run


def _digit(face: Face, key: str) -> None:
    digit(face, key)


DO: dict[str, Act] = {
    "enter": enter,
    "left": left,
    "right": right,
    "up": up,
    "down": down,
    "home": lambda face: ends(face, False),
    "end": lambda face: ends(face, True),
    "1": lambda face: _digit(face, "1"),
    "bid": start_bid,
    "pick": pick,
    "cards": _sentence(lambda sight: " ".join((table_line(sight), *known_lines(sight)))),
    "led": _sentence(led_line),
    "turn": _sentence(turn_line),
    "hand": _sentence(hand_line),
    "bids": _panel("bids"),
    "score": _panel("score"),
    "why": _panel("why"),
    "last": _panel("last_trick"),
    "verify": _panel("verify"),
    "vote": vote,
    "claim": claim,
    "takeback": take_back,
    "answer": answer,
    "nudge": nudge,
    "hint": hint,
}
