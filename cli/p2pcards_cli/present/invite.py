"""How others find a host: by itself, by name, by address, by its words, by an invite."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from p2pcards.net.address import invite, show

from ..say.i18n import listing, tr
from ..say.lobby import lan_problem
from ..text import clean_name


@dataclass(slots=True)
class HostFacts:
    """What others need to find the table. mine: this program is the host; secret: what an invite must carry;
    announced: it can be found by itself; only_here: nobody else can reach it."""

    name: str
    words: tuple[str, ...]
    key: bytes = b""
    mine: bool = False
    addresses: Callable[[], tuple[str, ...]] = tuple
    port: int = 0
    secret: bytes | None = None
    announced: bool = True
    only_here: bool = False


def invite_lines(host: HostFacts, access: str = "open") -> list[str]:
    """What to tell others. access: of the table that they would come to."""
    words = " ".join(host.words)
    if not host.mine and access == "invite":
        return [tr("This table is by invitation only. Who hosts it has the invite.")]
    if not host.mine:
        return [tr("Others join with the host's six words: p2pcards join %(words)s", words=words)]
    if host.only_here:
        way = show("127.0.0.1", host.port)
        if host.secret:
            way = invite(("127.0.0.1",), host.port, host.key, host.secret)
        return [lan_problem("loopback-only"), tr("On this machine: p2pcards join %(address)s", address=way)]
    addresses = host.addresses()
    lines = []
    if host.announced:
        lines.append(tr("Others in this network type: p2pcards join"))
        lines.append(tr("Or by name: p2pcards join %(name)s", name=quoted(clean_name(host.name))))
    if addresses:
        shown = [show(address, host.port) for address in addresses if not address.startswith("fe80")] or list(addresses)
        if host.announced:
            lines.append(tr("Or by address: p2pcards join %(address)s", address=shown[0]))
        else:
            lines.append(tr("Others join by address: p2pcards join %(address)s", address=shown[0]))
        if len(shown) > 1:
            lines.append(tr("Other addresses: %(addresses)s.", addresses=listing(shown[1:])))
    lines.append(tr("Six words of this host: %(words)s", words=words))
    if addresses and host.key:
        lines.append(tr("Invite: %(invite)s", invite=invite(addresses[:4], host.port, host.key, host.secret)))
        if access == "invite":
            return lines[-1:]
    return lines


def join_ways(host: HostFacts, access: str = "open") -> tuple[str, ...]:
    """What others type, the shortest ways; nothing where it takes an invite."""
    if access == "invite":
        return ()
    if not host.mine:
        return ("p2pcards join " + " ".join(host.words),)
    addresses = [each for each in host.addresses() if not each.startswith("fe80")]
    if host.only_here:
        return (f"p2pcards join {show('127.0.0.1', host.port)}",)
    ways = ["p2pcards join " + quoted(clean_name(host.name))] if host.announced else []
    if addresses:
        ways.append(f"p2pcards join {show(addresses[0], host.port)}")
    return tuple(ways)


def quoted(name: str) -> str:
    """A name as it is typed in a shell."""
    return f'"{name}"' if " " in name else name
