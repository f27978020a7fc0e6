"""Why two machines do not see each other: facts are gathered, then judged.

Gathering (`examine`) touches the network; judging (`judge`) is a pure function from facts to findings, so every cause
has a test without its network. Findings are keys with data; the sentences are made where people read.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import ipaddress
import os
import platform
import shutil
import socket
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from p2pcards.net.lan import browse
from p2pcards.net.local import Local, expand, interfaces
from p2pcards.net.service import Found

MDNS = 5353
UNUSED = 9
"""A port on which hardly anybody listens ("discard")."""

CONNECT = 3.0
"""Seconds to wait for a connection."""

Answer = Literal["open", "refused", "timeout", "unreachable", "privacy", "name-unknown"]
"""What a port answers. privacy: macOS does not let this program into the local network."""

Level = Literal["good", "note", "bad"]


@dataclass(frozen=True, slots=True)
class Facts:
    """What was seen on this machine.

    local        its addresses
    found        hosts that are announced
    here         the port of the host that runs on this machine, None without one; answers: what that port answers on
                 each own address
    mdns_taken   another program holds the port of announcements for itself
    wsl, container   where this program runs
    gateway      the address of the default gateway, "" without one; gateway_there: whether it answers
    peer         the other machine, as an address, "" when none was named; port; answer; ping: whether it answers at all
    """

    local: tuple[Local, ...] = ()
    found: tuple[Found, ...] = ()
    here: int | None = None
    answers: dict[str, Answer] = field(default_factory=dict)
    mdns_taken: bool = False
    wsl: bool = False
    container: bool = False
    gateway: str = ""
    gateway_there: bool | None = None
    peer: str = ""
    port: int = 0
    answer: Answer | None = None
    ping: bool | None = None
    versions: tuple[int, int] = (1, 1)


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to tell. key: of a sentence; data fills it."""

    level: Level
    key: str
    data: dict[str, Any] = field(default_factory=dict)


def judge(facts: Facts) -> list[Finding]:
    """What the facts mean, the most telling first within each part."""
    if not facts.local:
        return [*_surroundings(facts), Finding("bad", "no-network")]
    told = [Finding("good", "addresses", {"addresses": [one.scoped for one in facts.local]})]
    told += _surroundings(facts)
    told += _own_host(facts)
    if facts.mdns_taken:
        told.append(Finding("note", "port-5353-taken"))
    told += _seen(facts)
    if facts.peer:
        told += _peer(facts)
    elif not facts.found:
        told.append(Finding("bad", "nothing-seen"))
    return told


def _surroundings(facts: Facts) -> list[Finding]:
    told = []
    if facts.wsl:
        told.append(Finding("bad", "wsl"))
    if facts.container and _only_docker(facts.local):
        told.append(Finding("bad", "container"))
    return told


def _only_docker(local: Sequence[Local]) -> bool:
    bridge = ipaddress.ip_network("172.16.0.0/12")
    fours = [one.ip for one in local if one.ip.version == 4]
    return all(address in bridge for address in fours)


def _own_host(facts: Facts) -> list[Finding]:
    if facts.here is None:
        return []
    blocked = [address for address, answer in facts.answers.items() if answer != "open"]
    if not facts.answers:
        return [Finding("bad", "loopback-only", {"port": facts.here})]
    if len(blocked) == len(facts.answers):
        return [Finding("bad", "own-firewall", {"port": facts.here, "addresses": blocked})]
    return [Finding("good", "own-host", {"port": facts.here})]


def _seen(facts: Facts) -> list[Finding]:
    told = []
    low, high = facts.versions
    for one in facts.found:
        fits = one.versions[0] <= high and one.versions[1] >= low
        data = {"name": one.name, "addresses": list(one.addresses), "port": one.port}
        told.append(Finding("good", "host-seen", data) if fits else Finding("bad", "other-version", data))
    return told


