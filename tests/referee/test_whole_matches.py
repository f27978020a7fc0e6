"""Every preset, both kinds of deal, every number of seats: the match ends, and all judges of it agree."""

from __future__ import annotations

import pytest
from p2pcards_protocol.transcript import read_file
from referee.memory_table import MemoryTable, facts, fold

from p2pcards.rules.presets import GAMES
from p2pcards.verify import verify_bytes

TABLES = [(rules.game, n) for rules in GAMES for n in rules.seats if n <= 6]


@pytest.mark.parametrize("deal", ["sealed", "dealer"])
@pytest.mark.parametrize(("game", "n"), TABLES, ids=[f"{game}-{n}" for game, n in TABLES])
def test_a_match_ends_and_everybody_agrees(game: str, n: int, deal: str) -> None:
    table = MemoryTable(game, n, deal=deal, changes={"max_hands": 2}, seed=n).run()
    assert table.distrust == {}
    assert table.referee.ended
    expected = facts(table.referee)
    for player in table.players:
        assert facts(player.referee) == expected
    data = table.file()
    report = verify_bytes(data)
    assert report.ok, (report.fault, report.deals)
    assert (report.head, report.result) == (table.referee.ledger.head, table.referee.match.result)
    assert report.counts == {}
    header, entries = read_file(data)
    assert facts(fold(header, entries)) == expected


@pytest.mark.parametrize("deal", ["sealed", "dealer"])
def test_who_comes_late_or_only_watches_sees_the_same(deal: str) -> None:
    table = MemoryTable("hearts", deal=deal, changes={"max_hands": 2}, seed=5)
    table.run(until=lambda t: len(t.entries) > 100)
    late = fold(table.header, table.entries[:100])
    table.run()
    for entry in table.entries[100:]:
        late.take(entry)
        late.catch_up()
    assert facts(late) == facts(table.referee)
    assert late.match.deals == fold(table.header, table.entries).match.deals


def test_a_player_knows_its_own_cards_and_no_others() -> None:
    table = MemoryTable("cutthroat", deal="sealed", changes={"max_hands": 1}, seed=2)
    table.run(until=lambda t: "play" in t.kinds())
    for seat in table.seats:
        view = seat.player.view
        assert view is not None
        known = [other for other in range(view.n) if view.hand(other) is not None]
        assert known in ([seat.seat], []), "a hand is read as soon as all keys have come"
    assert table.referee.deal is not None
    assert all(table.referee.deal.hand(seat) is None for seat in range(table.referee.n)), "the host sees no hand"
