"""First contact is taken, the same key is known everywhere, another one stops hard."""

from pathlib import Path

import pytest

from p2pcards.store import KeyChanged, Store

A, B, C = b"a" * 32, b"b" * 32, b"c" * 32


@pytest.fixture
def store(tmp_path: Path):  # type: ignore[no-untyped-def]
    store = Store(tmp_path)
    yield store
    store.close()


def test_first_contact_and_then_known_wherever_it_is(store: Store) -> None:
    assert store.hosts.meet(A, "anna", ["10.0.0.5"], 7787, 100)
    assert not store.hosts.meet(A, "anna", ["10.0.0.6"], 7788, 200)
    assert not store.hosts.meet(A, "anna's new name", ["10.0.0.6"], 7788, 300)
    (host,) = store.hosts.all()
    assert (host.key, host.name, host.addresses, host.port) == (A, "anna's new name", ("10.0.0.6",), 7788)
    assert (host.first_seen, host.last_seen) == (100, 300)


@pytest.mark.parametrize("name", ["anna", "ANNA", " Anna", "ａｎｎａ"])
def test_another_key_under_the_same_name_stops(store: Store, name: str) -> None:
    store.hosts.meet(A, "anna", ["10.0.0.5"], 7787, 100)
    with pytest.raises(KeyChanged) as why:
        store.hosts.meet(B, name, ["10.0.0.9"], 7787, 200)
    assert (why.value.known, why.value.seen, why.value.name) == (A, B, "anna")
    assert [host.key for host in store.hosts.all()] == [A]


def test_another_key_at_the_address_that_was_typed_stops(store: Store) -> None:
    store.hosts.meet(A, "anna", ["10.0.0.5", "fe80::1%eth0"], 7787, 100)
    with pytest.raises(KeyChanged):
        store.hosts.meet(B, "", ["fe80::1%eth0"], 7787, 200)
    assert store.hosts.meet(B, "", ["10.0.0.5"], 7788, 200)


def test_an_address_may_pass_to_a_host_of_another_name(store: Store) -> None:
    store.hosts.meet(A, "anna", ["10.0.0.5"], 7787, 100)
    assert store.hosts.meet(B, "bob", ["10.0.0.5"], 7787, 200)


def test_two_hosts_of_one_name_that_are_both_there(store: Store) -> None:
    store.hosts.meet(A, "anna", ["10.0.0.5"], 7787, 100)
    assert store.hosts.meet(B, "anna", ["10.0.0.9"], 7787, 200, others=[A])
    with pytest.raises(KeyChanged):
        store.hosts.meet(C, "anna", ["10.0.0.9"], 7787, 300, others=[A])


def test_a_person_accepts_the_new_key_or_forgets_the_host(store: Store) -> None:
    store.hosts.meet(A, "anna", ["10.0.0.5"], 7787, 100)
    store.hosts.replace(A, B, 200)
    assert not store.hosts.meet(B, "anna", ["10.0.0.5"], 7787, 300)
    with pytest.raises(KeyChanged):
        store.hosts.meet(A, "anna", ["10.0.0.5"], 7787, 400)
    assert store.hosts.forget(B)
    assert not store.hosts.forget(B)
    assert store.hosts.meet(A, "anna", ["10.0.0.5"], 7787, 500)


def test_who_is_meant_by_a_name_or_an_address(store: Store) -> None:
    store.hosts.meet(A, "anna", ["10.0.0.5"], 7787, 100)
    anna = store.hosts.get(A)
    assert store.hosts.expected("Anna") == anna
    assert store.hosts.expected(addresses=["10.0.0.5"], port=7787) == anna
    assert store.hosts.expected(addresses=["10.0.0.5"], port=1) is None
    assert store.hosts.expected("bob", ["10.0.0.5"], 7787) is None
    assert store.hosts.get(B) is None
