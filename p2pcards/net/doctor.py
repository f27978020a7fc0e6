"""Why two machines do not see each other: facts are gathered, then judged.

Gathering (`examine`) touches the network; judging (`judge`) is a pure function from facts to findings, so every cause
has a test without its network. Findings are keys with data; the sentences are made where people read.
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from p2pcards.net import probe
from p2pcards.net.address import DEFAULT_PORT
from p2pcards.net.browsing import browse
from p2pcards.net.local import Local, expand, interfaces
from p2pcards.net.probe import Answer
from p2pcards.net.service import Found

Level = Literal["good", "note", "bad"]


@dataclass(frozen=True, slots=True)
class Facts:
    """What was seen on this machine.

    local        its addresses
    found        hosts that are announced
    here         the port of the host that runs on this machine, None without one; answers: what that port answers on
                 each own address
    mdns_taken   another program holds the port of announcements for itself
    without_multicast   interfaces that carry none
    firewall     the name of one that is on here, "" where none is known of
    wsl, container   where this program runs
    gateway      the address of the default gateway, "" without one; gateway_there: whether it answers
    peer         the other machine, as an address, "" when none was named; port; answer; mdns: what its port 5353
                 answers when asked directly; ping: whether it answers at all; neighbour: whether its card does
    """

    local: tuple[Local, ...] = ()
    found: tuple[Found, ...] = ()
    here: int | None = None
    answers: dict[str, Answer] = field(default_factory=dict)
    mdns_taken: bool = False
    without_multicast: tuple[str, ...] = ()
    firewall: str = ""
    wsl: bool = False
    container: bool = False
    gateway: str = ""
    gateway_there: bool | None = None
    peer: str = ""
    port: int = 0
    answer: Answer | None = None
    mdns: Answer | None = None
    ping: bool | None = None
    neighbour: bool | None = None
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
    if facts.firewall:
        told.append(Finding("note", "firewall-here", {"name": facts.firewall, "port": facts.here or DEFAULT_PORT}))
    told += [Finding("note", "multicast-off", {"interface": name}) for name in facts.without_multicast]
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
    why = _why(facts)
    data = {"peer": facts.peer, "port": facts.port, "gateway": facts.gateway}
    return [Finding("good" if why == "peer-open" else "bad", why, data)]


def _announced(facts: Facts) -> bool:
    return any(facts.peer in one.addresses and facts.port == one.port for one in facts.found)


def _why(facts: Facts) -> str:
    """Why the two machines do not see each other (or that they do): the key of the finding."""
    near = _same_subnet(facts.peer, facts.local)
    announced = _announced(facts)
    if facts.answer == "open":
        if announced and near and facts.mdns == "timeout":
            return "mdns-blocked"  # what it says of itself when it starts gets out, our questions do not get in
        return "peer-open" if announced else _why_unseen(facts) if near else "other-subnet"
    if facts.answer == "refused":
        return "peer-rejects" if announced else "peer-no-host"
    if facts.answer in ("privacy", "name-unknown"):
        return facts.answer
    if facts.ping or (announced and near):
        return "peer-firewall"
    if facts.neighbour:
        return "peer-closed"
    if not near:
        return "other-network"
    if facts.gateway and facts.gateway != facts.peer and facts.gateway_there:
        return "isolation"
    return "peer-silent"


def _why_unseen(facts: Facts) -> str:
    """Why a host that can be reached is not found."""
    return {"refused": "peer-unannounced", "timeout": "mdns-blocked"}.get(facts.mdns or "", "no-multicast")


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
    gateway = probe.default_gateway()
    taken, wall = probe.mdns_taken(), probe.firewall()
    found, answers, answer, mdns, ping, there = await asyncio.gather(
        browse(seconds, lambda _found: False),
        asyncio.gather(*(probe.knock(address, here or 0) for address in own)),
        probe.knock(peer, port) if peer else _nothing(),
        probe.asks_mdns(peer) if peer else _nothing(),
        probe.pings(peer) if peer else _nothing(),
        probe.pings(gateway) if peer and gateway else _nothing(),
    )
    return Facts(
        local=local,
        found=found,
        here=here,
        answers=dict(zip(own, answers, strict=True)),
        mdns_taken=taken,
        without_multicast=probe.without_multicast(one.interface for one in local),
        firewall=wall,
        wsl=probe.is_wsl(),
        container=probe.in_container(),
        gateway=gateway,
        gateway_there=there,
        peer=peer,
        port=port,
        answer=answer,
        mdns=mdns,
        ping=ping,
        neighbour=probe.neighbour(peer) if peer else None,
        versions=versions,
    )


async def _nothing() -> None:
    return None
