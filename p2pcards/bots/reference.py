"""The reference: an independent bot of rules, frozen.

It shares no code with the other bots beyond the view, is never used in a playout and is never tuned: what another bot
gains against it is gained against somebody it has not been fitted to. Do not change it; a better one is another file.
It counts the high cards it has seen go, follows the oldest advice (second hand low, third hand high, fourth hand as
cheap as possible) and knows its contract, its nil and its partner, no more.
"""

from __future__ import annotations

from random import Random

from p2pcards.bots.base import Actor, Decision
from p2pcards.cards.card import (
    ACE_OF_SPADES,
    QUEEN_OF_SPADES,
    SPADES,
    SUIT_MASK,
    Card,
    CardSet,
    cards,
    rank_of,
    suit_of,
)
from p2pcards.cards.seat import partners
from p2pcards.rules.action import Action, Bid, Choose, Look, Pass, Play
from p2pcards.rules.phases import Phase, Prompt
from p2pcards.table.deal import Deal

#: Hearts below the six: there are none in Spar.
LOW_HEARTS: CardSet = 0b1111 << 26


class ReferenceBot(Actor):
    """See the module."""

    @property
    def level(self) -> str:
        """See Bot.level."""
        return "reference"

    def decide(
        self, view: Deal, prompt: Prompt, rng: Random, deadline: float | None = None, worlds: int | None = None
    ) -> Decision:
        """See Bot.decide."""
        return Decision(answer(view, prompt), self.level, "low")


def answer(view: Deal, prompt: Prompt) -> Action:
    """The reference's action."""
    seat = prompt.seat
    hand = view.hand(seat) or 0
    if prompt.phase is Phase.LOOKING:
        return Look(seat)
    if prompt.phase is Phase.CHOOSING:
        if not prompt.games:
            return Choose(seat, None)
        return Choose(seat, "spades" if count_tricks(hand) >= 3 else "hearts")
    if prompt.phase is Phase.PASSING:
        worst = sorted(cards(hand), key=lambda card: (card == QUEEN_OF_SPADES, rank_of(card), card))
        return Pass(seat, sum(1 << card for card in worst[-prompt.count :]))
    if prompt.phase is Phase.BIDDING:
        return Bid(seat, choose_bid(prompt.bids, hand))
    options = list(cards(prompt.cards))
    if len(options) == 1:
        return Play(seat, options[0])
    trump = view.game.play_rules(view.n).trump
    if trump >= 0:
        return Play(seat, spades_card(view, seat, hand, options))
    if view.deck & LOW_HEARTS:
        return Play(seat, hearts_card(view, options))
    return Play(seat, spar_card(view, hand, options))


def count_tricks(hand: CardSet) -> int:
    """Sure-looking tricks: aces, guarded kings, long or high spades, ruffs from a void or singleton."""
    spades = hand & SPADES
    length = spades.bit_count()
    total = 0
    for suit in range(3):
        held = hand & SUIT_MASK[suit]
        size = held.bit_count()
        ranks = {rank_of(card) for card in cards(held)}
        if 12 in ranks and size <= 6:
            total += 2
        if 11 in ranks and 2 <= size <= 5:
            total += 1 + (12 in ranks)
        if size <= 1 and length >= 2:
            total += 1
    for card in cards(spades):
        total += 2 if rank_of(card) >= 11 else 0
    high = sum(1 for card in cards(spades) if rank_of(card) >= 11)
    total += 2 * max(0, length - 3 - max(0, high - 3)) + (1 if length == 3 and high < 2 else 0)
    return total // 2


def choose_bid(bids: tuple[int, ...], hand: CardSet) -> int:
    """The count of tricks, or nil with a hand of low cards."""
    wanted = count_tricks(hand)
    low = not any(rank_of(card) >= 9 for card in cards(hand & SPADES))
    if 0 in bids and wanted == 0 and low and (hand & SPADES).bit_count() <= 3 and not hand >> ACE_OF_SPADES & 1:
        high = sum(1 for card in cards(hand) if rank_of(card) >= 10)
        if high <= 2:
            return 0
    usable = [bid for bid in bids if bid > 0] or list(bids)
    return min(usable, key=lambda bid: (abs(bid - max(1, wanted)), bid))


