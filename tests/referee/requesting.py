"""Driving claims and take-backs at a MemoryTable."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from p2pcards_protocol.body import Body, encode_body
from referee.memory_table import MemoryTable

from p2pcards.errors import FairnessError, IllegalAction, TranscriptError
from p2pcards.player import Player
from p2pcards.referee import event as events
from p2pcards.rules.phases import Phase

TOLD = (
    events.Claimed,
    events.ClaimAccepted,
    events.ClaimRefused,
    events.TakeBackAsked,
    events.TakenBack,
    events.TakeBackRefused,
    events.Consented,
)


def still(table: MemoryTable, *, seats: range | None = None) -> MemoryTable:
    """Deliver what is on its way; nobody decides anything."""
    silent, table.silent = table.silent, set(range(table.referee.n))
    while table.step():
        pass
    table.silent = silent
    return table


def at_card(game: str, deal: str, cards: int, *, n: int | None = None, seed: int = 1, **changes: Any) -> MemoryTable:
    """A table at which so many cards have been played, and everybody has heard of it. Nobody decides anything more."""
    changes = {"takebacks": True, "max_hands": 1, **changes}
    table = MemoryTable(game, n, deal=deal, changes=changes, seed=seed)

    def far_enough(table: MemoryTable) -> bool:
        public = table.referee.flow.public
        done = public is not None and public.phase is Phase.PLAYING and public.played.bit_count() >= cards
        if done:
            table.silent = set(range(table.referee.n))
        return done

    return still(table.run(until=far_enough))


def turn(table: MemoryTable) -> int:
    """The seat that is to play."""
    public = table.referee.flow.public
    assert public is not None
    (seat,) = public.to_act
    return seat


def does(table: MemoryTable, seat: int, what: Callable[[Player], list[Any]]) -> MemoryTable:
    """A seat does something, and everybody hears of it."""
    at = table.seats[seat]
    table.carry_out(at, what(at.player))
    return still(table)


def claims(table: MemoryTable, seat: int) -> MemoryTable:
    """A seat claims what is left."""
    return does(table, seat, lambda player: player.act(player.claim()))


def asks_back(table: MemoryTable, seat: int) -> MemoryTable:
    """A seat wants its last card back."""
    return does(table, seat, Player.take_back)


def answers(table: MemoryTable, seat: int, yes: bool) -> MemoryTable:
    """A seat answers what another has asked."""
    return does(table, seat, lambda player: player.consent(yes))


def plays(table: MemoryTable, seat: int) -> MemoryTable:
    """A seat plays the lowest card that it may."""
    return does(table, seat, lambda player: player.act(next(player.question.prompt.actions())))  # type: ignore[union-attr]


def hand_of(table: MemoryTable, seat: int) -> tuple[list[int], list[int], list[bytes]]:
    """(cards, their positions, their keys) of what a seat holds; the last two are empty in a dealer deal."""
    view = table.players[seat].view
    assert view is not None
    held = view.hand(seat)
    assert held is not None
    body = table.players[seat]._seat_dealing().claim(held)
    return list(body.cards), list(body.positions), list(body.keys)


def others(table: MemoryTable, seat: int) -> list[int]:
    return [other for other in range(table.referee.n) if other != seat]


def told(table: MemoryTable, seat: int = 0) -> list[Any]:
    """What a seat has heard about requests, in order."""
    return [event for event in table.seats[seat].events if isinstance(event, TOLD)]


def refusal(table: MemoryTable, seat: int, kind: str, body: Body) -> str:
    """Why the host does not take this of a seat; nothing happens at the table. Fails when the host takes it."""
    at = table.seats[seat]
    ledger = at.player.referee.ledger
    draft = ledger.author(at.identity, seat, ledger.deal, kind, encode_body(body))
    try:
        table.referee.consider(draft.blob, draft.asig)
    except IllegalAction as error:
        return error.why
    except (FairnessError, TranscriptError) as error:
        return error.reason
    raise AssertionError(f"{kind} of seat {seat} was taken")


def finish(table: MemoryTable) -> MemoryTable:
    """Play on to the end; whoever is asked agrees."""
    table.silent.clear()
    for at in table.seats:
        if at.player.question is not None:
            at.inbox.append(at.player.question)
    table.on_step = agree
    table.run()
    table.on_step = None
    return table


def agree(table: MemoryTable) -> None:
    for at in table.seats:
        if at.here and at.player.owes_answer:
            table.carry_out(at, at.player.consent(True))


def sprinkle(rng: Random, claims: float, take_backs: float, yes: float) -> Callable[[MemoryTable], None]:
    """Called before each delivery: now and then a seat claims, asks a card back, or answers."""

    def step(table: MemoryTable) -> None:
        at = rng.choice(table.seats)
        player = at.player
        if not at.here:
            return
        if player.owes_answer:
            table.carry_out(at, player.consent(rng.random() < yes))
        elif player.question is not None and player.question.prompt.may_claim and rng.random() < claims:
            table.carry_out(at, player.act(player.claim()))
        elif player.why_no_take_back is None and rng.random() < take_backs:
            table.carry_out(at, player.take_back())

    return step
