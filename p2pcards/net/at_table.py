"""What a client knows of the one table where it sits or watches."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from p2pcards_protocol.message import JoinCommits, Private, PutOut, TableInfo
from p2pcards_protocol.transcript import Entry, Terms

from p2pcards.player import Ask, Onlooker, Player
from p2pcards.referee import Referee
from p2pcards.referee.requests import Request
from p2pcards.rules.base import Rules
from p2pcards.rules.presets import read_rules
from p2pcards.table.deal import Deal
from p2pcards.table.match import Match


@dataclass(slots=True)
class AtTable:
    """ref: the host's name of the table. seat: mine, None for a spectator. player: my seat in the match that runs
    (or ran last); watching: of a spectator. entries: the transcript as far as it is here."""

    ref: str
    info: TableInfo
    options: dict[str, Any]
    seat: int | None = None
    player: Player | None = None
    watching: Onlooker | None = None
    entries: list[Entry] = field(default_factory=list)
    path: Path | None = None
    # joining
    nonce: bytes = b""
    proposed: Terms | None = None
    commits: JoinCommits | None = None
    # keeping
    kept: int = 0
    out: tuple[PutOut, ...] = ()
    """Who was put out of this table, and may come in again when its owner says so."""
    stored: list[Entry] = field(default_factory=list)
    """What was kept of the match before a restart, and is not judged yet."""
    secret: bytes = b""
    """What an invite to this table must carry, where one is needed."""
    sits: bool = False
    """Whether I have asked for a seat there; the answer may be lost."""
    bot: bool = False
    """Whether I said that no person plays my seat."""
    reclaim: bool = False
    taking: bool = False
    leaving: bool = False
    """Whether I have asked to leave the match."""
    leave_box: bytes = b""
    """Where my seed goes when I leave."""
    asking_since: bool = False
    behind: bool = False
    """Whether an entry came that is not the next one."""
    privates: list[Private] = field(default_factory=list)
    joining: int | None = None
    """The seat of a bot that I wait for."""
    missed: list[Any] | None = None
    """What happened while the link was gone, as it becomes known."""

    @property
    def judge(self) -> Player | Onlooker | None:
        """Who takes the entries."""
        return self.player if self.player is not None else self.watching

    @property
    def referee(self) -> Referee | None:
        """The judge of the match, None before the start."""
        return None if self.judge is None else self.judge.referee

    @property
    def rules(self) -> Rules:
        """The rules of the match, or those of the lobby before it."""
        referee = self.referee
        return referee.rules if referee is not None else read_rules(self.info.game, self.options)

    @property
    def match(self) -> Match | None:
        """The match as far as it is known here."""
        return None if self.referee is None else self.referee.match

    @property
    def view(self) -> Deal | None:
        """The deal that is being played, with what this seat knows; None between deals."""
        return None if self.referee is None else self.referee.deal

    @property
    def owing(self) -> tuple[int, ...] | None:
        """While several act at once (choosing, passing): the seats that have not spoken. None at other times."""
        due = None if self.referee is None else self.referee.due
        if self.view is None or due is None or due.kinds[0] not in ("choose", "pass.commit"):
            return None
        return due.seats

    @property
    def paused(self) -> bool:
        """Whether the table waits for somebody who is away."""
        return self.referee is not None and self.referee.paused

    @property
    def away(self) -> tuple[int, ...]:
        """The seats that the table waits for while it is paused; 255 is the host."""
        return () if self.referee is None else tuple(sorted(self.referee.interrupts.away))

    @property
    def question(self) -> Ask | None:
        """The decision that is wanted of me."""
        return None if self.player is None else self.player.question

    @property
    def request(self) -> Request | None:
        """The claim or take-back that waits for answers; for mine while my seat is in its voters and not in its
        answers."""
        return None if self.referee is None else self.referee.request

    @property
    def may_take_back(self) -> bool:
        """Whether I may ask for my last card back now."""
        return self.player is not None and self.player.why_no_take_back is None

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits where, by seat; "" for an empty seat."""
        return tuple(seat.name for seat in self.info.seats)
