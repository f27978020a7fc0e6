"""Bytes in, verdicts out: any change is found and named, nothing in a file makes the verifier stumble."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest
from p2pcards_protocol import body as bodies
from p2pcards_protocol.errors import LAYERS
from p2pcards_protocol.file import MAX_FILE, PREFIX
from p2pcards_protocol.transcript import FileWriter, Header, Ledger, Message, sign_join, write_file
from referee.memory_table import MemoryTable, fold, make_header

from p2pcards.verify import compare, fold_report, summary, verify_bytes


@cache
def table(deal: str) -> MemoryTable:
    return MemoryTable("spar", 3, deal=deal, changes={"max_hands": 2, "target_score": 50}, seed=11).run()


@cache
def ends(deal: str) -> tuple[int, ...]:
    """Where the header and each entry end in the file."""
    made = table(deal)
    out = [len(FileWriter.header_bytes(made.header))]
    for entry in made.entries:
        out.append(out[-1] + len(FileWriter.entry_bytes(entry)))
    return tuple(out)


def expect_found(deal: str, at: int, mask: int) -> None:
    """One byte of a sound file changed: not ok, and the place is named."""
    data = bytearray(table(deal).file())
    data[at] ^= mask
    report = verify_bytes(bytes(data))
    where = f"{deal}: byte {at} xor {mask:#x}"
    assert not report.ok, where
    assert report.fault is not None, where
    assert report.fault.layer in LAYERS, where
    if at < len(PREFIX):
        assert report.fault.layer == "file", where
    elif at >= ends(deal)[0]:
        number = next(i for i, end in enumerate(ends(deal)[1:]) if at < end)
        assert report.fault.entry == number, f"{where}: {report.fault}"
        assert report.entries <= number


@pytest.mark.parametrize("deal", ["sealed", "dealer"])
@pytest.mark.parametrize("part", range(4))
def test_a_changed_byte_is_found_and_named(deal: str, part: int) -> None:
    rng = Random(part)
    size = len(table(deal).file())
    for _ in range(40):
        expect_found(deal, rng.randrange(size), rng.randrange(1, 256))


@pytest.mark.parametrize("deal", ["sealed", "dealer"])
def test_a_changed_byte_of_the_header_is_found(deal: str) -> None:
    for at in range(0, ends(deal)[0], 7):
        expect_found(deal, at, 0x20)


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize("deal", ["sealed", "dealer"])
def test_every_changed_byte_is_found_and_named(deal: str) -> None:
    rng = Random(0)
    for at in range(len(table(deal).file())):
        expect_found(deal, at, rng.randrange(1, 256))


@pytest.mark.parametrize("deal", ["sealed", "dealer"])
def test_a_cut_file_is_broken_or_unfinished(deal: str) -> None:
    data = table(deal).file()
    rng = Random(3)
    for length in [*rng.sample(range(len(data)), 25), *ends(deal)[:: len(ends(deal)) // 12]]:
        report = verify_bytes(data[:length])
        assert not report.ok, length
        assert (report.fault is None) == (length in ends(deal)), length
        if report.fault is None:
            assert (report.finished, report.result) == (False, None), length


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "empty"),
        (b"\x00", "not-a-transcript"),
        (b"PK\x03\x04" + bytes(500), "not-a-transcript"),
        (PREFIX[:8], "truncated"),
        (PREFIX[:8] + b"\x00\x02" + bytes(100), "version"),
        (PREFIX, "truncated"),
        (PREFIX + bytes(4), None),
        (PREFIX + b"\xff\xff\xff\xff", None),
        (PREFIX + b"\x00\x00\x00\x01\xc0", None),
    ],
)
def test_other_files_are_named_as_such(data: bytes, reason: str | None) -> None:
    report = verify_bytes(data)
    assert not report.ok
    assert report.fault is not None
    assert report.fault.layer in ("file", "frame", "header")
    assert reason is None or report.fault.reason == reason
    assert summary(report)["ok"] is False


def test_noise_never_makes_it_stumble() -> None:
    rng = Random(8)
    for _ in range(200):
        data = rng.randbytes(rng.randrange(200))
        start = rng.choice([b"", PREFIX, table("sealed").file()[: ends("sealed")[0]]])
        assert not verify_bytes(start + data).ok


def test_a_file_that_is_too_long_is_not_read() -> None:
    report = verify_bytes(PREFIX + bytes(MAX_FILE))
    assert report.fault is not None
    assert report.fault.layer == "file"


def test_a_match_of_an_unknown_game_is_not_ok() -> None:
    made = table("sealed")
    terms = made.header.parsed_terms
    other = replace(terms, game="bridge")
    host, seats, header = make_header("spar", 3, seed=11)
    members = tuple(
        replace(member, signature=sign_join(one, member.commit, other.hash))
        for one, member in zip(seats, header.members, strict=True)
    )
    changed = replace(
        header,
        terms=other.encode(),
        members=members,
        host_signature=sign_join(host, header.host_commit, other.hash),
    )
    changed.check()
    report = verify_bytes(write_file(changed, []))
    assert report.fault is not None
    assert (report.fault.layer, report.fault.reason) == ("header", "unknown-game")


def test_an_honest_host_that_signs_a_wrong_result_is_found() -> None:
    """The host's own signature on a wrong end does not make it right."""
    made = table("sealed")
    ledger = Ledger(made.header)
    for entry in made.entries[:-1]:
        ledger.append(entry)
    points = list(made.referee.match.sheet.points)
    points[0] += 1
    result = made.referee.match.result
    assert result is not None
    for body, reason in (
        (bodies.End(winners=result.winners, reason=result.reason, points=tuple(points)), "other-points"),
        (bodies.End(winners=(), reason=result.reason, points=made.referee.match.sheet.points), "other-result"),
    ):
        draft = ledger.author(made.host_identity, 255, ledger.deal, "end", body)
        forged = [*made.entries[:-1], ledger.seal(made.host_identity, 0, draft.blob, draft.asig)]
        report = fold_report(made.header, forged)
        assert report.fault is not None
        assert (report.fault.layer, report.fault.entry, report.fault.reason) == ("end", len(forged) - 1, reason)


