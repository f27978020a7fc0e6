"""The limits on strangers: counted per address, given back, and no flood grows a table."""

from p2pcards.net.gate import Gate, Limits

LIMITS = Limits(strangers=4, strangers_each=2, watchers=3, watchers_each=2, links=6, handshakes=1, burst=3)


def test_strangers_of_one_address_and_of_all() -> None:
    gate = Gate(LIMITS)
    assert [gate.enter("a", 0) for _ in range(3)] == [True, True, False]
    assert [gate.enter(who, 0) for who in "bcd"] == [True, True, False]
    gate.leave("a", stranger=True)
    assert gate.enter("d", 0)


def test_who_is_known_is_no_stranger() -> None:
    gate = Gate(LIMITS)
    for when in (0, 0, 0):
        assert gate.enter("a", when)
        gate.known("a")
    assert gate.strangers == 0
    assert not gate.enter("a", 0)  # three handshakes at once, then one a second
    assert gate.enter("a", 1)
    assert not gate.enter("a", 1)


def test_links_in_all() -> None:
    gate = Gate(LIMITS)
    for who in "abcdef":
        assert gate.enter(who, 0)
        gate.known(who)
    assert not gate.enter("g", 0)
    gate.leave("a")
    assert gate.enter("g", 0)


def test_watchers_have_a_limit_of_their_own() -> None:
    gate = Gate(LIMITS)
    assert gate.enter("a", 0)
    assert gate.watch("a")
    assert gate.enter("a", 0)
    assert gate.watch("a")
    assert gate.enter("a", 0)
    assert not gate.watch("a")
    gate.leave("a", stranger=True)
    assert gate.strangers == 0
    gate.leave("a", watcher=True)
    assert gate.enter("a", 5)
    assert gate.watch("a")


def test_a_flood_from_many_addresses_is_forgotten() -> None:
    gate = Gate(LIMITS)
    for number in range(1000):
        if gate.enter(f"address {number}", number):
            gate.leave(f"address {number}", stranger=True)
    assert len(gate._buckets) <= 4 * LIMITS.links + 1
    assert gate.links == gate.strangers == 0
