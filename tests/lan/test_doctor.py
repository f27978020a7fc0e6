"""`p2pcards doctor` on machines that do not see each other: each cause set up in the lab, and its exact sentence.

WSL, macOS, ufw, firewalld and a container's bridge are judged in tests/net only: not run here. Packets are filtered by
nftables, in the machine's own namespace.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

P2PCARDS = [sys.executable, "-m", "p2pcards_cli"]
Lan = Callable[[int], Any]
CLOSED = "icmp type echo-request accept; ct state established,related accept; drop"
"""What a firewall with nothing allowed does: it answers pings and what was asked for from here."""


def wall(lab: Any, machine: int, rules: str) -> None:
    """Filter what comes in to a machine, its own loopback apart."""
    nft = shutil.which("nft", path="/usr/sbin:/usr/bin:/sbin:/bin")
    if nft is None:
        pytest.skip("no nft (Debian: nftables)")
    table = f"table inet wall {{\nchain in {{\ntype filter hook input priority 0; iif lo accept; {rules}\n}}\n}}\n"
    done = lab.run(machine, [nft, "-f", "-"], input=table, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"no packet filter here: {done.stderr.strip()}")


def host(lab: Any, machine: int, *more: str) -> subprocess.Popen[str]:
    process: subprocess.Popen[str] = lab.popen(
        machine, [*P2PCARDS, "host", "--name", "anna", *more], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stderr is not None
    assert "is up" in process.stdout.readline()
    while "announce problem=none" not in process.stderr.readline():
        if "--no-mdns" in more:
            break
    return process


def doctor(lab: Any, machine: int, *arguments: str) -> list[str]:
    done = lab.run(
        machine,
        [*P2PCARDS, "doctor", "--timeout", "1.5", *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode in (0, 1), done.stderr
    return [line[2:] for line in done.stdout.splitlines()]


def test_all_is_well(lan: Lan) -> None:
    lab = lan(2)
    host(lab, 1)
    told = doctor(lab, 2, lab.ip4(1))
    assert f"{lab.ip4(1)} answers on port 7787 and is announced: all is well between the two." in told
    own = doctor(lab, 1, "--qr")
    assert "A host runs here, and its port 7787 answers, as seen from this machine." in own
    assert any(line.startswith("vite: p2pcards:") for line in own)
    assert any("▄" in line or "█" in line for line in own)


def test_a_host_that_somebody_plays_at_shows_its_invite_too(lan: Lan) -> None:
    lab = lan(1)
    play = [*P2PCARDS, "play", "--plain", "--name", "anna"]
    process = lab.popen(1, play, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    while "Type start" not in process.stdout.readline():
        assert process.poll() is None
    own = doctor(lab, 1)
    assert "A host runs here, and its port 7787 answers, as seen from this machine." in own
    assert any(line.startswith("vite: p2pcards:") for line in own)


def test_no_multicast(lan: Lan) -> None:
    lab = lan(2)
    lab.nomulticast(2)
    host(lab, 1)
    assert doctor(lab, 2, lab.ip4(1))[-1] == (
        f"{lab.ip4(1)} answers on port 7787 and when it is asked directly, but its announcements do not arrive: this "
        "network carries no multicast, or a firewall on this machine blocks 5353/udp. Join by address."
    )


def test_announcements_that_this_machine_filters(lan: Lan) -> None:
    lab = lan(2)
    wall(lab, 2, "udp dport 5353 drop")
    host(lab, 1)
    told = doctor(lab, 2, lab.ip4(1))
    assert told[-1] == (
        f"{lab.ip4(1)} answers on port 7787 and when it is asked directly, but its announcements do not arrive: this "
        "network carries no multicast, or a firewall on this machine blocks 5353/udp. Join by address."
    )
    assert (
        "A firewall is on at this machine (nftables). Where others do not get in, allow 7787/tcp and 5353/udp in it."
    ) in told


def test_announcements_that_the_other_machine_filters(lan: Lan) -> None:
    lab = lan(2)
    wall(lab, 1, "tcp dport 7787 accept; udp dport 5353 drop")
    host(lab, 1)
    assert doctor(lab, 2, lab.ip4(1))[-1] == (
        f"{lab.ip4(1)} answers on port 7787, but not on 5353/udp: a firewall on that machine keeps it from being "
        "found. Allow 5353/udp there, or join by address."
    )


def test_a_host_that_does_not_announce_itself(lan: Lan) -> None:
    lab = lan(2)
    host(lab, 1, "--no-mdns")
    assert doctor(lab, 2, lab.ip4(1))[-1] == (
        f"{lab.ip4(1)} answers on port 7787 and announces nothing: it was told not to (--no-mdns), or it cannot. Join "
        "by address."
    )


def test_an_interface_without_multicast(lan: Lan) -> None:
    lab = lan(2)
    lab.run(2, ["ip", "link", "set", "eth0", "multicast", "off"], check=True)
    host(lab, 1)
    assert (
        "The interface eth0 carries no multicast (a VPN, or it is switched off): hosts behind it are not found. Join "
        "them by address."
    ) in doctor(lab, 2, lab.ip4(1))


def test_nobody_hosts_there(lan: Lan) -> None:
    lab = lan(2)
    assert doctor(lab, 2, lab.ip4(1))[-1] == f"{lab.ip4(1)} is there, and no host is running on its port 7787."


def test_a_firewall_that_drops(lan: Lan) -> None:
    """The host's machine cannot see it by trying its own port: that does not leave the machine."""
    lab = lan(2)
    wall(lab, 1, "tcp dport 7787 drop")
    host(lab, 1)
    assert doctor(lab, 2, lab.ip4(1))[-1] == (
        f"{lab.ip4(1)} is there, but its port 7787 does not answer: a firewall on that machine blocks it. Allow "
        "7787/tcp and 5353/udp there."
    )
    own = doctor(lab, 1, "--qr")
    assert "A host runs here, and its port 7787 answers, as seen from this machine." in own
    assert (
        "A firewall is on at this machine (nftables). Where others do not get in, allow 7787/tcp and 5353/udp in it."
    ) in own
    assert any(line.startswith("vite: p2pcards:") for line in own)
    assert any("▄" in line or "█" in line for line in own)


