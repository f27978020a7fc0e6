"""Keys that select: a card, a bid or a choice. Nothing is sent here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from p2pcards.cards.card import Card
from p2pcards.rules.phases import Phase

from ...present import moves
from ...present.moves import SUIT_KEYS, choices
from ...say.cards import suit as suit_word
from ...say.i18n import tr
from ...say.prompts import asked
from ..widgets.hand.order import arrange

if TYPE_CHECKING:
    from ..face import Face


def hand(face: Face) -> tuple[Card, ...]:
    """My cards from left to right."""
    sight = face.sight
    return arrange(sight.hand, face.prefs.order) if sight is not None and sight.hand else ()


def may(face: Face) -> int:
    """The cards that are open now, as a set."""
    return 0 if face.prompt is None else face.prompt.cards


def select(face: Face, card: Card | None) -> None:
    """Mark a card. It stays marked while others come and go."""
    held = hand(face)
    if card is not None and card in held:
        face.selected, face.place, face.sure = card, held.index(card), None


def move(face: Face, by: int) -> None:
    """One card to the left or right; the first step goes to a card that may be played."""
    held = hand(face)
    if not held:
        face.say(tr("You have no cards now."))
    select(face, moves.step(held, face.selected, by, may(face)))


def suit_step(face: Face, by: int) -> None:
    """The suit before or after."""
    select(face, moves.suit_step(hand(face), face.selected, by, may(face)))


def to_suit(face: Face, suit: int) -> None:
    """The first card of a suit; again: the next one."""
    card = moves.to_suit(hand(face), face.selected, suit)
    if card is None:
        face.say(tr("%(suit)s: none.", suit=suit_word(suit)))
    select(face, card)


def ends(face: Face, last: bool) -> None:
    """The first or the last card."""
    held = hand(face)
    if held:
        select(face, held[-1 if last else 0])


def left(face: Face) -> None:
    """Left."""
    if not _answer_step(face, -1):
        move(face, -1)


def right(face: Face) -> None:
    """Right."""
    if not _answer_step(face, 1):
        move(face, 1)


def up(face: Face) -> None:
    """Up."""
    if not _answer_step(face, 1):
        suit_step(face, -1)


def down(face: Face) -> None:
    """Down."""
    if not _answer_step(face, -1):
        suit_step(face, 1)


def _answer_step(face: Face, by: int) -> bool:
    """Arrows change the bid or the choice while one is asked for. Whether they did."""
    prompt = face.prompt
    if prompt is not None and prompt.phase is Phase.BIDDING:
        bid = moves.step_bid(prompt.bids, int(face.typed) if face.typed else None, by)
        face.typed = face.typed if bid is None else str(bid)
    elif prompt is not None and prompt.phase in (Phase.CHOOSING, Phase.LOOKING):
        count = len(choices(prompt))
        face.choice = 0 if face.choice is None else (face.choice + by) % count
    else:
        return False
    return True


def start_bid(face: Face) -> None:
    """B: begin the bid anew, or say what has been bid."""
    prompt = face.prompt
    if prompt is not None and prompt.phase is Phase.BIDDING:
        face.typed = ""
        face.say(asked(prompt))
    else:
        face.say(tr("It is not your turn to bid."))


def digit(face: Face, key: str) -> bool:
    """Digits bid, choose, or go to a suit; Backspace corrects a bid. Whether the key meant something."""
    prompt = face.prompt
    bidding = prompt is not None and prompt.phase is Phase.BIDDING
    if key == "backspace" and bidding:
        face.typed = (face.typed or "")[:-1]
        return True
    if len(key) != 1 or not key.isdecimal() or not key.isascii():
        return False
    if bidding:
        face.typed = ((face.typed or "") + key)[-2:]
    elif prompt is not None and prompt.phase in (Phase.CHOOSING, Phase.LOOKING):
        if 1 <= int(key) <= len(choices(prompt)):
            face.choice = int(key) - 1
    elif key in SUIT_KEYS:
        to_suit(face, SUIT_KEYS[key])
    else:
        return False
    return True
