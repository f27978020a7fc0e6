"""A whole match in memory in which every seat is a bot that commits to its decisions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from referee.memory_table import MemoryTable, SeatAt

from p2pcards.bots import BOTS_VERSION, decision_rng, make_bot
from p2pcards.net.thinking import needs_time
from p2pcards.player import Player, Program
from p2pcards.rules.action import Action
from p2pcards.rules.phases import Prompt

WORLDS = (20, 0, 6)
"""How many worlds a searching bot has time for: its first card, its second, and so on in turn."""


class BotAt(SeatAt):
    """A seat whose program says which bot it is; "" is a person's."""

    def begin(self) -> Player:
        table = self.table
        assert isinstance(table, BotTable)
        label = table.labels[self.seat]
        program = Program(label, table.version) if label else None
        self.player = self.kind(
            self.identity, table.header, self.seat, table.rng.randbytes, self.saved, alone=False, bot=program
        )
        return self.player


class BotTable(MemoryTable):
    """labels: by seat, or one for all. version: of the bots' code, as they say."""

    def __init__(
        self, game: str, n: int | None = None, *, labels: str | Sequence[str] = "normal:steady", **named: Any
    ) -> None:
        self._labels = labels
        self.version: int = named.pop("version", BOTS_VERSION)
        super().__init__(game, n, decide=self._decide_bot, **named)
        kinds: Mapping[int, type[Player]] = named.get("kinds") or {}
        self.seats = [BotAt(self, k, one, kinds.get(k, Player)) for k, one in enumerate(self.identities)]

    @property
    def labels(self) -> Mapping[int, str]:
        n = len(self.identities)
        return dict(enumerate((self._labels,) * n if isinstance(self._labels, str) else self._labels))

    def worlds(self, player: Player, prompt: Prompt) -> int | None:
        """How many there was time for; None where the bot does not search. What was kept before stands."""
        if not needs_time(make_bot(self.labels[player.seat] or "easy"), prompt):
            return None
        assert player.bot is not None
        kept = player.bot.worlds(player.place)
        return WORLDS[player.place % len(WORLDS)] if kept is None else kept

    def choose(self, player: Player, prompt: Prompt, worlds: int | None) -> Action:
        """What the bot of a seat decides."""
        view, bot = player.view, player.bot
        assert view is not None
        assert bot is not None
        decider = make_bot(self.labels[player.seat] or "easy")
        return decider.decide(view, prompt, decision_rng(bot.seed, len(view.log)), worlds=worlds).action

    def _decide_bot(self, player: Player, prompt: Prompt, rng: Random) -> Action:
        worlds = self.worlds(player, prompt)
        action = self.choose(player, prompt, worlds)
        if worlds is not None and player.bot is not None:
            player.bot.decided(player.place, worlds)
        return action
