"""What one seat asks of all the others in the middle of a deal: to grant its claim, or to let it take a card back.

Both are settled by the chain alone. Each other seat, a bot's too, answers once; one no ends the request, and so does
the next card: nobody can hold up the table by asking, or by not answering.

    claim      in turn, through the script. The claimant shows its hand. Where it wins against everything that the
               public facts allow it stands at once; else the others say `vote` "claim" "yes" or "no"; the claimant may
               play on.
    takeback   "ask" by the seat that played the last card; "grant" or "refuse" by the others, each naming the entry of
               the play. The next seat may play on.

A card taken back and a hand shown stay known (`Deal.with_shown`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from p2pcards.cards.card import CardSet
from p2pcards.rules.action import Play
from p2pcards.rules.phases import Phase

from . import event
from .due import HOST, Granted

if TYPE_CHECKING:
    from .referee import Referee

CLAIM = "claim"
"""The question of a vote about a claim."""


@dataclass(frozen=True, slots=True)
class Request:
    """What a seat asks, and the answers so far. cards: the hand shown, or the one card to take back. entry: seq of the
    claim, or of the play. A seat owes an answer while it is in `voters` and not in `answers`."""

    kind: Literal["claim", "takeback"]
    seat: int
    cards: CardSet
    voters: tuple[int, ...]
    entry: int
    answers: Mapping[int, bool]

    def owes(self, seat: int | None) -> bool:
        """Whether the seat has yet to answer."""
        return seat in self.voters and seat not in self.answers


class Requests:
    """The request that is open, if one is; there is never more than one."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee
        self.open: Request | None = None
        self.taken_back = 0
        """Cards taken back in this match: with the log it tells a decision from an earlier one at the same place."""
        self._refused_claim: int | None = None
        """How many actions there were when a claim was refused last."""
        self._refused_play: int | None = None
        """The play that was last asked back in vain."""

    # -- what may be asked --------------------------------------------------------------------------------------------

    def why_no_claim(self) -> str | None:
        """Why the seat in turn may not claim now (a key of action.WHY), beside the rules; None when it may."""
        if self.open is not None and self.open.kind == CLAIM:
            return "request-open"
        return "claimed-already" if self._refused_claim == self._place else None

    def why_no_take_back(self, seat: int) -> str | None:
        """Why a seat may not ask for its card back now (a key of action.WHY); None when it may."""
        flow = self._referee.flow
        if not self._referee.rules.takebacks:
            return "takebacks-off"
        if self.open is not None:
            return "request-open"
        deal = flow.public
        if not flow.playing or deal is None or deal.phase is not Phase.PLAYING or not deal.log:
            return "nothing-to-take-back"
        last = deal.log[-1]
        if not isinstance(last, Play) or last.seat != seat or self._refused_play == flow.last_entry:
            return "nothing-to-take-back"
        return None

    @property
    def _place(self) -> int:
        deal = self._referee.flow.public
        return -1 if deal is None else len(deal.log)

    # -- entries ------------------------------------------------------------------------------------------------------

    def check_vote(self, seat: int, body: Any) -> tuple[str, str] | None:
        """Why a vote about a claim may not be said: (layer, reason). Whether its author had seen this very claim is
        asked by `check_seen`."""
        asked = self.open
        if asked is None or asked.kind != CLAIM or body.about != asked.seat:
            return "phase", "no-request"
        if body.choice not in ("yes", "no"):
            return "body", "no-such-choice"
        return self._check_answer(asked, seat, body.choice == "yes")

    def check_seen(self, seen: int) -> tuple[str, str] | None:
        """Why a vote whose author knew the chain up to entry `seen` is none about the claim that is open: it was said
        about an earlier one of the same seat, which asked for something else."""
        asked = self.open
        return ("seen", "no-request") if asked is not None and seen < asked.entry else None

    def check_take_back(self, seat: int, body: Any) -> tuple[str, str] | None:
        """Why a `takeback` may not be said: (layer, reason)."""
        if seat == HOST:
            return "phase", "not-your-seat"
        if body.step == "ask":
            why = self.why_no_take_back(seat)
            if why is None and body.entry != self._referee.flow.last_entry:
                return "body", "no-such-entry"
            return None if why is None else ("phase", why)
        asked = self.open
        if asked is None or asked.kind != "takeback" or body.entry != asked.entry:
            return "phase", "no-request"
        return self._check_answer(asked, seat, body.step == "grant")

    def _check_answer(self, asked: Request, seat: int, yes: bool) -> tuple[str, str] | None:
        """Else a host could take the seats of all who might say no, and agree to what a friend asks."""
        may = asked.owes(seat) and not (yes and seat in self._referee.interrupts.unasked)
        return None if may else ("phase", "no-vote")

    def take_vote(self, seat: int, body: Any) -> Granted | None:
        """Note an answer to a claim; returns what must be thrown into the script."""
        return self._answer(seat, body.choice == "yes")

    def take_take_back(self, seat: int, body: Any) -> Granted | None:
        """Note a `takeback`; returns what must be thrown into the script."""
        if body.step != "ask":
            return self._answer(seat, body.step == "grant")
        deal = self._referee.flow.public
        assert deal is not None
        last = deal.log[-1]
        assert isinstance(last, Play)
        self._open("takeback", seat, 1 << last.card, body.entry)
        self._referee.flow.tell(event.TakeBackAsked(seat, last.card))
        return None

    # -- the life of a request ----------------------------------------------------------------------------------------

    def claim(self, seat: int, cards: CardSet, entry: int) -> None:
        """A claim that is not certain stands in the chain: the others are asked."""
        self._open("claim", seat, cards, entry)

    def _open(self, kind: Literal["claim", "takeback"], seat: int, cards: CardSet, entry: int) -> None:
        voters = tuple(other for other in range(self._referee.n) if other != seat)
        self.open = Request(kind, seat, cards, voters, entry, {})

    def _answer(self, seat: int, yes: bool) -> Granted | None:
        asked = self.open
        assert asked is not None
        self.open = asked = replace(asked, answers={**asked.answers, seat: yes})
        self._referee.flow.tell(event.Consented(seat, asked.kind, yes))
        if not yes:
            self.refuse()
        elif not any(asked.owes(voter) for voter in asked.voters):
            self.open = None
            self.taken_back += asked.kind == "takeback"
            return Granted(asked)
        return None

    def refuse(self) -> None:
        """Somebody said no, or play went on."""
        asked, self.open = self.open, None
        if asked is None:
            return
        if asked.kind == CLAIM:
            self._refused_claim = self._place
            self._referee.flow.tell(event.ClaimRefused(asked.seat))
        else:
            self._refused_play = asked.entry
            card = asked.cards.bit_length() - 1
            self._referee.flow.tell(event.TakeBackRefused(asked.seat, card))

    def close(self) -> None:
        """The deal is over: whatever was asked is void."""
        self.open = self._refused_claim = self._refused_play = None
