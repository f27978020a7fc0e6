"""How others find this host: by itself, by name, by address, by its words, by an invite."""

from __future__ import annotations

from typing import TYPE_CHECKING

from p2pcards.net.address import invite, show

from ..say.i18n import listing, tr
from ..text import clean_name

if TYPE_CHECKING:
    from .face import HostFacts


def invite_lines(host: HostFacts) -> list[str]:
    """What to tell others."""
    words = " ".join(host.words)
    if not host.mine:
        return [tr("Others join with the host's six words: p2pcards join %(words)s", words=words)]
    addresses = host.addresses()
    lines = [tr("Others in this network type: p2pcards join")]
    lines.append(tr("Or by name: p2pcards join %(name)s", name=_quoted(clean_name(host.name))))
    if addresses:
        shown = [show(address, host.port) for address in addresses if not address.startswith("fe80")] or list(addresses)
        lines.append(tr("Or by address: p2pcards join %(address)s", address=shown[0]))
        if len(shown) > 1:
            lines.append(tr("Other addresses: %(addresses)s.", addresses=listing(shown[1:])))
    lines.append(tr("Six words of this host: %(words)s", words=words))
    if addresses and host.key:
        lines.append(tr("Invite: %(invite)s", invite=invite(addresses[:4], host.port, host.key, host.secret)))
    return lines


def _quoted(name: str) -> str:
    return f'"{name}"' if " " in name else name
