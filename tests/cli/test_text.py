"""Peer text can do nothing to a line."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from p2pcards_cli.text import clean, clean_name

NASTY = [
    ("a\nb\r\nc", "a b c"),
    ("a\u2028b\u2029c\x85d", "a b c d"),
    ("\x1b[31mred\x1b[0m", "[31mred[0m"),
    ("\u202eevil\u202c", "evil"),
    ("a\u200db\ufe0fc\u2066d", "abcd"),
    ("♥\ufe0f", "♥"),
    ("x\u0301\u0302\u0303\u0304\u0305y", "x\u0301\u0302y"),
    ("  a   b ", "a b"),
    ("\x07\x08\x00", ""),
]


@pytest.mark.parametrize(("text", "wanted"), NASTY)
def test_what_is_taken_out(text: str, wanted: str) -> None:
    assert clean(text) == wanted


@given(st.text(max_size=200))
def test_clean_text_is_one_printable_line(text: str) -> None:
    told = clean(text, 60)
    assert len(told) <= 60
    assert all(unicodedata.category(char)[0] != "C" and unicodedata.category(char) not in ("Zl", "Zp") for char in told)
    assert len(told.splitlines()) <= 1
    assert clean(told, 60) == told


def test_a_name_is_never_empty_and_never_long() -> None:
    assert clean_name("\u200b\x1b") == "?"
    assert len(clean_name("x" * 500)) == 40
