"""From a lobby to a match: who vanishes on the way holds nobody up, and loses no seat by it."""

from __future__ import annotations

import random
from pathlib import Path

from host.table_of import lab, run, until
from p2pcards_protocol import message as wire
from p2pcards_protocol.hashing import sha256
from p2pcards_protocol.identity import Identity
from p2pcards_protocol.transcript import join_commitment, sign_join

from p2pcards.host.effect import Effect, ToTable, WantBot
from p2pcards.host.joining import Joining
from p2pcards.host.lobby import Lobby
from p2pcards.host.table import Peer, Settings, Table
from p2pcards.rules.presets import find_game


class Starting:
    """A table of three people who are ready, without a network; its clock is `now`."""

    def __init__(self) -> None:
        self.random = random.Random(5)
        host = Identity.generate(self.random.randbytes)
        lobby = Lobby(find_game("cutthroat"), 3, "sealed")
        self.table = Table("t1", host, self.random.randbytes, lobby, Settings())
        self.people = [Identity.generate(self.random.randbytes) for _ in range(3)]
        self.peers = [Peer(n, me.public) for n, me in enumerate(self.people)]
        self.nonces = [self.random.randbytes(32) for _ in self.people]
        self.now = 100.0
        for n in range(3):
            self.ask(n, wire.Sit(id=1, table="t1", name=f"p{n}"))

    def ask(self, n: int, message: wire.Link) -> list[Effect]:
        return self.table.request(self.peers[n], message, self.now, 0)

    def ready(self) -> list[Effect]:
        return [effect for n in range(3) for effect in self.ask(n, wire.Ready(id=2, table="t1", ready=True))]

    def commit(self, n: int, terms: bytes) -> list[Effect]:
        commitment = join_commitment(self.people[n].public, self.nonces[n])
        signature = sign_join(self.people[n], commitment, sha256(terms))
        return self.ask(n, wire.JoinCommit(table="t1", commit=commitment, signature=signature))

    def failed(self, effects: list[Effect]) -> list[str]:
        """Whose answer was missing, by what the table is told."""
        told = [e.message for e in effects if isinstance(e, ToTable) and isinstance(e.message, wire.Notice)]
        return [name for notice in told if notice.code == "start-failed" for name in notice.data["names"]]


def proposed(effects: list[Effect]) -> bytes:
    (terms,) = [e.message.terms for e in effects if isinstance(e, ToTable) and isinstance(e.message, wire.Propose)]
    return terms


def test_a_connection_that_ends_before_its_commitment_ends_the_wait_at_once() -> None:
    at = Starting()
    terms = proposed(at.ready())
    at.commit(0, terms)
    assert at.failed(at.table.gone(1, at.now, 0)) == ["p1"]
    assert at.table.state == "lobby"
    seats = at.table.info().seats
    assert [seat.ready for seat in seats] == [True, False, True]
    assert [seat.key for seat in seats] == [me.public for me in at.people], "the seat waits for who was cut off"
    again = at.ask(1, wire.Sit(id=3, table="t1", name="p1"))
    assert not any(isinstance(e, ToTable) and isinstance(e.message, wire.Propose) for e in again)
    proposed(at.ask(1, wire.Ready(id=4, table="t1", ready=True)))


def test_a_connection_that_ends_before_its_nonce_ends_the_wait_at_once() -> None:
    at = Starting()
    terms = proposed(at.ready())
    for n in range(3):
        at.commit(n, terms)
    at.ask(0, wire.JoinNonce(table="t1", nonce=at.nonces[0]))
    assert at.failed(at.table.gone(2, at.now, 0)) == ["p2"]
    assert at.table.conductor is None


def test_who_leaves_while_it_starts_ends_the_wait_and_gives_the_seat_up() -> None:
    at = Starting()
    proposed(at.ready())
    effects = at.ask(2, wire.Leave(id=5, table="t1"))
    assert any(isinstance(e, ToTable) and getattr(e.message, "code", "") == "start-failed" for e in effects)
    assert at.table.lobby.empty == (2,)


def test_who_is_here_and_says_nothing_loses_the_seat_after_the_step() -> None:
    at = Starting()
    terms = proposed(at.ready())
    for n in (0, 1):
        at.commit(n, terms)
    at.now += Joining.STEP
    assert at.failed(at.table.handle_timer(at.now, 0)) == ["p2"]
    assert at.table.lobby.empty == (2,)
    assert [seat.ready for seat in at.table.info().seats] == [True, True, False]


def test_a_newer_connection_is_asked_from_the_beginning() -> None:
    at = Starting()
    terms = proposed(at.ready())
    at.commit(1, terms)
    at.peers[1] = Peer(11, at.people[1].public)
    assert proposed(at.ask(1, wire.Sit(id=3, table="t1", name="p1"))) == terms
    at.nonces[1] = bytes(32)
    for n in range(3):
        at.commit(n, terms)
    for n in range(3):
        at.ask(n, wire.JoinNonce(table="t1", nonce=at.nonces[n]))
    assert at.table.state == "playing"


def test_a_client_answers_a_repeated_proposal_as_it_answered_the_first(tmp_path: Path) -> None:
    """Its first answer may be counted for the second proposal."""

    async def test() -> None:
        async with lab(51, tmp_path) as here:
            table = here.host.create_table("spar", {"max_hands": 1}, 2)
            clients = [await here.client(), await here.client()]
            for client in clients:
                await client.sit(table.ref)
            for _ in range(2):
                here.host._carry_out(table, table._propose(here.host._now()))
            await until(lambda: all(client.at is not None and client.at.player is not None for client in clients))

    run(test)


def test_a_start_with_somebody_away_says_so_at_once() -> None:
    at = Starting()
    at.table.gone(1, at.now, 0)
    assert at.failed(at.ask(0, wire.Start(id=3, table="t1"))) == ["p1"]


def test_readiness_waits_for_who_is_away() -> None:
    at = Starting()
    for n in (0, 1):
        at.ask(n, wire.Ready(id=2, table="t1", ready=True))
    at.table.gone(1, at.now, 0)
    assert at.failed(at.ask(2, wire.Ready(id=2, table="t1", ready=True))) == []
    proposed(at.ask(1, wire.Sit(id=3, table="t1", name="p1")))


def test_a_start_whose_bots_do_not_come_is_given_up() -> None:
    at = Starting()
    at.ask(2, wire.Leave(id=5, table="t1"))
    assert any(isinstance(e, WantBot) for e in at.ask(0, wire.Start(id=3, table="t1")))
    assert at.table.timer(at.now) == at.now + Joining.STEP
    at.now += Joining.STEP
    at.table.handle_timer(at.now, 0)
    at.ask(0, wire.Stand(id=6, table="t1"))
    assert at.table.lobby.empty == (0, 2)
