"""Cards as people type them: "qs", "10s", "queen of spades", "queen", or the number that `l` gave a card.

English always works; words and letters of the reader's language work too. A word may be cut short as long as one
meaning is left. What could be two cards is not guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from p2pcards.cards.card import RANKS, SUITS, Card, CardSet, cards

from ..say.cards import RANK_WORDS, SUIT_WORDS, SUIT_WORDS_OF
from ..say.i18n import trp

FILLERS = {"of", "di", "de", "the"}


class NotACard(ValueError):
    """What was typed is no card. text: the part that was not understood."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class Ambiguous(ValueError):
    """What was typed could be several cards."""

    def __init__(self, text: str, found: Sequence[Card]) -> None:
        super().__init__(text)
        self.text = text
        self.found = tuple(found)


def find_card(text: str, held: CardSet, numbered: Sequence[Card] = ()) -> Card:
    """The card that is meant. held: the cards to choose from where only a rank or suit is said; numbered: what plain
    numbers stand for. Raises NotACard, Ambiguous."""
    words = _words(text)
    if len(words) == 1 and words[0].isdecimal() and len(words[0]) < 3:
        place = int(words[0])
        if 1 <= place <= len(numbered):
            return numbered[place - 1]
        raise NotACard(text)
    found = _one(words)
    if isinstance(found, int):
        return found
    rank, suit = found
    fitting = [card for card in cards(held) if rank in (None, card % 13) and suit in (None, card // 13)]
    if len(fitting) == 1:
        return fitting[0]
    if not fitting:
        raise NotACard(text)
    raise Ambiguous(text, fitting)


def find_cards(text: str, held: CardSet, numbered: Sequence[Card] = ()) -> list[Card]:
    """Several cards: "2h qs kd", or full names with commas or without. Raises NotACard, Ambiguous."""
    if "," in text:
        return [find_card(part, held, numbered) for part in text.split(",") if part.strip()]
    found: list[Card] = []
    words = _words(text)
    while words:
        for length in (2, 1):
            part = words[:length]
            try:
                if len(part) == length and (length == 1 or isinstance(_one(part), int)):
                    found.append(find_card(" ".join(part), held, numbered))
                    words = words[length:]
                    break
            except NotACard:
                if length == 1:
                    raise
        else:
            raise NotACard(words[0])
    return found


def is_card(text: str) -> bool:
    """Whether this names one whole card."""
    try:
        return isinstance(_one(_words(text)), int)
    except NotACard:
        return False


def find_suit(text: str) -> int | None:
    """The suit that is meant, 0..3; None for none."""
    words = _words(text)
    return _suit(words[0]) if len(words) == 1 else None


def _words(text: str) -> list[str]:
    return [word for word in re.split(r"[\s\-]+", text.strip().lower()) if word and word not in FILLERS]


def _one(words: Sequence[str]) -> Card | tuple[int | None, int | None]:
    """A whole card, or the rank and suit that were said. Raises NotACard."""
    if len(words) == 1:
        short = _short(words[0])
        if short is not None:
            return short
        rank, suit = _rank(words[0]), _suit(words[0])
        if len(words[0]) == 1 and suit is not None and rank is None:
            return None, suit
        if rank is None and suit is None:
            raise NotACard(words[0])
        return rank, (suit if rank is None else None)
    if len(words) == 2:
        for first, second in (words, tuple(reversed(words))):
            rank, suit = _rank(first), _suit(second)
            if rank is not None and suit is not None:
                return suit * 13 + rank
    raise NotACard(" ".join(words))


def _short(word: str) -> Card | None:
    """ "qs", "10s", also with the letters of the language and with suit symbols."""
    rank, suit = _letter(word[:-1], RANKS, "rank letter"), _letter(word[-1:], SUITS, "suit letter")
    if word[-1:] in "♣♦♥♠" and word[-1:]:
        suit = "♣♦♥♠".index(word[-1])
    return None if rank is None or suit is None else suit * 13 + rank


def _letter(text: str, english: str, context: str) -> int | None:
    text = "t" if text == "10" and english is RANKS else text
    for index, letter in enumerate(english):
        if text and text in (letter.lower(), trp(context, letter).lower()):
            return index
    return None


def _rank(word: str) -> int | None:
    letter = _letter(word, RANKS, "rank letter")
    return letter if letter is not None else _prefix(word, [(RANK_WORDS, "rank")])


def _suit(word: str) -> int | None:
    letter = _letter(word, SUITS, "suit letter")
    if letter is not None:
        return letter
    return _prefix(word, [(SUIT_WORDS, "suit"), (SUIT_WORDS_OF, "suit after a rank")])


def _prefix(word: str, tables: Iterable[tuple[Sequence[str], str]]) -> int | None:
    """The place of the one word that begins like this (two letters at least), English or translated."""
    if len(word) < 2:
        return None
    found: set[int] = set()
    for table, context in tables:
        for index, english in enumerate(table):
            forms = (english, trp(context, english).lower())
            if word in forms:
                return index
            if any(form.startswith(word) for form in forms):
                found.add(index)
    return found.pop() if len(found) == 1 else None
