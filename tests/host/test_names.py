"""Names: what is kept of them, and which two cannot sit at one table."""

from __future__ import annotations

import pytest
from host.table_of import lab, run
from hypothesis import given
from hypothesis import strategies as st

from p2pcards.host.base import HOST_OPERATOR
from p2pcards.host.effect import Refusal
from p2pcards.host.lobby import Lobby
from p2pcards.host.names import NAME_MOST, clash, clean_name, free_name, plain_line
from p2pcards.rules.presets import find_game

ALIKE = [
    ("Anna", "anna"),
    ("Anna", "\N{CYRILLIC CAPITAL LETTER A}nn\N{CYRILLIC SMALL LETTER A}"),
    ("Eva", "\N{GREEK CAPITAL LETTER EPSILON}v\N{GREEK SMALL LETTER ALPHA}"),
    ("Anna", "An na"),
    ("Anna", "An\N{ZERO WIDTH SPACE}na"),
    ("Anna", "Anna\N{HANGUL FILLER}"),
    ("Anna", "\N{FULLWIDTH LATIN CAPITAL LETTER A}nna"),
    ("Bob", "B0b"),
    ("Bill", "BiIl"),
    ("l1", "Il"),
    ("Bernd", "Bemd"),
    ("Strasse", "stra\N{LATIN SMALL LETTER SHARP S}e"),
]
APART = [
    ("Ian", "Lan"),
    ("Jose", "Jos\N{LATIN SMALL LETTER E WITH ACUTE}"),
    ("Anna", "Anna 2"),
    ("Olga", "\N{CYRILLIC CAPITAL LETTER O}\N{CYRILLIC SMALL LETTER EL}\N{CYRILLIC SMALL LETTER SOFT SIGN}"),
    ("ana", "anna"),
]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_look_alike_clash(one: str, other: str) -> None:
    assert clash(clean_name(one), [clean_name(other)])
    assert clash(clean_name(other), [clean_name(one)])


@pytest.mark.parametrize(("one", "other"), APART)
def test_names_that_can_be_told_apart_do_not(one: str, other: str) -> None:
    assert not clash(clean_name(one), [clean_name(other)])


def test_a_lookalike_cannot_sit_down() -> None:
    lobby = Lobby(find_game("spar"), 3, "sealed")
    lobby.sit(b"a" * 32, "Anna", None)
    with pytest.raises(Refusal) as refused:
        lobby.sit(b"b" * 32, "\N{CYRILLIC CAPITAL LETTER A}nna", None)
    assert refused.value.data["why"] == "name-taken"
    lobby.sit(b"c" * 32, "4nna", None, bot=True)
    lobby.sit(b"d" * 32, "anna", None, bot=True)
    assert [slot.name for slot in lobby.slots if slot is not None] == ["Anna", "4nna", "anna 2"]


def test_what_cannot_be_seen_is_no_name() -> None:
    assert clean_name("\N{HANGUL FILLER}\N{BRAILLE PATTERN BLANK}\N{COMBINING GRAPHEME JOINER}") == "player"
    assert clean_name("A\N{VARIATION SELECTOR-16}b\N{RIGHT-TO-LEFT OVERRIDE}c\n") == "Abc"
    assert clean_name("b" + "\N{COMBINING LONG SOLIDUS OVERLAY}" * 9) == "b" + "\N{COMBINING LONG SOLIDUS OVERLAY}" * 2


@given(st.text(max_size=80), st.lists(st.text(max_size=40), max_size=6))
def test_any_text_becomes_a_name_that_is_free(name: str, others: list[str]) -> None:
    cleaned = clean_name(name)
    assert plain_line(cleaned, NAME_MOST)
    assert clean_name(cleaned) == cleaned
    others = [clean_name(other) for other in (*others, name)]
    free = free_name(cleaned, others)
    assert plain_line(free, NAME_MOST)
    assert not clash(free, others)


@pytest.mark.parametrize("name", ["host", "H\N{CYRILLIC SMALL LETTER O}st", "\x1b[2Jho\N{ZERO WIDTH SPACE}st"])
def test_no_guests_bot_passes_for_the_hosts(name: str) -> None:
    async def test() -> None:
        async with lab(61) as here:
            table = here.host.create_table("spar", {})
            client = await here.client(name)
            seat = await client.sit(table.ref, bot=True)
            slot = table.lobby.slots[seat]
            assert slot is not None
            assert slot.operator
            assert not clash(slot.operator, [HOST_OPERATOR])
            assert clean_name(slot.operator) == slot.operator

    run(test)
