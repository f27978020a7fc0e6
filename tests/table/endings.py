"""Small endings by brute force: every distribution that the public facts allow, and every way to play it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from table.playing import deal_out, do, pick

from p2pcards.cards import Card, CardSet, cards
from p2pcards.cards.seat import Seat
from p2pcards.rules.base import Rules
from p2pcards.rules.phases import Phase
from p2pcards.table import Deal, seen_by

Hands = tuple[CardSet, ...]


def ending(rules: Rules, n: int, left: int, rng: random.Random) -> tuple[Deal, Seat, CardSet]:
    """A deal played at random until a seat in turn holds `left` cards: how an onlooker sees it once that seat has shown
    them, who it is, and the cards."""
    deal = Deal.begin(rules, n, rng.randrange(n), deal_out(rules, n, rng))
    begun = rng.randrange(n)
    while True:
        if deal.phase is Phase.PLAYING and len(deal.facts.trick) == begun:
            seat = deal.to_act[0]
            if deal.hand_count(seat) <= left:
                hand = deal.hand(seat)
                assert hand is not None
                return seen_by(deal, None).with_shown(seat, hand, whole=True), seat, hand
        deal = do(deal, pick(deal, rng))


def worlds(view: Deal) -> Iterator[Hands]:
    """Every set of hands that an onlooker must think possible."""
    n = view.n
    may, must = [view.may_hold(s) for s in range(n)], [view.must_hold(s) for s in range(n)]
    count = [view.hand_count(s) for s in range(n)]

    def give(seat: int, used: CardSet) -> Iterator[Hands]:
        if seat == n:
            yield ()
            return
        for hand in subsets(may[seat] & ~used, must[seat], count[seat]):
            for rest in give(seat + 1, used | hand):
                yield (hand, *rest)

    yield from give(0, 0)


def subsets(pool: CardSet, fixed: CardSet, count: int) -> Iterator[CardSet]:
    """The sets of so many cards of the pool that have the fixed ones in them."""
    if fixed & ~pool or fixed.bit_count() > count:
        return
    free = list(cards(pool & ~fixed))

    def choose(start: int, missing: int, made: CardSet) -> Iterator[CardSet]:
        if not missing:
            yield made
            return
        for index in range(start, len(free) - missing + 1):
            yield from choose(index + 1, missing - 1, made | 1 << free[index])

    yield from choose(0, count - fixed.bit_count(), fixed)


def always_wins(view: Deal, seat: Seat, hands: Hands, line: Sequence[Card] | None) -> bool:
    """Whether the seat takes every trick that is left, however the others play. line: the order of its cards; None: it
    sees all hands and plays its best."""
    play, n = view.facts.play, view.n

    def go(held: Hands, trick: tuple[Card, ...], leader: Seat, broken: bool, first: bool, place: int) -> bool:
        if len(trick) == n:
            if (leader + play.winner(trick)) % n != seat:
                return False
            return not any(held) or go(held, (), seat, broken, False, place)
        mover = (leader + len(trick)) % n
        legal = play.legal(held[mover], trick[0] // 13 if trick else -1, broken, first)
        mine = mover == seat
        if mine and line is not None:
            legal &= 1 << line[place]
            assert legal, "the line is not legal"
        after = (
            go(
                (*held[:mover], held[mover] & ~(1 << card), *held[mover + 1 :]),
                (*trick, card),
                leader,
                broken or bool(play.breakers >> card & 1),
                first,
                place + mine,
            )
            for card in cards(legal)
        )
        return any(after) if mine and line is None else all(after)

    leader = view.leader if view.facts.trick else seat
    return go(hands, view.facts.trick, leader, view.broken, not view.tricks, 0)
