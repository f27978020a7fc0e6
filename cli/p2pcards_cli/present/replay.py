"""A match step by step, from the report of its file: what stood on the table after each event, all hands included once
they have been opened."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from p2pcards.cards.card import card_set, cards, text
from p2pcards.referee import event as around_cards
from p2pcards.rules.action import Action, Bid, Blind, Claim, Pass, Play
from p2pcards.rules.score import Score
from p2pcards.table import event as table
from p2pcards.table.claim import sure_line
from p2pcards.table.deal import Deal
from p2pcards.table.facts import Setup
from p2pcards.table.fold import advance, begin
from p2pcards.table.match import Finished, Match
from p2pcards.table.view import seen_by
from p2pcards.verify import Report

from ..say.cards import ranks, suit
from ..say.events import happened, taken
from ..say.i18n import tr
from ..say.people import Names
from ..say.referee import around
from .sheet import told_score
from .sight import Sight
from .verdict import names_of


@dataclass(frozen=True, slots=True)
class Step:
    """deal: its number. view: the deal after the event, None once it is scored; match: with the deals scored by then;
    lines: what is said about it; laid: (seat, card) of the trick on the table; winner: when it is complete."""

    deal: int
    event: object
    match: Match
    view: Deal | None
    lines: tuple[str, ...]
    laid: tuple[tuple[int, int], ...] = ()
    winner: int | None = None


def steps(report: Report) -> tuple[Step, ...]:
    """Every event of the match's deals, in order. Empty for a file without a deal."""
    match = report.match
    if match is None:
        return ()
    names = names_of(report)
    out: list[Step] = []
    for number, done in enumerate(match.deals, 1):
        before = dataclasses.replace(
            match, deals=match.deals[: number - 1], deal=None, sheet=done.deal.sheet, result=None
        )
        out += _deal(number, before, _opened(done.deal, report.hands.get(number)), names)
        out.append(_scored(number, match, done, names))
    if match.deal is not None:
        number = match.number
        before = dataclasses.replace(match, deal=None)
        out += _deal(number, before, _opened(match.deal, report.hands.get(number)), names)
    if match.result is not None and out:
        over = table.MatchOver(match.result)
        from ..say.events import over as told

        sight = Sight(match.rules, names, None, None, match)
        out.append(Step(out[-1].deal, over, match, None, (told(match.result, sight.side_names),)))
    return tuple(out)


def _opened(deal: Deal, hands: tuple[int | None, ...] | None) -> Deal:
    """The deal with the hands that its audit has opened."""
    if hands is None or any(hand is None for hand in hands):
        return deal
    setup = dataclasses.replace(deal.setup, dealt=tuple(hands))
    return Deal.fold(setup, [_with_cards(deal, hands, action) for action in deal.log])


def _with_cards(deal: Deal, hands: tuple[int | None, ...], action: Action) -> Action:
    """A pass with its cards: those of the giver's hand that the receiver has played."""
    if not isinstance(action, Pass) or action.cards is not None:
        return action
    receiver = deal.game.receiver(deal.sheet, deal.n, action.seat)
    played = card_set(each.card for each in deal.log if isinstance(each, Play) and each.seat == receiver)
    passed = played & (hands[action.seat] or 0)
    return Pass(action.seat, passed) if passed.bit_count() == deal.game.passing else action


def _deal(number: int, match: Match, deal: Deal, names: Names) -> list[Step]:
    setup: Setup = deal.setup
    facts = begin(setup)
    view = Deal(setup, (), facts)
    start = table.DealStarted(number, setup.dealer)
    first = [happened(start, names), *hands_lines(view, names)]
    out = [Step(number, start, dataclasses.replace(match, deal=view), view, tuple(first))]
    bids: dict[int, int] = {}
    laid: tuple[tuple[int, int], ...] = ()
    for place, action in enumerate(deal.log, 1):
        if isinstance(action, Claim):
            out += _claim(number, match, view, Deal(setup, deal.log, advance(setup, facts, action)[0]), action, names)
            break
        facts, events = advance(setup, facts, action)
        view = Deal(setup, deal.log[:place], facts)
        if isinstance(action, Bid | Blind):
            bids[action.seat] = action.tricks if isinstance(action, Bid) else 0
        for event in events:
            winner = None
            if isinstance(event, table.CardPlayed):
                laid = (*laid, (event.seat, event.card))
                if len(laid) > setup.n:
                    laid = laid[-1:]
            if isinstance(event, table.TrickTaken):
                winner = event.seat
                lines: tuple[str, ...] = (taken(event, names, bids.get(event.seat)),)
            else:
                said = happened(event, names)
                lines = (said,) if said else ()
            out.append(Step(number, event, dataclasses.replace(match, deal=view), view, lines, laid, winner))
            if winner is not None:
                laid = ()
    return out


