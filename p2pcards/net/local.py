"""What this machine's own interfaces are: for announcing, for following changes and for the order of connecting."""

import contextlib
import ipaddress
import socket
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import ifaddr

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


@dataclass(frozen=True, slots=True)
class Local:
    """One address of this machine. `address` has no scope; `interface` and `index` are the system's own."""

    interface: str
    index: int
    address: str
    prefix: int

    @property
    def ip(self) -> Address:
        return ipaddress.ip_address(self.address)

    @property
    def scoped(self) -> str:
        """The address as this machine must write it: fe80 with its interface, others plain."""
        return f"{self.address}%{self.interface}" if needs_scope(self.address) else self.address


def needs_scope(address: str) -> bool:
    """Whether this is an IPv6 link-local address without a scope: it means nothing until an interface is named."""
    if "%" in address:
        return False
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return False
    return ip.version == 6 and ip.is_link_local


def named_scope(address: str) -> str:
    """fe80::1%2 as fe80::1%eth0, where the system has such names; others unchanged."""
    plain, percent, scope = address.partition("%")
    if percent and scope.isdigit():
        with contextlib.suppress(OSError, OverflowError):
            return f"{plain}%{socket.if_indextoname(int(scope))}"
    return address


def peer_address(name: object) -> tuple[str, int]:
    """(address, port) of a socket's name, link-local ones with their interface: fit to connect to again."""
    if not isinstance(name, tuple):
        return "", 0
    address = str(name[0])
    if len(name) == 4 and name[3] and needs_scope(address):
        address = named_scope(f"{address}%{name[3]}")
    return address, int(name[1])


def interfaces() -> tuple[Local, ...]:
    """Every address of this machine but loopback, in a fixed order; empty when there is no network."""
    found: set[Local] = set()
    for adapter in ifaddr.get_adapters():
        for each in adapter.ips:
            text = each.ip[0] if isinstance(each.ip, tuple) else each.ip
            local = Local(adapter.name, adapter.index or 0, text.partition("%")[0], each.network_prefix)
            if not (local.ip.is_loopback or local.ip.is_unspecified):
                found.add(local)
    return tuple(sorted(found, key=lambda one: (one.index, one.interface, one.ip.version, one.ip.packed, one.prefix)))


def announced(listening: Iterable[str], local: Sequence[Local]) -> tuple[str, ...]:
    """The addresses others can reach, given what a host is bound to ("0.0.0.0", "::" or single addresses).

    Loopback is never among them, so a host that listens there only is not announced.
    """
    bound = {text.partition("%")[0] for text in listening}
    any4, any6 = "0.0.0.0" in bound, "::" in bound
    return tuple(
        dict.fromkeys(one.address for one in local if one.address in bound or (any4 if one.ip.version == 4 else any6))
    )


def expand(address: str, local: Sequence[Local]) -> tuple[str, ...]:
    """A link-local address without a scope could be on any link: one candidate for each of ours. Others unchanged."""
    if not needs_scope(address):
        return (address,)
    return tuple(dict.fromkeys(f"{address}%{one.interface}" for one in local if needs_scope(one.address)))


def nearest_first(addresses: Sequence[str], local: Sequence[Local]) -> tuple[str, ...]:
    """The order in which to try a host's addresses: loopback and our own subnets before the rest, no repeats.

    Within a group IPv4 and IPv6 take turns (RFC 8305), otherwise the given order stays.
    """
    networks = [ipaddress.ip_network((one.address, one.prefix), strict=False) for one in local]

    def near(address: str) -> bool:
        try:
            ip = ipaddress.ip_address(address.partition("%")[0])
        except ValueError:
            return False  # a name: what it stands for is not known yet
        return ip.is_loopback or any(ip in network for network in networks if network.version == ip.version)

    unique = list(dict.fromkeys(addresses))
    groups = [[one for one in unique if near(one)], [one for one in unique if not near(one)]]
    return tuple(one for group in groups for one in _alternate(group))


def _alternate(group: list[str]) -> list[str]:
    """IPv4 and IPv6 in turn, beginning with the family of the first."""
    if not group:
        return []
    first = ":" in group[0]
    mine = [one for one in group if (":" in one) == first]
    other = [one for one in group if (":" in one) != first]
    result: list[str] = []
    while mine or other:
        for row in (mine, other):
            if row:
                result.append(row.pop(0))
    return result


def host_name() -> str:
    """This machine's name, never empty."""
    return socket.gethostname().split(".")[0] or "p2pcards"
