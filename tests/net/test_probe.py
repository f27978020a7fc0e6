"""What the doctor's instruments read, from files and rules like the system's."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from p2pcards.net.probe import default_gateway, firewall, in_container, neighbour, stops_packets


def test_the_gateway_is_read_from_the_routing_table(tmp_path: Path) -> None:
    table = tmp_path / "route"
    table.write_text(
        "Iface\tDestination\tGateway\tFlags\neth0\t0000000A\t00000000\t0001\neth0\t00000000\t0100000A\t0003\n"
    )
    assert default_gateway(table) == "10.0.0.1"
    assert default_gateway(tmp_path / "none") == ""


def test_a_container_is_known_by_its_marks(tmp_path: Path) -> None:
    assert not in_container(tmp_path)
    (tmp_path / "run").mkdir()
    (tmp_path / "run/.containerenv").touch()
    assert in_container(tmp_path)


def test_a_neighbour_is_there_when_it_answered_arp(tmp_path: Path) -> None:
    (tmp_path / "proc/net").mkdir(parents=True)
    (tmp_path / "proc/net/arp").write_text(
        "IP address       HW type     Flags       HW address            Mask     Device\n"
        "10.0.0.9         0x1         0x2         02:4c:4c:00:00:01     *        eth0\n"
        "10.0.0.8         0x1         0x0         00:00:00:00:00:00     *        eth0\n"
    )
    assert neighbour("10.0.0.9", tmp_path) is True
    assert neighbour("10.0.0.8", tmp_path) is False
    assert neighbour("10.0.0.7", tmp_path) is None
    assert neighbour("10.0.0.9", tmp_path / "elsewhere") is None


@pytest.fixture
def without_nft(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("p2pcards.net.probe.shutil.which", lambda *_given, **_more: None)


@pytest.mark.usefixtures("without_nft")
def test_a_firewall_is_known_by_its_marks(tmp_path: Path) -> None:
    assert firewall(tmp_path) == ""
    (tmp_path / "run/firewalld").mkdir(parents=True)
    assert firewall(tmp_path) == "firewalld"
    (tmp_path / "etc/ufw").mkdir(parents=True)
    (tmp_path / "etc/ufw/ufw.conf").write_text("# on at boot\nENABLED=no\n")
    assert firewall(tmp_path) == "firewalld"
    (tmp_path / "etc/ufw/ufw.conf").write_text("# on at boot\nENABLED=yes\n")
    assert firewall(tmp_path) == "ufw"


def chain(hook: str, policy: str) -> dict[str, Any]:
    return {"chain": {"family": "inet", "table": "t", "name": hook, "hook": hook, "policy": policy}}


def rule(name: str, *what: dict[str, Any]) -> dict[str, Any]:
    return {"rule": {"family": "inet", "table": "t", "chain": name, "expr": list(what)}}


@pytest.mark.parametrize(
    ("stops", "objects"),
    [
        (False, []),
        (False, [chain("input", "accept")]),
        (False, [chain("input", "accept"), rule("input", {"match": {}}, {"accept": None})]),
        (False, [chain("forward", "drop"), rule("forward", {"drop": None})]),
        (True, [chain("input", "drop")]),
        (True, [chain("input", "accept"), rule("input", {"match": {}}, {"drop": None})]),
        (True, [chain("input", "accept"), rule("input", {"reject": {"type": "tcp reset"}})]),
    ],
    ids=json.dumps,
)
def test_rules_that_stop_packets_on_their_way_in(stops: bool, objects: list[dict[str, Any]]) -> None:
    assert stops_packets({"nftables": [{"metainfo": {}}, *objects]}) is stops