def test_a_firewall_that_rejects(lan: Lan) -> None:
    lab = lan(2)
    wall(lab, 1, "tcp dport 7787 reject with tcp reset")
    host(lab, 1)
    assert doctor(lab, 2, lab.ip4(1))[-1] == (
        f"{lab.ip4(1)} announces a host on port 7787 and lets nobody in: a firewall on that machine rejects it, or the "
        "host has just ended. Allow 7787/tcp there."
    )


@pytest.mark.parametrize("way", ["drop", "reject with icmpx type admin-prohibited"])
def test_a_firewall_that_lets_in_nothing_but_pings(lan: Lan, way: str) -> None:
    """As ufw and firewalld are when they are switched on; with and without a program `ping` at hand."""
    lab = lan(2)
    wall(lab, 1, CLOSED.replace("drop", way))
    host(lab, 1)
    assert doctor(lab, 2, lab.ip4(1))[-1] in (
        f"{lab.ip4(1)} is there, but its port 7787 does not answer: a firewall on that machine blocks it. Allow "
        "7787/tcp and 5353/udp there.",
        f"{lab.ip4(1)} is there and answers nothing: a firewall on that machine blocks everything (allow 7787/tcp and "
        "5353/udp there), or the Wi-Fi keeps its guests apart.",
    )


