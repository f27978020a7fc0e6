"""What this machine and its neighbours answer: the doctor's instruments. Each gives one fact and judges nothing."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import ipaddress
import json
import os
import platform
import shutil
import socket
import struct
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal

from p2pcards.net.service import TYPE

MDNS = 5353
UNUSED = 9
"""A port on which hardly anybody listens ("discard")."""

CONNECT = 3.0
"""Seconds to wait for a connection."""

ASKS = (0.5, 1.0, 1.0)
"""Seconds to wait for an answer to each of the questions that are sent to a machine's mDNS port."""

Answer = Literal["open", "refused", "timeout", "unreachable", "privacy", "name-unknown"]
"""What a port answers. privacy: macOS does not let this program into the local network."""

ROOT = Path("/")
_SIOCGIFFLAGS, _IFF_MULTICAST = 0x8913, 0x1000  # Linux


async def knock(address: str, port: int) -> Answer:
    """What a TCP port answers."""
    try:
        async with asyncio.timeout(CONNECT):
            _, writer = await asyncio.open_connection(address, port)
        writer.transport.abort()
        return "open"
    except TimeoutError:
        return "timeout"
    except OSError as error:
        return _answer(error)


async def asks_mdns(address: str) -> Answer:
    """Ask a machine's mDNS port directly for p2pcards: a host that announces itself answers that too, by unicast
    (RFC 6762 section 6.7). "open" tells that the port is in reach, so only multicast can be what is missing."""
    loop = asyncio.get_running_loop()
    told: asyncio.Future[Answer] = loop.create_future()

    class Asking(asyncio.DatagramProtocol):
        def datagram_received(self, data: bytes, addr: Any) -> None:
            _tell(told, "open")

        def error_received(self, exc: Exception) -> None:
            _tell(told, _answer(exc) if isinstance(exc, OSError) else "timeout")

    try:
        transport, _ = await loop.create_datagram_endpoint(Asking, remote_addr=(address, MDNS))
    except OSError as error:
        return _answer(error)
    try:
        for wait in ASKS:  # datagrams are lost now and then
            transport.sendto(_question())
            done, _pending = await asyncio.wait([told], timeout=wait)
            if done:
                return told.result()
        return "timeout"
    finally:
        transport.close()


def _tell(told: asyncio.Future[Answer], answer: Answer) -> None:
    if not told.done():
        told.set_result(answer)


def _question() -> bytes:
    """One DNS question: who is _p2pcards._tcp.local (PTR, IN)."""
    labels = b"".join(bytes([len(one)]) + one.encode() for one in TYPE.rstrip(".").split("."))
    return struct.pack(">6H", 1, 0, 1, 0, 0, 0) + labels + b"\0" + struct.pack(">2H", 12, 1)


def _answer(error: OSError) -> Answer:
    if isinstance(error, socket.gaierror):
        return "name-unknown"
    if isinstance(error, ConnectionRefusedError):  # Windows has two numbers for it
        return "refused"
    if error.errno == errno.EHOSTUNREACH and sys.platform == "darwin":
        return "privacy"
    return "timeout" if isinstance(error, TimeoutError) else "unreachable"


async def pings(address: str) -> bool:
    """Whether a machine answers anything: a ping, or a port that nobody listens on (then it says so at once)."""
    if await knock(address, UNUSED) in ("open", "refused"):
        return True
    program = shutil.which("ping")
    if program is None:
        return False
    count = ["-n", "1"] if os.name == "nt" else ["-c", "1", "-W", "2"] if sys.platform == "linux" else ["-c", "1"]
    process = await asyncio.create_subprocess_exec(
        program, *count, address, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    try:
        async with asyncio.timeout(CONNECT):
            told, _ = await process.communicate()
        # Windows calls it success when a router says that the machine is not there; only its own answer has a TTL
        return process.returncode == 0 and (os.name != "nt" or b"TTL=" in told or ":" in address)
    except TimeoutError:
        process.kill()
        await process.wait()
        return False


def neighbour(address: str, root: Path = ROOT) -> bool | None:
    """Whether a machine of this subnet has answered ARP a moment ago: it is there, whatever its firewall drops. None
    where that cannot be told (IPv6, anything but Linux, nothing was sent to it)."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        for line in (root / "proc/net/arp").read_text().splitlines()[1:]:
            parts = line.split()
            if parts[0] == address:
                return int(parts[2], 16) & 2 != 0  # ATF_COM: the hardware address is known
    return None


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


def without_multicast(interfaces: Iterable[str]) -> tuple[str, ...]:
    """Those of these interfaces that carry no multicast (many VPNs); none where that cannot be told."""
    if sys.platform != "linux":
        return ()
    import fcntl

    off = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        for name in dict.fromkeys(interfaces):
            with contextlib.suppress(OSError):
                answer = fcntl.ioctl(one, _SIOCGIFFLAGS, struct.pack("16sH22x", name.encode()[:15], 0))
                if not struct.unpack_from("H", answer, 16)[0] & _IFF_MULTICAST:
                    off.append(name)
    return tuple(off)


def firewall(root: Path = ROOT) -> str:
    """The name of a firewall that is on at this machine, "" where none is known of. Its rules are read only where the
    user may (root): an empty answer proves nothing."""
    with contextlib.suppress(OSError):
        if "ENABLED=yes" in (root / "etc/ufw/ufw.conf").read_text().replace(" ", "").splitlines():
            return "ufw"
    if (root / "run/firewalld").exists() or (root / "run/firewalld.pid").exists():
        return "firewalld"
    program = shutil.which("nft", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if program is not None and hasattr(os, "geteuid") and os.geteuid() == 0:
        with contextlib.suppress(OSError, ValueError, subprocess.SubprocessError):
            told = subprocess.run([program, "-j", "list", "ruleset"], capture_output=True, timeout=CONNECT, check=True)
            if stops_packets(json.loads(told.stdout)):
                return "nftables"
    return ""


def stops_packets(ruleset: dict[str, Any]) -> bool:
    """Whether nft's rules (as it lists them in JSON) stop any packet on its way in."""
    objects = ruleset.get("nftables", ())
    chains = [one["chain"] for one in objects if one.get("chain", {}).get("hook") == "input"]
    if any(chain.get("policy") == "drop" for chain in chains):
        return True
    ways_in = {(chain["family"], chain["table"], chain["name"]) for chain in chains}
    rules = [one["rule"] for one in objects if "rule" in one]
    return any(
        (rule["family"], rule["table"], rule["chain"]) in ways_in
        and any({"drop", "reject"} & set(part) for part in rule["expr"])
        for rule in rules
    )


def is_wsl() -> bool:
    """Whether this is Linux within Windows."""
    return sys.platform == "linux" and "microsoft" in platform.release().lower()


def in_container(root: Path = ROOT) -> bool:
    """Whether this runs in a container (Docker, Podman)."""
    return (root / ".dockerenv").exists() or (root / "run/.containerenv").exists()


def default_gateway(table: Path = ROOT / "proc/net/route") -> str:
    """The IPv4 address of the default gateway, "" where it cannot be told (anything but Linux, or none)."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        for line in table.read_text().splitlines()[1:]:
            parts = line.split()
            if parts[1] == "00000000" and int(parts[3], 16) & 2:
                return str(ipaddress.IPv4Address(int(parts[2], 16).to_bytes(4, "little")))
    return ""
