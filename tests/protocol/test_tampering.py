"""A change of any one byte of a transcript's file is found, and the layer that it broke is named."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from p2pcards_protocol.errors import TranscriptError
from p2pcards_protocol.file import PREFIX
from p2pcards_protocol.transcript import FileWriter, write_file
from protocol.transcripts import finished, fold

TABLE = finished()
DATA = write_file(TABLE.header, TABLE.entries)
HEADER_END = len(FileWriter.header_bytes(TABLE.header))
ENDS = [HEADER_END]
for _entry in TABLE.entries:
    ENDS.append(ENDS[-1] + len(FileWriter.entry_bytes(_entry)))


def verdict(data: bytes) -> TranscriptError | None:
    try:
        fold(data)
    except TranscriptError as error:
        return error
    return None


def expect_found(at: int, mask: int) -> None:
    data = bytearray(DATA)
    data[at] ^= mask
    error = verdict(bytes(data))
    assert error is not None, f"byte {at} xor {mask:#x} was not found"
    if at < len(PREFIX):
        assert error.layer == "file"
    elif at < len(PREFIX) + 4:
        assert error.layer in ("file", "frame", "header"), "a length"
    elif at < HEADER_END:
        assert (error.layer, error.entry) == ("header", None)
    else:
        number = next(i for i, end in enumerate(ENDS[1:]) if at < end)
        assert error.entry == number, f"byte {at}: entry {error.entry} named, not {number}"
        if at < ENDS[number] + 4:
            assert error.layer in ("file", "frame"), "a length"
        else:
            assert error.layer in ("frame", "chain", "host-signature")


@pytest.mark.parametrize("part", range(4))
def test_a_change_in_any_region_is_found(part: int) -> None:
    rng = Random(part)
    for at in range(part, len(DATA), 29):
        expect_found(at, rng.randrange(1, 256))


@settings(max_examples=100, deadline=None)
@given(st.integers(0, len(DATA) - 1), st.integers(1, 255))
def test_any_change_is_found(at: int, mask: int) -> None:
    expect_found(at, mask)


@pytest.mark.soak
def test_every_byte_every_bit_is_found() -> None:
    for at in range(len(DATA)):
        for bit in range(8):
            expect_found(at, 1 << bit)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, len(DATA) - 1))
def test_a_cut_is_either_found_or_an_unfinished_match(length: int) -> None:
    error = verdict(DATA[:length])
    if length in ENDS:
        assert error is None
    else:
        assert error is not None
        assert (error.layer, error.reason) in {("file", "truncated"), ("file", "empty")}


@settings(max_examples=60, deadline=None)
@given(st.binary(min_size=1, max_size=40))
def test_nothing_can_be_added_at_the_end(tail: bytes) -> None:
    assert verdict(DATA + tail) is not None


def test_the_file_as_it_is_holds() -> None:
    assert verdict(DATA) is None
