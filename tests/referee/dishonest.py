"""Seats and hosts that cheat, for a MemoryTable; and what an honest host does about a seat that stays silent."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from p2pcards_protocol import body as bodies
from p2pcards_protocol.body import Body, encode_body
from p2pcards_protocol.deal.sealed import pass_hash
from p2pcards_protocol.deal.seat import SealedSeat
from p2pcards_protocol.transcript import Entry
from protocol.cheats import CheatSeat, make_cheat
from referee.memory_table import MemoryTable

from p2pcards.player import Player
from p2pcards.player import effect as effects
from p2pcards.player.sealed import SealedPart
from p2pcards.referee import HOST
from p2pcards.referee.interrupts import DECISIONS
from p2pcards.rules.action import Action, Choose, IllegalAction


class CheatPart(SealedPart):
    """A sealed seat with a hook wherever a cheat of tests/protocol/cheats.py wants one."""

    cheat: CheatSeat

    @property
    def own(self) -> SealedSeat | None:
        return self.cheat

    def say(self, kind: str, targets: tuple[int, ...]) -> Body | None:
        public = self._dealing.public
        if kind == "keys":
            keys = {t: self.cheat.keys_for(t) for t in targets if t != self._seat}
            return bodies.Keys(keys=tuple(sorted(self.cheat.published(keys).items())))
        if kind == "seed":
            return bodies.Seed(seed=getattr(self.cheat, "shown_seed", self.cheat.seed))
        if kind == "pass.open":
            to, positions = self._dealing.receiver(self._seat), self._passed()
            assert positions is not None
            passed = self.cheat.passed(public, to, positions)
            if passed is not None:
                return bodies.PassOpen(positions=passed[0], ct=passed[1])
        return super().say(kind, targets)

    def passing(self, given: int) -> tuple[Body, dict[str, Any] | None]:
        body, private = super().passing(given)
        to, positions = self._dealing.receiver(self._seat), self._passed()
        assert positions is not None
        if self.cheat.on_pass is None:
            return body, private
        # The same noise at the commitment and at the opening.
        made = self.cheat.passed(self._dealing.public, to, positions)
        assert made is not None
        self.cheat.on_pass = lambda deal, to, positions: made
        hashed = pass_hash(self._dealing.ctx, self._seat, to, made[0], made[1])
        return bodies.PassCommit(hash=hashed), private


def cheating(name: str, seed: int) -> type[Player]:
    """A player that deviates from the sealed deal in one way, and is honest otherwise."""

    class Cheater(Player):
        caught = False

        def refused(self, code: str) -> list[Any]:
            self.caught = self.caught or code != "stale"
            return super().refused(code)

        def _go_on(self) -> list[Any]:
            return [] if self.caught else super()._go_on()

        def _make_own(self, dealing: Any) -> Any:
            assert self._secrets is not None
            part = CheatPart(dealing, self.seat, self._secrets, self._rng, self._identity)
            part.cheat = make_cheat(dealing.ctx, self.seat, name, Random(seed))
            return part

    return Cheater


class Silent(Player):
    """Says nothing of the kinds in `never`."""

    never: frozenset[str] = frozenset()

    def _say(self, kind: str, body: Body) -> list[Any]:
        return [] if kind in self.never else super()._say(kind, body)


def silent(*kinds: str) -> type[Player]:
    """A player that never says these kinds."""
    return type("Withholds", (Silent,), {"never": frozenset(kinds)})


class Revoker(Player):
    """A modified client: plays any card that it holds when `wants` says so, whatever the rules say."""

    wants: Callable[[Revoker], Action | None]
    did: int = -1

    def act(self, action: Action, number: int | None = None) -> list[Any]:
        wanted = self.wants() if self.did < 0 else None  # type: ignore[call-arg]
        if wanted is None:
            return super().act(action, number)
        self.did = self.referee.ledger.seq + 1
        return self._decide(wanted)


def breaking(wants: Callable[[Any], Action | None]) -> type[Player]:
    """A player whose first action for which `wants(player)` gives one is that action."""
    return type("Breaks", (Revoker,), {"wants": wants})


class Liar(Player):
    """A modified client that says what it likes in the choosing phase."""

    says: str | None = None

    def _ask(self) -> list[Any]:
        if self.referee.due is not None and self.referee.due.kinds[0] == "choose" and self.view is not None:
            if self.view.hand(self.seat) is None:
                return []
            return self._decide(Choose(self.seat, self.says))
        return super()._ask()


def choosing(says: str | None) -> type[Player]:
    """A player that chooses this game (None: declines), whatever it holds."""
    return type("Chooses", (Liar,), {"says": says})


def speak(table: MemoryTable, kind: str, body: Body) -> None:
    """The host says something beside the script."""
    table.did(table.conductor.say(kind, body, 0))


def seat_says(table: MemoryTable, seat: int, kind: str, body: Body) -> None:
    """A seat says something beside the script."""
    at = table.seats[seat]
    ledger = at.player.referee.ledger
    draft = ledger.author(at.identity, seat, ledger.deal, kind, encode_body(body))
    table.carry_out(at, [effects.Submit(draft.blob, draft.asig)])


def drive(table: MemoryTable, until: Callable[[MemoryTable], object], rounds: int = 12) -> MemoryTable:
    """Play on as an honest host does when somebody is silent: void before hands are out, then pause, vote, forfeit."""

    def enough(table: MemoryTable) -> bool:
        return bool(until(table)) or table.referee.ended

    for _ in range(rounds):
        table.run(until=lambda t: enough(t) or not _moving(t))
        if enough(table):
            return table
        due = table.referee.due
        assert due is not None
        late = next(seat for seat in due.seats if seat != HOST)
        flow = table.referee.flow
        if not flow.hands_out:
            speak(table, "void", bodies.About(seat=late, reason="timeout"))
        elif due.kinds[0] in DECISIONS and late not in table.referee.interrupts.timed_out:
            speak(table, "timeout", bodies.About(seat=late, reason="turn"))
        else:
            give_up(table, late)
    raise AssertionError(f"seed {table.seed}: still waiting for {table.referee.due}")


def give_up(table: MemoryTable, seat: int) -> None:
    """The table waits for a seat, the others vote to end the deal, and the host does so."""
    speak(table, "pause", bodies.Pause(reason="lost", about=seat))
    table.run(until=lambda t: not _moving(t))
    for other in table.referee.interrupts.voters(seat):
        seat_says(table, other, "vote", bodies.Vote(question="away", choice="end", about=seat))
        table.run(until=lambda t: not _moving(t))
    speak(table, "forfeit", bodies.About(seat=seat, reason="away"))
    speak(table, "resume", bodies.Resume())


def _moving(table: MemoryTable) -> bool:
    due = table.referee.due
    return any(seat.inbox and seat.here for seat in table.seats) or (due is not None and due.optional)


def refuses(table: MemoryTable, entry: Entry, seats: range | None = None) -> dict[int, str]:
    """Which seats refuse an entry as their next, with the reason."""
    out: dict[int, str] = {}
    for at in table.seats:
        try:
            at.player.receive(entry)
        except IllegalAction as error:
            out[at.seat] = error.why
        except Exception as error:
            out[at.seat] = getattr(error, "reason", repr(error))
    return out
