"""A bot's mind at a player: what it decides is kept before it is said, and decided again after a restart."""

from __future__ import annotations

import asyncio
from typing import Any

from bots.bot_table import BotTable

from p2pcards.bots import BOTS_VERSION, make_bot
from p2pcards.net.bot import BotMind
from p2pcards.net.thinking import needs_time
from p2pcards.player import Program, Save, Submit

SEAT = 1


def on_move(labels: str = "hard:steady") -> BotTable:
    """A deal of classic Spades in which the seat has to choose between cards."""
    table = BotTable("classic", 4, changes={"max_hands": 1}, labels=labels, seed=12)

    def asked(t: BotTable) -> bool:
        question = t.players[SEAT].question
        return question is not None and t.kinds().count("play") > 4 and needs_time(make_bot("hard"), question.prompt)

    table.on_step = lambda t: t.silent.update({SEAT} if asked(table) else ())
    table.run(until=lambda t: asked(table) and SEAT in t.silent)
    return table


class Hurried:
    """A thinker whose workers have time for so many worlds, unless it is told how many."""

    def __init__(self, worlds: int) -> None:
        self.worlds = worlds

    async def think(self, bot: Any, view: Any, prompt: Any, seed: bytes, worlds: int | None = None) -> Any:
        from p2pcards.bots import decision_rng

        count = self.worlds if worlds is None else worlds
        return bot.decide(view, prompt, decision_rng(seed, len(view.log)), worlds=count)


def mind(worlds: int, label: str = "hard:steady") -> BotMind:
    return BotMind(make_bot(label), thinker=Hurried(worlds))  # type: ignore[arg-type]


def test_the_worlds_are_saved_before_the_card_is_sent_and_stand_after_a_restart() -> None:
    table = on_move()
    at = table.seats[SEAT]
    question = at.player.question
    assert question is not None
    action, worlds = asyncio.run(mind(6).think(at.player, question))
    assert worlds == 6
    effects = at.player.act(action, question.number, worlds)
    assert [type(effect) for effect in effects] == [Save, Submit]
    at.saved[effects[0].name] = effects[0].data
    table.silent.clear()
    at.restart()  # the card never went out
    again = at.player.question
    assert again is not None
    assert asyncio.run(mind(40).think(at.player, again)) == (action, 6)
    assert asyncio.run(mind(0).think(at.player, again)) == (action, 6)


def test_a_decision_of_the_rules_needs_nothing_kept() -> None:
    table = on_move("normal:steady")
    at = table.seats[SEAT]
    question = at.player.question
    assert question is not None
    action, worlds = asyncio.run(mind(6, "normal:steady").think(at.player, question))
    assert worlds is None
    assert [type(effect) for effect in at.player.act(action, question.number, worlds)] == [Submit]


def test_after_a_restart_with_another_level_the_deal_is_played_as_it_was_committed() -> None:
    table = on_move()
    player = table.seats[SEAT].player
    question = player.question
    assert question is not None
    assert player.bot is not None
    assert player.bot.program == Program("hard:steady", BOTS_VERSION)
    for label in ("easy:bold", "normal:careful"):
        assert asyncio.run(mind(12, label).think(player, question)) == asyncio.run(mind(12).think(player, question))


def test_a_mind_says_what_it_is() -> None:
    assert mind(1, "easy:bold").program == Program("easy:bold", BOTS_VERSION)
    assert BotMind(make_bot("random")).program.label == "random"
