"""What happened at the table, one sentence each: `p2pcards.table.event` and `p2pcards.referee.event`.

The subject first, then a colon: short to hear, and no sentence agrees with a name.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch

from p2pcards.rules.score import Result, ScoreLine
from p2pcards.table import event as table

from .cards import card, card_list, suit
from .games import game_name
from .i18n import N_, both, listing, tr, trn
from .people import Names
from .score import result_reason, score_line
from .trust import outcome, reason


@singledispatch
def happened(event: object, names: Names) -> str:
    """The sentence of an event; "" for one that needs none."""
    from .referee import around  # imports what only a match needs

    return around(event, names)


@happened.register
def _(event: table.DealStarted, names: Names) -> str:
    return tr("Deal %(number)d. Dealer: %(name)s.", number=event.number, name=names.who(event.dealer))


@happened.register
def _(event: table.GameChosen, names: Names) -> str:
    return tr("%(name)s: the game is %(game)s.", name=names.who(event.seat), game=game_name(event.game))


@happened.register
def _(event: table.CardsPassed, names: Names) -> str:
    if event.cards is not None:
        return tr(
            "%(name)s: to %(other)s %(cards)s.",
            name=names.who(event.seat),
            other=names.who(event.to),
            cards=card_list(event.cards),
        )
    return tr("%(name)s: cards passed.", name=names.who(event.seat))


@happened.register
def _(event: table.CardsReceived, names: Names) -> str:
    if event.cards is None:
        return ""
    return tr(
        "%(name)s: from %(other)s %(cards)s.",
        name=names.who(event.seat),
        other=names.who(event.giver),
        cards=card_list(event.cards),
    )


@happened.register
def _(event: table.Looked, names: Names) -> str:
    return tr("%(name)s: not blind.", name=names.who(event.seat))


@happened.register
def _(event: table.BidMade, names: Names) -> str:
    name = names.who(event.seat)
    if event.blind:
        return tr("%(name)s: blind nil.", name=name)
    return tr("%(name)s: bid %(bid)s.", name=name, bid=bid_word(event.tricks))


@happened.register
def _(event: table.CardPlayed, names: Names) -> str:
    return tr("%(name)s: %(card)s.", name=names.who(event.seat), card=card(event.card))


@happened.register
def _(event: table.SuitBroken, names: Names) -> str:
    return tr("Broken: %(suit)s.", suit=suit(event.suit))


@happened.register
def _(event: table.TrickTaken, names: Names) -> str:
    return taken(event, names, None)


@happened.register
def _(event: table.MatchOver, names: Names) -> str:
    return tr("The match is over: %(reason)s.", reason=result_reason(event.result.reason))


def taken(event: table.TrickTaken, names: Names, bid: int | None) -> str:
    """Who took the trick, and how far along that is."""
    name, won = names.who(event.seat), card(event.card)
    if bid is None:
        return trn(
            "%(name)s: trick %(trick)d, with %(card)s. %(n)d taken.",
            "%(name)s: trick %(trick)d, with %(card)s. %(n)d taken.",
            event.count,
            name=name,
            trick=event.trick,
            card=won,
        )
    return tr(
        "%(name)s: trick %(trick)d, with %(card)s. Bid %(bid)s, taken %(count)d.",
        name=name,
        trick=event.trick,
        card=won,
        bid=bid_word(bid),
        count=event.count,
    )


def bid_word(tricks: int) -> str:
    """A bid: "nil" or the number."""
    return tr("nil") if tricks == 0 else str(tricks)


def scored(
    number: int, lines: Sequence[tuple[str, ScoreLine]], totals: Sequence[tuple[str, int, int]], names: Names
) -> list[str]:
    """A deal's score: a line for each reason, then each side's points and total.

    lines: (who, line); totals: (side, points of this deal, points in all).
    """
    told = [tr("Deal %(number)d is scored.", number=number)]
    told += [tr("%(name)s: %(why)s.", name=name, why=score_line(line, names.name)) for name, line in lines]
    told += [
        tr("%(name)s: %(points)d, in all %(total)d.", name=name, points=points, total=total)
        for name, points, total in totals
    ]
    return told


def over(result: Result, sides: Sequence[str]) -> str:
    """The end of a match: who won and why it ended."""
    winners = [sides[side] for side in result.winners if side < len(sides)]
    why = result_reason(result.reason)
    if not winners:
        return tr("The match is over: %(reason)s. Nobody won.", reason=why)
    if len(winners) == 1:
        return tr("The match is over: %(reason)s. Winner: %(name)s.", reason=why, name=winners[0])
    return tr("The match is over: %(reason)s. A tie of: %(names)s.", reason=why, names=listing(winners))


__all__ = ["N_", "bid_word", "both", "happened", "outcome", "over", "reason", "scored", "taken"]
