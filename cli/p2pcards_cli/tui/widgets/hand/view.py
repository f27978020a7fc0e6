"""My cards, as overlapping boxes where there is room, else in one line or two. Below each: what may be done with it."""

from __future__ import annotations

from p2pcards.cards.card import Card

from ...canvas import Canvas
from ...theme import SUIT_STYLES, Theme
from ...width import width
from .presenter import HandCard, HandModel, rank_text

CARD_W = 5
LEAST_STEP = 4


def card_text(card: Card, theme: Theme) -> str:
    """A card in two or three cells: "Q♠", "10♥"."""
    return rank_text(card) + theme.symbols[card // 13]


def card_style(card: Card) -> str:
    """The style of a card's suit."""
    return SUIT_STYLES[card // 13]


def hand_height(model: HandModel, w: int, boxed: bool) -> int:
    """Rows that the hand takes in w columns."""
    if boxed and _step(len(model.cards) or model.shut, w):
        return 4
    return 2 * max(1, len(_rows(model, w)))


def draw_hand(canvas: Canvas, model: HandModel, theme: Theme, x: int, y: int, w: int, boxed: bool) -> None:
    """Draw the hand in w columns from (x, y) on."""
    count = len(model.cards) or model.shut
    step = _step(count, w) if boxed else 0
    if count == 0:
        return
    if step:
        _draw_boxes(canvas, model, theme, x + max(0, (w - (count - 1) * step - CARD_W) // 2), y, step)
    else:
        _draw_rows(canvas, model, theme, x, y, w)


def _step(count: int, w: int) -> int:
    """Columns from one card to the next; 0 when boxes do not fit."""
    if count <= 1:
        return CARD_W
    step = min(CARD_W, (w - CARD_W) // (count - 1))
    return step if step >= LEAST_STEP else 0


def _draw_boxes(canvas: Canvas, model: HandModel, theme: Theme, x: int, y: int, step: int) -> None:
    cards: tuple[HandCard | None, ...] = model.cards or (None,) * model.shut
    for place, card in enumerate(cards):
        left = x + place * step
        last = place == len(cards) - 1
        size = CARD_W if last or step == CARD_W else step
        chosen = card is not None and card.selected
        frame = "sel" if chosen else "frame"
        inner = size - 2 if last or step == CARD_W else size - 1
        closing = last or step == CARD_W
        canvas.put(
            left, y, theme.glyph("tl") + theme.glyph("h") * inner + (theme.glyph("tr") if closing else ""), frame
        )
        canvas.put(left, y + 1, theme.glyph("v") + " " * inner + (theme.glyph("v") if closing else ""), frame)
        canvas.put(
            left, y + 2, theme.glyph("bl") + theme.glyph("h") * inner + (theme.glyph("br") if closing else ""), frame
        )
        if card is None:
            canvas.put(left + 1, y + 1, theme.glyph("back") * min(3, inner), "frame")
            continue
        text = card_text(card.card, theme)
        if width(text) < 3 and inner >= 3:
            text = " " + text
        canvas.put(left + 1, y + 1, text, _style(card, model))
        canvas.put(left + 1, y + 3, _mark(card, model, theme), "mark")
        canvas.zone(left, y, size, 4, "card", card.card)
        if chosen:
            canvas.cursor = (left + 1 + (len(text) - len(text.lstrip())), y + 1)


def _style(card: HandCard, model: HandModel) -> str:
    if card.selected:
        return card_style(card.card) + " sel"
    if model.asked and not card.open:
        return "grey"
    return card_style(card.card)


def _mark(card: HandCard, model: HandModel, theme: Theme) -> str:
    """Below a card: picked, selected, allowed; two of them where both are so."""
    marks = ""
    if card.picked:
        marks += theme.glyph("pick")
    if card.selected:
        marks += theme.glyph("sel")
    if model.asked and card.open and not card.picked:
        marks += theme.glyph("legal")
    return marks


def _rows(model: HandModel, w: int) -> list[list[HandCard]]:
    """The cards in as few rows as they fit, a suit kept together where that is possible."""
    rows: list[list[HandCard]] = [[]]
    used = 0
    for suit_cards in _by_suit(model):
        need = sum(_cell(card) for card in suit_cards) + 1
        if used and used + need > w:
            rows.append([])
            used = 0
        for card in suit_cards:
            if used + _cell(card) > w:
                rows.append([])
                used = 0
            rows[-1].append(card)
            used += _cell(card)
        used += 1
    return rows


def _by_suit(model: HandModel) -> list[list[HandCard]]:
    out: list[list[HandCard]] = []
    for card in model.cards:
        if not out or out[-1][0].card // 13 != card.card // 13:
            out.append([])
        out[-1].append(card)
    return out


def _cell(card: HandCard) -> int:
    """Columns that a card takes in a row: a character more than its text."""
    return width(rank_text(card.card)) + 2


def _draw_rows(canvas: Canvas, model: HandModel, theme: Theme, x: int, y: int, w: int) -> None:
    if model.shut:
        canvas.put(x, y, (theme.glyph("back") * 2 + " ") * min(model.shut, w // 3), "frame")
        return
    for number, row in enumerate(_rows(model, w)):
        left, line = x, y + 2 * number
        for place, card in enumerate(row):
            if place and row[place - 1].card // 13 != card.card // 13:
                left += 1
            text = card_text(card.card, theme)
            canvas.put(left, line, text, _style(card, model))
            canvas.put(left, line + 1, _mark(card, model, theme), "mark")
            canvas.zone(left, line, _cell(card), 2, "card", card.card)
            if card.selected:
                canvas.cursor = (left, line)
            left += _cell(card)
