"""Why a bot would do something: the keys of `p2pcards.bots.reasons.REASONS` as sentences. Numbers are thousandths."""

from __future__ import annotations

from collections.abc import Mapping

from .i18n import N_, tr, trp

HINTS = {
    "forced": N_("there is nothing to decide"),
    "random": N_("by lot"),
    "slip": N_("a slip"),
    "search": N_("the best in deals played out by way of trial"),
    "solved": N_("the best in deals solved to the end"),
    "bid": N_("about %(estimate)s tricks are to be expected"),
    "nil": N_("a nil has a good chance here, about %(chance)s in a hundred"),
    "bid-only": N_("the rules leave no other sensible bid"),
    "blind": N_("far enough behind to risk it"),
    "look": N_("a blind nil is not worth the risk"),
    "choose": N_("this game suits these cards better"),
    "decline": N_("the seven of diamonds is not there"),
    "pass": N_("these cards are the most dangerous ones"),
    "cash": N_("nobody can beat this card"),
    "lead-low": N_("lead low and wait"),
    "lead-trump": N_("draw the trumps"),
    "lead-short": N_("a short suit, to ruff it later"),
    "lead-partner": N_("a suit that helps the partner"),
    "take": N_("take the trick, as cheaply as can be"),
    "take-high": N_("others play after you: high enough to win"),
    "ruff": N_("ruff it"),
    "duck": N_("stay below, with the highest card that loses"),
    "low": N_("the trick cannot be won: the lowest card"),
    "partner-has-it": N_("the partner has the trick already"),
    "discard": N_("throw off what is of no use"),
    "own-nil": N_("keep the nil: no trick"),
    "cover-nil": N_("cover the partner's nil"),
    "attack-nil": N_("attack the nil"),
    "no-bags": N_("enough tricks: no more bags"),
    "safe-lead": N_("a lead that takes no penalty card"),
    "flush-queen": N_("drive the queen of spades out"),
    "dump-queen": N_("get rid of the queen of spades"),
    "dump": N_("get rid of penalty cards"),
    "guard-moon": N_("take a trick, so that nobody takes them all"),
    "moon": N_("take all the penalty cards"),
    "last-clean": N_("last, and no points in it: take it with the highest"),
    "keep-six": N_("keep the cheap card for the last trick"),
    "win-fourth": N_("who wins the fourth trick leads the last"),
    "keep-high": N_("keep a high card for the last trick"),
}


def hint_reason(key: str, numbers: Mapping[str, int]) -> str:
    """Why, as the end of a sentence."""
    if key not in HINTS:
        return key
    values = {
        "estimate": f"{numbers.get('estimate', 0) / 1000:.1f}".replace(".", trp("decimal sign", ".")),
        "chance": str(numbers.get("chance", 0) // 10),
    }
    return tr(HINTS[key], **values)
