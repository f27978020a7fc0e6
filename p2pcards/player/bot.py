"""A bot's own part in one attempt at a deal: the seed of its decisions, what it commits to, the record that opens it.

The seed is drawn before the commitment is sent, so before anybody can know a card, and every decision follows from it,
from what the seat knows, and from the number of worlds that there was time for. A number is kept before the card that
it led to is said: asked again after a restart, the bot decides the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from p2pcards_protocol.body import MAX_DECISIONS, MAX_WORLDS, BotRecord
from p2pcards_protocol.deal import Context, bot_commitment
from p2pcards_protocol.hashing import u16, u32

from .secrets import Secrets


@dataclass(frozen=True, slots=True)
class Program:
    """Which bot it is. label: level and style ("hard:steady"), 1..64 characters. version: of the bots' code, u32."""

    label: str
    version: int


class BotPart:
    """See the module. program: None where a person plays, whose seat a bot plays only when time is up."""

    def __init__(
        self, ctx: Context, seat: int, secrets: Secrets, rng: Callable[[int], bytes], program: Program | None
    ) -> None:
        self._ctx = ctx
        self._seat = seat
        self._secrets = secrets
        self._rng = rng
        self._program = program

    def _kept(self) -> bytes:
        """seed || u32 version || label, the last two only of a bot's seat. Drawn once; a restart with another bot
        changes nothing for this deal."""
        program = self._program
        named = b"" if program is None else u32(program.version) + program.label.encode()
        return self._secrets.keep("bot", lambda: self._rng(32) + named)

    @property
    def seed(self) -> bytes:
        """32 bytes from which this seat's decisions of the deal are drawn."""
        return self._kept()[:32]

    @property
    def program(self) -> Program | None:
        """Which bot was committed to, or will be."""
        named = self._kept()[32:]
        return Program(named[4:].decode(), int.from_bytes(named[:4], "big")) if named else None

    def worlds(self, place: int) -> int | None:
        """How many worlds the seat's decision number `place` (0..) took, if it was decided before."""
        kept = self._secrets.get(f"worlds-{place}")
        return None if kept is None else int.from_bytes(kept, "big")

    def decided(self, place: int, worlds: int) -> None:
        """Keep how many worlds decision number `place` took: the first number told stands."""
        if place < MAX_DECISIONS:
            self._secrets.keep(f"worlds-{place}", lambda: u16(min(worlds, MAX_WORLDS)))

    def commitment(self) -> bytes:
        """What the commitment of a bot's seat carries besides; b"" for a person's."""
        program = self.program
        if program is None:
            return b""
        return bot_commitment(
            self._ctx, self._seat, self._ctx.keys[self._seat], program.version, self.seed, program.label
        )

    def record(self) -> BotRecord | None:
        """What opens it, once the deal is over."""
        program = self.program
        if program is None:
            return None
        worlds = [self.worlds(place) or 0 for place in range(MAX_DECISIONS)]
        while worlds and not worlds[-1]:
            worlds.pop()
        return BotRecord(label=program.label, version=program.version, seed=self.seed, worlds=tuple(worlds))
