"""The position suite: each row is right at every level that it names."""

from __future__ import annotations

from random import Random

import pytest
from bots.positions import BIDS, PLAY, Row
from bots.positions_hearts import HEARTS, PASSES
from bots.positions_spar import CHOICES, SPAR

from p2pcards.bots.base import Bot
from p2pcards.bots.hard import SearchBot
from p2pcards.bots.levels import make_bot
from p2pcards.cards.card import parse_card, parse_cards, text, texts
from p2pcards.rules.action import Action, Bid, Blind, Choose, Look, Pass, Play
from p2pcards.rules.presets import make_rules
from p2pcards.rules.score import Sheet
from p2pcards.table import engine
from p2pcards.table.deal import Deal

ROWS: tuple[Row, ...] = BIDS + PLAY + HEARTS + PASSES + CHOICES + SPAR
CASES = [(row, level) for row in ROWS for level in row.levels]


def dealer_of(row: Row) -> int:
    """Who deals, so that it is seat 0's turn."""
    if row.dealer is not None:
        return row.dealer
    words = row.plays.split()
    if (words and len(words) < row.seats and words[0][0].isupper()) or (words and words[0][0].isdigit()):
        return (-1 - len(words)) % row.seats
    return (-1 - len(row.bids.split()) % row.seats) % row.seats


def build(row: Row) -> Deal:
    """The view of seat 0 in a row. Everything in it is judged by the engine."""
    rules = make_rules(row.game, dict(row.options))
    sides = len(rules.sides(row.seats))
    sheet = Sheet(row.points or (0,) * sides, row.bags or (0,) * sides)
    dealt = [parse_cards(row.hand)] + [None] * (row.seats - 1)
    assert parse_cards(row.hand).bit_count() == rules.hand_size(row.seats), row.name
    deal = Deal.begin(rules, row.seats, dealer_of(row), dealt, sheet)
    words = row.plays.split()
    if words and words[0] in rules.choices:
        holder = 0 if deal.hand(0) is not None and parse_cards(row.hand) >> 18 & 1 else 1
        for seat in range(row.seats):
            deal, _ = engine.apply(deal, Choose(seat, words[0] if seat == holder else None))
        words = words[1:]
    for bid in row.bids.split():
        seat = deal.to_act[0]
        if deal.phase is not None and deal.phase.value == "looking":
            deal, _ = engine.apply(deal, Look(seat))
        deal, _ = engine.apply(deal, Bid(seat, int(bid)))
    for word in words:
        deal, _ = engine.apply(deal, Play(deal.to_act[0], parse_card(word)))
    assert 0 in deal.to_act, f"{row.name}: seat 0 is not to act but {deal.to_act}"
    return deal


def said(action: Action) -> str:
    """An action as rows write it."""
    if isinstance(action, Play):
        return text(action.card)
    if isinstance(action, Bid):
        return str(action.tricks)
    if isinstance(action, Pass):
        assert action.cards is not None
        return texts(action.cards)
    if isinstance(action, Choose):
        return action.game or "decline"
    return "blind" if isinstance(action, Blind) else "look"


def bot_for(level: str) -> Bot:
    return SearchBot(worlds=200) if level == "hard" else make_bot(level)


def wrong(row: Row, level: str, seeds: int) -> list[str]:
    """What a level says instead of the right answer, seed by seed."""
    prompt = engine.prompt(build(row), 0)
    assert prompt is not None
    missed = []
    for seed in range(seeds):
        decision = bot_for(level).decide(build(row), prompt, Random(f"position {row.name} {seed}"))
        right = texts(parse_cards(row.right)) if isinstance(decision.action, Pass) else row.right
        if said(decision.action) != right:
            missed.append(f"seed {seed}: {row.name}: {row.why} ({decision})")
        if level == "normal" or (not decision.worlds and not missed):
            break  # nothing is drawn
    return missed


@pytest.mark.parametrize(("row", "level"), CASES, ids=[f"{row.name}-{level}" for row, level in CASES])
def test_position(row: Row, level: str) -> None:
    assert not wrong(row, level, 3)


@pytest.mark.soak
@pytest.mark.parametrize(("row", "level"), CASES, ids=[f"{row.name}-{level}" for row, level in CASES])
def test_position_is_not_a_matter_of_luck(row: Row, level: str) -> None:
    missed = wrong(row, level, 15)
    assert len(missed) <= 1, missed


def test_the_suite_is_large_enough() -> None:
    assert len({row.name for row in ROWS}) == len(ROWS)
    assert len([row for row in ROWS if row.levels]) >= 60
    assert all(row.why for row in ROWS)
