"""What a seat is asked: a question at a time, and the decision that answers it."""

from __future__ import annotations

from dataclasses import replace

from p2pcards_protocol import body as bodies

from p2pcards.rules.action import Action, Bid, Blind, Choose, Claim, IllegalAction, Look, Pass, Play
from p2pcards.rules.phases import Phase, Prompt
from p2pcards.table.deal import Deal
from p2pcards.table.engine import check, prompt

from . import effect
from .effect import Effect
from .voice import ASIDE, Voice


class Asking(Voice):
    """The middle of a player; the arguments are those of `Player`."""

    _asked: Prompt | None = None
    _number = 0

    @property
    def view(self) -> Deal | None:
        """The current deal with what this seat knows of it."""
        return self.referee.deal

    @property
    def question(self) -> effect.Ask | None:
        """The question that is open, if any."""
        return None if self._asked is None or self._deciding else effect.Ask(self._asked, self._number)

    @property
    def _deciding(self) -> bool:
        """Whether a decision, or what the deal asks for by itself, is on its way."""
        return any(wish.kind not in ASIDE for wish in self._waiting)

    @property
    def place(self) -> int:
        """How many decisions of the current deal this seat has taken: the number of the next one."""
        return 0 if self.view is None else sum(action.seat == self.seat for action in self.view.log)

    def act(self, action: Action, number: int | None = None, worlds: int | None = None) -> list[Effect]:
        """The decision that was asked for. Raises IllegalAction: not legal, or (why "not-your-turn") not asked now.

        number: that of the question it answers; an answer to an older one is refused. worlds: how many a bot that
        searches played out for it, to be kept before the answer is sent.
        """
        deal = self.view
        stale = number is not None and number != self._number
        if deal is None or self._asked is None or self._deciding or stale or action.seat != self.seat:
            raise IllegalAction(self.seat, action, "not-your-turn", {"to_act": () if deal is None else deal.to_act})
        check(deal, action)
        if isinstance(action, Claim) and (why := self.referee.requests.why_no_claim()) is not None:
            raise IllegalAction(self.seat, action, why)
        if worlds is not None and self.bot is not None:
            self.bot.decided(self.place, worlds)
        return self._decide(action)

    def _ask(self) -> list[Effect]:
        deal = self.view
        if deal is None or (deal.phase is not Phase.LOOKING and deal.hand(self.seat) is None):
            return self._unask()
        wanted = prompt(deal, self.seat)
        if wanted is None:
            return self._unask()
        if wanted.may_claim and self.referee.requests.why_no_claim() is not None:
            wanted = replace(wanted, may_claim=False)
        if wanted.phase is Phase.CHOOSING and not wanted.games:
            return self._decide(Choose(self.seat, None))
        if self._asked == wanted:
            return []
        given = self._seat_dealing().given() if wanted.phase is Phase.PASSING else None
        if given is not None:
            return self._decide(Pass(self.seat, given))
        self._asked = wanted
        self._number += 1
        return [effect.Ask(wanted, self._number)]

    def _unask(self) -> list[Effect]:
        self._asked = None
        return []

    def _decide(self, action: Action) -> list[Effect]:
        if isinstance(action, Choose):
            return self._say("choose", bodies.Choose(game=action.game or ""))
        if isinstance(action, Look):
            return self._say("look", bodies.Look())
        if isinstance(action, Blind):
            return self._say("blind", bodies.Blind())
        if isinstance(action, Bid):
            return self._say("bid", bodies.Bid(tricks=action.tricks))
        own = self._seat_dealing()
        if isinstance(action, Play):
            return self._say("play", bodies.Play(card=action.card, **own.play(action.card)))
        if isinstance(action, Claim):
            return self._say("claim", own.claim(action.cards))
        assert action.cards is not None
        body, private = own.passing(action.cards)
        self.referee.learn_pass(self.seat, action.cards)
        told = [self._tell_host("pass", private)] if private is not None else []
        return [*self._saves(), *told, *self._say("pass.commit", body)]
