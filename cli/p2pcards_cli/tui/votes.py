"""Votes: about a player who is away, or to put somebody out."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..present.sight import Sight
from ..say.i18n import tr
from ..say.referee import VOTES
from .overlays import Item, Menu

if TYPE_CHECKING:
    from p2pcards.net.client import Client

    from .face import Face

AWAY = ("wait", "bot", "end")
"""What can be voted about a seat that is away."""


def vote(face: Face) -> None:
    """The vote about a player who is away."""
    client, about = face.client, face.voting
    sight = face.sight
    if client is None or sight is None or not face.playing:
        face.say(tr("There is nothing to vote about."))
        return
    if about is None:
        _put_out(face, client, sight)
        return

    def choose(choice: str) -> Callable[[], None]:
        def run() -> None:
            client.vote(choice, about)
            face.say(tr("You have voted."))

        return run

    title = tr("Vote: %(name)s is away", name=sight.names.who(about))
    face.open(Menu(title, lambda: [Item(tr(VOTES[name]), choose(name), name[0]) for name in AWAY]))


def _put_out(face: Face, client: Client, sight: Sight) -> None:
    """Nobody is away: a vote to put somebody out, for what it is worth."""

    def choose(seat: int) -> Callable[[], None]:
        def run() -> None:
            client.vote("yes", seat, "kick")
            face.say(tr("You have voted."))

        return run

    at = client.at
    people = (
        [] if at is None else [seat.seat for seat in at.info.seats if seat.kind == "person" and seat.seat != at.seat]
    )
    if not people:
        face.say(tr("There is nothing to vote about."))
        return
    items = [Item(tr("no vote"), lambda: None)]
    items += [Item(tr("put out: %(name)s", name=sight.names.who(seat)), choose(seat)) for seat in people]
    face.open(Menu(tr("Vote somebody out"), lambda: items))
