"""Why a bot would do something: the keys of `p2pcards.bots.reasons.REASONS` as sentences. Numbers are thousandths."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from p2pcards.cards.card import Card

from .cards import card as card_words
from .cards import card_list
from .i18n import N_, listing, tr, trp

HINTS = {
    "forced": N_("there is nothing to decide"),
    "random": N_("by lot"),
    "slip": N_("a slip"),
    "search": N_("the best in deals played out by way of trial"),
    "bid": N_("about %(estimate)s tricks are to be expected"),
    "nil": N_(
        "about %(chance)s nils in a hundred are made with such cards, and only %(estimate)s tricks are to be expected"
    ),
    "bid-only": N_("the rules leave no other sensible bid"),
    "blind": N_("%(deficit)s points behind, and the others are close to the target: it is worth the risk"),
    "look": N_("a blind nil is not worth the risk"),
    "choose": N_("against a usual hand, Spades promises %(spades)s points with these cards and Hearts %(hearts)s"),
    "decline": N_("the seven of diamonds is not there"),
    "pass": N_("these cards are the most dangerous ones"),
    "cash": N_("no higher card of its suit is left with the others"),
    "lead-low": N_("lead low and wait"),
    "lead-trump": N_("draw the trumps"),
    "lead-short": N_("your only card of that suit; you can ruff it later"),
    "lead-partner": N_("the partner may be able to ruff this suit"),
    "take": N_("take the trick, as cheaply as can be"),
    "take-high": N_("others play after you: high enough to win"),
    "ruff": N_("ruff it"),
    "duck": N_("it loses this trick, and is the most dangerous of the cards that do"),
    "low": N_("the trick cannot be won: the card that is missed least"),
    "save": N_("a card that could win now would most likely be beaten or is wanted later: the lowest"),
    "partner-has-it": N_("the partner has the trick already"),
    "discard": N_("throw off the card most likely to take a trick that you do not want"),
    "own-nil": N_("keep the nil: no trick"),
    "cover-nil": N_("cover the partner's nil"),
    "attack-nil": N_("attack the nil"),
    "no-bags": N_("enough tricks: no more bags"),
    "safe-lead": N_("higher cards of its suit are still out, so it is unlikely to take the trick"),
    "least-bad": N_("every lead may take points; this one is the least bad"),
    "early-high": N_("early in the deal most can follow suit: a high card goes before points fall"),
    "must-take": N_("last, and every card you may play takes the trick: the highest"),
    "hope": N_("every card beats the table so far: the lowest, somebody may go higher"),
    "below-queen": N_("the queen of spades is still out: stay below it"),
    "flush-queen": N_("drive the queen of spades out"),
    "dump-queen": N_("get rid of the queen of spades"),
    "dump": N_("throw off the card most likely to take points later"),
    "guard-moon": N_("somebody may be taking all the penalty cards: do not let it happen"),
    "moon": N_("take all the penalty cards"),
    "last-clean": N_("last, and no points in it: take it with the highest"),
    "keep-six": N_("keep a six or a seven for the last trick, where it counts more"),
    "win-fourth": N_("who wins the trick before the last leads the last"),
    "keep-high": N_("these tricks count nothing: keep the cards that can win the last two"),
}

#: What is taken off expected tricks (or put on), by cause: p2pcards.bots.bidding.taken_off.
OFF = {
    "safety": N_("%(n)s off for safety"),
    "price": N_("%(n)s off because a missed bid costs much"),
    "bags": N_("%(n)s off because tricks above the bid cost nothing"),
    "standing": N_("%(n)s off because the lead is safe"),
    "room": N_("%(n)s off because the bids leave little room"),
    "cover": N_("%(n)s off to cover the partner's nil"),
    "style": N_("%(n)s off out of caution"),
}
ON = {
    "safety": N_("%(n)s on"),
    "price": N_("%(n)s on because a missed bid costs little here"),
    "bags": N_("%(n)s on because the bags are close to the limit"),
    "standing": N_("%(n)s on because the others are close to the target"),
    "room": N_("%(n)s on because the bids leave much room"),
    "cover": N_("%(n)s on"),
    "style": N_("%(n)s on out of boldness"),
}

#: Why a card is passed: p2pcards.bots.reasons.PASS_REASONS.
PASSED = {
    "weak": N_("the rest is strong enough to take all the penalty cards, and these are the weakest"),
    "queen": N_("13 points, and too few lower spades beside it"),
    "over-queen": N_("may have to take the queen of spades"),
    "high-heart": N_("a high heart takes hearts"),
    "void": N_("empties a suit, so that you can throw off others"),
    "high": N_("a high card of a side suit takes tricks"),
    "spare": N_("nothing is left that has to go more"),
}


def decimal(thousandths: int) -> str:
    """ "2.37", "0.3", "2": at most two places."""
    text = f"{thousandths / 1000:.2f}".rstrip("0").rstrip(".")
    return text.replace(".", trp("decimal sign", "."))


def hint_reason(key: str, numbers: Mapping[str, int]) -> str:
    """Why, as the end of a sentence."""
    if key not in HINTS:
        return key
    values = {
        "estimate": decimal(numbers.get("estimate", 0)),
        "chance": str(numbers.get("chance", 0) // 10),
        "deficit": str(numbers.get("deficit", 0)),
        "spades": f"{numbers.get('spades', 0) / 1000:+.0f}",
        "hearts": f"{numbers.get('hearts', 0) / 1000:+.0f}",
    }
    told = tr(HINTS[key], **values)
    if key != "bid":
        return told
    parts = [told]
    for cause in OFF:
        off = numbers.get(cause, 0)
        if off:
            parts.append(tr((OFF if off > 0 else ON)[cause], n=decimal(abs(off))))
    left = numbers.get("estimate", 0) - sum(numbers.get(cause, 0) for cause in OFF)
    return tr("%(parts)s: that leaves %(left)s", parts=listing(parts), left=decimal(left))


def passed_reason(why: Iterable[tuple[Card, str]]) -> str:
    """Why each card is passed; cards that go for one reason are named together."""
    groups: dict[str, list[Card]] = {}
    for card, key in why:
        groups.setdefault(key, []).append(card)
    return "; ".join(
        tr("%(card)s: %(why)s", card=card_list(cards), why=tr(PASSED[key])) for key, cards in groups.items()
    )


def next_bid(bid: int, *, more: int, cost: int, alone: bool) -> str:
    """What a higher bid wins, and what it costs when a trick is missing. alone: no partner has bid."""
    if cost <= 0:
        return tr("%(bid)d: %(more)+d points if made, and nothing lost if a trick is missing.", bid=bid, more=more)
    if alone:
        return tr(
            "%(bid)d: %(more)+d points if made, %(cost)d lost if a trick is missing.", bid=bid, more=more, cost=cost
        )
    return tr(
        "%(bid)d: %(more)+d points if made, %(cost)d lost with the partner's bid if a trick is missing.",
        bid=bid,
        more=more,
        cost=cost,
    )


def lower_bid(bid: int, *, less: int, bags: bool, over: int) -> str:
    """What a lower bid gives up."""
    if over < 0:
        return tr("%(bid)d: %(less)+d points, and each trick above it costs %(over)d.", bid=bid, less=-less, over=-over)
    if bags:
        return tr("%(bid)d: %(less)+d points, and each trick above it is a bag.", bid=bid, less=-less)
    return tr("%(bid)d: %(less)+d points.", bid=bid, less=-less)


def trial(card: Card | None, *, worlds: int, margin: int, points: bool, better: int, worse: int) -> str:
    """What deals played out by way of trial say. card: the second best; margin: how much it is behind on average, in
    thousandths of a point if `points`."""
    if card is None:
        return tr("In %(worlds)d imagined deals every other card does clearly worse.", worlds=worlds)
    second = card_words(card)
    if margin < 10:
        return tr("In %(worlds)d imagined deals it does as well as %(card)s.", worlds=worlds, card=second)
    if not points:
        return tr(
            "In %(worlds)d imagined deals it does more for the match than %(card)s: "
            "better in %(better)d, worse in %(worse)d.",
            worlds=worlds,
            card=second,
            better=better,
            worse=worse,
        )
    return tr(
        "In %(worlds)d imagined deals it is %(points)s points better than %(card)s on average: "
        "better in %(better)d, worse in %(worse)d.",
        worlds=worlds,
        card=second,
        points=decimal(margin),
        better=better,
        worse=worse,
    )


def by_chance(card: str, worlds: int) -> str:
    """The trial would rather have another card, but not by more than chance."""
    return tr(
        "In %(worlds)d imagined deals %(card)s does a little better, which may be chance.", worlds=worlds, card=card
    )
