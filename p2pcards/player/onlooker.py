"""Somebody who watches a match, without I/O: judges every entry as a player does, and says nothing."""

from __future__ import annotations

from collections import deque
from typing import Any

from p2pcards_protocol.transcript import Entry, Header

from p2pcards.referee import Referee

from .effect import Compute, Effect, Happened


class Onlooker:
    """One who watches one match. The methods are those of `Player` of the same names."""

    def __init__(self, header: Header) -> None:
        self.referee = Referee(header)
        self._inbox: deque[Entry] = deque()
        """What has come while a computation runs that everything waits for."""

    def receive(self, entry: Entry) -> list[Effect]:
        """The next entry. Raises TranscriptError, IllegalAction or FairnessError when it is not what an honest host
        would have relayed."""
        if self.referee.work is not None:
            self._inbox.append(entry)
            return []
        return self._told(self.referee.take(entry))

    def worked(self, result: Any) -> list[Effect]:
        """The result of a `Compute`."""
        effects = self._told(self.referee.worked(result))
        while self._inbox and self.referee.work is None:
            effects += self._told(self.referee.take(self._inbox.popleft()))
        return effects

    def _told(self, events: tuple[Any, ...]) -> list[Effect]:
        happened: list[Effect] = [Happened(event) for event in events]
        work = self.referee.work
        return happened if work is None else [*happened, Compute(work)]
