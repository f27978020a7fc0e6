"""Decisions: play, bid, pass, choose, look, blind, vote. Each answers the question that was told, and no other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from p2pcards.cards.card import card_set
from p2pcards.errors import IllegalAction
from p2pcards.referee.votes import CHOICES
from p2pcards.rules.action import Action, Bid, Blind, Choose, Look, Pass, Play
from p2pcards.rules.phases import Phase, Prompt

from ..present.bids import turn_line
from ..present.cards import legal_line
from ..present.told import receiver
from ..say.cards import card_list, shown
from ..say.examples import hint
from ..say.games import game_name
from ..say.i18n import listing, tr
from ..say.prompts import asked
from ..say.reasons import illegal
from .words import Ambiguous, NotACard, find_card, find_cards

if TYPE_CHECKING:
    from .face import Face


def question(face: Face, *phases: Phase) -> Prompt | None:
    """The question that is open, if it is one of these; else it is said what is going on."""
    at = face.client.at
    open_ = None if at is None else at.question
    if open_ is not None and open_.number == face.number and open_.prompt.phase in phases:
        return open_.prompt
    sight = face.sight
    if sight is None or sight.match is None:
        face.say(tr("No match is under way."))
    elif sight.seat is None:
        face.say(tr("You are watching."))
    elif open_ is not None and open_.number == face.number:
        face.say(tr("Not now. %(question)s", question=asked(open_.prompt, receiver(sight))))
        face.say(hint(open_.prompt))
    else:
        face.say(tr("Not your turn. %(turn)s", turn=turn_line(sight)))
    return None


def act(face: Face, action: Action) -> None:
    """Send a decision; or say why it is not allowed, and what is."""
    try:
        face.client.act(action, face.number)
    except IllegalAction as error:
        face.say(tr("Not allowed: %(reason)s.", reason=illegal(error.why, error.data)))
        sight = face.sight
        at = face.client.at
        if sight is None or at is None or at.question is None:
            return
        prompt = at.question.prompt
        face.say(legal_line(sight) if prompt.phase is Phase.PLAYING else asked(prompt, receiver(sight)))


async def play(face: Face, rest: str) -> None:
    """p CARD"""
    prompt = question(face, Phase.PLAYING)
    sight = face.sight
    if prompt is None or sight is None:
        return
    if not rest:
        face.say(legal_line(sight))
        return
    try:
        card = find_card(rest, prompt.cards, shown(prompt.cards))
    except NotACard:
        face.say(tr("%(text)s is no card. %(legal)s", text=rest[:40], legal=legal_line(sight)))
    except Ambiguous as several:
        face.say(tr("%(text)s could be: %(cards)s. Say more.", text=rest[:40], cards=card_list(several.found)))
    else:
        act(face, Play(prompt.seat, card))


async def bid(face: Face, rest: str) -> None:
    """b NUMBER, b nil, b blind"""
    word = rest.lower().strip()
    if word in ("blind", "blind nil", tr("blind nil")):
        await blind(face, "")
        return
    prompt = question(face, Phase.BIDDING, Phase.LOOKING)
    if prompt is None:
        return
    if prompt.phase is Phase.LOOKING:
        face.say(tr("First decide: type look to see your cards, or blind to bid blind nil."))
        return
    if word in ("nil", tr("nil"), "nello"):
        act(face, Bid(prompt.seat, 0))
    elif word.isdecimal() and len(word) <= 3:
        act(face, Bid(prompt.seat, int(word)))
    else:
        if word:
            face.say(tr("%(text)s is no bid.", text=rest[:40]))
        face.say(asked(prompt))
        face.say(hint(prompt))


async def look(face: Face, rest: str) -> None:
    """look"""
    prompt = question(face, Phase.LOOKING)
    if prompt is not None:
        act(face, Look(prompt.seat))


async def blind(face: Face, rest: str) -> None:
    """blind"""
    prompt = question(face, Phase.LOOKING)
    if prompt is not None:
        act(face, Blind(prompt.seat))


async def choose(face: Face, rest: str) -> None:
    """choose GAME"""
    prompt = question(face, Phase.CHOOSING)
    if prompt is None:
        return
    word = rest.lower().strip()
    if word.isdecimal() and 1 <= int(word) <= len(prompt.games):
        act(face, Choose(prompt.seat, prompt.games[int(word) - 1]))
        return
    found = [game for game in prompt.games if word and any(n.startswith(word) for n in (game, game_name(game).lower()))]
    if prompt.may_decline and word in ("none", tr("none")):
        act(face, Choose(prompt.seat, None))
    elif len(found) == 1:
        act(face, Choose(prompt.seat, found[0]))
    else:
        face.say(asked(prompt))
        face.say(hint(prompt))


async def pass_cards(face: Face, rest: str) -> None:
    """pass CARDS"""
    prompt = question(face, Phase.PASSING)
    sight = face.sight
    if prompt is None or sight is None:
        return
    if not rest:
        face.say(asked(prompt, receiver(sight)))
        face.say(hint(prompt))
        return
    try:
        cards = find_cards(rest, prompt.cards, shown(prompt.cards))
    except NotACard as error:
        face.say(tr("%(text)s is no card.", text=error.text[:40]))
    except Ambiguous as several:
        face.say(tr("%(text)s could be: %(cards)s. Say more.", text=several.text[:40], cards=card_list(several.found)))
    else:
        act(face, Pass(prompt.seat, card_set(cards)))


async def advice(face: Face, rest: str) -> None:
    """hint"""
    from ..present.hint import hint_line

    at, sight = face.client.at, face.sight
    open_ = None if at is None else at.question
    if sight is None or open_ is None or open_.number != face.number:
        face.say(tr("Nothing is asked of you now."))
    else:
        face.say(hint_line(sight, open_.prompt))


async def vote(face: Face, rest: str) -> None:
    """vote wait, bot or end"""
    word, at = rest.lower().strip(), face.client.at
    if face.voting is None or not face.playing or at is None:
        face.say(tr("There is nothing to vote about."))
        return
    choices = [choice for choice in ("wait", "bot", "end") if choice in CHOICES[at.info.deal]]
    if word not in choices:
        face.say(tr("Type one of: %(choices)s.", choices=listing(f"vote {choice}" for choice in choices)))
    else:
        face.client.vote(word, face.voting)
