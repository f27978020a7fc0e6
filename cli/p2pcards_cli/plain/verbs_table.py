"""Questions about the table. They change nothing and may be asked at any time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from p2pcards.rules.phases import Phase

from ..present import bids as bid_lines
from ..present import cards as card_lines
from ..present import rules as rule_lines
from ..present import sheet as sheet_lines
from ..present.lobby import lobby_lines
from ..present.people import who_lines
from ..present.requests import known_lines
from ..present.sight import Sight
from ..present.told import question_line
from ..say.cards import card, shown
from ..say.i18n import listing, tr
from ..say.trust import outcome
from .words import find_suit

if TYPE_CHECKING:
    from .face import Face


def seen(face: Face) -> Sight | None:
    """The table; says so when there is none."""
    sight = face.sight
    if sight is None and face.client.at is not None:
        face.say(tr("The rules of this table are not known here. A newer version may know them."))
    elif sight is None:
        face.say(tr("You are at no table. Type tables for a list."))
    return sight


async def hand(face: Face, rest: str) -> None:
    """h [SUIT]"""
    sight = seen(face)
    if sight is None:
        return
    if not rest:
        face.say(card_lines.hand_line(sight))
        return
    suit = find_suit(rest)
    if suit is None:
        face.say(tr("%(text)s is no suit. Type h s, h h, h d or h c.", text=rest[:40]))
    else:
        face.say(card_lines.hand_suit_line(sight, suit))


async def legal(face: Face, rest: str) -> None:
    """l"""
    sight = seen(face)
    if sight is None:
        return
    at = face.client.at
    prompt = None if at is None or at.question is None else at.question.prompt
    if prompt is not None and prompt.phase is Phase.PASSING:
        numbered = (
            tr("%(number)d %(card)s", number=number, card=card(each))
            for number, each in enumerate(shown(prompt.cards), 1)
        )
        face.say(tr("You may pass: %(cards)s.", cards=listing(numbered)))
        return
    face.say(card_lines.legal_line(sight))


async def cards(face: Face, rest: str) -> None:
    """c"""
    sight = seen(face)
    if sight is not None:
        face.say(card_lines.table_line(sight))
        face.output.lines(known_lines(sight))


async def led(face: Face, rest: str) -> None:
    """f"""
    sight = seen(face)
    if sight is not None:
        face.say(card_lines.led_line(sight))


async def last(face: Face, rest: str) -> None:
    """last"""
    sight = seen(face)
    if sight is not None:
        face.say(card_lines.last_trick_line(sight))


async def bids(face: Face, rest: str) -> None:
    """v, i"""
    sight = seen(face)
    if sight is not None:
        face.output.lines(bid_lines.bid_lines(sight))


async def turn(face: Face, rest: str) -> None:
    """t"""
    sight = seen(face)
    if sight is None:
        return
    if sight.match is None and face.lobby is not None:
        face.output.lines(lobby_lines(face.lobby, sight.seat))
        face.say(tr("The match has not begun."))
        return
    at = face.client.at
    open_ = None if at is None else at.question
    if open_ is not None and open_.number == face.number:
        face.say(question_line(open_.prompt, sight))
    else:
        face.say(bid_lines.turn_line(sight))


async def where(face: Face, rest: str) -> None:
    """where"""
    sight = seen(face)
    if sight is None:
        return
    if sight.view is None:
        await turn(face, "")
        return
    view = sight.view
    number = 1 if sight.match is None else len(sight.match.deals) + 1
    if view.phase is Phase.PLAYING:
        tricks = view.facts.size
        face.say(tr("Deal %(deal)d, trick %(trick)d of %(all)d.", deal=number, trick=len(view.tricks) + 1, all=tricks))
    else:
        face.say(tr("Deal %(deal)d.", deal=number))
    *lines, _turn = face.ears.all_that_stands(sight)
    face.output.lines(lines)
    await turn(face, "")


async def teams(face: Face, rest: str) -> None:
    """e"""
    sight = seen(face)
    if sight is None:
        return
    full = True
    if sight.match is None and face.lobby is not None:
        face.output.lines(lobby_lines(face.lobby, sight.seat))
        full = all(seat.kind != "empty" for seat in face.lobby.seats)
    if full:
        face.output.lines(bid_lines.team_lines(sight))


async def score(face: Face, rest: str) -> None:
    """s"""
    sight = seen(face)
    if sight is not None:
        face.output.lines(sheet_lines.score_lines(sight))


async def sheet(face: Face, rest: str) -> None:
    """sheet"""
    sight = seen(face)
    if sight is not None:
        face.output.lines(sheet_lines.sheet_lines(sight))


async def why(face: Face, rest: str) -> None:
    """why [DEAL]"""
    sight = seen(face)
    if sight is not None:
        number = int(rest) if rest.isdecimal() and len(rest) < 6 else None
        face.output.lines(sheet_lines.why_lines(sight, number))


async def rules(face: Face, rest: str) -> None:
    """g [all]"""
    sight, at = seen(face), face.client.at
    if sight is None or at is None:
        return
    game = sight.view.game if sight.view is not None else sight.rules
    face.output.lines(rule_lines.rules_lines(sight.rules, at.info.deal, every=rest.lower() == "all"))
    if game.game != sight.rules.game:
        face.say(tr("In this deal: %(game)s.", game=rule_lines.game_line(game).rstrip(".")))
    face.say(rule_lines.deal_line(at.info.deal))
    if rest.lower() != "all":
        face.say(tr("Type g all to hear every option.") if face.keyboard is None else tr("O tells every option."))


async def who(face: Face, rest: str) -> None:
    """who"""
    at = face.client.at
    if at is None:
        seen(face)
        return
    table_id = None if at.referee is None else at.referee.header.table_id
    face.output.lines(who_lines(at.info, at.seat, face.host.name, face.host.words, table_id))


async def verify(face: Face, rest: str) -> None:
    """verify"""
    at, sight = face.client.at, seen(face)
    if at is None or sight is None:
        return
    verdicts = {} if at.referee is None else at.referee.verdicts
    if not verdicts:
        face.say(tr("No deal has been checked yet. Each deal is checked when it is over."))
        return
    verdict = verdicts[max(verdicts)]
    blamed = "" if verdict.seat is None else sight.names.who(verdict.seat)
    face.say(outcome(verdict.deal, verdict.outcome, blamed, verdict.reason))
    if verdict.ok:
        face.say(
            tr("Every player opened its part of the deal; your program made the deck, the hands and every move again.")
        )
