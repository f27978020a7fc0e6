"""protocol/SPEC.md says every message, every body and every number that the code says."""

from __future__ import annotations

from p2pcards_protocol import codec, fields, file, frame, states
from p2pcards_protocol.errors import ANSWER_CODES, CLOSING_CODES
from protocol.make_spec import SPEC, with_tables

TEXT = SPEC.read_text(encoding="utf-8")


def test_the_tables_are_those_of_the_structs() -> None:
    assert with_tables(TEXT) == TEXT, "run tests/protocol/make_spec.py"
    assert TEXT.count("| `") > 60


def test_the_numbers_are_those_of_the_code() -> None:
    for number in (
        frame.MAX_FRAME,
        codec.MAX_DEPTH,
        codec.MAX_ITEMS,
        fields.MAX_BLOB,
        fields.MAX_TERMS,
        f"{states.HELLO_TIMEOUT:g} s",
        f"{states.AUTH_TIMEOUT:g} s",
        f"{states.PING_AFTER:g} s",
        f"{states.DEAD_AFTER:g} s",
        f"{states.RATE:g} a second",
        f"burst of {states.BURST:g}",
        f"{file.MAX_FILE // 1024**2} MiB",
    ):
        assert str(number) in TEXT, number


def test_every_error_code_is_there() -> None:
    for code in CLOSING_CODES | ANSWER_CODES:
        assert code in TEXT
