"""A claim or a take-back that waits for answers: what it asks, of whom, and whether of me."""

from __future__ import annotations

from p2pcards.cards.card import CardSet
from p2pcards.referee.requests import Request

from ..say.cards import card_list
from ..say.i18n import listing, tr
from ..say.referee import claim_words, take_back_words
from .sight import Sight


def for_me(sight: Sight | None) -> Request | None:
    """The request that I have yet to answer."""
    request = None if sight is None else sight.request
    return request if request is not None and sight is not None and request.owes(sight.seat) else None


def request_line(request: Request, sight: Sight) -> str:
    """What is asked, and what one should know before one agrees."""
    name = sight.names.who(request.seat)
    if request.kind == "claim":
        return claim_words(name, request.cards)
    asked = take_back_words(name, request.cards.bit_length() - 1)
    return " ".join(text for text in (asked, warning(sight)) if text)


def warning(sight: Sight | None) -> str:
    """What the one who asks may know of my cards when I let the card be taken back; "" when it is nothing."""
    if sight is None or not sight.exposed:
        return ""
    return tr(
        "Careful: your card on that one has already gone out. Whoever gets the card back may have seen yours, and may "
        "play another one for that."
    )


def waiting_line(request: Request, sight: Sight) -> str:
    """Whose answers are missing."""
    missing = listing(sight.names.who(seat) for seat in request.voters if seat not in request.answers)
    if request.kind == "claim":
        return tr("The claim waits for: %(names)s.", names=missing)
    return tr("The take-back waits for: %(names)s.", names=missing)


def known_cards(sight: Sight, seat: int) -> CardSet:
    """What a seat still holds of the cards that it has shown to all."""
    view = sight.view
    if view is None:
        return 0
    seen = 0
    for shown in view.setup.shown:
        seen |= shown.cards if shown.seat == seat else 0
    return seen & view.must_hold(seat)


def known_lines(sight: Sight, most: int = 52) -> list[str]:
    """Cards in hands that everybody knows of, because they were shown or taken back. More than `most` are counted."""
    lines = []
    for seat in range(sight.n):
        name, held = sight.names.who(seat), known_cards(sight, seat)
        if held.bit_count() > most:
            lines.append(tr("%(name)s: cards known to all: %(n)d; C tells them.", name=name, n=held.bit_count()))
        elif held:
            lines.append(tr("%(name)s: known to all: %(cards)s.", name=name, cards=card_list(held)))
    return lines
