"""A bot at the end of a client: the same connection, messages and checks as a person's."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Literal, TypeGuard

from p2pcards.bots.base import BOTS_VERSION, Bot, decision_rng
from p2pcards.bots.levels import make_bot
from p2pcards.net.client import Client, RefusedByHost
from p2pcards.net.client_events import NO_TABLE, Asked, ClientEvent, ClosedByHost, LinkBack, NoticeCame, Saved
from p2pcards.net.consent import consent, leisure, wait_for_answers
from p2pcards.net.thinking import Thinker, needs_time
from p2pcards.player import Ask, BotPart, Player, Program
from p2pcards.rules.action import Action, IllegalAction
from p2pcards.table.deal import Deal


class BotMind:
    """A bot that decides for a player, from the player's view and the seed that the player committed to for the deal.

    pace: seconds it waits before it acts, so that people can follow. thinker: where it searches; without one it does so
    here and now. sleep: waits some seconds.
    """

    def __init__(
        self,
        bot: Bot,
        *,
        pace: float = 0.0,
        thinker: Thinker | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._bot = bot
        self._thinker = thinker
        self.pace = pace
        self.sleep = sleep
        style = getattr(bot, "style", None)
        self.program = Program(bot.level if style is None else f"{bot.level}:{style.name}", BOTS_VERSION)

    def decide(self, player: Player, ask: Ask) -> Action:
        """The action for a question, here and now: what plays for a person whose time is up."""
        view, part = _given(player)
        return self._bot.decide(view, ask.prompt, decision_rng(part.seed, len(view.log))).action

    async def think(self, player: Player, ask: Ask) -> tuple[Action, int | None]:
        """The action, and the worlds of a search, without holding up the event loop. What this seat has decided before,
        and did not get through to the host, it decides again as then."""
        view, part = _given(player)
        bot, before = self._committed(part), part.worlds(player.place)
        if self._thinker is not None:
            decision = await self._thinker.think(bot, view, ask.prompt, part.seed, before)
        else:
            decision = bot.decide(view, ask.prompt, decision_rng(part.seed, len(view.log)), worlds=before)
        return decision.action, decision.worlds if needs_time(bot, ask.prompt) else None

    def _committed(self, part: BotPart) -> Bot:
        """The bot that was committed to for this deal: another than mine after a restart with another level."""
        program = part.program
        if program is None or program == self.program or program.version != BOTS_VERSION:
            return self._bot
        return make_bot(program.label)


def _given(player: Player) -> tuple[Deal, BotPart]:
    view, part = player.view, player.bot
    assert view is not None
    assert part is not None, "a question is asked in a deal"
    return view, part


async def play_bot(
    client: Client,
    mind: BotMind,
    ref: str,
    seat: int | None,
    *,
    how: Literal["sit", "take", "join"] = "sit",
    until_saved: bool = False,
    watch: Callable[[ClientEvent], None] | None = None,
) -> Saved | ClosedByHost | NoticeCame | None:
    """Sit down (or, the host's bots, take the seat of somebody who is gone) and play until the connection ends or
    the table is gone (NoticeCame, a code of NO_TABLE).

    until_saved: return when the match is over and its file is written. watch: called with every event.
    """
    client.program = mind.program
    seated = await _sit(client, ref, seat, how)
    async for event in client.events():
        if watch is not None:
            watch(event)
        if not seated and isinstance(event, LinkBack):
            seated = await _sit(client, ref, seat, how)
        consent(client)
        if isinstance(event, Asked):
            await _answer(client, mind)
        elif _last(event, until_saved):
            return event
    return None


async def _sit(client: Client, ref: str, seat: int | None, how: Literal["sit", "take", "join"]) -> bool:
    """Take the seat; False when the link broke before the host could answer. Raises RefusedByHost."""
    try:
        if how != "sit" and seat is not None:
            await client.stand_in(ref, seat, how)
        else:
            await client.sit(ref, seat, bot=True)
    except RefusedByHost as error:
        if error.code != "lost":
            raise
        return False
    return True


def _last(event: ClientEvent, until_saved: bool) -> TypeGuard[Saved | ClosedByHost | NoticeCame]:
    """Whether nothing is left to play after this."""
    if isinstance(event, NoticeCame):
        return event.code in NO_TABLE
    return isinstance(event, ClosedByHost) or (isinstance(event, Saved) and until_saved)


async def _answer(client: Client, mind: BotMind) -> None:
    at = client.at
    question = None if at is None else at.question
    if at is None or at.player is None or question is None:
        return
    pace = leisure(at.player, mind.pace)
    if pace:
        await mind.sleep(pace)
    question = at.question
    if question is None:
        return
    action, worlds = await mind.think(at.player, question)
    await wait_for_answers(client, mind.sleep)
    now = at.question
    if now is None or now.number != question.number:
        return  # the question is gone: the table was paused, or the turn was played
    try:
        client.act(action, question.number, worlds)
    except IllegalAction as error:
        raise RuntimeError(f"a bot decided {action}, which is not legal: {error.why}") from error
