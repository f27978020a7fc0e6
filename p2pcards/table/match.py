"""A match: deals in order, the running sheet, the end. An immutable fold like the deal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from p2pcards.cards.card import CardSet
from p2pcards.cards.seat import Seat
from p2pcards.rules.action import Action
from p2pcards.rules.base import Rules
from p2pcards.rules.score import Result, Score, Sheet
from p2pcards.table import engine
from p2pcards.table.deal import Deal
from p2pcards.table.event import DealScored, DealStarted, Event, MatchOver


@dataclass(frozen=True, slots=True)
class Finished:
    """A deal that is scored. forfeiter and why: set when it was forfeited (why: any key the caller gives)."""

    deal: Deal
    score: Score
    forfeiter: Seat | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Match:
    """All deals until the target or a limit. Build it with `Match.begin`.

    dealer: of the current deal, or of the next one. deal: the current one, None between deals.
    """

    rules: Rules
    n: int
    dealer: Seat
    sheet: Sheet
    deals: tuple[Finished, ...] = ()
    deal: Deal | None = None
    result: Result | None = None

    @staticmethod
    def begin(rules: Rules, n: int, first_dealer: Seat) -> Match:
        """A match before its first deal. Raises OptionError when the rules do not go with so many seats."""
        rules.check(n)
        return Match(rules, n, first_dealer, Sheet.blank(len(rules.sides(n))))

    @property
    def number(self) -> int:
        """The number of the current or next deal, 1 for the first."""
        return len(self.deals) + 1

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.result is not None

    def start_deal(self, dealt: Sequence[CardSet | None] | None = None) -> tuple[Match, tuple[Event, ...]]:
        """Begin the next deal. Raises ValueError when one is under way or the match is over."""
        if self.deal is not None or self.over:
            raise ValueError("no deal is due")
        deal = Deal.begin(self.rules, self.n, self.dealer, dealt, self.sheet)
        return replace(self, deal=deal), (DealStarted(self.number, self.dealer),)

    def with_deal(self, deal: Deal) -> Match:
        """The match with its current deal replaced by what `with_hand`, `with_pass` or `apply` made of it."""
        return replace(self, deal=deal)

    def void(self) -> Match:
        """Drop the current deal unscored; the same dealer deals again."""
        return replace(self, deal=None)

    def apply(self, action: Action) -> tuple[Match, tuple[Event, ...]]:
        """Apply an action to the current deal. Raises IllegalAction; the deal is scored by `finish` only."""
        deal, events = engine.apply(self._current(), action)
        return replace(self, deal=deal), events

    def finish(self) -> tuple[Match, tuple[Event, ...]]:
        """Score the current deal, which must be played out, and close it."""
        deal = self._current()
        if not deal.over:
            raise ValueError("the deal is not over")
        return self._close(Finished(deal, deal.game.score(deal)), deal.game.next_dealer(deal))

    def forfeit(self, seat: Seat, finished: bool, why: str = "") -> tuple[Match, tuple[Event, ...]]:
        """Score the current deal as forfeited by `seat` and close it. finished: it was played out."""
        deal = self._current()
        score = deal.game.forfeit(deal, seat, finished)
        return self._close(Finished(deal, score, seat, why), deal.game.next_dealer(deal, forfeited=True))

    def _current(self) -> Deal:
        if self.deal is None:
            raise ValueError("no deal is under way")
        return self.deal

    def _close(self, done: Finished, dealer: Seat) -> tuple[Match, tuple[Event, ...]]:
        sheet = done.score.sheet
        result = self.rules.result(sheet)
        events: tuple[Event, ...] = (DealScored(self.number, done.score, done.forfeiter),)
        if result is not None:
            events = (*events, MatchOver(result))
        closed = replace(self, deals=(*self.deals, done), deal=None, sheet=sheet, dealer=dealer, result=result)
        return closed, events