def test_a_firewall_that_lets_in_nothing_at_all(lan: Lan) -> None:
    lab = lan(2)
    wall(lab, 1, "drop")
    host(lab, 1, "--no-mdns")
    assert doctor(lab, 2, lab.ip4(1))[-1] == (
        f"{lab.ip4(1)} is there and answers nothing: a firewall on that machine blocks everything (allow 7787/tcp and "
        "5353/udp there), or the Wi-Fi keeps its guests apart."
    )


def test_a_wifi_that_keeps_its_guests_apart(lan: Lan) -> None:
    """Ports of the switch that reach the router and not each other, as an access point does it."""
    lab = lan(3)
    for machine in (1, 2):
        port = ["ip", "-n", lab.switch, "link", "set", f"p{machine}", "type", "bridge_slave", "isolated", "on"]
        subprocess.run(port, check=True)
        lab.run(machine, ["ip", "route", "replace", "default", "via", lab.ip4(3)], check=True)
    host(lab, 1)
    for here, there in ((1, 2), (2, 1)):
        assert (
            f"The router {lab.ip4(3)} answers and {lab.ip4(there)} does not, though both are in this network: the "
            "Wi-Fi keeps its guests apart. Use another network, a cable or a phone's hotspot."
        ) in doctor(lab, here, lab.ip4(there))


def test_another_network(lan: Lan) -> None:
    lab = lan(2)
    host(lab, 1)
    lab.addr(2, "10.88.0.2")
    assert doctor(lab, 2, lab.ip4(1))[-1] == (
        f"{lab.ip4(1)} does not answer, and it is in another network than this machine. Connect both to the same one; "
        "guests often have one of their own."
    )


def test_another_network_behind_a_router(lan: Lan) -> None:
    lab = lan(3)
    for machine in (2, 3):
        lab.nic(machine, "office")
    lab.run(3, ["sh", "-c", "echo 1 > /proc/sys/net/ipv4/ip_forward"], check=True)
    lab.run(2, ["ip", "addr", "flush", "dev", "eth0"], check=True)
    lab.run(2, ["ip", "route", "replace", "default", "via", lab.ip4(3, "office0")], check=True)
    lab.run(1, ["ip", "route", "replace", "default", "via", lab.ip4(3)], check=True)
    host(lab, 1)
    assert doctor(lab, 2, lab.ip4(1))[-1] == (
        f"{lab.ip4(1)} answers on port 7787, and it is in another network: announcements do not go that far. Join by "
        "address."
    )


def test_a_machine_that_is_not_there(lan: Lan) -> None:
    lab = lan(2)
    lab.cut(1)
    assert doctor(lab, 2, lab.ip4(1))[-1] == (
        f"{lab.ip4(1)} does not answer at all. Is it switched on, and in the same network?"
    )


def test_no_network_and_nothing_seen(lan: Lan) -> None:
    lab = lan(2)
    assert doctor(lab, 2)[-1] == (
        "No host is announced in this network. If one runs, type on the other machine: p2pcards doctor; or join by its "
        "address."
    )
    lab.run(2, ["ip", "addr", "flush", "dev", "eth0"], check=True)
    assert doctor(lab, 2)[-1] == "This machine has no network address. Connect it to the network first."


def test_port_5353_held_by_another(lan: Lan) -> None:
    lab = lan(2)
    holder = lab.popen(
        2,
        [sys.executable, "-c", "import socket,time\ns=socket.socket(socket.AF_INET,socket.SOCK_DGRAM)\n"
         "s.bind(('',5353))\nprint('held',flush=True)\ntime.sleep(60)"],
        stdout=subprocess.PIPE,
        text=True,
    )  # fmt: skip
    assert holder.stdout.readline() == "held\n"
    told = doctor(lab, 2)
    assert "Another program holds port 5353 for itself, so announcements do not work here. Join by address." in told


def test_a_host_for_this_machine_alone(lan: Lan) -> None:
    lab = lan(1)
    host(lab, 1, "--bind", "127.0.0.1", "--no-mdns")
    assert "A host runs here, but it can be reached from this machine only." in doctor(lab, 1)
