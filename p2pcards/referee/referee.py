"""The one judge: folds transcript entries over a match.

Host, players, bots, spectators and the verifier all run this class over the same entries. What differs is what
they know: `learn_hand` and `learn_pass` tell it private facts, and every rule is judged on what is known. The
order of things is in `script.py`, what one kind of deal asks for in `dealer.py` and `sealed.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from p2pcards_protocol.body import Body
from p2pcards_protocol.deal import first_dealer
from p2pcards_protocol.errors import TranscriptError
from p2pcards_protocol.transcript import Entry, Header, Ledger, Message

from p2pcards.cards.card import CardSet
from p2pcards.rules.base import Rules
from p2pcards.rules.presets import read_rules
from p2pcards.table.deal import Deal
from p2pcards.table.match import Match

from ..rules.option import OptionError
from .due import HOST, Due, Said, Verdict, Work
from .interrupts import INTERRUPTS, Interrupts
from .requests import Request, Requests
from .script import MatchScript


class Referee:
    """The state of one match after the entries it has taken.

    header must have been checked. Raises TranscriptError("header") when the terms name no game that is known
    here, or one that these seats cannot play.
    """

    def __init__(self, header: Header) -> None:
        self.header = header
        self.terms = header.parsed_terms
        self.ledger = Ledger(header)
        try:
            self.rules: Rules = read_rules(self.terms.game, self.terms.options, self.terms.rules_version)
            start = Match.begin(self.rules, len(self.terms.seats), first_dealer(header.table_id, len(self.terms.seats)))
        except KeyError:
            raise TranscriptError("header", None, "unknown-game") from None
        except OptionError as error:
            raise TranscriptError("header", None, f"option-{error.option}-{error.why}") from error
        self.flow = MatchScript(self, start)
        self.interrupts = Interrupts(self)
        self.requests = Requests(self)
        self._script = self.flow.run()
        self._step: Due | Work | None = next(self._script)
        self._known: tuple[bytes, bytes, int, Said] | None = None

    # -- questions ----------------------------------------------------------------------------------------------------

    @property
    def n(self) -> int:
        """How many seats."""
        return len(self.terms.seats)

    @property
    def match(self) -> Match:
        """The match as far as it is known."""
        return self.flow.match

    @property
    def deal(self) -> Deal | None:
        """The deal that is being played, None between deals."""
        return self.flow.match.deal

    @property
    def number(self) -> int:
        """The number of the deal that is under way or was last; 0 before the first."""
        return self.ledger.deal

    @property
    def attempt(self) -> int:
        """Which attempt to deal it is, 0 for the first."""
        return self.ledger.attempt

    @property
    def verdicts(self) -> Mapping[int, Verdict]:
        """What the audit said of each deal, by number."""
        return self.flow.verdicts

    @property
    def due(self) -> Due | None:
        """What must be said next; None at the end, and while `work` is to be done."""
        return self._step if isinstance(self._step, Due) else None

    @property
    def work(self) -> Work | None:
        """A computation that must be done (`worked`) before the next entry can be judged."""
        return self._step if isinstance(self._step, Work) else None

    @property
    def ended(self) -> bool:
        """Whether the last entry of the match has been taken."""
        return self._step is None

    @property
    def request(self) -> Request | None:
        """The claim or take-back that waits for answers."""
        return self.requests.open

    @property
    def paused(self) -> bool:
        """Whether the table waits for somebody."""
        return bool(self.interrupts.away)

    # -- private knowledge --------------------------------------------------------------------------------------------

    def learn_hand(self, seat: int, cards: CardSet) -> None:
        """This peer knows the hand dealt to a seat in the current deal."""
        self.flow.learn_hand(seat, cards)

    def learn_pass(self, seat: int, cards: CardSet) -> None:
        """This peer knows what a seat passes (or passed) in the current deal."""
        self.flow.learn_pass(seat, cards)

    # -- entries ------------------------------------------------------------------------------------------------------

    def consider(self, blob: bytes, asig: bytes) -> Message:
        """Whether the host may put this message into the chain now; changes nothing.

        Raises TranscriptError (reason "stale": sign again), IllegalAction or FairnessError.
        """
        message = self.ledger.check(blob, asig)
        said = self._judge(message, blob, asig)
        self.flow.check_known(message, said.body)
        return message

    def take(self, entry: Entry) -> tuple[Any, ...]:
        """Judge an entry, append it and go on; returns what happened, in order.

        Raises TranscriptError, IllegalAction or FairnessError, and then nothing has changed.
        """
        message = self.ledger.examine(entry)
        said = self._judge(message, entry.blob, entry.asig)
        self.ledger.append(entry)
        self._known = None
        if self._interrupts(message):
            stop = self.interrupts.take(said)
            if stop is not None:
                self._step = self._script.throw(stop)
        else:
            self._advance(said)
        return self.flow.collect()

    def worked(self, result: Any) -> tuple[Any, ...]:
        """The result of `work`; returns what it showed."""
        if self.work is None:
            raise ValueError("no work is due")
        self._advance(result)
        return self.flow.collect()

    def catch_up(self) -> tuple[Any, ...]:
        """Do whatever work is due here and now (for those who have no other thread)."""
        events: tuple[Any, ...] = ()
        while (work := self.work) is not None:
            events += self.worked(work.run())
        return events

    def _advance(self, value: Any) -> None:
        try:
            self._step = self._script.send(value)
        except StopIteration:
            self._step = None

    def _judge(self, message: Message, blob: bytes, asig: bytes) -> Said:
        known = self._known
        if known is not None and known[:3] == (blob, asig, self.ledger.seq):
            return known[3]
        seq = self.ledger.seq + 1
        body: Body = message.parsed()
        if self._interrupts(message):
            self.interrupts.check(message, body)
            result = None
        else:
            due = self.due
            if due is None:
                raise TranscriptError("end" if self.ended else "phase", seq, "nothing-due")
            if message.kind not in due.kinds or message.seat not in due.seats:
                raise TranscriptError("phase", seq, "not-due")
            if message.kind == "close" and message.seat != HOST:
                raise TranscriptError("phase", seq, "not-due")
            if message.deal != self._deal_due(message):
                raise TranscriptError("phase", seq, "deal-number")
            if self.paused and message.seat != HOST and not due.phase:
                raise TranscriptError("phase", seq, "paused")
            result = due.check(message, body)
        said = Said(message, body, result)
        self._known = (blob, asig, self.ledger.seq, said)
        return said

    def _interrupts(self, message: Message) -> bool:
        """Whether the message comes beside the script; a forfeit does unless the audit asks for it."""
        if message.kind == "forfeit":
            return self.due is None or "forfeit" not in self.due.kinds
        return message.kind in INTERRUPTS

    def _deal_due(self, message: Message) -> int:
        """The deal number that a message must carry: an `open` of commitments begins the next deal unless it is a
        further attempt."""
        begins = message.kind == "open" and self.due is not None and self.due.phase == "commit"
        return self.ledger.deal + (1 if begins and self.flow.attempt == 0 else 0)