def _peer(facts: Facts) -> list[Finding]:
    data = {"peer": facts.peer, "port": facts.port}
    announced = any(facts.peer in one.addresses for one in facts.found)
    near = _same_subnet(facts.peer, facts.local)
    if facts.answer == "open":
        if announced:
            return [Finding("good", "peer-open", data)]
        return [Finding("bad", "no-multicast" if near else "other-subnet", data)]
    if facts.answer == "refused":
        return [Finding("bad", "peer-no-host", data)]
    if facts.answer in ("privacy", "name-unknown"):
        return [Finding("bad", facts.answer, data)]
    if facts.ping:
        return [Finding("bad", "peer-firewall", data)]
    if near and facts.gateway and facts.gateway != facts.peer and facts.gateway_there:
        return [Finding("bad", "isolation", {**data, "gateway": facts.gateway})]
    return [Finding("bad", "peer-silent", data)]


def _same_subnet(address: str, local: Sequence[Local]) -> bool:
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return True
    networks = [ipaddress.ip_network((one.address, one.prefix), strict=False) for one in local]
    return any(ip in network for network in networks if network.version == ip.version)


# -- gathering --------------------------------------------------------------------------------------------------------


async def examine(
    peer: str = "",
    port: int = 0,
    here: int | None = None,
    own: Sequence[str] = (),
    *,
    seconds: float = 3.0,
    versions: tuple[int, int] = (1, 1),
) -> Facts:
    """Look around, and at the other machine where one is named. here: the port of the host that runs here, own: the
    addresses on which others should reach it."""
    local = interfaces()
    own = [named for one in own for named in expand(one, local)] if here is not None else []
    gateway = default_gateway()
    taken = mdns_taken()
    found, answers, answer, ping, there = await asyncio.gather(
        browse(seconds, lambda _found: False),
        asyncio.gather(*(knock(address, here or 0) for address in own)),
        knock(peer, port) if peer else _nothing(),
        pings(peer) if peer else _nothing(),
        pings(gateway) if peer and gateway else _nothing(),
    )
    return Facts(
        local,
        found,
        here,
        dict(zip(own, answers, strict=True)),
        taken,
        is_wsl(),
        in_container(),
        gateway,
        there,
        peer,
        port,
        answer,
        ping,
        versions,
    )


async def _nothing() -> None:
    return None


async def knock(address: str, port: int) -> Answer:
    """What a TCP port answers."""
    try:
        async with asyncio.timeout(CONNECT):
            _, writer = await asyncio.open_connection(address, port)
        writer.transport.abort()
        return "open"
    except TimeoutError:
        return "timeout"
    except socket.gaierror:
        return "name-unknown"
    except OSError as error:
        if error.errno == errno.ECONNREFUSED:
            return "refused"
        if error.errno == errno.EHOSTUNREACH and sys.platform == "darwin":
            return "privacy"
        return "timeout" if error.errno == errno.ETIMEDOUT else "unreachable"


async def pings(address: str) -> bool:
    """Whether a machine answers anything: a ping, or a port that nobody listens on (then it says so at once)."""
    if await knock(address, UNUSED) in ("open", "refused"):
        return True
    program = shutil.which("ping")
    if program is None:
        return False
    count = ["-n", "1"] if os.name == "nt" else ["-c", "1", "-W", "2"] if sys.platform == "linux" else ["-c", "1"]
    process = await asyncio.create_subprocess_exec(
        program, *count, address, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        async with asyncio.timeout(CONNECT):
            return await process.wait() == 0
    except TimeoutError:
        process.kill()
        await process.wait()
        return False


def mdns_taken() -> bool:
    """Whether another program holds the port of announcements without sharing it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "SO_REUSEPORT"):
            with contextlib.suppress(OSError):
                one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        try:
            one.bind(("", MDNS))
        except OSError:
            return True
    return False


def is_wsl() -> bool:
    """Whether this is Linux within Windows."""
    return sys.platform == "linux" and "microsoft" in platform.release().lower()


def in_container(root: Path = Path("/")) -> bool:
    """Whether this runs in a container (Docker, Podman)."""
    return (root / ".dockerenv").exists() or (root / "run/.containerenv").exists()


def default_gateway(table: Path = Path("/proc/net/route")) -> str:
    """The IPv4 address of the default gateway, "" where it cannot be told (anything but Linux, or none)."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        for line in table.read_text().splitlines()[1:]:
            parts = line.split()
            if parts[1] == "00000000" and int(parts[3], 16) & 2:
                return str(ipaddress.IPv4Address(int(parts[2], 16).to_bytes(4, "little")))
    return ""