def _claim(number: int, match: Match, before: Deal, after: Deal, claim: Claim, names: Names) -> list[Step]:
    """The claim that ended a deal, and whether it was certain or agreed to."""
    proved = sure_line(seen_by(before, None), claim.seat, claim.cards) is not None
    told = (
        (before, around_cards.Claimed(claim.seat, claim.cards)),
        (after, around_cards.ClaimAccepted(claim.seat, claim.cards.bit_count(), proved)),
    )
    return [
        Step(number, event, dataclasses.replace(match, deal=view), view, (around(event, names),))
        for view, event in told
    ]


def _scored(number: int, match: Match, done: Finished, names: Names) -> Step:
    after = dataclasses.replace(match, deals=match.deals[:number], deal=None, sheet=done.score.sheet, result=None)
    sight = Sight(match.rules, names, None, None, after)
    event = table.DealScored(number, done.score, done.forfeiter)
    return Step(number, event, after, None, tuple(told_score(sight, number, done.score)))


def hands_lines(view: Deal, names: Names) -> list[str]:
    """Each seat's cards now, where they are known: "Anna: spades king, jack; hearts ten."."""
    out = []
    for seat in range(view.n):
        hand = view.hand(seat)
        if hand is None:
            out.append(tr("%(name)s: the cards were never opened.", name=names.who(seat)))
            continue
        suits = [
            tr("%(suit)s %(cards)s", suit=suit(number), cards=ranks(hand & (0x1FFF << 13 * number)))
            for number in (3, 2, 1, 0)
            if hand >> 13 * number & 0x1FFF
        ]
        out.append(tr("%(name)s: %(cards)s.", name=names.who(seat), cards="; ".join(suits)))
    return out


def step_object(number: int, step: Step, names: Names) -> dict[str, Any]:
    """A step as one object of `replay --json`: step, deal, event, its fields (seats 0.., cards as "QS"), and for the
    first step of a deal the hands."""
    event = step.event
    out: dict[str, Any] = {"step": number, "deal": step.deal, "event": kebab(type(event).__name__)}
    if isinstance(event, table.DealScored):
        return {**out, "forfeiter": event.forfeiter, **_score(event.score)}
    if isinstance(event, table.MatchOver):
        return {**out, "winners": list(event.result.winners), "reason": event.result.reason}
    for field in dataclasses.fields(event):  # type: ignore[arg-type]
        value = getattr(event, field.name)
        if field.name == "card":
            value = text(value)
        elif field.name == "cards":
            value = None if value is None else [text(card) for card in cards(value)]
        elif field.name == "suit":
            value = "CDHS"[value]
        out.setdefault(field.name, value)
    if isinstance(event, table.DealStarted) and step.view is not None:
        out["players"] = list(names.names)
        out["hands"] = [
            None if hand is None else [text(card) for card in cards(hand)]
            for hand in (step.view.hand(seat) for seat in range(step.view.n))
        ]
    return out


def _score(score: Score) -> Mapping[str, Any]:
    lines = [{"side": line.side, "seat": line.seat, "key": line.key, **line.numbers} for line in score.lines]
    return {
        "points": list(score.points),
        "totals": list(score.sheet.points),
        "bags": list(score.sheet.bags),
        "lines": lines,
    }


def kebab(name: str) -> str:
    """CardPlayed -> card-played."""
    return "".join(("-" if char.isupper() and place else "") + char.lower() for place, char in enumerate(name))
