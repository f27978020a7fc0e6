"""A whole match in memory: one conductor, a player per seat, no clock and no socket. Everything follows from `seed`.

Any seat may be played by another class (a cheat), be away for a while or begin again from what it saved; the host
may be another class too. What goes wrong is kept, not raised: `refused` is what the host did not take, `distrust` what
made a seat stop believing the host.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from p2pcards_protocol.identity import Identity
from p2pcards_protocol.transcript import (
    Entry,
    Header,
    Member,
    SeatTerms,
    Terms,
    join_commitment,
    sign_join,
    write_file,
)

from p2pcards.cards.card import card_set, cards
from p2pcards.errors import FairnessError, IllegalAction, P2PCardsError, TranscriptError
from p2pcards.host.conductor import Conductor, PrivateTo, Step
from p2pcards.player import Ask, Compute, Happened, Player, Save, Submit, TellHost
from p2pcards.referee import Referee
from p2pcards.rules.action import Action, Pass
from p2pcards.rules.base import RULES_VERSION
from p2pcards.rules.phases import Phase, Prompt
from p2pcards.rules.presets import find_game


def make_header(
    game: str, n: int | None = None, deal: str = "sealed", changes: Mapping[str, Any] | None = None, seed: int = 1
) -> tuple[Identity, list[Identity], Header]:
    """(host, the seats' identities, a checked header)."""
    rng = Random(seed).randbytes
    rules = find_game(game).change(changes or {})
    host = Identity.generate(rng)
    seats = [Identity.generate(rng) for _ in range(n or rules.usual_seats)]
    named = tuple(SeatTerms(one.public, f"p{k}") for k, one in enumerate(seats))
    terms = Terms(game, rules.to_options(), RULES_VERSION, deal, named)  # type: ignore[arg-type]

    def join(who: Identity) -> tuple[bytes, bytes, bytes]:
        nonce = rng(32)
        commitment = join_commitment(who.public, nonce)
        return commitment, sign_join(who, commitment, terms.hash), nonce

    members = tuple(Member(one.public, f"p{k}", "", *join(one)) for k, one in enumerate(seats))
    header = Header(terms.encode(), host.public, *join(host), members)
    header.check()
    return host, seats, header


def any_action(prompt: Prompt, rng: Random) -> Action:
    """A random allowed answer; low bids, so that matches stay short of nothing."""
    if prompt.phase is Phase.PASSING:
        return Pass(prompt.seat, card_set(rng.sample(list(cards(prompt.cards)), prompt.count)))
    actions = list(prompt.actions())
    return rng.choice(actions[:5] if prompt.phase is Phase.BIDDING else actions)


class Stuck(AssertionError):
    """Nobody has anything to say, and the match is not over."""


class SeatAt:
    """One seat's program: its player, what it has saved, what is on its way to it."""

    def __init__(self, table: MemoryTable, seat: int, identity: Identity, kind: type[Player]) -> None:
        self.table, self.seat, self.identity, self.kind = table, seat, identity, kind
        self.saved: dict[str, bytes] = {}
        self.inbox: deque[Entry | PrivateTo | Ask | str] = deque()
        self.events: list[Any] = []
        self.asks: list[Ask] = []
        self.here = True
        self.player = self.begin()

    def begin(self) -> Player:
        """A player as after a start of the program: with what was saved, and nothing else."""
        self.player = self.kind(self.identity, self.table.header, self.seat, self.table.rng.randbytes, self.saved)
        return self.player

    def kill(self) -> None:
        """The program is gone, with everything that it had not saved."""
        self.here = False
        self.inbox.clear()

    def restart(self) -> None:
        """Begin again from what was saved and the host's entries."""
        self.begin()
        self.here = True
        for entry in list(self.table.conductor.entries):
            self.table.carry_out(self, self.player.receive(entry))
        for note in self.table.conductor.privates_for(self.seat):
            self.inbox.append(note)
        self.table.carry_out(self, self.player.caught_up())


class MemoryTable:
    """See the module. kinds: another class of player for some seats. on_step: called before every delivery."""

    def __init__(
        self,
        game: str,
        n: int | None = None,
        *,
        deal: str = "sealed",
        changes: Mapping[str, Any] | None = None,
        seed: int = 1,
        kinds: Mapping[int, type[Player]] | None = None,
        host: type[Conductor] = Conductor,
        decide: Callable[[Player, Prompt, Random], Action] | None = None,
        first: bool = False,
    ) -> None:
        self.seed = seed
        self.rng = Random(seed)
        self.host_identity, self.identities, self.header = make_header(game, n, deal, changes, seed)
        self.conductor = host(self.host_identity, self.header, self.rng.randbytes)
        self.secrets: dict[str, bytes] = {}
        self.decide = decide or (lambda player, prompt, rng: any_action(prompt, rng))
        self.refused: list[tuple[int, str, str]] = []
        self.distrust: dict[int, P2PCardsError] = {}
        self.silent: set[int] = set()
        self.on_step: Callable[[MemoryTable], None] | None = None
        self.steps = 0
        self._results: dict[bytes, Any] = {}
        kinds = kinds or {}
        self.seats = [SeatAt(self, k, one, kinds.get(k, Player)) for k, one in enumerate(self.identities)]

    # -- running ------------------------------------------------------------------------------------------------------

    def run(self, until: Callable[[MemoryTable], object] | None = None) -> MemoryTable:
        """Play until `until` says so, or to the end of the match. Raises Stuck."""
        if not self.conductor.entries:
            self.did(self.conductor.start(0))
            for seat in self.seats:
                self.carry_out(seat, seat.player.caught_up())
        while not (until is not None and until(self)):
            if self.step():
                continue
            due = self.conductor.referee.due
            if due is not None and due.optional:
                self.did(self.conductor.close_early(0))
            elif self.conductor.referee.ended or until is None:
                break
            else:
                raise Stuck(f"seed {self.seed}: waiting for {due}, refused {self.refused[-3:]}")
        return self

    def step(self) -> bool:
        """Deliver one thing to one seat; False when there is nothing."""
        ready = [seat for seat in self.seats if seat.inbox and seat.here]
        if not ready:
            return False
        if self.on_step is not None:
            self.on_step(self)
        self.steps += 1
        seat = self.rng.choice(ready)
        if not seat.here or not seat.inbox:
            return True
        item = seat.inbox.popleft()
        player = seat.player
        try:
            if isinstance(item, Entry):
                self.carry_out(seat, player.receive(item))
            elif isinstance(item, PrivateTo):
                self.carry_out(seat, player.private(item.deal, item.attempt, item.kind, item.body))
            elif isinstance(item, str):
                self.carry_out(seat, player.refused(item))
            else:
                self.answer(seat, item)
        except P2PCardsError as error:
            self.distrust.setdefault(seat.seat, error)
            seat.here = False
        return True

    def answer(self, seat: SeatAt, ask: Ask) -> None:
        """Decide, unless the question has been answered or withdrawn since."""
        player = seat.player
        if player.question is not None and player.question.number == ask.number and seat.seat not in self.silent:
            self.carry_out(seat, player.act(self.decide(player, ask.prompt, self.rng), ask.number))

    def did(self, step: Step) -> None:
        """What the host did goes to everybody."""
        self.secrets.update(step.secrets)
        for entry in step.entries:
            for seat in self.seats:
                if seat.here:
                    seat.inbox.append(entry)
        for note in step.privates:
            if self.seats[note.seat].here:
                self.seats[note.seat].inbox.append(note)
        while (work := self.conductor.referee.work) is not None:
            self.did(self.conductor.worked(self._worked(work), 0))

    def carry_out(self, seat: SeatAt, effects: list[Any]) -> None:
        """What a player wants done."""
        for effect in effects:
            if isinstance(effect, Save):
                seat.saved[effect.name] = effect.data
            elif isinstance(effect, Submit):
                self.submit(seat, effect.blob, effect.asig)
            elif isinstance(effect, TellHost):
                self.conductor.private(seat.seat, effect.deal, effect.attempt, effect.body)
            elif isinstance(effect, Compute):
                self.carry_out(seat, seat.player.worked(self._worked(effect.work)))
            elif isinstance(effect, Ask):
                seat.asks.append(effect)
                seat.inbox.append(effect)
            elif isinstance(effect, Happened):
                seat.events.append(effect.event)

    def submit(self, seat: SeatAt, blob: bytes, asig: bytes) -> None:
        """A message on its way to the host, and the host's refusal back."""
        try:
            step = self.conductor.submit(seat.seat, blob, asig, 0)
        except TranscriptError as error:
            if error.reason == "repeated":
                return
            self.refused.append((seat.seat, error.layer, error.reason))
            if error.reason == "stale":
                seat.inbox.append("stale")  # behind the entry that made it so
            else:
                self.carry_out(seat, seat.player.refused("illegal"))
        except IllegalAction as error:
            self.refused.append((seat.seat, "rules", error.why))
            self.carry_out(seat, seat.player.refused("illegal"))
        except FairnessError as error:
            self.refused.append((seat.seat, "deal", error.reason))
            self.carry_out(seat, seat.player.refused("illegal"))
        else:
            self.did(step)

    def _worked(self, work: Any) -> Any:
        if work.key not in self._results:
            self._results[work.key] = work.run()
        return self._results[work.key]

    # -- looking ------------------------------------------------------------------------------------------------------

    @property
    def referee(self) -> Referee:
        """The host's judge."""
        return self.conductor.referee

    @property
    def entries(self) -> list[Entry]:
        return self.conductor.entries

    @property
    def players(self) -> list[Player]:
        return [seat.player for seat in self.seats]

    def file(self) -> bytes:
        """The transcript as a file."""
        return write_file(self.header, self.entries)

    def kinds(self) -> list[str]:
        """The kind of every entry."""
        from p2pcards_protocol.transcript import Message

        return [Message.decode(entry.blob).kind for entry in self.entries]


def fold(header: Header, entries: list[Entry]) -> Referee:
    """What an onlooker makes of the entries."""
    referee = Referee(header)
    for entry in entries:
        referee.take(entry)
        referee.catch_up()
    return referee


def facts(referee: Referee) -> dict[str, Any]:
    """What all judges of one match must agree on."""
    match = referee.match
    return {
        "head": referee.ledger.head,
        "sheet": match.sheet,
        "result": match.result,
        "scores": tuple((done.score, done.forfeiter, done.why) for done in match.deals),
        "verdicts": dict(referee.verdicts),
        "hands": dict(referee.flow.hands),
        "ended": referee.ended,
        "counts": (dict(referee.interrupts.voids), dict(referee.interrupts.timeouts)),
    }
