"""What the line above the keys asks at a match, and how it is answered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from p2pcards.cards.card import SUIT_MASK
from p2pcards.rules.phases import Phase, Prompt

from ...present.bids import turn_line
from ...present.moves import choices
from ...present.requests import for_me, known_lines, request_line
from ...present.sight import Sight
from ...present.told import receiver, turn_sentence
from ...say.cards import suit as suit_word
from ...say.i18n import tr
from ...say.prompts import asked

if TYPE_CHECKING:
    from ..face import Face

MANY = 4
"""So many cards of a seat that all know of are named in the question; more are counted, and C names them."""


def ask_text(face: Face) -> tuple[str, bool]:
    """What is asked of me or waited for, and whether it is my turn."""
    sight, prompt = face.sight, face.prompt
    if sight is None:
        return "", False
    if face.voting is not None and face.playing:  # before a question of mine: nobody may play now
        return tr("%(name)s is away. Press Z to vote what to do.", name=sight.names.who(face.voting)), True
    request = for_me(sight)
    if request is not None:
        return tr("%(request)s J: answer.", request=request_line(request, sight)), True
    if prompt is None:
        at = None if face.client is None else face.client.at
        if at is not None and at.referee is not None and at.referee.ended:
            return tr("The match is over. Enter: back to the table."), False
        turn = turn_line(sight)
        return (tr("You are watching. %(turn)s", turn=turn) if sight.seat is None else turn), False
    if prompt.phase is Phase.PLAYING:
        return " ".join((turn_text(sight, prompt), *known_lines(sight, MANY))), True
    question = asked(prompt, receiver(sight))
    if prompt.phase is Phase.BIDDING:
        return question, True
    if prompt.phase is Phase.PASSING:
        return tr("%(question)s Space picks, Enter passes them.", question=question), True
    if prompt.phase is Phase.CHOOSING:
        return tr("You hold the seven of diamonds. Choose the game:"), True
    if prompt.may_blind:
        return tr("Bid nil blind, or look at your cards? Choose:"), True
    return question, True


def how_text(face: Face) -> str:
    """How a question is answered, where there is room to say so."""
    prompt = face.prompt
    if prompt is None:
        return ""
    if prompt.phase is Phase.BIDDING:
        return tr("Digits or Up, Down; Enter. 0: nil.") if 0 in prompt.bids else tr("Digits or Up, Down; Enter.")
    if prompt.phase is Phase.PLAYING and face.selected is None:
        return tr("Left and Right select a card, Enter plays it.")
    return tr("Left and Right, then Enter.") if choices(prompt) else ""


def turn_text(sight: Sight, prompt: Prompt) -> str:
    """My turn to play. Where many cards are allowed the marks below them say which."""
    view, held = sight.view, sight.hand
    if view is None or held is None or prompt.cards.bit_count() <= 4:
        return turn_sentence(prompt, sight)
    if view.led < 0 and prompt.cards != held:
        return tr("Your turn. You lead, with one of the marked cards.")
    if view.led >= 0 and not held & SUIT_MASK[view.led] and prompt.cards != held:
        return tr("Your turn. Led %(suit)s. You have none; play a marked card.", suit=suit_word(view.led))
    return turn_sentence(prompt, sight)
