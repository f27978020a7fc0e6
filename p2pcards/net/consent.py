"""What a bot says when another seat asks for something, and the time that it leaves people to ask."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from p2pcards.bots.consenting import grants_claim
from p2pcards.net.client import Client
from p2pcards.player import Player
from p2pcards.rules.action import Play

LEISURE = 2.0
"""Seconds that a bot waits at least before it plays on a person's card, where cards may be taken back."""

PATIENCE = 10.0
"""Seconds that a bot in turn waits at most for the answers to a take-back; then it plays on, which refuses it."""

LOOK = 0.1
"""Seconds between two looks at whether they are there."""


def agrees(player: Player) -> bool:
    """A bot's answer to the open request: a card may be taken back unless the host has seen what this seat plays on
    it; a claim is granted when it is certain by what this seat knows. A stand-in that nobody wanted agrees to nothing:
    its yes would not count."""
    asked, view = player.referee.request, player.view
    if asked is None or view is None or player.seat in player.referee.interrupts.unasked:
        return False
    if asked.kind == "takeback":
        return not player.exposed
    return grants_claim(view, asked.seat, asked.cards)


def consent(client: Client) -> None:
    """Answer, where an answer is owed."""
    player = None if client.at is None else client.at.player
    if player is not None and player.owes_answer:
        client.consent(agrees(player))


def leisure(player: Player, pace: float) -> float:
    """Seconds to wait before acting, of a bot whose pace is that."""
    view = player.view
    last = view.log[-1] if view is not None and view.log and player.referee.rules.takebacks else None
    person = isinstance(last, Play) and not player.referee.terms.seats[last.seat].operator
    return max(pace, LEISURE) if person else pace


async def wait_for_answers(client: Client, sleep: Callable[[float], Awaitable[None]]) -> None:
    """Until no card is asked for any more, or patience ends; answers for its own seat."""
    for _ in range(round(PATIENCE / LOOK)):
        consent(client)
        asked = None if client.at is None else client.at.request
        if asked is None or asked.kind != "takeback":
            return
        await sleep(LOOK)
