"""What a bot is: a seat that is told what its seat may know, and answers with an action.

A bot never sees the table itself. It gets a *view* (`table.view.seen_by`), the prompt of its seat, a seeded source of
randomness and, if it must hurry, a deadline. It does no I/O and starts no threads; a clock is a callable that it was
given when it was made. The same view, prompt, seed and number of worlds always give the same decision.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Protocol, TypeAlias

from p2pcards.rules.action import Action
from p2pcards.rules.phases import Prompt
from p2pcards.table.deal import Deal

#: Raised by one whenever a bot may decide differently in the same place; goes into the record of a decision.
BOTS_VERSION = 3

#: Levels from weak to strong: rules with slips, rules, search.
LEVELS = ("easy", "normal", "hard")

#: Seconds on any steady clock.
Clock: TypeAlias = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Style:
    """A house style: how much a bot dares. Changes bids and choices a little, never the legality.

    margin: thousandths of a trick taken off an estimate before it is rounded, on top of the usual margin.
    nil: thousandths added to the chance of a nil before it is weighed. risk: thousandths in favour of the bold choice
    (Spades rather than Hearts in Sparts, going for the moon).
    """

    name: str
    margin: int = 0
    nil: int = 0
    risk: int = 0


#: Three styles, so that three bots at a table are not one. The first is the default and the one that is measured.
STYLES: tuple[Style, ...] = (
    Style("steady"),
    Style("bold", margin=-150, nil=60, risk=60),
    Style("careful", margin=150, nil=-60, risk=-60),
)

#: Names that nobody takes for a person's, in the order in which a table uses them.
BOT_NAMES = ("Abacus (bot)", "Bobbin (bot)", "Cogwheel (bot)", "Dynamo (bot)", "Escapement (bot)", "Flywheel (bot)")


@dataclass(frozen=True, slots=True)
class Decision:
    """An action and how it came about: enough to take the same decision again.

    reason: a key of reasons.REASONS (for "why this card" in words); numbers: what the sentence needs, only ints.
    worlds: deals that a search played out, 0 for a bot of rules. Given again as `worlds`, it repeats the decision.
    """

    action: Action
    level: str
    reason: str
    numbers: Mapping[str, int] = field(default_factory=dict)
    worlds: int = 0
    version: int = BOTS_VERSION


class Bot(Protocol):
    """A seat's mind."""

    @property
    def level(self) -> str:
        """Its name in records: a level, or the name of a bot of the arena."""

    def decide(
        self, view: Deal, prompt: Prompt, rng: Random, deadline: float | None = None, worlds: int | None = None
    ) -> Decision:
        """The answer to `prompt` and why.

        view: the deal as the seat may know it. deadline: on the bot's clock, in seconds; None: no hurry. worlds: play
        out exactly so many (a record replayed); None: as many as the bot is set to, until the deadline.
        The action is one that `prompt` allows.
        """

    def act(self, view: Deal, prompt: Prompt, rng: Random, deadline: float | None = None) -> Action:
        """The action of `decide`."""


class Actor:
    """`act` for those who have `decide`."""

    def decide(
        self, view: Deal, prompt: Prompt, rng: Random, deadline: float | None = None, worlds: int | None = None
    ) -> Decision:
        """See Bot.decide."""
        raise NotImplementedError

    def act(self, view: Deal, prompt: Prompt, rng: Random, deadline: float | None = None) -> Action:
        """See Bot.act."""
        return self.decide(view, prompt, rng, deadline).action


def decision_rng(seed: bytes, place: int) -> Random:
    """The randomness of one decision. seed: the bot's secret of the deal; place: the length of the deal's log.

    So each decision can be taken again alone, in any order, once the seed is open.
    """
    digest = hashlib.sha256(b"p2pcards bot\0" + len(seed).to_bytes(2, "big") + seed + place.to_bytes(4, "big"))
    return Random(int.from_bytes(digest.digest(), "big"))


def below(rng: Random, n: int) -> int:
    """A number 0..n-1, drawn from bits alone so that every Python draws the same. n >= 1."""
    bits = n.bit_length()
    while True:
        value = rng.getrandbits(bits)
        if value < n:
            return value
