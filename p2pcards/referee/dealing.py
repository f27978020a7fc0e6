"""How the cards get to the seats and how that is proved afterwards: what the two kinds of deal have in common."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from p2pcards_protocol.deal import Context, Dealt
from p2pcards_protocol.errors import FairnessError
from p2pcards_protocol.transcript import Ledger, Message

from .due import Check, Said, Script

Public = TypeVar("Public")


@dataclass(frozen=True, slots=True)
class Opened:
    """What an audit opened: the deal, or the error that names who broke it; and the passed cards by seat."""

    dealt: Dealt | None
    error: FairnessError | None = None
    passes: Mapping[int, tuple[int, ...]] | None = None


class Dealing(Protocol):
    """One attempt at one deal, as everybody sees it."""

    ctx: Context
    ledger: Ledger
    bots: Mapping[int, bytes]
    """What seats of bots have committed to, by seat, once the commitments are closed."""

    def deal(self) -> Script:
        """From the commitments until the cards lie; until then an attempt can be void."""

    def hand_out(self, shut: tuple[int, ...]) -> Script:
        """The hands go to their seats. shut: seats whose hands stay shut until they look."""

    def show(self, seat: int) -> Script:
        """The hand of a seat that was shut goes out."""

    def passing(self, receivers: tuple[int, ...], count: int) -> Script:
        """Every seat passes `count` cards to its receiver (by seat)."""

    def check_play(self, message: Message, body: Any) -> Any:
        """What this deal asks of a played card beside the rules. Returns what `played` wants."""

    def played(self, result: Any) -> None:
        """The card stands in the chain."""

    def check_claim(self, message: Message, body: Any) -> Any:
        """What this deal asks of a hand shown in a claim. Returns what `played` wants."""

    def taken_back(self, seat: int, card: int) -> None:
        """A card is back in the hand of the seat that played it."""

    def contest(self, message: Message, body: Any) -> bool:
        """Whether what a seat holds against another freezes the deal."""

    def audit(self) -> Script:
        """Everybody who owes a seed opens it. Returns Opened."""


def fork(public: Public) -> Public:
    """A copy that can be changed without changing the original: its own containers, the same values."""
    twin = copy.copy(public)
    for name, value in vars(public).items():
        if isinstance(value, dict | list | set):
            setattr(twin, name, value.copy())
    return twin


class Public_(Protocol):
    """Anything with a `public` fold of a chain."""

    public: Any
    ledger: Ledger


def trying(dealing: Public_, step: Callable[[Any, Message, Any], None]) -> Check:
    """A check that runs one step on a copy of the public fold and returns the copy."""

    def check(message: Message, body: Any) -> Any:
        trial = fork(dealing.public)
        trial.at = dealing.ledger.seq + 1
        step(trial, message, body)
        return trial

    return check


def keeping(dealing: Public_) -> Callable[[Said], None]:
    """The other half of `trying`: the copy becomes the fold."""

    def accept(said: Said) -> None:
        dealing.public = said.result

    return accept
