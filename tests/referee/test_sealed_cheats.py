"""Every deviation from the sealed deal, by a scripted dishonest player in a real match: it is refused at once or named
by the audit, nobody else ever is, and the honest players go on."""

from __future__ import annotations

from random import Random

import pytest
from protocol.cheats import CHEATS
from referee.dishonest import cheating, drive, silent
from referee.memory_table import MemoryTable, facts, fold

from p2pcards.host.lobby import Lobby
from p2pcards.host.table import Settings, Table
from p2pcards.referee import Due
from p2pcards.verify import verify_bytes


def game_for(name: str) -> str:
    return "hearts" if "pass" in name and not name.startswith(("p1 ", "p2 ")) else "spar"


def one_deal(name: str, seed: int) -> tuple[int, MemoryTable]:
    """A match in which one seat deviates once a deal; it stops when the cheat has had its consequence."""
    rng = Random(seed)
    n = 4 if game_for(name) == "hearts" else 3
    cheater = rng.randrange(n)
    changes = {"max_hands": 1}
    table = MemoryTable(game_for(name), n, changes=changes, seed=seed, kinds={cheater: cheating(name, seed)})
    drive(table, lambda t: t.referee.interrupts.voids or t.referee.verdicts)
    return cheater, table


def check_named(name: str, cheater: int, table: MemoryTable) -> str:
    """How the cheat ended: "refused" or "named"."""
    where = f"{name}, seed {table.seed}"
    assert table.distrust == {}, where
    blamed = {
        seat for seat, layer, _ in table.refused if layer not in ("phase", "seen")
    }  # those: what crossed a freeze
    assert blamed <= {cheater}, f"{where}: {table.refused}"
    interrupts = table.referee.interrupts
    assert set(interrupts.voids) | set(interrupts.forfeits) <= {cheater}, where
    verdict = table.referee.verdicts.get(1)
    if verdict is None or (verdict.outcome != "cheat" and table.refused):
        assert table.refused, where
        return "refused"
    assert (verdict.outcome, verdict.seat) == ("cheat", cheater), f"{where}: {verdict}"
    assert verdict.entry is not None, where
    return "named"


@pytest.mark.parametrize("name", CHEATS)
def test_each_deviation_is_refused_or_named(name: str) -> None:
    cheater, table = one_deal(name, seed=7)
    how = check_named(name, cheater, table)
    report = verify_bytes(table.file())
    assert report.fault is None
    assert [(v.outcome, v.seat) for v in report.cheats] == ([("cheat", cheater)] if how == "named" else [])
    if how == "named":
        drive(table, lambda t: t.referee.ended).run()
        assert table.referee.match.deals[0].forfeiter == cheater
        assert all(facts(seat.player.referee) == facts(table.referee) for seat in table.seats)
        assert facts(fold(table.header, table.entries)) == facts(table.referee)


def test_what_the_session_refuses_and_what_waits_for_the_audit() -> None:
    how = {}
    for name in ("p1 tag", "p2 duplicate", "wrong key hash", "wrong key", "mark and repair", "committed wrong own key"):
        cheater, table = one_deal(name, seed=3)
        how[name] = check_named(name, cheater, table)
    assert how == {
        "p1 tag": "named",
        "p2 duplicate": "refused",
        "wrong key hash": "refused",
        "wrong key": "refused",
        "mark and repair": "named",
        "committed wrong own key": "named",
    }


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_a_thousand_deviations_name_the_right_seat_and_no_other() -> None:
    first = Random().randrange(2**31)
    print(f"first seed {first}")
    for seed in range(first, first + 1000):
        name = CHEATS[seed % len(CHEATS)]
        cheater, table = one_deal(name, seed)
        check_named(name, cheater, table)


# -- silence -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["commit", "p1", "p2"])
def test_silence_before_hands_are_out_makes_the_attempt_void(kind: str) -> None:
    table = MemoryTable("spar", 3, changes={"max_hands": 1}, seed=4, kinds={1: silent(kind)})
    drive(table, lambda t: t.referee.interrupts.voids.get(1, 0) >= 3)
    assert table.referee.interrupts.voids == {1: 3}
    assert table.referee.interrupts.voided_too_often(1)
    assert (table.referee.attempt, table.referee.verdicts, table.distrust) == (3, {}, {})
    report = verify_bytes(table.file())
    assert (report.fault, report.counts["voids"]) == (None, {1: 3})


@pytest.mark.parametrize(("game", "kind"), [("spar", "keys"), ("spar", "play"), ("hearts", "pass.open")])
def test_silence_after_hands_are_out_is_a_forfeit_by_vote(game: str, kind: str) -> None:
    table = MemoryTable(game, changes={"max_hands": 1}, seed=4, kinds={1: silent(kind)})
    drive(table, lambda t: t.referee.ended)
    assert table.distrust == {}
    assert [(done.forfeiter, done.why) for done in table.referee.match.deals] == [(1, "away")]
    assert verify_bytes(table.file()).fault is None


def test_a_seed_withheld_in_an_honest_deal_is_incomplete_and_counted() -> None:
    table = MemoryTable("spar", 3, changes={"max_hands": 2}, seed=4, kinds={1: silent("seed")}).run()
    assert table.distrust == {}
    verdicts = [(v.outcome, v.seat, v.reason) for v in table.referee.verdicts.values()]
    assert verdicts == [("incomplete", 1, "seed-missing")] * 2
    assert [done.forfeiter for done in table.referee.match.deals] == [None, None]
    report = verify_bytes(table.file())
    assert not report.ok
    assert (report.fault, report.finished, report.counts["missing-seeds"]) == (None, True, {1: 2})


def test_missing_acknowledgements_are_counted_and_stop_nothing() -> None:
    table = MemoryTable("spar", 3, changes={"max_hands": 2}, seed=4, kinds={2: silent("ack")}).run()
    report = verify_bytes(table.file())
    assert report.ok
    assert report.counts == {"missing-acks": {2: 2}}


def test_who_spoils_a_deal_and_withholds_its_seed_forfeits_it() -> None:
    """A frozen deal needs every seed: who does not open it is named, and pays."""
    kind = cheating("p2 another blanket", 5)
    kind = type("Both", (silent("seed"), kind), {})
    table = MemoryTable("spar", 3, changes={"max_hands": 1}, seed=5, kinds={2: kind})
    drive(table, lambda t: t.referee.ended)
    verdict = table.referee.verdicts[1]
    assert (verdict.outcome, verdict.seat) == ("incomplete", 2)
    assert table.referee.match.deals[0].forfeiter == 2
    assert table.distrust == {}


def test_a_frozen_deal_is_known_as_such_until_everybody_has_opened() -> None:
    """The host gives those who are away their grace time then: who is gone by accident must not pay for a cheat."""
    table = MemoryTable("spar", 3, changes={"max_hands": 1}, seed=5, kinds={2: cheating("p2 another blanket", 5)})
    drive(table, lambda t: t.referee.flow.frozen)
    due = table.referee.due
    assert due is not None
    assert (due.phase, table.referee.flow.playing) == ("audit", False)
    lobby = Lobby(table.referee.rules, 3, "sealed")
    host = Table("t1", table.host_identity, table.rng.randbytes, lobby, Settings(grace=60.0, step=10.0))
    host.conductor = table.conductor
    assert host._limit(Due(("seed", "close"), (0, 1, 2), due.check, "audit", optional=True)) == 60.0
    drive(table, lambda t: t.referee.ended)
    assert not table.referee.flow.frozen
    assert host._limit(Due(("ack", "close"), (0, 1, 2), due.check, "ack", optional=True)) == 10.0
