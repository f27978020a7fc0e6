"""Every cause has its finding, judged from facts alone; the sentences are read in tests/lan/test_doctor.py."""

from __future__ import annotations

from typing import Any

import pytest
from p2pcards_cli.say.doctor import SENTENCES, finding

from p2pcards.net.doctor import Facts, judge
from p2pcards.net.local import Local
from p2pcards.net.service import Found

ETH = Local("eth0", 2, "10.0.0.5", 24)
DOCKER = Local("eth0", 2, "172.17.0.2", 16)
ANNA = Found("abcdefghijklmnop", "anna", ("10.0.0.9",), 7787, 1, 2, ("spades",), (1, 1))
PEER: dict[str, Any] = {"local": (ETH,), "peer": "10.0.0.9", "port": 7787}

CASES: list[tuple[str, Facts]] = [
    ("no-network", Facts()),
    ("wsl", Facts((ETH,), wsl=True)),
    ("container", Facts((DOCKER,), container=True)),
    ("port-5353-taken", Facts((ETH,), mdns_taken=True)),
    ("firewall-here", Facts((ETH,), firewall="ufw")),
    ("multicast-off", Facts((ETH,), without_multicast=("tun0",))),
    ("own-host", Facts((ETH,), here=7787, answers={"10.0.0.5": "open"})),
    ("own-firewall", Facts((ETH,), here=7787, answers={"10.0.0.5": "timeout"})),
    ("loopback-only", Facts((ETH,), here=7787, answers={})),
    ("host-seen", Facts((ETH,), (ANNA,))),
    ("other-version", Facts((ETH,), (ANNA,), versions=(2, 3))),
    ("nothing-seen", Facts((ETH,))),
    ("peer-open", Facts(**PEER, found=(ANNA,), answer="open")),
    ("no-multicast", Facts(**PEER, answer="open", mdns="open")),
    ("peer-open", Facts(**PEER, found=(ANNA,), answer="open", mdns="open")),
    ("mdns-blocked", Facts(**PEER, answer="open", mdns="timeout")),
    ("mdns-blocked", Facts(**PEER, found=(ANNA,), answer="open", mdns="timeout")),
    ("peer-unannounced", Facts(**PEER, answer="open", mdns="refused")),
    ("other-subnet", Facts((ETH,), peer="10.9.0.1", port=7787, answer="open")),
    ("peer-no-host", Facts(**PEER, answer="refused")),
    ("peer-rejects", Facts(**PEER, found=(ANNA,), answer="refused")),
    ("peer-firewall", Facts(**PEER, answer="timeout", ping=True)),
    ("peer-firewall", Facts(**PEER, found=(ANNA,), answer="timeout", ping=False)),
    (
        "peer-closed",
        Facts(**PEER, answer="timeout", ping=False, neighbour=True, gateway="10.0.0.1", gateway_there=True),
    ),
    ("other-network", Facts((ETH,), peer="10.9.0.1", port=7787, answer="timeout", ping=False)),
    ("isolation", Facts(**PEER, answer="unreachable", ping=False, gateway="10.0.0.1", gateway_there=True)),
    ("peer-silent", Facts(**PEER, answer="timeout", ping=False, gateway="10.0.0.1", gateway_there=False)),
    ("privacy", Facts(**PEER, answer="privacy")),
    ("name-unknown", Facts(**PEER, answer="name-unknown")),
]


@pytest.mark.parametrize(("key", "facts"), CASES, ids=[key for key, _ in CASES])
def test_each_cause_is_named(key: str, facts: Facts) -> None:
    told = judge(facts)
    assert key in [one.key for one in told]
    for one in told:
        sentence = finding(one.key, one.data)
        assert "%(" not in sentence
        assert sentence.endswith((".", "?"))


def test_every_sentence_has_its_cause() -> None:
    assert {key for key, _ in CASES} | {"addresses"} == set(SENTENCES)


def test_a_container_with_the_hosts_network_is_fine() -> None:
    assert "container" not in [one.key for one in judge(Facts((ETH, DOCKER), container=True))]


def test_a_host_on_another_port_of_that_machine_proves_nothing_about_this_one() -> None:
    facts = Facts(**{**PEER, "port": 7788}, found=(ANNA,), answer="refused")
    assert judge(facts)[-1].key == "peer-no-host"
