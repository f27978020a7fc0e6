"""A player's program dies at any message, before or after it went out, and begins again from what it had saved: the
same deal goes on, nobody notices, everything verifies. (Real processes: tests/processes/test_kill.py.)"""

from __future__ import annotations

from typing import Any

import pytest
from referee.memory_table import MemoryTable, SeatAt

from p2pcards.player import Save, Submit
from p2pcards.rules.presets import find_game
from p2pcards.verify import verify_bytes

VICTIM = 1


class Killing(MemoryTable):
    """Kills the victim's program at its message number `at`: "before" it is sent, or "after" the host has it."""

    at = -1
    when = "before"
    said = 0
    killed: str = ""

    def carry_out(self, seat: SeatAt, effects: list[Any]) -> None:
        if seat.seat != VICTIM or self.killed:
            super().carry_out(seat, effects)
            return
        for place, effect in enumerate(effects):
            if not seat.here:
                return
            if isinstance(effect, Submit):
                self.said += 1
                if self.said - 1 == self.at:
                    saves = [later for later in effects[place:] if isinstance(later, Save)]
                    assert not saves, "what a message depends on is saved before it"
                    if self.when == "after":
                        super().carry_out(seat, [effect])
                    self.killed = self.when
                    seat.kill()
                    return
            super().carry_out(seat, [effect])


def run(game: str, n: int, deal: str, seed: int, at: int, when: str) -> Killing:
    table = Killing(game, n, deal=deal, changes={"max_hands": 1}, seed=seed)
    table.at, table.when = at, when
    victim = table.seats[VICTIM]
    table.run(until=lambda t: (not victim.here and not any(s.inbox for s in t.seats if s.here)) or t.referee.ended)
    if not table.referee.ended:
        assert not victim.here
        victim.restart()
    table.run()
    return table


def count(game: str, n: int, deal: str, seed: int) -> int:
    """How many messages the victim says in a match without a kill."""
    return run(game, n, deal, seed, -1, "before").said


def expect_the_same_deal(table: Killing) -> None:
    where = f"seed {table.seed}, killed {table.when} message {table.at}"
    assert table.killed or table.at < 0, where
    assert table.referee.ended, f"{where}: {table.referee.due}, refused {table.refused[-3:]}"
    assert table.distrust == {}, where
    report = verify_bytes(table.file())
    assert report.ok, f"{where}: {report.fault} {report.deals}"
    assert report.counts in ({}, {"missing-acks": {VICTIM: 1}}), f"{where}: {report.counts}"
    assert table.kinds().count("void") == 0, where


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("deal", ["sealed", "dealer"])
def test_killed_at_every_message_of_a_deal(deal: str, when: str) -> None:
    for at in range(count("spar", 3, deal, 5)):
        expect_the_same_deal(run("spar", 3, deal, 5, at, when))


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize(
    ("game", "n", "deal"), [("hearts", 4, "sealed"), ("hearts", 4, "dealer"), ("sparts", 4, "sealed")]
)
def test_killed_while_cards_are_passed_and_games_chosen(game: str, n: int, deal: str, when: str) -> None:
    for at in range(1, count(game, n, deal, 6), 4):
        expect_the_same_deal(run(game, n, deal, 6, at, when))


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize("game", ["sparts", "spades", "cutthroat", "royal", "hearts", "classic", "spar"])
@pytest.mark.parametrize("deal", ["sealed", "dealer"])
def test_killed_at_every_message_of_every_preset(game: str, deal: str) -> None:
    n = find_game(game).usual_seats
    for seed in (1, 2):
        for at in range(count(game, n, deal, seed)):
            for when in ("before", "after"):
                expect_the_same_deal(run(game, n, deal, seed, at, when))


def test_nothing_is_said_before_its_secret_is_saved() -> None:
    """A commitment goes out only when its seed is kept."""
    table = MemoryTable("spar", 3, changes={"max_hands": 1}, seed=5).run()
    for seat in table.seats:
        assert {"seed/1/0", "p1/1/0", "p2/1/0"} <= set(seat.saved)
        assert len(seat.saved["seed/1/0"]) == 32
    assert len({seat.saved["seed/1/0"] for seat in table.seats}) == 3
