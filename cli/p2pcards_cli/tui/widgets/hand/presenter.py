"""My cards as they lie on the screen: which may be played, which is selected, which are picked to be passed."""

from __future__ import annotations

from dataclasses import dataclass

from p2pcards.cards.card import RANKS, Card, CardSet
from p2pcards.rules.phases import Phase, Prompt

from ....present.sight import Sight
from ....say.i18n import trp
from .order import arrange


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card of mine. open: it may be played (or picked) now."""

    card: Card
    open: bool
    selected: bool = False
    picked: bool = False


@dataclass(frozen=True, slots=True)
class HandModel:
    """cards: from left to right. shut: cards I may not see yet. asked: whether `open` matters now."""

    cards: tuple[HandCard, ...] = ()
    shut: int = 0
    asked: bool = False


def rank_text(card: Card) -> str:
    """The rank as on a card: "Q", "10"."""
    letter = RANKS[card % 13]
    return "10" if letter == "T" else trp("rank letter", letter)


def present_hand(
    sight: Sight, prompt: Prompt | None, selected: Card | None, picked: CardSet, order: str = "suits"
) -> HandModel:
    """The hand of my seat; empty for an onlooker and between deals."""
    if sight.view is None or sight.seat is None:
        return HandModel()
    hand = sight.hand
    if hand is None:
        return HandModel(shut=sight.view.hand_count(sight.seat))
    asked = prompt is not None and prompt.phase in (Phase.PLAYING, Phase.PASSING)
    may = prompt.cards if asked and prompt is not None else hand
    return HandModel(
        tuple(
            HandCard(card, bool(may >> card & 1), card == selected, bool(picked >> card & 1))
            for card in arrange(hand, order)
        ),
        0,
        asked,
    )
