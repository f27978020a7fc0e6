"""The order of things in a match, as one readable script.

    agree; then for each deal: commitments until hands are out, choosing, passing, looking, bidding, play; the
    score; the audit; a forfeit where the audit asks for one; acknowledgements; at the end `end`.

A void throws the deal back to fresh commitments. A forfeit in mid-deal goes straight to the audit. What happens between
hands out and the score is in `deal_script.py`, what the audit says in `verdict.py`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from p2pcards_protocol.deal import Context, cut
from p2pcards_protocol.errors import TranscriptError
from p2pcards_protocol.transcript import Message

from p2pcards.cards.card import CardSet
from p2pcards.rules.action import Claim
from p2pcards.rules.score import Result
from p2pcards.table.deal import Deal
from p2pcards.table.event import MatchOver
from p2pcards.table.match import Match

from . import event
from .deal_script import DealScript
from .dealer import DealerDealing
from .dealing import Dealing, Opened
from .due import HOST, Due, Forfeited, Frozen, Said, Script, Verdict, Voided
from .phase import anything, phase
from .records import BotSeat, open_records
from .sealed import SealedDealing
from .verdict import Entries, judge

if TYPE_CHECKING:
    from .referee import Referee


class MatchScript(DealScript):
    """The script and what it has found out so far."""

    def __init__(self, referee: Referee, start: Match) -> None:
        super().__init__(referee, start)
        self.attempt = 0
        self.hands_out = False
        """Whether hands are on their way: from here on there is no redeal."""
        self.playing = False
        """Whether a forfeit can still end the deal."""
        self.frozen = False
        """Whether the deal was stopped because what was said cannot all be true, and waits for every seed."""
        self.verdicts: dict[int, Verdict] = {}
        self.hands: dict[int, tuple[CardSet | None, ...]] = {}
        self.opened: dict[int, Deal] = {}
        """The deals as they were played, with every hand and every pass known, by number."""
        self.bots: dict[int, Mapping[int, BotSeat]] = {}
        """What bots opened after each deal, by number and seat."""
        self._started: tuple[Any, ...] = ()

    # -- the match ----------------------------------------------------------------------------------------------------

    def run(self) -> Script:
        yield from phase("agree", "agree", self._seats, self._check_agree)
        drawn = cut(self._referee.header.table_id, len(self._seats))
        self.tell(event.Agreed(drawn, self.match.dealer))
        while self.match.result is None:
            yield from self._deal()
        yield Due(("end",), (HOST,), self._check_end)
        self.tell(event.Ended())

    def _check_agree(self, message: Message, body: Any) -> None:
        if body.terms != self._referee.terms.hash:
            raise TranscriptError("body", None, "other-terms")

    def _check_end(self, message: Message, body: Any) -> None:
        result = self.match.result
        if result is None or (body.winners, body.reason) != (result.winners, result.reason):
            raise TranscriptError("end", None, "other-result")
        if body.points != self.match.sheet.points:
            raise TranscriptError("end", None, "other-points")

    def _deal(self) -> Script:
        number = self.match.number
        dealing: Dealing = yield from self._deal_out()
        ended = yield from self._play_out(dealing)
        self.frozen = isinstance(ended, Frozen)
        played = self.match
        scored: tuple[Any, ...] = ()
        if ended is None:
            self.match, scored = played.finish()
        elif isinstance(ended, Forfeited):
            self.match, scored = self._forfeit(played, ended.seat, False, ended.reason)
        self._tell_score(scored)
        opened: Opened = yield from dealing.audit()
        assert played.deal is not None
        gone = {*self._referee.interrupts.away, *self._referee.interrupts.left}
        judged = judge(number, played.deal, opened, ended, Entries(self._log_entries, self._shown_entries), gone)
        verdict = judged.verdict
        if judged.hands is not None:
            self.hands[number] = judged.hands
        if judged.deal is not None:
            self.opened[number] = judged.deal
        self.verdicts[number] = verdict
        self.tell(event.Audited(verdict))
        if verdict.seat == HOST and (self.frozen or verdict.outcome == "cheat"):
            reason = "host-cheat" if verdict.outcome == "cheat" else "host-silent"
            self.match = dataclasses.replace(played, deal=None, result=Result((), reason))
        elif (verdict.outcome == "cheat" or self.frozen) and not isinstance(ended, Forfeited):
            assert verdict.seat is not None
            yield Due(("forfeit",), (HOST,), self._names(verdict.seat, verdict.reason))
            finished = ended is None and not _by_claim(played, verdict.seat)
            self.match, scored = self._forfeit(played, verdict.seat, finished, verdict.reason)
            self._tell_score(scored)
        self.hands_out = self.frozen = False
        self.public = None
        said: dict[int, Said] = yield from phase("ack", "ack", self._seats, anything, optional=True)
        self.bots[number] = open_records(dealing.ctx, dealing.bots, said)
        if self.match.result is not None:
            self.tell(MatchOver(self.match.result))

    def _play_out(self, dealing: Dealing) -> Script:
        """Hands go out and are played; returns what ended the deal early, None when it was played out."""
        self.playing = True
        try:
            yield from dealing.hand_out(self.shut)
            self.tell(*self._started)
            yield from self._play()
        except (Forfeited, Frozen) as stop:
            return stop
        finally:
            self.playing = False
            self._referee.requests.close()
        return None

    def _tell_score(self, scored: tuple[Any, ...]) -> None:
        """The end of the match is told only once the last deal is audited."""
        self.tell(*(happened for happened in scored if not isinstance(happened, MatchOver)))

    def _forfeit(self, match: Match, seat: int, finished: bool, why: str) -> tuple[Match, tuple[Any, ...]]:
        self.tell(event.Forfeit(match.number, seat, why))
        return match.forfeit(seat, finished, why)

    def _names(self, seat: int, reason: str) -> Any:
        def check(message: Message, body: Any) -> None:
            if (body.seat, body.reason) != (seat, reason):
                raise TranscriptError("audit", None, "forfeit-of-another-seat")

        return check

    # -- dealing ------------------------------------------------------------------------------------------------------

    def _deal_out(self) -> Script:
        """Commitments until the cards lie, attempt after attempt; returns the dealing that held."""
        self.match, self._started = self.match.start_deal()
        self.public = self.match.deal
        self.attempt = 0
        while True:
            self._known_hands.clear()
            self._known_passes.clear()
            self._log_entries.clear()
            self._shown_entries.clear()
            self.dealing = dealing = self._new_dealing()
            self._referee.interrupts.unasked.clear()
            number, dealer = self.match.number, self.match.dealer
            self.tell(event.Dealing(number, self.attempt, dealer))
            try:
                yield from dealing.deal()
                self.hands_out = True
                return dealing
            except Voided as void:
                self.tell(event.DealVoided(number, self.attempt, void.seat, void.reason))
                self.attempt += 1

    @property
    def shut(self) -> tuple[int, ...]:
        """The seats whose hands stay shut in this deal until they have looked or bid blind."""
        rules, sheet, n = self.match.rules, self.match.sheet, self.match.n
        if not rules.has_blind:
            return ()
        return tuple(seat for seat in self._seats if rules.may_blind(sheet, n, seat))

    def _new_dealing(self) -> Dealing:
        referee, match = self._referee, self.match
        rules, n = match.rules, match.n
        deck = rules.deck(n)
        sealed = referee.terms.deal == "sealed"
        ctx = Context(
            referee.header.table_id,
            match.number,
            self.attempt,
            "B" if sealed else "A",
            tuple(card for card in range(52) if deck >> card & 1),
            rules.hand_size(n),
            match.dealer,
            referee.ledger.keys,
        )
        if sealed:
            return SealedDealing(ctx, referee.ledger)
        return DealerDealing(ctx, referee.header.host_key, referee.ledger)


def _by_claim(played: Match, seat: int) -> bool:
    """Whether the deal ended by a claim of that seat: then it is its doing that no more was played."""
    last = None if played.deal is None else played.deal.log[-1]
    return isinstance(last, Claim) and last.seat == seat
