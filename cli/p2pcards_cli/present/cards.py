"""My hand, the cards on the table, the last trick."""

from __future__ import annotations

from p2pcards.cards.card import SUIT_MASK, Card, CardSet
from p2pcards.rules.phases import Phase
from p2pcards.table.engine import legal
from p2pcards.table.facts import Trick

from ..say.cards import SHOWN_SUITS, card, card_list, ranks, shown, suit
from ..say.i18n import listing, tr, trn
from .sight import Sight


def hand_line(sight: Sight) -> str:
    """My hand by suit, counts first: "13 cards. spades: king, jack. hearts: ten."."""
    hand = sight.hand
    if hand is None:
        if sight.seat is None:
            return tr("You are watching and have no cards.")
        if sight.view is not None and not sight.view.looked[sight.seat]:
            return tr("Your cards are shut until you have decided whether to bid blind.")
        return tr("You have no cards yet.")
    count = trn("%(n)d card.", "%(n)d cards.", hand.bit_count())
    suits = [suit_line(hand, number) for number in SHOWN_SUITS if hand & SUIT_MASK[number]]
    return " ".join((count, *suits))


def suit_line(hand: CardSet, number: int) -> str:
    """The cards of one suit: "spades: king, jack."; a single one by its whole name: "hearts: three" may be three."""
    held = hand & SUIT_MASK[number]
    if not held:
        return tr("%(suit)s: none.", suit=suit(number))
    if held.bit_count() == 1:
        return tr("%(card)s.", card=card_list(held))
    return tr("%(suit)s: %(cards)s.", suit=suit(number), cards=ranks(held))


def hand_suit_line(sight: Sight, number: int) -> str:
    """My cards of one suit, counted: "3 cards. spades: king, jack, four."."""
    hand = sight.hand
    if hand is None:
        return hand_line(sight)
    held = hand & SUIT_MASK[number]
    if not held:
        return suit_line(hand, number)
    return " ".join((trn("%(n)d card.", "%(n)d cards.", held.bit_count()), suit_line(hand, number)))


def legal_cards(sight: Sight) -> tuple[Card, ...]:
    """The cards I may play now, in the order in which they are numbered."""
    if sight.view is None or sight.seat is None or sight.hand is None:
        return ()
    return shown(legal(sight.view, sight.seat))


def legal_line(sight: Sight) -> str:
    """The cards I may play, numbered."""
    now = legal_cards(sight)
    if not now:
        return tr("It is not your turn to play a card.")
    numbered = (tr("%(number)d %(card)s", number=number, card=card(each)) for number, each in enumerate(now, 1))
    return tr("You may play: %(cards)s.", cards=listing(numbered))


def trick_line(sight: Sight, trick: Trick) -> str:
    """The cards of a trick in order, by who played them."""
    return listing(
        tr("%(name)s %(card)s", name=sight.names.who(seat), card=card(each))
        for seat, each in trick.by_seat(sight.n).items()
    )


def table_line(sight: Sight) -> str:
    """The cards on the table and who wins them so far."""
    view = sight.view
    if view is None:
        return tr("No deal is under way.")
    trick = view.trick
    if not trick.cards:
        if view.phase is not Phase.PLAYING or view.leader < 0:
            return tr("No cards on the table.")
        return tr("No cards on the table. %(name)s to lead.", name=sight.names.who(view.leader))
    place = view.facts.play.winner(trick.cards)
    return tr(
        "On the table: %(cards)s. Best so far: %(name)s.",
        cards=trick_line(sight, trick),
        name=sight.names.who((trick.leader + place) % sight.n),
    )


def led_line(sight: Sight) -> str:
    """The led suit, and whether the suit that may not be led is broken."""
    view = sight.view
    if view is None:
        return tr("No deal is under way.")
    led = tr("Led: nothing yet.") if view.led < 0 else tr("Led: %(suit)s.", suit=suit(view.led))
    banned = view.facts.play.lead_ban
    if not banned:
        return led
    which = suit((banned & -banned).bit_length() // 13)
    broken = tr("Broken: %(suit)s.", suit=which) if view.broken else tr("Not broken: %(suit)s.", suit=which)
    return " ".join((led, broken))


def last_trick_line(sight: Sight) -> str:
    """The last finished trick."""
    trick = sight.last_trick
    if trick is None:
        return tr("No trick has been taken yet.")
    if trick.winner is None:
        return tr("Last trick: %(cards)s.", cards=trick_line(sight, trick))
    return tr(
        "Last trick: %(cards)s. Taken by: %(name)s.",
        cards=trick_line(sight, trick),
        name=sight.names.who(trick.winner),
    )


def passed_line(sight: Sight) -> str:
    """What I passed in this deal, and what I got."""
    view = sight.view
    if view is None or sight.seat is None or not any(view.passed):
        return tr("No cards have been passed.")
    mine = view.passes[sight.seat]
    return tr("You passed %(cards)s.", cards=card_list(mine) if mine else tr("nothing"))
