"""Level hard: search plays the cards and decides on a nil; rules do the rest."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from p2pcards.bots.base import STYLES, Actor, Clock, Decision, Style
from p2pcards.bots.bidding import bid_numbers, closest, number, outlook
from p2pcards.bots.position import bottom, read
from p2pcards.bots.rules_bot import decide, play_position
from p2pcards.bots.search.bids import weigh
from p2pcards.bots.search.pimc import search, timer
from p2pcards.bots.search.worlds import NoWorld
from p2pcards.cards.card import ACE_OF_SPADES
from p2pcards.rules.action import Bid, Play
from p2pcards.rules.phases import Phase, Prompt
from p2pcards.rules.spades import Spades
from p2pcards.table.deal import Deal

#: Worlds a card, where time allows.
WORLDS = 224
#: Worlds a bid, at most.
BID_WORLDS = 100
#: Above this estimate no nil is thought of, thousandths of a trick.
NIL_MOST = 3500


class SearchBot(Actor):
    """Plays out worlds that fit what its seat knows.

    worlds: how many a decision, if there is time. clock: tells when a deadline has passed; without one a deadline is
    not heeded.
    """

    def __init__(
        self, style: Style = STYLES[0], clock: Clock | None = None, worlds: int = WORLDS, level: str = "hard"
    ) -> None:
        self.style, self.clock, self.worlds, self._level = style, clock, worlds, level

    @property
    def level(self) -> str:
        """See Bot.level."""
        return self._level

    def decide(
        self, view: Deal, prompt: Prompt, rng: Random, deadline: float | None = None, worlds: int | None = None
    ) -> Decision:
        """See Bot.decide."""
        late: Callable[[], bool] = timer(self.clock, deadline) if worlds is None else lambda: False
        count = 0 if late() else self.worlds if worlds is None else worlds
        try:
            if prompt.phase is Phase.PLAYING:
                return self._play(view, prompt, rng, count, late)
            if prompt.phase is Phase.BIDDING:
                return self._bid(view, prompt, rng, min(count, BID_WORLDS), late)
        except NoWorld:
            # Somebody has played what no hand allows; the audit will say so, the game goes on.
            pass
        action, reason, numbers = decide(view, prompt, self.style)
        return Decision(action, self.level, reason, numbers)

    def _play(self, view: Deal, prompt: Prompt, rng: Random, count: int, late: Callable[[], bool]) -> Decision:
        """The card that does best when played out; raises NoWorld."""
        seat = prompt.seat
        if prompt.cards.bit_count() == 1:
            return Decision(Play(seat, bottom(prompt.cards)), self.level, "forced")
        p = read(view, seat, prompt.cards)
        favourite, reason = play_position(p)
        found = search(view, p, rng, count, favourite, late) if count else None
        if found is None or not found.worlds:
            return Decision(Play(seat, favourite), self.level, reason)
        second = -1 if found.second is None else found.second
        numbers = {"worlds": found.worlds, "margin": found.margin, "second": second}
        numbers |= {"better": found.better, "worse": found.worse}
        return Decision(Play(seat, found.card), self.level, "search", numbers, found.worlds)

    def _bid(self, view: Deal, prompt: Prompt, rng: Random, count: int, late: Callable[[], bool]) -> Decision:
        """Nil or the number of tricks of the rules: what does better when played out; raises NoWorld."""
        usual, reason, numbers = decide(view, prompt, self.style)
        seat, rules = prompt.seat, view.game
        hand = view.hand(seat)
        assert hand is not None
        assert isinstance(rules, Spades)
        look = outlook(view, seat, hand, rules)
        # One nil a side: two leave nobody to cover either.
        may_nil = 0 in prompt.bids and len(prompt.bids) > 1 and not hand >> ACE_OF_SPADES & 1 and 0 not in look.partner
        if not count or not may_nil or look.expected > NIL_MOST:
            return Decision(usual, self.level, reason, numbers)
        wanted = closest(prompt.bids, number(rules, look, self.style), look.expected)
        found = weigh(view, read(view, seat, 0), rng, count, (wanted, 0), late)
        tricks, nil = found.sums
        # A style that dares believes a nil a little more than the playouts do.
        nil += 2 * self.style.nil * rules.nil_points(False) * found.worlds * (len(view.sides) - 1)
        if nil > tricks:
            return Decision(
                Bid(seat, 0), self.level, "nil", {"chance": look.chance, "estimate": look.expected}, found.worlds
            )
        numbers = bid_numbers(rules, look, self.style)
        return Decision(Bid(seat, wanted), self.level, "bid", numbers, found.worlds)
