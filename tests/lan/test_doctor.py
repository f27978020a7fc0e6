"""`p2pcards doctor` on machines that do not see each other: each cause set up in the lab, and its exact sentence.

WSL, macOS and a container's bridge are judged in tests/net/test_doctor.py only: not run here.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any

P2PCARDS = [sys.executable, "-m", "p2pcards_cli"]
Lan = Callable[[int], Any]


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
    assert "A host runs here, and its port 7787 answers." in own
    assert any(line.startswith("vite: p2pcards:") for line in own)
    assert any("▄" in line or "█" in line for line in own)


def test_no_multicast(lan: Lan) -> None:
    lab = lan(2)
    lab.nomulticast(2)
    host(lab, 1)
    assert doctor(lab, 2, lab.ip4(1))[-1] == (
        f"{lab.ip4(1)} answers on port 7787, but its announcements do not arrive: this network carries no multicast. "
        "Join by address."
    )


def test_nobody_hosts_there(lan: Lan) -> None:
    lab = lan(2)
    assert doctor(lab, 2, lab.ip4(1))[-1] == f"{lab.ip4(1)} is there, and no host is running on its port 7787."


def test_a_port_that_does_not_answer(lan: Lan) -> None:
    """There is no packet filter in the lab; a socket whose queue is full lets connections time out as one does."""
    lab = lan(2)
    program = (
        "import socket,time\n"
        "s=socket.socket(); s.bind(('0.0.0.0',7787)); s.listen(0)\n"
        "c=[socket.socket() for _ in range(8)]\n"
        "[(o.setblocking(False), o.connect_ex(('127.0.0.1',7787))) for o in c]\n"
        "print('full', flush=True)\n"
        "time.sleep(60)\n"
    )
    wall = lab.popen(1, [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert wall.stdout.readline() == "full\n"
    assert doctor(lab, 2, lab.ip4(1))[-1] == (
        f"{lab.ip4(1)} is there, but its port 7787 does not answer: a firewall on that machine blocks it. Allow "
        "7787/tcp and 5353/udp there."
    )


def test_a_wifi_that_keeps_its_guests_apart(lan: Lan) -> None:
    lab = lan(3)
    lab.run(3, ["ip", "route", "replace", "default", "via", lab.ip4(1)], check=True)
    lab.cut(2)
    assert doctor(lab, 3, lab.ip4(2))[-1] == (
        f"The router {lab.ip4(1)} answers and {lab.ip4(2)} does not, though both are in this network: the Wi-Fi keeps "
        "its guests apart. Use another network, a cable or a phone's hotspot."
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
