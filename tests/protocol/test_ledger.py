"""The fold of a transcript: rules 1-4."""

from __future__ import annotations

import pytest
from p2pcards_protocol.errors import TranscriptError
from p2pcards_protocol.transcript import Header, Ledger, read_file, write_file
from protocol.table import Table


def small_match() -> Table:
    table = Table()
    table.agree()
    table.phase("commit", {seat: {"commit": bytes([seat]) * 32} for seat in (0, 1, 2, 3, 255)}, deal=1)
    table.say(0, "bid", {"tricks": 3})
    table.say(1, "play", {"card": 7})
    table.say(255, "end", {"reason": "target"})
    return table


def test_a_small_match_reads_back_and_folds_to_the_same_head() -> None:
    table = small_match()
    header, entries = read_file(write_file(table.header, table.entries))
    assert header == table.header
    assert entries == table.entries
    again = Ledger(header)
    for entry in entries:
        again.append(entry)
    assert again.head == table.ledger.head
    assert again.ended


def test_header_round_trip() -> None:
    header = Table().header
    assert Header.decode(header.encode()) == header
    header.check()


def test_a_closed_phase_gives_its_messages_in_seat_order() -> None:
    table = Table()
    table.open("commit", [0, 1, 2, 3, 255], deal=1)
    for seat in (255, 2, 0, 3, 1):
        table.say(seat, "commit", {"commit": bytes([seat]) * 32})
    table.close()
    assert [message.seat for message in table.ledger.closed_messages] == [0, 1, 2, 3, 255]
    table.say(0, "bid", {"tricks": 1})
    assert table.ledger.closed_messages == ()


def test_an_answer_to_an_older_state_is_stale_and_nothing_changes() -> None:
    table = Table()
    late = table.ledger.author(table.players[1], 1, 0, "bid", {"tricks": 4})
    table.say(0, "bid", {"tricks": 3})
    before = (table.ledger.seq, table.ledger.head, table.ledger.next_ctr(1))
    with pytest.raises(TranscriptError) as caught:
        table.ledger.check(late.blob, late.asig)
    assert (caught.value.layer, caught.value.reason) == ("seen", "stale")
    assert (table.ledger.seq, table.ledger.head, table.ledger.next_ctr(1)) == before


def test_the_same_message_again_is_told_from_another_with_its_counter() -> None:
    table = Table()
    draft = table.ledger.author(table.players[0], 0, 0, "bid", {"tricks": 3})
    other = table.ledger.author(table.players[0], 0, 0, "bid", {"tricks": 4})
    table.ledger.append(table.ledger.seal(table.host, 1, draft.blob, draft.asig))
    with pytest.raises(TranscriptError) as caught:
        table.ledger.check(draft.blob, draft.asig)
    assert (caught.value.reason, caught.value.entry) == ("repeated", 0)
    with pytest.raises(TranscriptError) as caught:
        table.ledger.check(other.blob, other.asig)
    assert caught.value.reason == "used"
