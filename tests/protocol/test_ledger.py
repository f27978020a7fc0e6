"""The fold of a transcript: what holds, what does not and in which layer, and that an error changes nothing."""

from __future__ import annotations

from typing import Any

import pytest
from p2pcards_protocol.errors import LAYERS, LocalProtocolError, TranscriptError
from p2pcards_protocol.transcript import Header, Ledger, read_file, write_file
from protocol.broken import broken
from protocol.table import HOST, Table
from protocol.transcripts import GOOD, begun, changed_keys, finished, fold, forge, voided

BROKEN = broken()


def state(ledger: Ledger) -> Any:
    """All that a fold knows."""
    phase = ledger.open_phase
    return (
        ledger.seq,
        ledger.head,
        ledger.deal,
        ledger.attempt,
        ledger.ended,
        ledger.pin,
        ledger.keys,
        [ledger.next_ctr(seat) for seat in (*range(ledger.n), HOST)],
        dict(ledger._seen),
        phase and (phase.name, phase.seats, dict(phase.spoken)),
        ledger.closed_messages,
    )


@pytest.mark.parametrize("name", GOOD)
def test_a_good_file_folds_to_the_host_s_own_state(name: str) -> None:
    table = GOOD[name]()
    data = write_file(table.header, table.entries)
    assert read_file(data) == (table.header, table.entries)
    assert state(fold(data)) == state(table.ledger)


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_file_has_one_outcome(name: str) -> None:
    data, layer, entry, reason = BROKEN[name]
    with pytest.raises(TranscriptError) as caught:
        fold(data)
    assert (caught.value.layer, caught.value.entry, caught.value.reason) == (layer, entry, reason)
    assert layer in LAYERS


def test_every_layer_of_this_floor_has_a_broken_file() -> None:
    assert {layer for _, layer, _, _ in BROKEN.values()} == set(LAYERS) - {"deal", "rules", "audit"}


@pytest.mark.parametrize("name", [name for name, case in BROKEN.items() if case[1] not in ("file", "header", "frame")])
def test_a_refused_entry_changes_nothing(name: str) -> None:
    data, _, _, _ = BROKEN[name]
    try:
        header, entries = read_file(data)
    except TranscriptError:
        return  # the chain is already broken in the file
    ledger = Ledger(header)
    for entry in entries:
        before = state(ledger)
        try:
            ledger.append(entry)
        except TranscriptError:
            assert state(ledger) == before
            return
    pytest.fail("nothing was refused")


def test_what_the_host_checks_is_what_everyone_checks() -> None:
    """`check` refuses a message exactly where `append` refuses the entry made of it."""
    compared = 0
    for data, layer, entry, reason in BROKEN.values():
        if layer in ("file", "header", "chain", "host-signature") or reason == "entry-shape" or reason == "length":
            continue
        header, entries = read_file(data)
        ledger = Ledger(header)
        for good in entries[:-1]:
            ledger.append(good)
        with pytest.raises(TranscriptError) as caught:
            ledger.check(entries[-1].blob, entries[-1].asig)
        assert (caught.value.layer, caught.value.entry, caught.value.reason) == (layer, entry, reason)
        compared += 1
    assert compared > 30


def test_header_round_trip() -> None:
    header = Table().header
    assert Header.decode(header.encode()) == header
    header.check()
    assert [member.name for member in header.members] == ["P3", "P2", "P1", "P0"]
    assert [seat.name for seat in header.parsed_terms.seats] == ["P0", "P1", "P2", "P3"]


def test_the_rules_hash_leaves_out_who_sits_where() -> None:
    first, second = Table(name="one").header.parsed_terms, Table(name="two").header.parsed_terms
    assert first.hash != second.hash
    assert first.rules_hash == second.rules_hash


def test_a_closed_phase_gives_its_messages_in_seat_order() -> None:
    table = Table()
    table.open("commit", [0, 1, 2, 3, HOST], deal=1)
    for seat in (HOST, 2, 0, 3, 1):
        table.say(seat, "commit", {"commit": bytes([seat]) * 32})
    assert table.ledger.open_phase is not None
    assert table.ledger.open_phase.missing == ()
    table.close()
    assert [message.seat for message in table.ledger.closed_messages] == [0, 1, 2, 3, HOST]
    table.say(0, "bid", {"tricks": 1})
    assert table.ledger.closed_messages == ()