def forked(deal: str, at: int) -> tuple[bytes, bytes]:
    """Two files of one match that a two-faced host signed: they part at entry `at`."""
    made = table(deal)
    other = Ledger(made.header)
    for entry in made.entries[:at]:
        other.append(entry)
    old = made.entries[at]
    twin = other.seal(made.host_identity, old.t_ms + 1, old.blob, old.asig)
    return made.file(), write_file(made.header, [*made.entries[:at], twin])


@pytest.mark.parametrize("at", [0, 7, 40])
def test_two_histories_are_proof_against_the_host(at: int) -> None:
    one, other = forked("sealed", at)
    found = compare(one, other)
    assert found.same_match
    assert not found.equal
    assert found.divergence is not None
    assert (found.divergence.seq, found.divergence.proof) == (at, True)
    assert compare(other, one).divergence is not None


def test_a_forged_difference_is_no_proof() -> None:
    made = table("sealed")
    data = bytearray(made.file())
    data[ends("sealed")[5] - 1] ^= 1
    found = compare(made.file(), bytes(data))
    assert found.divergence is not None
    assert (found.divergence.seq, found.divergence.proof) == (4, False)


def test_a_shorter_file_contradicts_nothing() -> None:
    data = table("sealed").file()
    found = compare(data, data[: ends("sealed")[20]])
    assert (found.same_match, found.equal, found.divergence) == (True, False, None)
    assert found.missing == len(table("sealed").entries) - 20
    assert compare(data, data).equal
    assert not compare(data, table("dealer").file()).same_match
    assert not compare(b"", data).same_match


def test_the_same_file_twice_gives_the_same_report() -> None:
    made = table("sealed")
    first, second = verify_bytes(made.file()), fold_report(Header.decode(made.header.encode()), made.entries)
    assert summary(first) == summary(second)
    assert fold(made.header, made.entries).ledger.head == first.head


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_random_files_from_the_system() -> None:
    for _ in range(2000):
        noise = os.urandom(300)
        assert not verify_bytes(noise).ok, noise.hex()
        assert not verify_bytes(table("sealed").file()[: ends("sealed")[0]] + noise).ok, noise.hex()


def test_a_file_that_is_cut_off_still_shows_its_sound_part() -> None:
    made = table("dealer")
    end = next(entry.seq for entry in made.entries if Message.decode(entry.blob).kind == "ack")
    data = made.file()[: ends("dealer")[end + 1] + 5]
    report = verify_bytes(data)
    assert not report.ok
    assert report.fault is not None
    assert (report.fault.layer, report.fault.entry, report.fault.reason) == ("file", end + 1, "truncated")
    assert [verdict.outcome for verdict in report.deals] == ["verified"]
    assert compare(made.file(), data).same_match


def test_a_file_of_an_older_version_of_the_rules_is_still_judged() -> None:
    """files/rules-1.p2pcards is a sealed deal of Spar that two bots played before there was a take-back to agree on."""
    report = verify_bytes((Path(__file__).parent / "files" / "rules-1.p2pcards").read_bytes())
    assert report.ok, report.fault
    assert report.match is not None
    assert not report.match.rules.takebacks
    assert [verdict.outcome for verdict in report.deals] == ["verified"]
