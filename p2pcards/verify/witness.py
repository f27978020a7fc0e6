"""What it takes to replay the decisions of bots, noted while a file is folded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from p2pcards_protocol.transcript import Entry

from p2pcards.referee import Referee
from p2pcards.referee.event import Claimed, Consented, Dealing, KeyChanged
from p2pcards.referee.records import BotSeat
from p2pcards.referee.requests import CLAIM, Request
from p2pcards.rules.action import Claim
from p2pcards.table.deal import Deal


@dataclass(frozen=True, slots=True)
class Answer:
    """What a seat said to a claim, in which entry. public: the deal as onlookers knew it just then."""

    seat: int
    entry: int
    asked: Request
    yes: bool
    public: Deal


@dataclass(frozen=True, slots=True)
class BotDeal:
    """A deal in which bots sat.

    deal: as it was played, with every hand and pass known; None where it could not be opened. entries: for each action
    of its log the seq of its entry (of the close, where all spoke at once). shown: for each action how many of
    `setup.shown` came before it. seats: the bots by seat. changed: from which action on another key speaks for a seat.
    answers: to claims, of the seats for which no other key spoke yet. claims: made by such seats, with their entries.
    """

    number: int
    deal: Deal | None
    entries: tuple[int, ...]
    shown: tuple[int, ...]
    seats: Mapping[int, BotSeat]
    changed: Mapping[int, int]
    answers: tuple[Answer, ...] = ()
    claims: tuple[tuple[int, Claim], ...] = ()


class Witness:
    """Looks at a referee before and after each entry that it takes."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee
        self._entries: list[int] = []
        self._shown: list[int] = []
        self._changed: dict[int, int] = {}
        self._showings = 0
        self._public: Deal | None = None
        self._asked: Request | None = None
        self._answers: list[Answer] = []
        self._claims: list[tuple[int, Claim]] = []
        self.deals: list[BotDeal] = []

    def before(self) -> None:
        """An entry is about to be taken."""
        self._public = public = self._referee.flow.public
        self._asked = self._referee.request
        self._showings = 0 if public is None else len(public.setup.shown)

    def after(self, entry: Entry, events: Iterable[Any]) -> None:
        """The entry was taken, and this is what happened."""
        flow = self._referee.flow
        if len(flow.bots) > len(self.deals):  # with the same entry the next deal may have begun
            self.deals.append(self._closed(max(flow.bots)))
        for event in events:
            if isinstance(event, Dealing):
                for notes in (self._changed, self._answers, self._claims):
                    notes.clear()
            elif isinstance(event, KeyChanged):
                self._changed.setdefault(event.seat, len(self._entries))
            elif isinstance(event, Claimed | Consented) and event.seat not in self._changed:
                self._note(entry.seq, event)
        if flow.public is not None:
            played = len(flow.public.log)
            for counted, count in ((self._entries, entry.seq), (self._shown, self._showings)):
                del counted[played:]
                counted += [count] * (played - len(counted))

    def _note(self, entry: int, event: Claimed | Consented) -> None:
        if isinstance(event, Claimed):
            self._claims.append((entry, Claim(event.seat, event.cards)))
        elif event.kind == CLAIM and self._asked is not None and self._public is not None:
            self._answers.append(Answer(event.seat, entry, self._asked, event.yes, self._public))

    def _closed(self, number: int) -> BotDeal:
        flow = self._referee.flow
        seats = dict.fromkeys(sorted(self._referee.interrupts.bots), BotSeat(False)) | dict(flow.bots[number])
        return BotDeal(
            number,
            flow.opened.get(number),
            tuple(self._entries),
            tuple(self._shown),
            seats,
            dict(self._changed),
            tuple(self._answers),
            tuple(self._claims),
        )
