"""Claims and take-backs on the screen. Enter never answers one by accident: the first line of each box does nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from p2pcards.errors import P2PCardsError

from ..present.requests import for_me, request_line, waiting_line
from ..say.errors import error_sentence
from ..say.i18n import tr
from ..say.reasons import illegal
from .menus import sure
from .overlays import Item, Menu

if TYPE_CHECKING:
    from .face import Face


def claim(face: Face) -> None:
    """All the remaining tricks are mine: asked once more, because it shows my cards."""
    client, at = face.client, None if face.client is None else face.client.at
    if client is None or at is None:
        return
    if at.question is None or not at.question.prompt.may_claim:
        _try(face, client.claim)  # says why not
        return
    title = tr("Claim all the remaining tricks? Your cards are shown to all.")
    sure(face, title, tr("Yes, claim them"), lambda: _try(face, client.claim))


def take_back(face: Face) -> None:
    """Ask for my last card back: asked once more, because it asks everybody."""
    client, at = face.client, None if face.client is None else face.client.at
    if client is None or at is None:
        return
    if at.player is not None and (why := at.player.why_no_take_back) is not None:
        face.say(tr("Not allowed: %(reason)s.", reason=illegal(why, {})))
        return
    done = tr("The others are asked.")
    sure(
        face,
        tr("Ask the others to let you take your last card back?"),
        tr("Yes, ask them"),
        lambda: _try(face, client.take_back, done),
    )


def answer(face: Face) -> None:
    """Agree to what is asked, or not."""
    client, sight = face.client, face.sight
    request = for_me(sight)
    if client is None or sight is None:
        return
    if request is None:
        if sight.request is not None:
            face.say(waiting_line(sight.request, sight))
        else:
            face.say(tr("Nobody asks you for anything now."))
        return
    items = [
        Item(tr("Not yet"), lambda: None),
        Item(tr("Agree"), lambda: _try(face, lambda: client.consent(True)), "y", also=tr("y")),
        Item(tr("Do not agree"), lambda: _try(face, lambda: client.consent(False)), "n", also=tr("n")),
    ]
    face.open(Menu(tr("Do you agree?"), lambda: items, text=request_line(request, sight)))


def _try(face: Face, call: Callable[[], None], then: str = "") -> None:
    """Do it and say so, or say why it is not allowed."""
    try:
        call()
    except P2PCardsError as error:
        face.say(error_sentence(error))
    else:
        face.say(then)
