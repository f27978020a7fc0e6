"""Level hard: rules bid and choose, search plays."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from p2pcards.bots.base import STYLES, Actor, Clock, Decision, Style
from p2pcards.bots.position import bottom, read
from p2pcards.bots.rules_bot import decide, play_position
from p2pcards.bots.search.pimc import search, timer
from p2pcards.bots.search.worlds import NoWorld
from p2pcards.rules.action import Play
from p2pcards.rules.phases import Phase, Prompt
from p2pcards.table.deal import Deal

#: Worlds a decision, where time allows.
WORLDS = 240


class SearchBot(Actor):
    """Plays out worlds that fit what its seat knows.

    worlds: how many a decision, if there is time. clock: tells when a deadline has passed; without one a deadline is
    not heeded.
    """

    def __init__(
        self, style: Style = STYLES[0], clock: Clock | None = None, worlds: int = WORLDS, level: str = "hard"
    ) -> None:
        self.style, self.clock, self.worlds, self._level = style, clock, worlds, level

    @property
    def level(self) -> str:
        """See Bot.level."""
        return self._level

    def decide(
        self, view: Deal, prompt: Prompt, rng: Random, deadline: float | None = None, worlds: int | None = None
    ) -> Decision:
        """See Bot.decide."""
        if prompt.phase is not Phase.PLAYING:
            action, reason, numbers = decide(view, prompt, self.style)
            return Decision(action, self.level, reason, numbers)
        seat = prompt.seat
        if prompt.cards.bit_count() == 1:
            return Decision(Play(seat, bottom(prompt.cards)), self.level, "forced")
        p = read(view, seat, prompt.cards)
        favourite, reason = play_position(p)
        late: Callable[[], bool] = timer(self.clock, deadline)
        count = self.worlds if worlds is None else worlds
        if count == 0 or (worlds is None and late()):
            return Decision(Play(seat, favourite), self.level, reason)
        try:
            found = search(view, p, rng, count, favourite, late if worlds is None else lambda: False)
        except NoWorld:
            # Somebody has played what no hand allows; the audit will say so, the game goes on.
            return Decision(Play(seat, favourite), self.level, reason)
        if not found.worlds:
            return Decision(Play(seat, favourite), self.level, reason)
        numbers = {"worlds": found.worlds, "margin": found.margin}
        return Decision(Play(seat, found.card), self.level, "search", numbers, found.worlds)
