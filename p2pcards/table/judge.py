"""Why a card may not be played, or the rest not claimed: exact for a known hand, by public facts for an unseen one."""

from __future__ import annotations

from typing import TypeAlias

from p2pcards.cards.card import CardSet, cards
from p2pcards.rules.action import Claim, Play
from p2pcards.table.deal import Deal

#: None: accepted. Else a key of action.WHY and its data.
Why: TypeAlias = tuple[str, dict[str, object]] | None


def why_not_play(deal: Deal, action: Play) -> Why:
    """None when the card may be played by that seat, whose turn it is."""
    card = action.card
    if not 0 <= card < 52 or not deal.deck >> card & 1:
        return ("not-in-deck", {"card": card})
    bit = 1 << card
    if deal.played & bit:
        return ("already-played", {"card": card})
    hand = deal.hand(action.seat)
    if hand is None:
        return _why_not_unseen(deal, action, bit)
    if not hand & bit:
        return ("not-held", {"card": card})
    if deal.facts.play.legal(hand, deal.led, deal.broken, deal.first_trick) & bit:
        return None
    return _broken_rule(deal, hand, card)


def _broken_rule(deal: Deal, hand: CardSet, card: int) -> Why:
    """The name of the duty that playing `card` from `hand` breaks."""
    play, led = deal.facts.play, deal.led
    place = play.broken_duty(hand, card, led, deal.broken, deal.first_trick)
    held, _ = play.duties(led, deal.broken, deal.first_trick)[place]
    if led < 0:
        if deal.first_trick and held == play.opening:
            return ("opening-card", {"cards": play.opening})
        if play.first_ban and held == ~play.first_ban:
            return ("first-trick", {})
        return ("lead-unbroken", {"suit": card // 13})
    if place == 0:
        return ("must-follow", {"suit": led})
    if play.first_ban and held == ~play.first_ban:
        return ("first-trick", {})
    return ("must-trump", {"suit": 3})


def _why_not_unseen(deal: Deal, action: Play, bit: CardSet) -> Why:
    seat, card, facts = action.seat, action.card, deal.facts
    play = facts.play
    must = deal.must_hold(seat)
    if facts.absent[seat] & bit:
        return ("revoke-proven", {"card": card, "log": _shown_at(deal, seat, bit)})
    may = deal.may_hold(seat)
    if not may & bit:
        return ("not-held", {"card": card})
    leads = deal.led < 0
    if leads and play.opening and deal.first_trick and not play.opening & bit:
        return ("opening-card", {"cards": play.opening})
    broken_by = must | bit
    if not play.legal(broken_by, deal.led, deal.broken, deal.first_trick) & bit:
        return _broken_rule(deal, broken_by, card)
    absent = play.shown_absent(card, deal.led, deal.broken, deal.first_trick)
    left = deal.hand_count(seat)
    if (may & ~absent).bit_count() < left or broken_by.bit_count() > left:
        return ("impossible-hand", {"card": card})
    return None


def why_not_claim(deal: Deal, action: Claim) -> Why:
    """None when these may be all the cards of that seat, whose turn it is. Whether they win is not asked here."""
    seat, shown = action.seat, action.cards
    play, count = deal.facts.play, deal.hand_count(seat)
    if not deal.game.has_claims:
        return ("no-claims", {})
    if shown < 0 or shown.bit_count() != count:
        return ("claim-count", {"count": count})
    for card in cards(shown & ~deal.may_hold(seat)):
        if deal.hand(seat) is None and deal.facts.absent[seat] >> card & 1:
            return ("revoke-proven", {"card": card, "log": _shown_at(deal, seat, 1 << card)})
        return ("not-held", {"card": card})
    for card in cards(deal.must_hold(seat) & ~shown):
        return ("impossible-hand", {"card": card})
    if play.opener_card is not None and not deal.played and not shown >> play.opener_card & 1:
        return ("opening-card", {"cards": 1 << play.opener_card})
    return None


def _shown_at(deal: Deal, seat: int, bit: CardSet) -> int:
    """The index in the log of the play by which the seat showed that it did not hold the card."""
    facts = deal.facts
    led, count, broken, first, on_table = -1, 0, False, True, 0
    for index, action in enumerate(deal.log):
        if not isinstance(action, Play):
            continue
        if action.seat == seat and facts.play.shown_absent(action.card, led, broken, first) & bit:
            return index
        led = action.card // 13 if on_table == 0 else led
        broken = broken or bool(facts.play.breakers >> action.card & 1)
        count, on_table = count + 1, on_table + 1
        if on_table == deal.n:
            led, on_table, first = -1, 0, False
    return -1
