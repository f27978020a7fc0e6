"""Solved ends against a plain search that cuts nothing, knows the referee only and tries every legal card."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeAlias

import pytest
from bots.support_bots import TABLES, random_deal

from p2pcards.bots import make_bot
from p2pcards.bots.position import read
from p2pcards.bots.search.ending import Ending
from p2pcards.bots.search.payoff import Payoff
from p2pcards.bots.search.setup import before, payoff, special_cards
from p2pcards.bots.search.spar_solver import Solver
from p2pcards.bots.search.table import Table
from p2pcards.cards.card import SUIT_MASK, Card, CardSet, cards
from p2pcards.rules.action import Play
from p2pcards.rules.phases import Phase
from p2pcards.rules.presets import find_game, make_rules
from p2pcards.rules.score import Sheet
from p2pcards.rules.spar import Spar, score_spar
from p2pcards.table import engine
from p2pcards.table.deal import Deal
from p2pcards.table.view import seen_by

#: What an end is worth, by side.
Worths: TypeAlias = tuple[int, ...]


def near_the_end(game: str, seats: int, seed: str, left: int) -> Deal:
    """A random table, played at random until a seat has `left` cards, and into that trick."""
    rng, bot = Random(seed), make_bot("random")
    deal = random_deal(find_game(game), seats, seed)
    last = seats * min(left, deal.rules.hand_size(seats)) - rng.randrange(seats)
    while deal.phase is not Phase.PLAYING or sum(map(deal.hand_count, range(seats))) > last:
        seat = deal.to_act[0]
        prompt = engine.prompt(deal, seat)
        assert prompt is not None
        deal, _ = engine.apply(deal, bot.act(seen_by(deal, seat), prompt, rng))
    return deal


def table_of(deal: Deal) -> Table:
    """The place of a deal of which all hands are known."""
    seat = deal.to_act[0]
    view = seen_by(deal, seat)
    return before(view, read(view, seat, engine.legal(view, seat))).copy([deal.hand(s) or 0 for s in range(deal.n)])


def plain(deal: Deal, judge: Callable[[Deal], Worths], side: tuple[int, ...]) -> Worths:
    """What the best play of all is worth; of equals the lowest card."""
    if deal.over:
        return judge(deal)
    seat, found = deal.to_act[0], None
    for card in cards(engine.legal(deal, seat)):
        worths = plain(engine.apply(deal, Play(seat, card))[0], judge, side)
        if found is None or worths[side[seat]] > found[side[seat]]:
            found = worths
    assert found is not None
    return found


@pytest.mark.parametrize(("game", "seats"), [table for table in TABLES if table[0] != "spar"])
def test_an_end_is_worth_what_a_plain_search_finds(game: str, seats: int) -> None:
    for index in range(5):
        seed = f"ending {game} {seats} {index}"
        deal = near_the_end(game, seats, seed, 3 if seats == 2 else 2)
        view = seen_by(deal, deal.to_act[0])
        p = read(view, deal.to_act[0], engine.legal(view, deal.to_act[0]))
        books = [payoff(view, side) for side in range(max(p.side) + 1)]

        def judge(end: Deal, books: Sequence[Payoff] = books) -> Worths:
            table = Table([], 0, -1, -1, -1, 0, 0, False, False, list(end.takes), list(end.captured), [])
            return tuple(book.worth(table) for book in books)

        found = Ending(p.play, p.side, books, special_cards(p)).solve(table_of(deal))
        assert found == plain(deal, judge, p.side), seed


#: Seats and the tricks that a plain search has time for.
SIZES = ((2, 4), (3, 3), (4, 2), (5, 2))
VALUES = ((3, 2, 1), (1, 2, 3), (0, 0, 1), (2, 2, 2), (0, 5, 0))


def plain_spar(
    rules: Spar,
    hands: list[CardSet],
    seat: int,
    trick: tuple[tuple[int, Card], ...],
    wins: tuple[tuple[int, Card], ...],
) -> tuple[int, int]:
    """(who scores, points) by best play of all; of equals the first, sixes and sevens last. trick: (seat, card)."""
    n = len(hands)
    legal = hands[seat] & SUIT_MASK[trick[0][1] // 13] or hands[seat] if trick else hands[seat]
    found: tuple[int, int] | None = None
    for card in sorted(cards(legal), key=lambda card: (card % 13 in (4, 5), card)):
        rest = [held & ~(1 << card) for held in hands]
        table = (*trick, (seat, card))
        if len(table) < n:
            end = plain_spar(rules, rest, (seat + 1) % n, table, wins)
        else:
            best = rules.play_rules(n).winner([played for _, played in table])
            won = (*wins, table[best])
            if any(rest):
                end = plain_spar(rules, rest, won[-1][0], (), won)
            else:
                points = score_spar(rules, n, won, Sheet((0,) * n, (0,) * n)).points
                end = won[-1][0], points[won[-1][0]]
        if found is None or likes(seat, end) > likes(seat, found):
            found = end
    assert found is not None
    return found


def likes(seat: int, end: tuple[int, int]) -> tuple[bool, int]:
    who, points = end
    return (True, points) if who == seat else (False, -points)


@pytest.mark.parametrize("double", [False, True])
@pytest.mark.parametrize(("seats", "most"), SIZES)
def test_an_end_of_spar_is_what_a_plain_search_finds(seats: int, most: int, double: bool) -> None:
    twice = 0
    for index in range(60):
        seed = f"spar end {seats} {double} {index}"
        rng = Random(seed)
        options = {"double_count": double, "last_trick_values": VALUES[max(0, index - 40) % 5], "ace_of_spades": True}
        rules = make_rules("spar", options)
        assert isinstance(rules, Spar)
        deck = list(cards(rules.deck(seats)))
        rng.shuffle(deck)
        if index % 2:
            deck.sort(key=lambda card: card % 13 > 5)  # many sixes and sevens
        left = rng.randint(1, most)
        hands = [sum(1 << card for card in deck[seat * left : (seat + 1) * left]) for seat in range(seats)]
        first = rng.randrange(seats)
        wins = ((rng.randrange(seats), deck[-1] if index % 3 else 4),)
        expected = plain_spar(rules, hands, first, (), wins)
        twice += index < 40 and expected[1] > 3
        table = Table(hands[:], first, -1, -1, -1, 0, 0, False, False, [0] * seats, [0] * seats, list(wins))
        Solver(rules, seats).finish(table)
        points = score_spar(rules, seats, table.wins, Sheet((0,) * seats, (0,) * seats)).points
        assert (table.wins[-1][0], points[table.wins[-1][0]]) == expected, seed
        # The same in the middle of a trick, after a card of the leader.
        card = rng.choice(list(cards(hands[first])))
        rest = [held & ~(1 << card) for held in hands]
        expected = plain_spar(rules, rest, (first + 1) % seats, ((first, card),), wins)
        table = Table(
            rest,
            (first + 1) % seats,
            card // 13,
            card,
            first,
            1,
            1 << card,
            False,
            False,
            [0] * seats,
            [0] * seats,
            list(wins),
        )
        Solver(rules, seats).finish(table)
        points = score_spar(rules, seats, table.wins, Sheet((0,) * seats, (0,) * seats)).points
        assert (table.wins[-1][0], points[table.wins[-1][0]]) == expected, seed
    assert bool(twice) == double, "no end counts double: the test shows nothing of it"
