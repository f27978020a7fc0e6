"""Keys that decide: what is selected, picked or typed is sent, and never anything else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from p2pcards.cards.card import Card
from p2pcards.errors import IllegalAction
from p2pcards.rules.action import Action, Bid, Pass, Play
from p2pcards.rules.phases import Phase, Prompt

from ...present.bids import turn_line
from ...present.moves import choices
from ...say.cards import card as card_words
from ...say.cards import card_list
from ...say.i18n import tr, trn
from ...say.prompts import spans
from ...say.reasons import illegal
from .select import move, select

if TYPE_CHECKING:
    from ..face import Face


def act(face: Face, action: Action) -> bool:
    """Send a decision; or say why it is not allowed, and what is. Whether it was sent."""
    if face.client is None or face.question is None:
        return False
    number = face.question.number
    try:
        face.client.act(action, number)
    except IllegalAction as error:
        sight, prompt = face.sight, face.prompt
        if sight is not None and sight.paused:
            face.say(tr("The table waits for somebody who is away."))
            return False
        told = tr("Not allowed: %(reason)s.", reason=illegal(error.why, error.data))
        if prompt is not None and prompt.phase is Phase.PLAYING and error.why != "not-your-turn":
            told += " " + tr("You may play: %(cards)s.", cards=card_list(prompt.cards))
        face.say(told)
        return False
    face.answered(number)
    return True


def enter(face: Face) -> None:
    """Carry out what is selected, picked or typed; never anything else."""
    prompt = face.prompt
    at = None if face.client is None else face.client.at
    if prompt is None:
        if at is not None and at.referee is not None and at.referee.ended:
            face.in_room = True
            return
        sight = face.sight
        face.say(tr("Not your turn.") if sight is None else tr("Not your turn. %(turn)s", turn=turn_line(sight)))
    elif prompt.phase is Phase.PLAYING:
        _play(face, prompt)
    elif prompt.phase is Phase.PASSING:
        _pass(face, prompt)
    elif prompt.phase is Phase.BIDDING:
        _bid(face, prompt)
    elif face.choice is None:
        face.say(tr("Choose with Left and Right or a number, then press Enter."))
    else:
        found = choices(prompt)
        if face.choice < len(found):
            act(face, found[face.choice][1])


def _play(face: Face, prompt: Prompt) -> None:
    if face.selected is None:
        face.say(tr("Select a card first, with Left and Right; then Enter."))
        return
    if face.prefs.guard and face.sure != face.selected and prompt.cards >> face.selected & 1:
        face.sure = face.selected
        face.say(tr("Play the %(card)s? Enter once more.", card=card_words(face.selected)))
        return
    act(face, Play(prompt.seat, face.selected))


def _pass(face: Face, prompt: Prompt) -> None:
    count = face.picked.bit_count()
    if count != prompt.count:
        face.say(
            trn(
                "Pick %(n)d card with Space; %(picked)d picked so far.",
                "Pick %(n)d cards with Space; %(picked)d picked so far.",
                prompt.count,
                picked=count,
            )
        )
        return
    if act(face, Pass(prompt.seat, face.picked)):
        face.selected = None


def pick(face: Face) -> None:
    """Pick the selected card to be passed, or put it back."""
    prompt = face.prompt
    if prompt is None or prompt.phase is not Phase.PASSING:
        face.say(tr("No cards are passed now."))
        return
    if face.selected is None:
        move(face, 1)
        return
    bit = 1 << face.selected
    if not face.picked & bit and face.picked.bit_count() >= prompt.count:
        face.say(tr("That is enough cards. Press Enter, or put one back with Space."))
        return
    face.picked ^= bit


def _bid(face: Face, prompt: Prompt) -> None:
    if not face.typed:
        face.say(tr("Type your bid or use Up and Down: %(bids)s. Then Enter.", bids=spans(prompt.bids)))
        return
    if not act(face, Bid(prompt.seat, int(face.typed))):
        face.typed = ""


def click_card(face: Face, card: Card) -> None:
    """The first click selects, the second does what Enter (or Space, when passing) does."""
    prompt = face.prompt
    if prompt is not None and prompt.phase is Phase.PASSING:
        select(face, card)
        pick(face)
    elif face.selected == card:
        enter(face)
    else:
        select(face, card)


def click_choice(face: Face, number: int) -> None:
    """A click on a choice marks it; Enter takes it."""
    if face.choice == number:
        enter(face)
    else:
        face.choice = number
