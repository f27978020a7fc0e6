"""What happens around the cards: the events of `p2pcards.referee.event`."""

from __future__ import annotations

from functools import singledispatch

from p2pcards.cards.card import Card, CardSet
from p2pcards.referee import event as around_cards

from .cards import card, card_list
from .i18n import N_, listing, tr, trn
from .people import Names
from .trust import outcome, reason
from .waiting import why_waiting

HOW_KEY = {
    "take": N_("%(name)s: a bot of the host plays on."),
    "reclaim": N_("%(name)s: back in the seat."),
    "join": N_("%(name)s: new in seat %(seat)d."),
}
VOTES = {
    "wait": N_("wait"),
    "bot": N_("let a bot play on"),
    "end": N_("end the deal without them"),
    "yes": N_("put them out"),
    "no": N_("keep them"),
}
CONTESTS = {
    "pass": N_("the passed cards do not open"),
    "swallowed": N_("a message was swallowed"),
    "holder": N_("somebody else holds the card"),
    "garbage": N_("a card does not open"),
}


@singledispatch
def around(event: object, names: Names) -> str:
    """The sentence of an event around the cards; "" for one that needs none."""
    return ""


@around.register
def _(event: around_cards.Agreed, names: Names) -> str:
    drawn = listing(
        tr("%(name)s %(card)s", name=names.who(seat), card=card(number)) for seat, number in enumerate(event.cut)
    )
    return tr("All have agreed. The cut: %(drawn)s. First dealer: %(name)s.", drawn=drawn, name=names.who(event.dealer))


@around.register
def _(event: around_cards.Dealing, names: Names) -> str:
    if event.attempt:
        return tr("Dealing deal %(deal)d again.", deal=event.deal)
    return tr("Dealing deal %(deal)d.", deal=event.deal)


@around.register
def _(event: around_cards.DealVoided, names: Names) -> str:
    return tr(
        "Deal %(deal)d came to nothing. %(name)s: %(reason)s. It is dealt again.",
        deal=event.deal,
        name=names.who(event.seat),
        reason=why_waiting(event.reason),
    )


@around.register
def _(event: around_cards.Audited, names: Names) -> str:
    verdict = event.verdict
    blamed = "" if verdict.seat is None else names.who(verdict.seat)
    return outcome(verdict.deal, verdict.outcome, blamed, verdict.reason)


@around.register
def _(event: around_cards.Forfeit, names: Names) -> str:
    return tr(
        "Deal %(deal)d is forfeited. %(name)s: %(reason)s.",
        deal=event.deal,
        name=names.who(event.seat),
        reason=why_waiting(event.reason),
    )


@around.register
def _(event: around_cards.Paused, names: Names) -> str:
    return tr("Paused. %(name)s: %(reason)s.", name=names.who(event.seat), reason=why_waiting(event.reason))


@around.register
def _(event: around_cards.Resumed, names: Names) -> str:
    return tr("The table goes on.")


@around.register
def _(event: around_cards.KeyChanged, names: Names) -> str:
    return tr(HOW_KEY.get(event.how, HOW_KEY["join"]), name=names.who(event.seat), seat=event.seat + 1)


@around.register
def _(event: around_cards.Left, names: Names) -> str:
    return tr("%(name)s: has left the table.", name=names.who(event.seat))


@around.register
def _(event: around_cards.TimedOut, names: Names) -> str:
    return tr("%(name)s: time is up.", name=names.who(event.seat))


@around.register
def _(event: around_cards.Voted, names: Names) -> str:
    choice = tr(VOTES[event.choice]) if event.choice in VOTES else event.choice[:20]
    if event.on == names.me:
        return tr("%(name)s: vote about you: %(choice)s.", name=names.who(event.seat), choice=choice)
    return tr(
        "%(name)s: vote about %(other)s: %(choice)s.",
        name=names.who(event.seat),
        other=names.who(event.on),
        choice=choice,
    )


@around.register
def _(event: around_cards.Decided, names: Names) -> str:
    choice = tr(VOTES[event.choice]) if event.choice in VOTES else event.choice[:20]
    if event.on == names.me:
        return tr("Decided about you: %(choice)s.", choice=choice)
    return tr("Decided about %(name)s: %(choice)s.", name=names.who(event.on), choice=choice)


@around.register
def _(event: around_cards.Contested, names: Names) -> str:
    why = tr(CONTESTS[event.reason]) if event.reason in CONTESTS else reason(event.reason)
    return tr(
        "%(name)s: objects to entry %(entry)d: %(reason)s.", name=names.who(event.seat), entry=event.entry, reason=why
    )


@around.register
def _(event: around_cards.Claimed, names: Names) -> str:
    return claim_words(names.who(event.seat), event.cards)


def claim_words(who: str, shown: CardSet) -> str:
    """What a claim asks of the others."""
    return tr("%(name)s: all the remaining tricks claimed, with %(cards)s.", name=who, cards=card_list(shown))


@around.register
def _(event: around_cards.ClaimAccepted, names: Names) -> str:
    who = names.who(event.seat)
    if event.proved:
        return trn(
            "%(name)s: the last trick; it is certain.",
            "%(name)s: the remaining %(n)d tricks; it is certain.",
            event.tricks,
            name=who,
        )
    return trn(
        "%(name)s: the last trick; all agree.",
        "%(name)s: the remaining %(n)d tricks; all agree.",
        event.tricks,
        name=who,
    )


@around.register
def _(event: around_cards.ClaimRefused, names: Names) -> str:
    return tr("%(name)s: the claim is off; play goes on.", name=names.who(event.seat))


@around.register
def _(event: around_cards.TakeBackAsked, names: Names) -> str:
    return take_back_words(names.who(event.seat), event.card)


def take_back_words(who: str, asked: Card) -> str:
    """What who wants a card back asks of the others."""
    return tr("%(name)s: a request to take back %(card)s.", name=who, card=card(asked))


@around.register
def _(event: around_cards.TakenBack, names: Names) -> str:
    return tr(
        "%(name)s: %(card)s taken back; all know now where that card is.",
        name=names.who(event.seat),
        card=card(event.card),
    )


@around.register
def _(event: around_cards.TakeBackRefused, names: Names) -> str:
    return tr("%(name)s: %(card)s stays on the table.", name=names.who(event.seat), card=card(event.card))


@around.register
def _(event: around_cards.Consented, names: Names) -> str:
    if event.yes:
        return tr("%(name)s: agreed.", name=names.who(event.seat))
    return tr("%(name)s: not agreed.", name=names.who(event.seat))