def test_inside_a_phase_an_answer_to_its_open_is_never_stale() -> None:
    table = begun()
    table.open("reveal")
    drafts = [table.ledger.author(table.players[seat], seat, 1, "reveal", {"seed": bytes(32)}) for seat in range(4)]
    for draft in reversed(drafts):
        table.ledger.append(table.ledger.seal(table.host, 1, draft.blob, draft.asig))
    assert table.ledger.open_phase is not None
    assert table.ledger.open_phase.missing == ()


def test_a_stale_turn_is_signed_again() -> None:
    table = begun()
    late = table.ledger.author(table.players[1], 1, 1, "bid", {"tricks": 4})
    table.say(HOST, "pause")
    with pytest.raises(TranscriptError) as caught:
        table.ledger.check(late.blob, late.asig)
    assert (caught.value.layer, caught.value.reason) == ("seen", "stale")
    again = table.ledger.author(table.players[1], 1, 1, "bid", {"tricks": 4})
    assert table.ledger.check(again.blob, again.asig).ctr == table.ledger.next_ctr(1)


def test_a_vote_or_a_contest_is_never_stale_and_a_contest_makes_no_turn_stale() -> None:
    table = begun()
    vote = table.ledger.author(table.players[3], 3, 1, "vote", {"choice": "wait", "question": "away"})
    bid = table.ledger.author(table.players[1], 1, 1, "bid", {"tricks": 4})
    table.say(2, "contest", {"entry": 3, "reason": "swallowed"})
    table.ledger.append(table.ledger.seal(table.host, 1, bid.blob, bid.asig))
    table.ledger.append(table.ledger.seal(table.host, 1, vote.blob, vote.asig))


def test_a_repeated_message_says_where_it_stands() -> None:
    table = begun()
    last = table.entries[-1]
    with pytest.raises(TranscriptError) as caught:
        table.ledger.check(last.blob, last.asig)
    assert (caught.value.reason, caught.value.entry) == ("repeated", last.seq)
    assert table.ledger.find(0, 2) == last.seq
    assert table.ledger.find(0, 3) is None


def test_a_void_begins_the_next_attempt_and_a_new_deal_begins_at_zero() -> None:
    table = voided()
    assert (table.ledger.deal, table.ledger.attempt, table.ledger.open_phase) == (1, 1, None)
    table.say(HOST, "forfeit", {"reason": "left", "seat": 2})
    table.open("commit", [0], deal=2)
    assert (table.ledger.deal, table.ledger.attempt) == (2, 0)


def test_an_audit_may_open_over_another_phase_that_froze() -> None:
    table = begun()
    table.open("reveal")
    table.open("audit", [0, 1, 2, 3])
    table.say(2, "seed", {"seed": bytes(32)})
    table.close()
    assert table.ledger.closed_missing == (0, 1, 3)


def test_keys_in_force_follow_take_reclaim_and_join_and_counters_go_on() -> None:
    table = changed_keys()
    assert table.ledger.key(2) == table.players[2].public
    assert table.ledger.owner(2) == table.players[2].public
    assert table.ledger.next_ctr(2) == 2 + 1 + 3 + 1
    old = Table().players[2]
    entry = forge(table, 2, "bid", {"tricks": 1}, signer=old)
    with pytest.raises(TranscriptError) as caught:
        table.ledger.append(entry)
    assert (caught.value.layer, caught.value.reason) == ("author-signature", "bad-signature")


def test_after_the_end_nothing_goes() -> None:
    table = finished()
    assert table.ledger.ended
    with pytest.raises(TranscriptError) as caught:
        table.say(0, "vote", {"choice": "a", "question": "b"})
    assert caught.value.layer == "end"


def test_questions_outside_the_table_raise() -> None:
    ledger = Table().ledger
    with pytest.raises(KeyError):
        ledger.key(4)
    with pytest.raises(IndexError):
        ledger.head_at(0)
    with pytest.raises(LocalProtocolError):
        ledger.author(Table().host, HOST, 0, "dance")
    assert ledger.key(HOST) == Table().host.public
    assert ledger.find(9, 0) is None
