"""Hosts and guests on machines of their own: seen by mDNS, reached by every address, followed when those change."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from p2pcards_protocol.identity import Identity, fingerprint

PEER = [sys.executable, str(Path(__file__).with_name("peer.py"))]
Lan = Callable[[int], Any]


class Program:
    """A running peer.py on a machine; `until` reads its lines up to the first that fits."""

    def __init__(self, lab: Any, machine: int, *args: str) -> None:
        self.process: subprocess.Popen[str] = lab.popen(
            machine, [*PEER, *args], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        self.lines: list[str] = []

    def until(self, what: str, fits: Callable[[dict[str, Any]], bool] = lambda said: True) -> dict[str, Any]:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line)
            said = json.loads(line) if line.startswith("{") else {}
            if said.get("what") == what and fits(said):
                return said
        raise AssertionError(f"ended without {what!r}:\n" + "".join(self.lines))

    def end(self) -> None:
        self.process.terminate()
        self.process.wait(20)


def identity(seed: int) -> str:
    return fingerprint(Identity.from_seed(bytes([seed]) * 32).public)


def host(lab: Any, machine: int, name: str, seed: int, *bind: str) -> Program:
    program = Program(lab, machine, "host", name, str(seed), *bind)
    program.until("announced", lambda said: said["problem"] is None)
    return program


def join(lab: Any, machine: int, seed: int, *addresses: str, port: int = 7787) -> dict[str, Any]:
    program = Program(lab, machine, "join", str(port), str(seed), *addresses)
    assert program.process.stdout is not None
    return json.loads(program.process.stdout.readline())


def names(said: dict[str, Any]) -> list[str]:
    return [one["name"] for one in said["hosts"]]


def test_a_host_is_found_by_all_and_goes_with_a_goodbye(lan: Lan) -> None:
    lab = lan(3)
    anna = host(lab, 1, "Anna's v1.2 läptop", 1)
    browsers = [Program(lab, machine, "browse", "30") for machine in (1, 2, 3)]
    for program in browsers[1:]:
        (found,) = program.until("found")["hosts"]
        assert (found["name"], found["id"]) == ("Anna's v1.2 läptop", identity(1))
        assert lab.ip4(1) in found["addresses"]
        assert f"{lab.ip6(1)}%eth0" in found["addresses"]
        assert join(lab, 2, 1, *found["addresses"])["what"] == "joined"
    assert names(browsers[0].until("found")) == ["Anna's v1.2 läptop"]  # on its own machine too
    anna.end()
    for program in browsers:
        program.until("found", lambda said: said["hosts"] == [])
        program.end()


def test_two_hosts_of_one_name_are_two(lan: Lan) -> None:
    lab = lan(3)
    hosts = [host(lab, machine, "table", machine) for machine in (1, 2)]
    said = Program(lab, 3, "browse", "30").until("found", lambda said: len(said["hosts"]) == 2)
    assert {one["id"] for one in said["hosts"]} == {identity(1), identity(2)}
    assert names(said) == ["table", "table"]
    for one in hosts:
        one.end()


def test_a_host_with_nothing_but_a_link_local_address(lan: Lan) -> None:
    lab = lan(2)
    for machine in (1, 2):
        lab.addr(machine, None)
    anna = host(lab, 1, "anna", 1)
    (found,) = Program(lab, 2, "browse", "30").until("found")["hosts"]
    assert found["addresses"] == [f"{lab.ip6(1)}%eth0"]
    assert join(lab, 2, 1, f"{lab.ip6(1)}%eth0") | {"s": 0} == {
        "what": "joined",
        "s": 0,
        "peer": lab.ip6(1) + "%eth0",
    }
    assert join(lab, 2, 1, lab.ip6(1))["what"] == "joined"  # from an invite: without a scope
    anna.end()


def test_without_multicast_nothing_is_found_and_an_address_works(lan: Lan) -> None:
    lab = lan(2)
    lab.nomulticast(2)
    anna = host(lab, 1, "anna", 1)
    said = Program(lab, 2, "browse", "1.5").until("end")
    assert said["problem"] is None
    assert join(lab, 2, 1, lab.ip4(1))["what"] == "joined"
    anna.end()


def test_docker_on_both_machines_leads_to_the_right_one(lan: Lan) -> None:
    """172.17.0.1 of the host is the guest itself, and somebody listens there too: the key decides."""
    lab = lan(2)
    for machine in (1, 2):
        lab.docker(machine)
    anna, bob = host(lab, 1, "anna", 1), host(lab, 2, "bob", 2)
    said = Program(lab, 2, "browse", "30").until("found", lambda said: "anna" in names(said))
    (found,) = [one for one in said["hosts"] if one["name"] == "anna"]
    assert "172.17.0.1" in found["addresses"]
    assert join(lab, 2, 1, "172.17.0.1", *found["addresses"])["peer"] in (lab.ip4(1), f"{lab.ip6(1)}%eth0")
    for one in (anna, bob):
        one.end()


def test_a_new_address_is_followed(lan: Lan) -> None:
    lab = lan(2)
    anna = host(lab, 1, "anna", 1)
    browser = Program(lab, 2, "browse", "60")
    browser.until("found")
    old = lab.ip4(1)
    lab.addr(1, "10.77.0.99")

    def moved(said: dict[str, Any]) -> bool:
        addresses = [address for one in said["hosts"] for address in one["addresses"]]
        return "10.77.0.99" in addresses and old not in addresses

    browser.until("found", moved)
    assert join(lab, 2, 1, "10.77.0.99")["what"] == "joined"
    for one in (browser, anna):
        one.end()


def test_a_network_that_comes_later_is_used(lan: Lan) -> None:
    """Started without any address, the host hosts, says so, and is announced once there is a network."""
    lab = lan(2)
    lab.run(1, ["ip", "link", "set", "eth0", "down"])
    lab.run(1, ["ip", "addr", "flush", "dev", "eth0"])
    anna = Program(lab, 1, "host", "anna", "1")
    assert anna.until("announced")["problem"] == "no-address"
    browser = Program(lab, 2, "browse", "60")
    lab.run(1, ["ip", "link", "set", "eth0", "up"])
    lab.addr(1, "10.77.0.1")
    anna.until("announced", lambda said: said["problem"] is None)
    assert names(browser.until("found")) == ["anna"]
    for one in (browser, anna):
        one.end()


def test_a_host_that_listens_on_loopback_only_is_not_announced(lan: Lan) -> None:
    lab = lan(2)
    anna = Program(lab, 1, "host", "anna", "1", "127.0.0.1")
    assert anna.until("announced")["problem"] == "loopback-only"
    assert join(lab, 1, 1, "127.0.0.1")["what"] == "joined"
    browser = Program(lab, 2, "browse", "1.5")
    browser.until("end")
    assert not any('"found"' in line for line in browser.lines)
    anna.end()


def test_port_5353_taken_does_not_stop_the_host(lan: Lan) -> None:
    lab = lan(2)
    taken = lab.popen(
        1,
        [
            sys.executable,
            "-c",
            "import socket, time\n"
            "s = socket.socket(socket.AF_INET6, socket.SOCK_DGRAM); s.bind(('::', 5353))\n"
            "print('taken', flush=True); time.sleep(600)",
        ],
        stdout=subprocess.PIPE,
    )
    assert taken.stdout is not None
    assert taken.stdout.readline() == b"taken\n"
    anna = Program(lab, 1, "host", "anna", "1")
    assert anna.until("announced")["problem"] == "port-5353-taken"
    assert join(lab, 2, 1, lab.ip4(1))["what"] == "joined"
    taken.kill()
    taken.wait()
    anna.until("announced", lambda said: said["problem"] is None)
    anna.end()


def test_avahi_lists_the_service_with_its_txt_record(lan: Lan) -> None:
    for program in ("dbus-daemon", "avahi-daemon", "avahi-browse"):
        if not shutil.which(program):
            pytest.skip(f"no {program} (Debian: dbus, avahi-daemon, avahi-utils)")
    lab = lan(2)
    anna = host(lab, 1, "Anna's v1.2", 1)
    lab.run(2, ["dbus-daemon", "--system", "--fork", "--nopidfile"])
    lab.run(2, ["avahi-daemon", "-D", "--no-rlimits", "--no-chroot", "--no-drop-root"])
    rows: list[list[str]] = []
    for _ in range(20):  # a daemon that has just started has nothing to tell yet, and says so at once
        lines = lab.run(2, ["avahi-browse", "-rtp", "_p2pcards._tcp"], text=True, timeout=60).stdout.splitlines()
        rows = [line.split(";", 9) for line in lines if line.startswith("=")]
        if rows:
            break
    assert rows
    for _, interface, _, instance, kind, _, server, address, port, text in rows:
        assert (interface, kind, port) == ("eth0", "_p2pcards._tcp", "7787")
        assert instance == rf"Anna\039s\032v1\194\1832\032{identity(1)[:4]}"
        assert server == f"p2pcards-{identity(1)}.local"
        assert address in (lab.ip4(1), lab.ip6(1))
        for item in ("txtvers=1", "v=1", f"id={identity(1)}", "n=Anna's v1.2", "t=1", "s=3", "g=spades"):
            assert f'"{item}"' in text
    anna.end()
