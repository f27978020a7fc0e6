"""A seat belongs to a key: who is away, who decides about it, and how one comes back. No clock runs here: `now` is an
argument of the table."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from p2pcards_protocol import message as wire
from p2pcards_protocol.identity import Identity

from p2pcards.host.absence import PARTNER, Absence
from p2pcards.host.effect import DropBot, Effect, Refusal, ToPeer, ToTable
from p2pcards.host.lobby import Lobby
from p2pcards.host.saved import table_bytes
from p2pcards.host.shelf import Kept
from p2pcards.host.table import Peer, Settings, Table
from p2pcards.host.turns import TurnClock
from p2pcards.host.waiting import OWNER_PATIENCE
from p2pcards.rules.presets import find_game

RANDOM = random.Random(11)


def table(**settings: Any) -> Table:
    lobby = Lobby(find_game("classic"), 4, "dealer")
    host = Identity.generate(RANDOM.randbytes)
    return Table("t1", host, RANDOM.randbytes, lobby, Settings(**settings))


def person(number: int) -> Peer:
    return Peer(number, Identity.generate(RANDOM.randbytes).public, address=f"10.0.0.{number}")


def sit(at: Table, peer: Peer, name: str, now: float = 0.0, **more: Any) -> list[Effect]:
    return at.request(peer, wire.Sit(id=1, table="t1", name=name, **more), now, 0)


def notices(effects: list[Effect]) -> list[str]:
    return [e.message.code for e in effects if isinstance(e, ToPeer | ToTable) and isinstance(e.message, wire.Notice)]


def test_the_newest_connection_of_a_key_replaces_the_older_one_at_once() -> None:
    at, anna = table(), person(1)
    sit(at, anna, "anna")
    again = Peer(2, anna.key)
    effects = sit(at, again, "anna", 1.0)
    assert [e.peer for e in effects if isinstance(e, ToPeer) and isinstance(e.message, wire.Notice)] == [1]
    assert at.peers == (2,)
    at.gone(1, 2.0, 0)
    assert at.peers == (2,)
    assert at.lobby.seat_of(anna.key) == 0


@pytest.mark.parametrize("reason", ["left", "closed", "lost"])
def test_left_closed_and_lost_are_told_apart(reason: str) -> None:
    at, anna, bert = table(), person(1), person(2)
    sit(at, anna, "anna")
    sit(at, bert, "bert")
    assert notices(at.gone(1, 5.0, 0, reason)) == [f"seat-{reason}"]


def test_names_that_look_the_same_are_refused_and_bots_are_numbered() -> None:
    at = table()
    sit(at, person(1), "Straße")
    for name in ("STRASSE", "ｓｔｒａßｅ", " straße "):
        with pytest.raises(Refusal) as refused:
            sit(at, person(2), name)
        assert refused.value.data["why"] == "name-taken"
    sit(at, Peer(3, bytes([3]) * 32, True, "easy"), "STRASSE", bot=True)
    assert [seat.name for seat in at.info().seats[:2]] == ["Straße", "STRASSE 2"]
    assert [seat.kind for seat in at.info().seats[:2]] == ["person", "bot"]


def test_the_owner_role_moves_when_its_holder_is_gone_and_comes_not_back_by_itself() -> None:
    at, anna, bert = table(), person(1), person(2)
    sit(at, anna, "anna")
    sit(at, bert, "bert")
    at.gone(1, 10.0, 0)
    assert at.timer(10.0) == 10.0 + OWNER_PATIENCE
    at.handle_timer(10.0 + OWNER_PATIENCE - 0.1, 0)
    assert at.lobby.owner == anna.key
    at.handle_timer(10.0 + OWNER_PATIENCE, 0)
    assert at.lobby.owner == bert.key


def test_when_all_are_gone_the_table_waits() -> None:
    at, anna, bert = table(grace=5.0), person(1), person(2)
    sit(at, anna, "anna")
    sit(at, bert, "bert")
    at.gone(1, 1.0, 0)
    at.gone(2, 1.0, 0)
    assert at.timer(1.0) is None
    at.handle_timer(1000.0, 0)
    assert at.lobby.seat_of(anna.key) == 0
    sit(at, bert, "bert", 1001.0)
    at.handle_timer(1001.0, 0)
    assert at.lobby.seat_of(anna.key) is None
    assert at.lobby.owner == bert.key


def test_a_person_comes_before_a_bot_of_the_host() -> None:
    at = table()
    sit(at, person(1), "bert")
    for n in range(3):
        sit(at, Peer(10 + n, bytes([10 + n]) * 32, True, "easy"), "bot", bot=True)
    anna = person(2)
    effects = sit(at, anna, "anna")
    assert at.lobby.seat_of(anna.key) == 3
    assert [e.key for e in effects if isinstance(e, DropBot)] == [bytes([12]) * 32]


def test_invite_only_lets_in_who_knows_the_secret_and_who_has_a_seat() -> None:
    at, anna = table(access="invite", secret=bytes(range(16))), person(1)
    with pytest.raises(Refusal) as refused:
        sit(at, anna, "anna", secret=bytes(16))
    assert refused.value.data["why"] == "invite-only"
    with pytest.raises(Refusal):
        at.request(anna, wire.Spectate(id=1, table="t1", name="anna"), 0.0, 0)
    effects = sit(at, anna, "anna", secret=bytes(range(16)))
    lobbies = [e.message for e in effects if isinstance(e, ToTable) and isinstance(e.message, wire.Lobby)]
    assert lobbies[0].secret == bytes(range(16))
    at.gone(1, 1.0, 0)
    sit(at, Peer(2, anna.key), "anna", 2.0)
    assert at.peers == (2,)


def test_chat_has_a_bucket_and_cannot_control_a_terminal() -> None:
    at, anna = table(), person(1)
    sit(at, anna, "anna")

    def say(text: str, now: float, key: bytes = anna.key) -> list[Effect]:
        return at.request(anna, wire.Chat(table="t1", text=text, signature=bytes(64), key=key), now, 0)

    for text in ("", "a\nb", "\x1b[2J", "a\u202eb"):
        with pytest.raises(Refusal, match="chat-text"):
            say(text, 0.0)
    with pytest.raises(Refusal, match="chat-long") as refused:
        say("x" * 401, 0.0)
    assert refused.value.data["most"] == 400
    with pytest.raises(Refusal, match="chat-text"):
        say("in another's name", 0.0, bytes(32))
    for _ in range(5):
        say("½ hello", 0.0)
    with pytest.raises(Refusal, match="chat-rate"):
        say("once more", 0.0)
    assert say("later", 2.0)


# -- absence and turns ------------------------------------------------------------------------------------------------


def test_the_partner_is_asked_before_the_others() -> None:
    absence = Absence(60.0)
    absence.lost(0, 100.0)
    assert absence.overdue(159.9) == ()
    assert absence.overdue(160.0) == (0,)
    absence.ask(0, "partner", (2,), 160.0)
    assert absence.voters(0) == (2,)
    assert absence.timer(160.0) == 160.0 + PARTNER
    absence.ask(0, "vote", (1, 2, 3), 175.0)
    assert absence.overdue(1000.0) == ()


def test_the_clock_of_a_turn_stops_while_somebody_is_away() -> None:
    clock = TurnClock()
    clock.follow("turn", True, 0.0)
    clock.follow("turn", False, 10.0)
    assert clock.when(30.0) is None
    clock.follow("turn", True, 500.0)
    assert clock.when(30.0) == 520.0
    assert clock.spent(505.0) == 15.0
    clock.follow("next", True, 505.0)
    assert clock.spent(505.0) == 0.0


def test_who_is_slow_to_come_back_after_a_restart_of_the_host_loses_nothing() -> None:
    """Killed in the first steps of a match, on a loaded machine: the steps' own time limit is no reason to give up."""
    at, peers = table(grace=60.0), [person(n) for n in range(1, 5)]
    for peer in peers:
        sit(at, peer, f"p{peer.id}")
    at.begin(0.0)
    at._joining = None
    at._starting = False
    info = table_bytes(at)
    kept = Kept("t1", "lobby", info, None, {}, None)
    again = Table.revive(kept, at._identity, RANDOM.randbytes, 100.0)
    assert [slot.key for slot in again.lobby.slots if slot] == [peer.key for peer in peers]
    assert again._not_before == 160.0
    again.handle_timer(130.0, 0)
    assert again.lobby.full


def test_a_table_kept_by_an_older_version_is_there_again() -> None:
    at = table(grace=60.0)
    old = json.loads(table_bytes(at))
    del old["rules_version"], old["options"]["takebacks"]
    again = Table.revive(
        Kept("t1", "lobby", json.dumps(old).encode(), None, {}, None), at._identity, RANDOM.randbytes, 0
    )
    assert again.lobby.rules == at.lobby.rules
