"""A bot at the end of a client: the same connection, messages and checks as a person's."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random
from typing import Literal

from p2pcards_protocol.hashing import sha256, u32
from p2pcards_protocol.identity import Identity

from p2pcards.bots.base import Bot
from p2pcards.net.client import Client
from p2pcards.net.client_events import Asked, ClientEvent, ClosedByHost, Saved
from p2pcards.net.thinking import Thinker
from p2pcards.player import Ask, Player
from p2pcards.rules.action import Action, IllegalAction
from p2pcards.table.deal import Deal


class BotMind:
    """A bot and its source of randomness, which follows from its key and the place in the match: asked again after a
    restart it decides the same. pace: seconds it waits before it acts, so that people can follow. thinker: where it
    searches; without one it does so here and now."""

    def __init__(self, bot: Bot, identity: Identity, *, pace: float = 0.0, thinker: Thinker | None = None) -> None:
        self._bot = bot
        self._identity = identity
        self._thinker = thinker
        self.pace = pace

    def _seed(self, player: Player, view: Deal) -> int:
        place = (player.referee.header.table_id, u32(player.referee.number), u32(len(view.log)))
        return int.from_bytes(sha256(b"".join((self._identity.seed, *place))), "big")

    def decide(self, player: Player, ask: Ask) -> Action:
        """The action for a question, from the seat's own view, here and now."""
        view = player.view
        assert view is not None
        return self._bot.act(view, ask.prompt, Random(self._seed(player, view)))

    async def think(self, player: Player, ask: Ask) -> Action:
        """The same, without holding up the event loop."""
        view = player.view
        assert view is not None
        if self._thinker is None:
            return self.decide(player, ask)
        decision = await self._thinker.think(self._bot, view, ask.prompt, self._seed(player, view))
        return decision.action


async def play_bot(
    client: Client,
    mind: BotMind,
    ref: str,
    seat: int | None,
    *,
    how: Literal["sit", "take", "join"] = "sit",
    until_saved: bool = False,
    watch: Callable[[ClientEvent], None] | None = None,
) -> Saved | ClosedByHost | None:
    """Sit down (or, the host's bots, take the seat of somebody who is gone) and play until the connection ends.

    until_saved: return when the match is over and its file is written. watch: called with every event.
    """
    if how != "sit" and seat is not None:
        await client.stand_in(ref, seat, how)
    else:
        await client.sit(ref, seat, bot=True)
    async for event in client.events():
        if watch is not None:
            watch(event)
        if isinstance(event, Asked):
            if mind.pace:
                await asyncio.sleep(mind.pace)
            await _answer(client, mind)
        elif (isinstance(event, Saved) and until_saved) or isinstance(event, ClosedByHost):
            return event
    return None


async def _answer(client: Client, mind: BotMind) -> None:
    at = client.at
    question = None if at is None else at.question
    if at is None or at.player is None or question is None:
        return
    action = await mind.think(at.player, question)
    now = at.question
    if now is None or now.number != question.number:
        return  # the question is gone: the table was paused, or the turn was played
    try:
        client.act(action, question.number)
    except IllegalAction as error:
        raise RuntimeError(f"a bot decided {action}, which is not legal: {error.why}") from error