def highest_left(view: Deal, seat: int, card: Card) -> bool:
    """Whether every higher card of the suit is played or in the own hand."""
    gone = view.played | (view.hand(seat) or 0)
    return all(gone >> other & 1 for other in range(card + 1, 13 * (card // 13) + 13) if view.deck >> other & 1)


def spades_card(view: Deal, seat: int, hand: CardSet, options: list[Card]) -> Card:
    """A card for a Spades game."""
    mates = partners(view.game.sides(view.n), seat)
    bids = [bid or 0 for bid in view.bids]
    took = view.takes
    low = min(options, key=lambda card: (suit_of(card) == 3, rank_of(card)))
    on_table = view.trick.by_seat(view.n)
    team = [seat, *mates]
    wanted = sum(bids[s] for s in team) - sum(took[s] for s in team if bids[s])
    own_nil = bids[seat] == 0 and took[seat] == 0
    partner_nil = any(bids[mate] == 0 and took[mate] == 0 for mate in mates)
    want = (wanted > 0 or partner_nil) and not own_nil
    if not on_table:
        if own_nil:
            return low
        if want:
            sure = [card for card in options if highest_left(view, seat, card)]
            side = [card for card in sure if suit_of(card) != 3]
            if side:
                return max(side, key=rank_of)
            if sure:
                return sure[-1]
        return low
    order = list(on_table.values())
    best = order[winner_place(view, order)]
    winner = list(on_table)[order.index(best)]
    beating = [card for card in options if beats(card, best)]
    losing = [card for card in options if card not in beating]
    last = len(order) == view.n - 1
    if own_nil or not want:
        if losing:
            return max(losing, key=lambda card: (rank_of(card), suit_of(card)))
        return beating[-1] if last else beating[0]
    if not beating:
        return low
    if winner in mates and not (bids[winner] == 0 and took[winner] == 0):
        if last or highest_left(view, seat, best):
            return low
        if suit_of(beating[0]) == 3 and suit_of(best) != 3:
            return low
    if last or suit_of(beating[0]) != suit_of(order[0]):
        return beating[0]
    if highest_left(view, seat, beating[-1]) or len(order) >= view.n - 2:
        return beating[-1]
    return low


def winner_place(view: Deal, order: list[Card]) -> int:
    """The place of the card that wins so far."""
    return view.game.play_rules(view.n).winner(order)


def beats(card: Card, best: Card) -> bool:
    """Whether a card beats another that leads a trick with spades as trumps."""
    if suit_of(card) == suit_of(best):
        return card > best
    return suit_of(card) == 3


def hearts_card(view: Deal, options: list[Card]) -> Card:
    """A card for Hearts: low leads, high ducks, the queen and high hearts away."""
    order = list(view.trick.cards)
    if not order:
        return min(options, key=lambda card: (card == QUEEN_OF_SPADES, rank_of(card), card))
    led = suit_of(order[0])
    best = max(card for card in order if suit_of(card) == led)
    following = [card for card in options if suit_of(card) == led]
    if not following:
        return max(options, key=lambda card: (card == QUEEN_OF_SPADES, suit_of(card) == 2, rank_of(card)))
    under = [card for card in following if card < best]
    if under:
        return max(under, key=lambda card: (card == QUEEN_OF_SPADES, card))
    above = [card for card in following if card != QUEEN_OF_SPADES] or following
    clean = not any(suit_of(card) == 2 or card == QUEEN_OF_SPADES for card in order)
    if len(order) == view.n - 1 and clean:
        return above[-1]
    return above[0]


def spar_card(view: Deal, hand: CardSet, options: list[Card]) -> Card:
    """A card for Spar: middle cards first, win the trick before the last."""
    left = hand.bit_count()
    order = list(view.trick.cards)
    best = max((card for card in order if suit_of(card) == suit_of(order[0])), default=-1)
    over = [card for card in options if best >= 0 and suit_of(card) == suit_of(best) and card > best]
    if left == 2:
        if over:
            return max(over, key=rank_of)
        return max(options, key=rank_of) if not order else min(options, key=rank_of)
    middle = [card for card in options if 6 <= rank_of(card) <= 10]
    return min(middle or options, key=rank_of)
