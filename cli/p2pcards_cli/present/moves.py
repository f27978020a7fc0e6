"""What arrows and digits do with a hand, a bid or a choice: the same on the screen and in line mode, which speaks."""

from __future__ import annotations

from collections.abc import Sequence

from p2pcards.cards.card import Card, CardSet
from p2pcards.rules.action import Action, Blind, Choose, Look
from p2pcards.rules.phases import Phase, Prompt

from ..say.games import game_name
from ..say.i18n import tr

SUIT_KEYS = {"1": 3, "2": 2, "3": 1, "4": 0}
"""Digits that jump to a suit: spades, hearts, diamonds, clubs."""


def step(held: Sequence[Card], now: Card | None, by: int, may: CardSet) -> Card | None:
    """One card to the left (-1) or right; the first step goes to a card that may be played. None without cards.

    held: from left to right."""
    if not held:
        return None
    if now not in held:
        open_ = [card for card in held if may >> card & 1] or list(held)
        return open_[0] if by > 0 else open_[-1]
    return held[(held.index(now) + by) % len(held)]


def suit_step(held: Sequence[Card], now: Card | None, by: int, may: CardSet) -> Card | None:
    """The first card of the suit before (-1) or after."""
    if now not in held:
        return step(held, None, 1, may)
    assert now is not None
    suits = list(dict.fromkeys(card // 13 for card in held))
    wanted = suits[(suits.index(now // 13) + by) % len(suits)]
    return next(card for card in held if card // 13 == wanted)


def to_suit(held: Sequence[Card], now: Card | None, suit: int) -> Card | None:
    """The first card of a suit; again: the next one. None when there is none."""
    inside = [card for card in held if card // 13 == suit]
    if not inside:
        return None
    place = inside.index(now) + 1 if now in inside else 0
    return inside[place % len(inside)]


def step_bid(bids: Sequence[int], now: int | None, by: int) -> int | None:
    """The next higher or lower bid that is allowed; the first step goes to the lowest above nil. None without bids."""
    if not bids:
        return None
    if now is None:
        return next((bid for bid in bids if bid > 0), bids[0])
    after = [bid for bid in bids if bid > now] if by > 0 else [bid for bid in reversed(bids) if bid < now]
    return after[0] if after else now


def choices(prompt: Prompt) -> tuple[tuple[str, Action], ...]:
    """What can be chosen between, for the questions that are answered by a choice."""
    seat = prompt.seat
    if prompt.phase is Phase.LOOKING:
        found: list[tuple[str, Action]] = [(tr("look at my cards"), Look(seat))]
        if prompt.may_blind:
            found.append((tr("blind nil"), Blind(seat)))
        return tuple(found)
    if prompt.phase is Phase.CHOOSING:
        games: list[tuple[str, Action]] = [(game_name(game), Choose(seat, game)) for game in prompt.games]
        return (*games, (tr("none"), Choose(seat, None))) if prompt.may_decline else tuple(games)
    return ()
