"""What a seat asks of all the others, and its answer to what another asks: claims and cards taken back."""

from __future__ import annotations

from p2pcards_protocol import body as bodies

from p2pcards.referee.requests import CLAIM
from p2pcards.rules.action import Claim, IllegalAction

from .asking import Asking
from .effect import Effect


class Requesting(Asking):
    """The upper half of a player; the arguments are those of `Player`."""

    def claim(self) -> Claim:
        """The claim of all the tricks that are left, to `act` on. Raises IllegalAction when it is not my turn."""
        deal = self.view
        held = None if deal is None else deal.hand(self.seat)
        claim = Claim(self.seat, held or 0)
        if deal is None or held is None or self.question is None:
            raise IllegalAction(self.seat, claim, "not-your-turn", {"to_act": () if deal is None else deal.to_act})
        return claim

    @property
    def why_no_take_back(self) -> str | None:
        """Why I may not ask for my last card back (a key of action.WHY); None when I may."""
        why = self.referee.requests.why_no_take_back(self.seat)
        return "request-open" if why is None and self._answering else why

    def take_back(self) -> list[Effect]:
        """Ask for my last card back. Raises IllegalAction."""
        why = self.why_no_take_back
        if why is not None:
            raise IllegalAction(self.seat, "takeback", why)
        return self._say("takeback", bodies.Takeback(entry=self.referee.flow.last_entry))

    @property
    def owes_answer(self) -> bool:
        """Whether another seat's claim or take-back waits for me, and no answer of mine is on its way."""
        asked = self.referee.request
        return self.live and asked is not None and asked.owes(self.seat) and not self._answering

    def consent(self, yes: bool) -> list[Effect]:
        """Answer the claim or take-back that is open. Raises IllegalAction when none waits for me."""
        asked = self.referee.request
        if asked is None or not self.owes_answer:
            raise IllegalAction(self.seat, "consent", "no-request")
        if asked.kind == CLAIM:
            vote = bodies.Vote(question=CLAIM, choice="yes" if yes else "no", about=asked.seat)
            return self._say("vote", vote, asked.entry)
        answer = bodies.Takeback(entry=asked.entry, step="grant" if yes else "refuse")
        return self._say("takeback", answer, asked.entry)

    @property
    def exposed(self) -> bool:
        """Whether the host has seen what I play on the card that is asked back now: it had gone out before I heard of
        the wish. Who gets a card back that has been answered, by a host that tells, plays another one knowingly."""
        asked = self.referee.request
        return asked is not None and asked.kind == "takeback" and asked.entry == self._played_after

    @property
    def _answering(self) -> bool:
        """Whether a request or an answer of mine is on its way."""
        return any(wish.kind == "takeback" or getattr(wish.body, "question", "") == CLAIM for wish in self._waiting)
