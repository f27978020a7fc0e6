"""What is announced, and in which order a host's addresses are tried."""

from p2pcards.net.local import Local, announced, expand, nearest_first

ETH = Local("eth0", 2, "10.77.0.1", 24)
LINK = Local("eth0", 2, "fe80::1", 64)
WLAN = Local("wlan0", 3, "fe80::2", 64)
DOCKER = Local("docker0", 4, "172.17.0.1", 16)
ALL = (ETH, LINK, WLAN, DOCKER)


def test_a_host_announces_where_it_listens() -> None:
    assert announced(["0.0.0.0", "::"], ALL) == ("10.77.0.1", "fe80::1", "fe80::2", "172.17.0.1")
    assert announced(["0.0.0.0"], ALL) == ("10.77.0.1", "172.17.0.1")
    assert announced(["10.77.0.1"], ALL) == ("10.77.0.1",)
    assert announced(["fe80::1%eth0"], ALL) == ("fe80::1",)
    assert announced(["127.0.0.1", "::1"], ALL) == ()


def test_a_link_local_address_without_a_scope_may_be_on_any_link() -> None:
    assert expand("fe80::9", ALL) == ("fe80::9%eth0", "fe80::9%wlan0")
    assert expand("fe80::9%eth0", ALL) == ("fe80::9%eth0",)
    assert expand("10.0.0.1", ALL) == ("10.0.0.1",)


def test_our_own_subnets_come_first_and_families_take_turns() -> None:
    given = ["192.168.1.9", "172.17.0.1", "10.77.0.9", "fe80::9%eth0", "fd00::9", "10.77.0.9"]
    assert nearest_first(given, (ETH, LINK)) == ("10.77.0.9", "fe80::9%eth0", "192.168.1.9", "fd00::9", "172.17.0.1")
    assert nearest_first(["example.org", "127.0.0.1"], (ETH,)) == ("127.0.0.1", "example.org")
    assert nearest_first([], ALL) == ()
