"""The playouts against the referee: every card they play is legal there, and both end the same."""

from __future__ import annotations

from random import Random

import pytest
from bots.support_bots import TABLES, random_deal

from p2pcards.bots import make_bot
from p2pcards.bots.position import Position, read
from p2pcards.bots.search import hearts_playout, random_playout, spades_playout, spar_playout
from p2pcards.bots.search.setup import before, candidates, contract, payoff, start, worlds
from p2pcards.bots.search.spar_solver import Solver
from p2pcards.bots.search.steps import Steps
from p2pcards.bots.search.table import Table
from p2pcards.cards.card import cards
from p2pcards.rules.action import Play
from p2pcards.rules.hearts import HeartsPlay
from p2pcards.rules.phases import Phase
from p2pcards.rules.presets import find_game
from p2pcards.rules.spades import Spades
from p2pcards.rules.spar import Spar
from p2pcards.table import engine
from p2pcards.table.deal import Deal
from p2pcards.table.view import seen_by


def to_some_play(game: str, seats: int, seed: str) -> Deal:
    """A random table played by rules up to a random card."""
    rng = Random(seed)
    deal = random_deal(find_game(game), seats, seed)
    bot = make_bot("random")
    stop = rng.randrange(seats * deal.rules.hand_size(seats))
    while deal.phase is not Phase.PLAYING or deal.played.bit_count() < stop:
        seat = deal.to_act[0]
        prompt = engine.prompt(deal, seat)
        assert prompt is not None
        deal, _ = engine.apply(deal, bot.act(seen_by(deal, seat), prompt, rng))
    return deal


def run(p: Position, table: Table, log: list[int]) -> None:
    if isinstance(p.rules, Spades):
        spades_playout.play_out(p.play, table, contract(p), log)
    elif isinstance(p.rules, HeartsPlay):
        hearts_playout.play_out(p.play, table, log)
    else:
        assert isinstance(p.rules, Spar)
        spar_playout.play_out(p.play, table, Solver(p.rules, p.n), 0, log)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_playouts_follow_the_referee(game: str, seats: int) -> None:
    for index in range(12):
        seed = f"playout {game} {seats} {index}"
        deal = to_some_play(game, seats, seed)
        seat = deal.to_act[0]
        view = seen_by(deal, seat)
        p = read(view, seat, engine.legal(view, seat))
        hands = [deal.hand(s) or 0 for s in range(seats)]
        table, log = before(view, p).copy(hands), []
        run(p, table, log)
        end = deal
        for card in log:
            end, _ = engine.apply(end, Play(end.to_act[0], card))
        assert end.over, seed
        assert tuple(table.took) == end.takes, seed
        if isinstance(p.rules, HeartsPlay):
            assert tuple(table.captured) == end.captured, seed
        if not isinstance(p.rules, (HeartsPlay, Spades)):
            assert tuple(table.wins) == end.wins, seed


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_table_played_card_by_card_follows_the_referee(game: str, seats: int) -> None:
    """The step by step table offers at each card what the referee allows, and the whole playout ends as it does."""
    for index in range(12):
        seed = f"random playout {game} {seats} {index}"
        deal = to_some_play(game, seats, seed)
        seat = deal.to_act[0]
        view = seen_by(deal, seat)
        p = read(view, seat, engine.legal(view, seat))
        hands = [deal.hand(s) or 0 for s in range(seats)]
        whole = before(view, p).copy(hands[:])
        random_playout.play_out(p.play, whole, Random(seed))
        table = before(view, p).copy(hands[:])
        steps, draw, end = Steps(p.play, table), Random(seed).random, deal
        while not end.over:
            turn = end.to_act[0]
            assert (table.turn, steps.legal()) == (turn, engine.legal(end, turn)), seed
            bit = random_playout.pick(steps.legal(), draw)
            steps.put(bit)
            end, _ = engine.apply(end, Play(turn, bit.bit_length() - 1))
        assert not steps.legal(), seed
        for found in (table, whole):
            assert (tuple(found.took), tuple(found.captured), tuple(found.wins)) == (
                end.takes,
                end.captured,
                end.wins,
            ), seed


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_place_after_a_card_is_the_referees(game: str, seats: int) -> None:
    for index in range(8):
        seed = f"start {game} {seats} {index}"
        deal = to_some_play(game, seats, seed)
        seat = deal.to_act[0]
        view = seen_by(deal, seat)
        p = read(view, seat, engine.legal(view, seat))
        assert set(candidates(p)) <= set(cards(p.legal)), seed
        for card in candidates(p):
            place = start(view, p, card).table
            after, _ = engine.apply(deal, Play(seat, card))
            assert tuple(place.took) == after.takes, seed
            assert place.led == after.led, seed
            assert place.count == len(after.trick.cards), seed
            if not after.over:
                assert place.turn == after.to_act[0], seed
            if after.trick.cards:
                winner = after.game.play_rules(seats).winner(after.trick.cards)
                assert (place.master, place.best) == ((after.leader + winner) % seats, after.trick.cards[winner]), seed
            assert place.broken == after.broken, seed
            assert place.first == after.first_trick, seed


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_worlds_fit_what_is_known(game: str, seats: int) -> None:
    for index in range(8):
        seed = f"world {game} {seats} {index}"
        deal = to_some_play(game, seats, seed)
        seat = deal.to_act[0]
        view = seen_by(deal, seat)
        p = read(view, seat, engine.legal(view, seat))
        source = worlds(view, p)
        for _ in range(5):
            world = source.draw(Random(f"{seed} {_}"))
            union = 0
            for other, hand in enumerate(world):
                assert hand.bit_count() == p.held[other], seed
                assert not hand & ~p.may[other], seed
                assert not p.must[other] & ~hand, seed
                assert not union & hand, seed
                union |= hand
            assert not union & ~(p.out | p.hand), seed
            assert world[seat] == p.hand, seed


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_look_up_of_worth_is_the_score(game: str, seats: int) -> None:
    """Two ends with the same key score the same; worths of all sides add up to nothing."""
    for index in range(6):
        seed = f"worth {game} {seats} {index}"
        deal = to_some_play(game, seats, seed)
        seat = deal.to_act[0]
        view = seen_by(deal, seat)
        p = read(view, seat, engine.legal(view, seat))
        sides = sorted(set(p.side))
        books = [payoff(view, side) for side in sides]
        known: dict[object, int] = {}
        for _ in range(6):
            table, log = before(view, p).copy(worlds(view, p).draw(Random(f"{seed} {_}"))), []
            run(p, table, log)
            assert sum(book.worth(table) for book in books) == 0, seed
            fresh = payoff(view, 0)
            key = fresh._key(table)
            assert known.setdefault(key, fresh.worth(table)) == fresh.worth(table), seed
