"""Why a side got its points: one sentence for each key of `p2pcards.rules.score.LINES`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from p2pcards.rules.score import ScoreLine

from .cards import card
from .i18n import N_, tr, trn

Numbers = Mapping[str, int]

#: Lines that need nothing but their numbers.
PLAIN = {
    "failed": N_("bid %(bid)d, took %(took)d: %(points)d"),
    "nil-made": N_("nil made: %(points)d"),
    "nil-failed": N_("nil failed, took %(took)d: %(points)d"),
    "blind-made": N_("blind nil made: %(points)d"),
    "blind-failed": N_("blind nil failed, took %(took)d: %(points)d"),
    "exact-low": N_("exactly the low bid of %(bid)d: bonus %(points)d"),
    "high-bid": N_("high bid of %(bid)d made, bonus from %(threshold)d on, took %(took)d: %(points)d"),
    "quicksand": N_("bid %(bid)d, took %(took)d, quicksand: %(bid_points)d and %(over_points)d"),
    "base": N_("at the start: %(points)d"),
    "no-tricks": N_("no trick: %(points)d"),
    "queen": N_("queen of spades: %(points)d"),
    "jack": N_("jack of diamonds: %(points)d"),
    "moon": N_("all the penalty cards, the moon: %(points)d"),
    "forfeit-bid": N_("forfeit, the bid of %(bid)d counts as failed: %(points)d"),
    "forfeit-nil": N_("forfeit, the nil counts as failed: %(points)d"),
    "forfeit-no-bid": N_("forfeit before a bid, a share of %(share)d counts as bid and failed: %(points)d"),
    "forfeit-made": N_("the deal was cut short, the bid of %(bid)d counts as made: %(points)d"),
    "forfeit-cards": N_("forfeit, all the penalty cards: %(points)d"),
    "forfeit-point": N_("forfeit: %(points)d"),
}


def _made(numbers: Numbers) -> str:
    if numbers["over"] == 0:
        return tr("bid %(bid)d, took %(took)d: %(points)d", **numbers)
    return tr("bid %(bid)d, took %(took)d: %(bid_points)d + %(over_points)d", **numbers)


def _bags(numbers: Numbers) -> str:
    total = numbers["before"] + numbers["added"]
    if numbers["penalty"] == 0:
        return tr("bags %(before)d + %(added)d = %(total)d", total=total, **numbers)
    return trn(
        "bags %(before)d + %(added)d = %(total)d, limit %(limit)d: %(points)d, %(n)d stays",
        "bags %(before)d + %(added)d = %(total)d, limit %(limit)d: %(points)d, %(n)d stay",
        numbers["left"],
        total=total,
        **numbers,
    )


def _hearts(numbers: Numbers) -> str:
    return trn("%(n)d heart: %(points)d", "%(n)d hearts, %(each)d each: %(points)d", numbers["count"], **numbers)


#: Lines that need more than their numbers. The last argument tells a seat's name.
SPECIAL: dict[str, Callable[[Numbers, Callable[[int], str]], str]] = {
    "made": lambda numbers, who: _made(numbers),
    "bags": lambda numbers, who: _bags(numbers),
    "hearts": lambda numbers, who: _hearts(numbers),
    "moon-others": lambda numbers, who: tr(
        "%(name)s took all the penalty cards: %(points)d", name=who(numbers["shooter"]), points=numbers["points"]
    ),
    "last-trick": lambda numbers, who: tr(
        "last trick with %(card)s: %(points)d", card=card(numbers["card"]), points=numbers["points"]
    ),
    "double": lambda numbers, who: tr(
        "double count, the trick before with %(card)s: %(points)d",
        card=card(numbers["card"]),
        points=numbers["points"],
    ),
}


def score_line(line: ScoreLine, who: Callable[[int], str]) -> str:
    """A reason for points, without the name of the side: "bid 4, took 6: 40 + 2". who: a seat's name."""
    if line.key in SPECIAL:
        return SPECIAL[line.key](line.numbers, who)
    return tr(PLAIN[line.key], **line.numbers)


#: How a match ended: the keys of `p2pcards.rules.score.REASONS`.
RESULT_REASONS = {
    "target": N_("the target is reached"),
    "max-hands": N_("the agreed number of deals is played"),
    "deal-cap": N_("the cap on deals is reached"),
    "loss-floor": N_("a side has fallen to the floor"),
    "host-cheat": N_("the host broke the deal, so nobody wins"),
    "host-silent": N_("the host did not open the deal, so nobody wins"),
}


def result_reason(key: str) -> str:
    """Why the match is over."""
    return tr(RESULT_REASONS[key]) if key in RESULT_REASONS else key
