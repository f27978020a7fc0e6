"""One deal: dealer, hands (None where unseen), sheet and log; the rest are views of it.

A Deal never changes: `engine.apply` returns the next one. The derived facts are carried along, so a view costs nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from p2pcards.cards.card import Card, CardSet
from p2pcards.cards.seat import Seat, Sides
from p2pcards.rules.action import Action, Pass, Play
from p2pcards.rules.base import Rules
from p2pcards.rules.phases import Phase
from p2pcards.rules.score import Sheet
from p2pcards.table import knowledge
from p2pcards.table.facts import Facts, Setup, Shown, Trick
from p2pcards.table.fold import advance, begin


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal as one peer knows it. Build it with `Deal.begin`; `facts` follow from the rest."""

    setup: Setup
    log: tuple[Action, ...]
    facts: Facts = field(repr=False, compare=False)

    @staticmethod
    def begin(
        rules: Rules,
        n: int,
        dealer: Seat,
        dealt: Sequence[CardSet | None] | None = None,
        sheet: Sheet | None = None,
    ) -> Deal:
        """A deal before the first action. dealt: per seat, None (or left out) for hands this peer does not know.

        Raises OptionError when the rules do not go with so many seats.
        """
        rules.check(n)
        hands = tuple(dealt) if dealt is not None else (None,) * n
        if len(hands) != n:
            raise ValueError("one hand a seat")
        setup = Setup(rules, n, dealer, hands, sheet or Sheet.blank(len(rules.sides(n))))
        return Deal(setup, (), begin(setup))

    @staticmethod
    def fold(setup: Setup, log: Sequence[Action]) -> Deal:
        """The deal after these actions, without judging them."""
        facts = begin(setup)
        for action in log:
            facts, _ = advance(setup, facts, action)
        return Deal(setup, tuple(log), facts)

    # --- what it began with ------------------------------------------------------------------------------------------

    @property
    def rules(self) -> Rules:
        """The rules of the table (Sparts; `game` is what is played in this deal)."""
        return self.setup.rules

    @property
    def n(self) -> int:
        """The number of seats."""
        return self.setup.n

    @property
    def dealer(self) -> Seat:
        """Who dealt."""
        return self.setup.dealer

    @property
    def dealt(self) -> tuple[CardSet | None, ...]:
        """Per seat the hand as dealt, None where unknown."""
        return self.setup.dealt

    @property
    def sheet(self) -> Sheet:
        """Points and counters before this deal."""
        return self.setup.sheet

    @property
    def eldest(self) -> Seat:
        """The seat left of the dealer: it bids first and, but for some Hearts rules, leads first."""
        return (self.setup.dealer + 1) % self.setup.n

    @property
    def sides(self) -> Sides:
        """Who scores with whom."""
        return self.setup.rules.sides(self.setup.n)

    @property
    def deck(self) -> CardSet:
        """All the cards in play, the stock included."""
        return self.setup.rules.deck(self.setup.n)

    # --- where it stands ---------------------------------------------------------------------------------------------

    @property
    def game(self) -> Rules:
        """The game in force: another than `rules` once one has been chosen."""
        return self.facts.game

    @property
    def phase(self) -> Phase | None:
        """The phase, None when all is played."""
        return self.facts.phase

    @property
    def over(self) -> bool:
        """Whether the last card is played."""
        return self.facts.phase is None

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats that may act now, ascending: several while choosing and passing, and before the first lead of a
        game that the holder of a card opens, as long as the holder is unknown."""
        return self.facts.to_act

    @property
    def chooser(self) -> Seat | None:
        """Who chose the game of this deal."""
        return self.facts.chooser

    @property
    def choice(self) -> str | None:
        """The game chosen for this deal."""
        return self.facts.choice

    @property
    def passes(self) -> tuple[CardSet | None, ...]:
        """Per seat the cards it passed; None where it has not, or where they are unknown."""
        return self.facts.passes

    @property
    def passed(self) -> tuple[bool, ...]:
        """Per seat whether it has passed its cards."""
        if self.facts.exchanged:
            return (bool(self.game.pass_steps(self.sheet, self.n)),) * self.n
        return tuple(self.phase is Phase.PASSING and bool(self.facts.spoken >> s & 1) for s in range(self.n))

    @property
    def looked(self) -> tuple[bool, ...]:
        """Per seat whether it may see its hand; False only while it may still bid blind."""
        return self.facts.looked

    @property
    def bids(self) -> tuple[int | None, ...]:
        """Per seat the bid, None before it."""
        return self.facts.bids

    @property
    def blind(self) -> tuple[bool, ...]:
        """Per seat whether its nil was bid blind."""
        return self.facts.blind

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The finished tricks."""
        return self.facts.tricks

    @property
    def trick(self) -> Trick:
        """The trick on the table; its cards are empty before a lead. `trick.by_seat(n)` has them by seat."""
        return Trick(self.facts.leader, self.facts.trick)

    @property
    def leader(self) -> Seat:
        """Who leads (or led) the current trick; -1 while the opener is unknown."""
        return self.facts.leader

    @property
    def led(self) -> int:
        """The suit led to the current trick, 0..3, -1 before the lead."""
        return self.facts.trick[0] // 13 if self.facts.trick else -1

    @property
    def first_trick(self) -> bool:
        """Whether the first trick is not yet finished."""
        return not self.facts.tricks

    @property
    def broken(self) -> bool:
        """Whether the suit that may not be led has been broken."""
        return self.facts.broken

    @property
    def played(self) -> CardSet:
        """All the cards played, the current trick included."""
        return self.facts.played

    @property
    def takes(self) -> tuple[int, ...]:
        """Per seat the tricks taken."""
        return self.facts.takes

    @property
    def captured(self) -> tuple[CardSet, ...]:
        """Per seat the cards in the tricks it has taken."""
        return self.facts.captured

    @property
    def wins(self) -> tuple[tuple[Seat, Card], ...]:
        """For each finished trick its winner and the card that won."""
        return tuple((t.winner, t.cards[(t.winner - t.leader) % self.n]) for t in self.tricks if t.winner is not None)

    def taken(self, seat: Seat) -> int:
        """The tricks that a seat has taken."""
        return self.facts.takes[seat]

    # --- hands -------------------------------------------------------------------------------------------------------

    def hand(self, seat: Seat) -> CardSet | None:
        """The cards the seat holds now, None where they are not wholly known."""
        return knowledge.hand(self.facts, seat)

    def hand_count(self, seat: Seat) -> int:
        """How many cards the seat holds now."""
        return knowledge.held_count(self.facts, seat)

    def may_hold(self, seat: Seat) -> CardSet:
        """The cards the seat may hold now; never too narrow, its hand where that is known."""
        return knowledge.may_hold(self.facts, seat)

    def must_hold(self, seat: Seat) -> CardSet:
        """The cards the seat is known to hold now."""
        return knowledge.must_hold(self.facts, seat)

    def with_hand(self, seat: Seat, cards: CardSet) -> Deal:
        """The same deal with the hand dealt to a seat known."""
        dealt = tuple(cards if other == seat else held for other, held in enumerate(self.dealt))
        return Deal.fold(replace(self.setup, dealt=dealt), self.log)

    def with_pass(self, seat: Seat, cards: CardSet) -> Deal:
        """The same deal with the cards that a seat passed known. The seat must have passed."""
        log = tuple(Pass(seat, cards) if isinstance(a, Pass) and a.seat == seat else a for a in self.log)
        return Deal.fold(self.setup, log)

    def with_shown(self, seat: Seat, cards: CardSet, *, whole: bool = False) -> Deal:
        """The same deal, in play, with cards of a seat known to all. whole: they are all that the seat holds now."""
        held = cards | self.facts.gone[seat] if whole else cards
        setup = replace(self.setup, shown=(*self.setup.shown, Shown(seat, held, whole)))
        return Deal.fold(setup, self.log)

    def taken_back(self) -> Deal:
        """The deal as it was before the last card was played, but for this: all know now who holds that card. The last
        action must be a play."""
        last = self.log[-1]
        if not isinstance(last, Play):
            raise ValueError("no card was played last")
        return Deal.fold(self.setup, self.log[:-1]).with_shown(last.seat, 1 << last.card)
