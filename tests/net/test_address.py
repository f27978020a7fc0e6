"""Every way to say which host is meant, and nothing but AddressError for the rest."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from p2pcards_protocol.identity import Identity, host_words

from p2pcards.net.address import Target, invite, parse, show
from p2pcards.net.errors import AddressError

KEY = bytes(range(32))
SECRET = bytes(range(16))


@pytest.mark.parametrize(
    ("typed", "name", "addresses", "port"),
    [
        ("anna", "anna", ("anna",), None),
        ("  anna ", "anna", ("anna",), None),
        ("anna.local", "anna.local", ("anna.local",), None),
        ("anna.local.:7000", "", ("anna.local.",), 7000),
        ("Anna's laptop", "Anna's laptop", (), None),
        ("Ольга", "Ольга", (), None),
        ("10.0.0.5", "", ("10.0.0.5",), None),
        ("10.0.0.5:1", "", ("10.0.0.5",), 1),
        ("host:65535", "", ("host",), 65535),
        ("fd00::1", "", ("fd00::1",), None),
        ("FD00:0::1", "", ("fd00::1",), None),
        ("[fd00::1]", "", ("fd00::1",), None),
        ("[fd00::1]:7000", "", ("fd00::1",), 7000),
        ("fe80::1%eth0", "", ("fe80::1%eth0",), None),
        ("[fe80::1%eth0]:7000", "", ("fe80::1%eth0",), 7000),
        ("one-big-table", "one-big-table", ("one-big-table",), None),
    ],
)
def test_what_people_type(typed: str, name: str, addresses: tuple[str, ...], port: int | None) -> None:
    assert parse(typed) == Target(typed.strip(), name=name, addresses=addresses, port=port)


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("", "empty"),
        ("   ", "empty"),
        ("10.0.0.256", "bad-address"),
        ("10.0.0", "bad-address"),
        (":7787", "bad-address"),
        ("fd00::1::2", "bad-address"),
        ("[10.0.0.5]:7787", "bad-address"),
        ("a\nb", "bad-address"),
        ("x" * 501, "bad-address"),
        ("host:", "bad-port"),
        ("host:0", "bad-port"),
        ("host:65536", "bad-port"),
        ("host:12a", "bad-port"),
        ("[fd00::1]:", "bad-port"),
        ("p2pcards:", "bad-invite"),
        ("p2pcards:AAAA@10.0.0.5:7787", "bad-invite"),
    ],
)
def test_what_is_refused(typed: str, key: str) -> None:
    with pytest.raises(AddressError) as why:
        parse(typed)
    assert why.value.key == key


def test_the_six_words_of_a_host() -> None:
    words = host_words(Identity.from_seed(b"\1" * 32).public)
    assert parse(" ".join(words)).words == words
    assert parse("-".join(words).upper()).words == words
    assert parse("  ".join(words)).addresses == ()


def test_a_mistyped_word_is_named() -> None:
    words = list(host_words(Identity.from_seed(b"\1" * 32).public))
    with pytest.raises(AddressError) as why:
        parse(" ".join(["abandom", *words[1:]]))
    assert (why.value.key, why.value.data) == ("bad-words", {"word": "abandom", "nearest": "abandon"})


def test_six_other_words_are_a_name() -> None:
    assert parse("the cat sat upon our rug").name == "the cat sat upon our rug"


@given(
    v4=st.lists(st.ip_addresses(v=4).map(str), min_size=1, max_size=3, unique=True),
    v6=st.lists(st.ip_addresses(v=6).map(str), max_size=3, unique=True),
    port=st.integers(1, 65535),
    key=st.binary(min_size=32, max_size=32),
    secret=st.none() | st.binary(min_size=16, max_size=16),
)
def test_an_invite_comes_back_whole(v4: list[str], v6: list[str], port: int, key: bytes, secret: bytes | None) -> None:
    text = invite([*v4, *v6], port, key, secret)
    assert parse(text) == Target(text, addresses=(*v4, *v6), port=port, key=key, secret=secret)


def test_an_invite_has_no_scopes() -> None:
    assert parse(invite(["fe80::1%eth0"], 7787, KEY)).addresses == ("fe80::1",)


def test_an_invite_that_is_cut_or_changed_in_length_is_refused() -> None:
    text = invite(["10.0.0.5"], 7787, KEY, SECRET)
    for end in range(len("p2pcards:"), len(text)):
        if text[:end].endswith((":7", ":77", ":778", ":7787")):
            continue  # a shorter port is a port, and without its secret it is an invite without one
        with pytest.raises(AddressError):
            parse(text[:end])


@given(st.text(max_size=60) | st.text(alphabet="0123456789abcdef:.[]%@?=-_ p", max_size=60))
def test_nothing_else_is_ever_raised(text: str) -> None:
    try:
        target = parse(text)
    except AddressError:
        return
    assert bool(target.words) + bool(target.addresses or target.name) == 1


def test_what_is_shown_can_be_typed() -> None:
    for address, port in (("10.0.0.5", 7787), ("10.0.0.5", 80), ("fd00::1", 7787), ("fe80::1%eth0", 80)):
        back = parse(show(address, port))
        assert (back.addresses, back.port or 7787) == ((address,), port)


def test_what_is_copied_out_of_a_box_on_the_screen_is_read() -> None:
    whole = invite(["192.0.2.2", "fd00::2"], 7788, KEY)
    copied = whole[:50] + " \u2502\n\u2502 " + whole[50:] + "   \u2502"
    assert parse(copied).key == KEY
    assert parse(copied).addresses == ("192.0.2.2", "fd00::2")
    words = "ability able about above absent absorb"
    assert parse(words.replace(" absorb", " \u2502\n\u2502 absorb")).words == tuple(words.split())
