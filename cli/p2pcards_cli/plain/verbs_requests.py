"""Claims and take-backs: asking, and answering."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..present.requests import for_me, waiting_line
from ..say.i18n import tr

if TYPE_CHECKING:
    from .face import Face


async def claim(face: Face, rest: str) -> None:
    """claim"""

    async def go() -> None:
        face.client.claim()

    at = face.client.at
    if at is None or at.question is None or not at.question.prompt.may_claim:
        await go()  # says why not
    else:
        face.ask(tr("Claim all the remaining tricks? Your cards are shown to all."), go)


async def take_back(face: Face, rest: str) -> None:
    """takeback"""

    async def go() -> None:
        face.client.take_back()
        face.say(tr("The others are asked."))

    player = None if face.client.at is None else face.client.at.player
    if face.keyboard is None or player is None or player.why_no_take_back is not None:
        await go()  # typed in full, or it says why not
    else:
        face.ask(tr("Ask the others to let you take your last card back?"), go)


async def agree(face: Face, rest: str) -> None:
    """yes"""
    face.client.consent(True)


async def disagree(face: Face, rest: str) -> None:
    """no"""
    face.client.consent(False)


async def answer(face: Face, rest: str) -> None:
    """The key that answers: y or n, once more."""
    sight = face.sight
    request = for_me(sight)
    if request is not None and sight is not None:
        face.ask(tr("Do you agree?"), lambda: agree(face, ""), lambda: disagree(face, ""))
    elif sight is not None and sight.request is not None:
        face.say(waiting_line(sight.request, sight))
    else:
        face.say(tr("Nobody asks you for anything now."))
