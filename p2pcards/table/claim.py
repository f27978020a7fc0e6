"""Whether a claim is certain: an order of the claimant's cards that wins every remaining trick, whatever the others
hold and play.

Sound, not complete. It goes by what one view knows of each other seat for itself (`may_hold`, `must_hold`, how many
cards it has), so what it proves holds for every distribution that fits, and a few claims that only counting across
seats would prove are left to consent. A partner is one of the others: a trick that it may overtake is not the
claimant's.

Theory. The claimant wins the first trick and so leads to all others; the others only ever play cards away.
- A seat that may hold m cards of a suit has at most m - r of them after r leads of that suit: it had to follow. So a
  card is beaten in its own suit only by a seat with m > r that may hold a higher one.
- A seat ruffs a lead only if it may still hold a trump, counted the same way, and may be void in the suit led. A seat
  with at least l cards of the suit has one left as long as fewer than l tricks have been played.
- What is led first of a suit may as well be its highest card: the first condition is easier for it, the second does not
  see ranks. So a line is an order of suits, and there are few.
Bans on the first trick and the like only take cards from the others: ignoring them is on the safe side.
"""

from __future__ import annotations

from functools import cache

from p2pcards.cards.card import SUIT_MASK, Card, CardSet, cards
from p2pcards.cards.seat import Seat
from p2pcards.rules.masks import NO_TRUMP
from p2pcards.table.deal import Deal


def sure_line(deal: Deal, seat: Seat, hand: CardSet) -> tuple[Card, ...] | None:
    """The cards of `hand`, which is all that `seat` holds, in an order that wins all the tricks that are left; None
    where there is none that is certain. The seat must be the one to play."""
    if hand.bit_count() != deal.hand_count(seat) or seat not in deal.to_act:
        return None
    others = [_Other(deal, (seat + step) % deal.n, hand) for step in range(1, deal.n)]
    proof = _Proof(deal, hand, others)
    if deal.led < 0:
        return proof.lead(hand, deal.broken, not deal.tricks)
    return proof.follow(len(deal.facts.trick))


class _Other:
    """What another seat may hold, and how many cards of each suit at least and at most. shown: the claimant's hand."""

    def __init__(self, deal: Deal, seat: Seat, shown: CardSet) -> None:
        count, must = deal.hand_count(seat), deal.must_hold(seat)
        self.may = deal.may_hold(seat) & ~shown
        self.most: list[int] = []
        self.least: list[int] = []
        for mask in SUIT_MASK:
            self.most.append(min((self.may & mask).bit_count(), count - (must & ~mask).bit_count()))
            self.least.append(max((must & mask).bit_count(), count - (self.may & ~mask).bit_count()))

    def beats(self, card: Card, trump: int, led: int, drawn: list[int], tricks: int) -> bool:
        """Whether the seat may beat `card` when `led` is the suit of the trick. drawn: how often it had to follow each
        suit since; tricks: cards it has played since."""
        suit = card // 13
        higher = self.may & SUIT_MASK[suit] & -(2 << card)
        void = self.least[led] <= tricks
        if higher and self.most[suit] > drawn[suit] and (suit == led or void):
            return True
        return trump not in (NO_TRUMP, suit) and void and self.most[trump] > drawn[trump]


class _Proof:
    """The search for a line."""

    def __init__(self, deal: Deal, hand: CardSet, others: list[_Other]) -> None:
        self._deal = deal
        self._hand = hand
        self._others = others
        self._play = deal.facts.play

    def lead(self, hand: CardSet, broken: bool, first: bool, behind: int = 0) -> tuple[Card, ...] | None:
        """A line for a hand that leads now. behind: cards that the others may have played since what is known of
        them, to a trick that the claimant did not lead."""
        play, trump, others = self._play, self._play.trump, self._others

        @cache
        def line(rest: CardSet) -> tuple[Card, ...] | None:
            if not rest:
                return ()
            gone = hand & ~rest
            drawn = [(gone & mask).bit_count() for mask in SUIT_MASK]
            tricks = gone.bit_count()
            now = broken or bool(gone & play.breakers)
            legal = play.legal(rest, -1, now, first and not gone)
            for mask in SUIT_MASK:
                if not legal & mask:
                    continue
                card = (legal & mask).bit_length() - 1
                if any(other.beats(card, trump, card // 13, drawn, tricks + behind) for other in others):
                    continue
                after = line(rest & ~(1 << card))
                if after is not None:
                    return (card, *after)
            return None

        return line(hand)

    def follow(self, played: int) -> tuple[Card, ...] | None:
        """A line for a hand that plays to a trick which others have begun. played: cards in it."""
        deal, play = self._deal, self._play
        table, first = deal.facts.trick, not deal.tricks
        later = self._others[: deal.n - 1 - played]
        none = [0] * len(SUIT_MASK)
        for card in sorted(cards(play.legal(self._hand, deal.led, deal.broken, first))):
            if play.winner((*table, card)) != played:
                continue
            if any(other.beats(card, play.trump, deal.led, none, 0) for other in later):
                continue
            broken = deal.broken or bool(play.breakers >> card & 1)
            after = self.lead(self._hand & ~(1 << card), broken, False, 1)
            if after is not None:
                return (card, *after)
        return None
