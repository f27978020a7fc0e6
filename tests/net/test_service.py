"""What is announced fits its records, and what others announce is cut to size."""

from hypothesis import given
from hypothesis import strategies as st

from p2pcards.net.service import TYPE, Service, clean, read

KEY = bytes(range(32))


def test_the_instance_has_the_name_and_four_characters_of_the_key() -> None:
    service = Service("Anna's v1.2", KEY, 7787)
    assert service.instance() == f"Anna's v1·2 {service.id[:4]}"
    assert service.full_name() == f"{service.instance()}.{TYPE}"
    assert service.text()["n"] == "Anna's v1.2"


@given(
    name=st.text(max_size=300),
    games=st.lists(st.from_regex(r"[a-z]{1,20}", fullmatch=True), max_size=30),
    tables=st.integers(0, 10**9),
)
def test_any_name_fits(name: str, games: list[str], tables: int) -> None:
    service = Service(name, KEY, 7787, tables, tables, tuple(games), (1, 3))
    assert 0 < len(service.instance().encode()) <= 63
    assert "." not in service.instance()
    text = service.text()
    assert sum(len(f"{key}={value}".encode()) + 1 for key, value in text.items()) < 400
    assert next(iter(text)) == "txtvers"
    found = read(text, ("10.0.0.1",), 7787)
    assert found is not None
    assert (found.id, found.port, found.versions) == (service.id, 7787, (1, 3))
    assert found.matches(KEY)
    assert not found.matches(bytes(32))


@given(
    st.dictionaries(
        st.sampled_from(["txtvers", "v", "id", "n", "t", "s", "g", "x"]),
        st.none() | st.text(max_size=300) | st.sampled_from(["1", "1-2", "a" * 16, "99999999999999999999", "-1", "²"]),
    ),
    st.integers(-1, 70000),
)
def test_whatever_others_say_is_nothing_or_sane(text: dict[str, str | None], port: int) -> None:
    found = read(text, (), port)
    if found is not None:
        assert 1 <= found.port <= 65535
        assert 0 <= found.tables <= 9999
        assert 0 <= found.free <= 9999
        assert found.name
        assert clean(found.name, 160) == found.name


def test_a_name_cannot_forge_a_line_or_hide_its_direction() -> None:
    assert clean("a\x1b[2J\nb\u2028c\u202ed\u200be", 99) == "a[2Jbcde"
    assert clean("  a \u00a0 b  ", 99) == "a b"
    assert clean("é" * 10, 5) == "éé"


def test_the_hash_of_each_tables_rules_is_announced() -> None:
    service = Service("anna", bytes(32), 7787, 2, 3, ("classic",), rules=("2dde4d62", "0badcafe"))
    text = dict(service.text())
    assert text["r"] == "2dde4d62,0badcafe"
    found = read({**text, "r": text["r"] + ",nonsense"}, ("10.0.0.1",), 7787)
    assert found is not None
    assert found.rules == ("2dde4d62", "0badcafe")
    many = Service("anna", bytes(32), 7787, rules=("2dde4d62",) * 64)
    assert sum(len(name) + len(value) + 2 for name, value in many.text().items()) < 400
