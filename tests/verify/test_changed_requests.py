"""A file that holds claims, cards taken back and records of bots: whatever is changed in it is found, and the layer and
the entry are named."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from bots.bot_table import BotTable
from bots.test_replay import asking
from hypothesis import given, settings
from hypothesis import strategies as st
from p2pcards_protocol.codec import pack, unpack
from p2pcards_protocol.file import PREFIX
from p2pcards_protocol.transcript import Entry, FileWriter, Message, write_file

from p2pcards.verify import Report, verify_bytes

WANTED = {("claim", ""), ("vote", "claim"), ("takeback", "ask"), ("takeback", "grant"), ("ack", "record")}
DEALS = st.sampled_from(["sealed", "dealer"])


def about(message: Message) -> tuple[str, str]:
    """The kind of a message, with what tells its uses apart."""
    body = message.body
    if message.kind == "takeback":
        return message.kind, body.get("step", "ask")
    return message.kind, body.get("question", "") or ("record" if body.get("record") else "")


@cache
def made(deal: str, seed: int = 0) -> BotTable:
    """A match in which there is each of WANTED. seed: to begin to look at."""
    for number in range(seed, seed + 40):
        changes = {"max_hands": 1, "takebacks": True, "cards_each": 4}
        labels = ("", "easy:bold", "normal:steady", "easy:careful")
        table = BotTable("classic", 4, deal=deal, changes=changes, labels=labels, seed=number)
        table.on_step = asking(Random(number))
        table.run()
        if {about(Message.decode(entry.blob)) for entry in table.entries} >= WANTED:
            assert verify_bytes(table.file()).ok
            return table
    raise AssertionError("no such match")


@cache
def ends(deal: str) -> tuple[int, ...]:
    """Where the header and each entry end."""
    table = made(deal)
    at = [len(FileWriter.header_bytes(table.header))]
    for entry in table.entries:
        at.append(at[-1] + len(FileWriter.entry_bytes(entry)))
    return tuple(at)


@cache
def whole(deal: str) -> bytes:
    return made(deal).file()


def expect(report: Report, entry: int | None, *layers: str) -> None:
    assert report.fault is not None
    assert not report.ok
    assert (report.fault.entry, report.fault.layer in layers) == (entry, True), report.fault


@settings(max_examples=60, deadline=None)
@given(DEALS, st.data())
def test_any_byte_changed_is_found_and_its_entry_named(deal: str, data: st.DataObject) -> None:
    good, marks = whole(deal), ends(deal)
    at = data.draw(st.integers(0, len(good) - 1), "at")
    bad = bytearray(good)
    bad[at] ^= data.draw(st.integers(1, 255), "mask")
    report = verify_bytes(bytes(bad))
    assert report.fault is not None, at
    if at < len(PREFIX) + 4:
        assert report.fault.layer in ("file", "frame", "header")
        return
    if at < marks[0]:
        return expect(report, None, "header")
    number = next(i for i, end in enumerate(marks[1:]) if at < end)
    layers = ("file", "frame") if at < marks[number] + 4 else ("frame", "chain", "host-signature")
    return expect(report, number, *layers)


def places(deal: str) -> list[int]:
    """The entries of which there are only since requests and records are."""
    return [entry.seq for entry in made(deal).entries if about(Message.decode(entry.blob)) in WANTED]


@pytest.mark.parametrize("deal", ["sealed", "dealer"])
def test_an_entry_left_out_doubled_or_put_elsewhere(deal: str) -> None:
    table = made(deal)
    for at in places(deal):
        entries = list(table.entries)
        one = entries.pop(at)
        expect(verify_bytes(write_file(table.header, entries)), at, "chain")
        entries.insert(at + 1, one)
        expect(verify_bytes(write_file(table.header, entries)), at, "chain")
        entries = [*table.entries[: at + 1], one, *table.entries[at + 1 :]]
        expect(verify_bytes(write_file(table.header, entries)), at + 1, "chain")


@pytest.mark.parametrize("deal", ["sealed", "dealer"])
def test_an_entry_of_another_match(deal: str) -> None:
    """Under its own number and head, and by the same players and host as far as their keys go."""
    table, other = made(deal), made(deal, 40)
    for at in places(deal):
        stranger = other.entries[min(at, len(other.entries) - 1)]
        entries = [*table.entries[:at], Entry(at, *stranger.to_tuple()[1:]), *table.entries[at + 1 :]]
        expect(verify_bytes(write_file(table.header, entries)), at, "host-signature")


@pytest.mark.parametrize("deal", ["sealed", "dealer"])
def test_a_host_that_writes_another_answer_or_record(deal: str) -> None:
    """It signs the chain anew; what a seat has said it cannot sign."""
    table = made(deal)
    for at in places(deal):
        message = Message.decode(table.entries[at].blob)
        value = unpack(table.entries[at].blob)
        assert isinstance(value, list)
        body = value[-1]
        if message.kind == "vote":
            body["choice"] = "no" if body["choice"] == "yes" else "yes"
        elif message.kind == "takeback":
            body["step"] = "refuse" if body.get("step") == "grant" else "grant"
        elif message.kind == "claim":
            body["tricks"] = (body["tricks"] + 1) % 4
        else:
            body["record"]["seed"] = bytes(32)
        report = verify_bytes(signed_anew(table, at, pack(value)))
        expect(report, at, "author-signature")


def signed_anew(table: BotTable, at: int, blob: bytes) -> bytes:
    """The file up to an entry whose blob is another one, which the host has signed."""
    from referee.memory_table import fold

    referee = fold(table.header, table.entries[:at])
    old = table.entries[at]
    return write_file(
        table.header, [*table.entries[:at], referee.ledger.seal(table.host_identity, old.t_ms, blob, old.asig)]
    )


@settings(max_examples=40, deadline=None)
@given(DEALS, st.data())
def test_a_cut_is_found_or_an_unfinished_match(deal: str, data: st.DataObject) -> None:
    good, marks = whole(deal), ends(deal)
    length = data.draw(st.one_of(st.integers(0, len(good) - 1), st.sampled_from(marks[:-1])))
    report = verify_bytes(good[:length])
    if length in marks:
        assert (report.fault, report.finished) == (None, False)
    else:
        assert report.fault is not None
        assert report.fault.layer == "file"
