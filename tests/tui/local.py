"""A table in this process, without host, keys or clock: what the screen needs of a client, played by the engine itself.

The other seats do the first thing they may. Everything follows from the seed.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from p2pcards_cli.plain.face import HostFacts
from p2pcards_cli.tui.face import Face
from p2pcards_cli.tui.hear import take
from p2pcards_cli.tui.prefs import Prefs
from p2pcards_protocol.message import SeatInfo, TableInfo

from p2pcards.cards.card import CardSet, card_set, cards
from p2pcards.net import client_events as come
from p2pcards.player import Ask
from p2pcards.referee.requests import Request
from p2pcards.rules.action import Action, Bid, IllegalAction, Pass
from p2pcards.rules.base import Rules
from p2pcards.rules.phases import Phase
from p2pcards.rules.presets import make_rules
from p2pcards.table.engine import prompt
from p2pcards.table.match import Match

NAMES = ("Anna", "Bobbin (bot)", "Cogwheel (bot)", "Dario", "Élodie", "Fedora (bot)", "Gus", "Hana")
WORDS = ("amber", "basin", "cedar", "delta", "ember", "fjord")


class StillWorld:
    """A World whose time stands still: timers are kept and fired by hand, tasks run on the loop if there is one."""

    def __init__(self) -> None:
        self.time = 0.0
        self.timers: list[tuple[float, Callable[[], None]]] = []
        self.rings = 0
        self.titles: list[str] = []
        self.kept: list[Prefs] = []
        self.tasks: list[asyncio.Task[None]] = []

    def now(self) -> float:
        return self.time

    def later(self, seconds: float, call: Callable[[], None]) -> Callable[[], None]:
        entry = (seconds, call)
        self.timers.append(entry)
        return lambda: self.timers.remove(entry) if entry in self.timers else None

    def fire(self) -> None:
        """Let all timers run out."""
        due, self.timers = self.timers, []
        for _, call in due:
            call()

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        self.tasks.append(asyncio.get_running_loop().create_task(work))

    def redraw(self, *, whole: bool = False) -> None:
        pass

    def ring(self) -> None:
        self.rings += 1

    def title(self, text: str) -> None:
        self.titles.append(text)

    def keep(self, prefs: Prefs) -> None:
        self.kept.append(prefs)


@dataclass
class LocalAt:
    """As much of net.at_table.AtTable as a face looks at."""

    rules: Rules
    names: tuple[str, ...]
    seat: int | None
    info: TableInfo
    options: dict[str, Any]
    ref: str = "t1"
    match: Match | None = None
    question: Ask | None = None
    referee: Any = None
    asking_since: bool = False
    owing: tuple[int, ...] | None = None
    paused: bool = False
    away: tuple[int, ...] = ()
    request: Request | None = None
    player: Any = None
    may_take_back: bool = False

    @property
    def view(self) -> Any:
        return None if self.match is None else self.match.deal


def table_info(rules: Rules, names: tuple[str, ...], **changes: Any) -> TableInfo:
    """A table as a host tells it."""
    seats = tuple(
        SeatInfo(
            seat=n,
            kind="bot" if "bot" in name else ("person" if name else "empty"),
            name=name,
            key=bytes([n + 1]) * 32,
            operator="host" if "bot" in name else "",
            ready=bool(name),
        )
        if name
        else SeatInfo(seat=n, kind="empty")
        for n, name in enumerate(names)
    )
    facts: dict[str, Any] = {
        "table": "t1",
        "name": "Anna's table",
        "game": rules.game,
        "rules_hash": bytes(32),
        "deal": "sealed",
        "state": "playing",
        "seats": seats,
        "ruleset": rules.ruleset,
        "owner": 0,
    }
    return TableInfo(**{**facts, **changes})


@dataclass
class Local:
    """A client at a table that it plays itself."""

    game: str = "spades"
    n: int = 4
    seed: int = 1
    seat: int | None = 0
    dealer: int = 3
    changes: dict[str, Any] = field(default_factory=dict)
    name: str = "Anna"
    names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        self.rules = make_rules(self.game, self.changes)
        names = self.names or NAMES[: self.n]
        self.identity = SimpleNamespace(public=bytes([1]) * 32)
        self.tables: tuple[TableInfo, ...] = ()
        self.at: LocalAt | None = LocalAt(
            self.rules, names, self.seat, table_info(self.rules, names), dict(self.rules.to_options())
        )
        self.sent: list[Any] = []
        self.number = 0
        self._random = random.Random(self.seed)
        self.face = Face(StillWorld(), client=self, host=HostFacts("The host", WORDS, bytes(32)))  # type: ignore[arg-type]

    @property
    def world(self) -> StillWorld:
        assert isinstance(self.face.world, StillWorld)
        return self.face.world

    async def events(self) -> AsyncIterator[come.ClientEvent]:
        await asyncio.Event().wait()
        yield come.LinkLost("")

    # -- the match ----------------------------------------------------------------------------------------------------

    def start(self) -> Local:
        """Deal the first deal."""
        at = self.at
        assert at is not None
        header = SimpleNamespace(table_id=bytes(32))
        ledger = SimpleNamespace(key=lambda seat: bytes([1]) * 32, owner=lambda seat: bytes([1]) * 32)
        at.referee = SimpleNamespace(ended=False, verdicts={}, header=header, ledger=ledger)
        at.match = Match.begin(self.rules, self.n, self.dealer % self.n)
        self.deal()
        return self

    def deal(self, hands: tuple[CardSet, ...] | None = None) -> None:
        at = self.at
        assert at is not None
        assert at.match is not None
        deck = list(cards(self.rules.deck(self.n)))
        self._random.shuffle(deck)
        size = self.rules.hand_size(self.n)
        dealt = hands or tuple(card_set(deck[seat * size : (seat + 1) * size]) for seat in range(self.n))
        at.match, events = at.match.start_deal(dealt)
        self.tell(events)
        self.go_on()

    def tell(self, events: tuple[Any, ...]) -> None:
        for event in events:
            take(self.face, come.Happened(event))

    def go_on(self) -> None:
        """Let the others act until it is my turn, or the match is over."""
        at = self.at
        assert at is not None
        while at.match is not None and at.match.deal is not None:
            deal = at.match.deal
            if deal.over:
                at.match, events = at.match.finish()
                self.tell(events)
                if at.match.result is not None:
                    at.referee.ended = True
                else:
                    self.deal()
                return
            if self.seat in deal.to_act:
                asked = prompt(deal, self.seat)
                assert asked is not None
                self.number += 1
                at.question = Ask(asked, self.number)
                take(self.face, come.Asked(asked, self.number))
                return
            self.apply(self.first_choice(deal.to_act[0]))

    def first_choice(self, seat: int) -> Action:
        at = self.at
        assert at is not None
        assert at.match is not None
        assert at.match.deal is not None
        asked = prompt(at.match.deal, seat)
        assert asked is not None
        if asked.phase is Phase.PASSING:
            return Pass(seat, card_set(list(cards(asked.cards))[: asked.count]))
        if asked.phase is Phase.BIDDING:
            return Bid(seat, 3 if 3 in asked.bids else asked.bids[-1])
        return next(asked.actions())

    def apply(self, action: Action) -> None:
        at = self.at
        assert at is not None
        assert at.match is not None
        at.match, events = at.match.apply(action)
        self.tell(events)

    # -- what a face asks of a client ---------------------------------------------------------------------------------

    def act(self, action: Action, number: int | None = None) -> None:
        at = self.at
        assert at is not None
        if at.question is None or number != at.question.number:
            raise IllegalAction(action.seat, action, "not-your-turn", {"to_act": ()})
        self.apply(action)
        self.sent.append(action)
        at.question = None
        self.go_on()

    def chat(self, text: str) -> None:
        self.sent.append(text)
        take(self.face, come.ChatSaid("Anna", self.seat, text))

    async def stand(self) -> None:
        self.sent.append("stand")

    def claim(self) -> None:
        at = self.at
        if at is None or at.question is None or not at.question.prompt.may_claim:
            raise IllegalAction(0, None, "not-your-turn", {"to_act": ()})
        self.sent.append("claim")

    def take_back(self) -> None:
        self.sent.append("takeback")

    def consent(self, yes: bool) -> None:
        self.sent.append(("consent", yes))

    def vote(self, choice: str, about: int) -> None:
        self.sent.append((choice, about))

    async def close(self) -> None:
        pass

    def press(self, *keys: str) -> Local:
        """Press keys, one after the other."""
        for key in keys:
            self.face.key(key)
        return self
