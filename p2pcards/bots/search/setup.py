"""From a view to what the search needs: the worlds, the contract, and the place after each candidate card."""

from __future__ import annotations

from dataclasses import dataclass, replace

from p2pcards.bots.position import HIGHER, LOWER, Position
from p2pcards.bots.search.likely import Fit, Likely
from p2pcards.bots.search.past import read_past
from p2pcards.bots.search.payoff import Payoff
from p2pcards.bots.search.spades_playout import Contract
from p2pcards.bots.search.steps import Steps
from p2pcards.bots.search.table import Table
from p2pcards.bots.search.worlds import Worlds
from p2pcards.bots.spades_mode import bags_hurt, need
from p2pcards.cards.card import JACK_OF_DIAMONDS, QUEEN_OF_SPADES, Card, CardSet, cards
from p2pcards.cards.seat import Side
from p2pcards.rules.hearts import HeartsPlay
from p2pcards.rules.spades import Spades
from p2pcards.rules.spar import Spar
from p2pcards.table.deal import Deal


@dataclass(frozen=True, slots=True)
class Start:
    """A candidate card and the place after it: of the hands `table` has only mine."""

    card: Card
    table: Table
    contract: Contract | None


def worlds(view: Deal, p: Position) -> Worlds | Likely:
    """The worlds of a view."""
    sure = Worlds(p.me, p.hand, p.out, p.may, p.must, p.held)
    if not isinstance(p.rules, Spades):
        return sure
    fit = tuple(None if blind else bid for bid, blind in zip(view.bids, view.blind, strict=True))
    past = read_past(view, p, contract(replace(p, took=(0,) * p.n)))
    return Likely(sure, Fit(fit, view.facts.gone, p.rules.must_trump_when_void, past.cost).cost)


def payoff(view: Deal, side: Side) -> Payoff:
    """The worth of ends for a side."""
    return Payoff(view.game, view.rules, view.n, view.dealer, view.sheet, side, view.bids, view.blind)


def candidates(p: Position) -> list[Card]:
    """The legal cards, one of each run of cards that are worth the same.

    Two cards of a suit are worth the same when no card of it lies between them that is out or leads the trick. Cards
    that score by themselves stand alone.
    """
    special = special_cards(p)
    between = p.out | (1 << p.best if p.best >= 0 else 0)
    chosen: list[Card] = []
    for card in cards(p.legal):
        lower = chosen[-1] if chosen and chosen[-1] // 13 == card // 13 else -1
        alike = lower >= 0 and not between & HIGHER[lower] & LOWER[card]
        if not alike or (special >> card | special >> lower) & 1:
            chosen.append(card)
    return chosen


def special_cards(p: Position) -> CardSet:
    """Cards that count for themselves."""
    if isinstance(p.rules, HeartsPlay):
        return 1 << QUEEN_OF_SPADES | 1 << JACK_OF_DIAMONDS
    if isinstance(p.rules, Spar):
        return p.rules.deck(p.n)
    return 0


def contract(p: Position) -> Contract:
    """The bids as they stand before my card."""
    rules = p.rules
    helps = isinstance(rules, Spades) and rules.failed_nil_tricks == "help_partner"
    sides = sorted(set(p.side))
    mates = [-1] * p.n
    for seat in range(p.n):
        for other in range(p.n):
            if other != seat and p.side[other] == p.side[seat] and p.bids[other] == 0:
                mates[seat] = other
    return Contract(
        side=p.side,
        mate=tuple(mates),
        nil=tuple(p.bids[seat] == 0 and not p.took[seat] for seat in range(p.n)),
        counts=tuple(bool(p.bids[seat]) or helps for seat in range(p.n)),
        need=tuple(need(p, side) for side in sides),
        bags=bags_hurt(p),
    )


def before(view: Deal, p: Position) -> Table:
    """The place before my card; it has no hands yet."""
    pile = 0
    for _, card in p.trick:
        pile |= 1 << card
    return Table(
        hands=[],
        turn=p.me,
        led=p.led,
        best=p.best,
        master=p.master,
        count=len(p.trick),
        pile=pile,
        broken=p.broken,
        first=view.first_trick,
        took=list(p.took),
        captured=list(p.captured),
        wins=list(view.wins),
    )


def start(view: Deal, p: Position, card: Card) -> Start:
    """The place after a card of mine; where it ends the trick, the trick is taken in."""
    place = before(view, p)
    place.hands = [p.hand if seat == p.me else 0 for seat in range(p.n)]
    Steps(p.play, place).put(1 << card)
    deal = contract(p) if isinstance(p.rules, Spades) else None
    if place.count:
        return Start(card, place, deal)
    master = place.turn
    if deal is not None:
        needs = list(deal.need)
        if deal.counts[master]:
            needs[deal.side[master]] -= 1
        nil = tuple(stands and seat != master for seat, stands in enumerate(deal.nil))
        deal = Contract(deal.side, deal.mate, nil, deal.counts, tuple(needs), deal.bags)
    return Start(card, place, deal)
