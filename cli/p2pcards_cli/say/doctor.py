"""What the doctor found, as sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..text import clean, clean_name
from .i18n import N_, listing, tr

SENTENCES = {
    "addresses": N_("This machine's addresses: %(addresses)s."),
    "no-network": N_("This machine has no network address. Connect it to the network first."),
    "wsl": N_(
        "This is WSL: other machines do not reach it by themselves. In Windows, write networkingMode=mirrored into "
        ".wslconfig and allow port 7787 in the firewall, or run p2pcards in Windows."
    ),
    "container": N_(
        "This is a container with a network of its own. Start it with --network host, or say with advertise in the "
        "configuration where it is reached."
    ),
    "own-host": N_("A host runs here, and its port %(port)s answers, as seen from this machine."),
    "own-firewall": N_(
        "A host runs here, but its port %(port)s does not answer on %(addresses)s: a firewall on this machine blocks "
        "it. Allow %(port)s/tcp and 5353/udp."
    ),
    "loopback-only": N_("A host runs here, but it can be reached from this machine only."),
    "firewall-here": N_(
        "A firewall is on at this machine (%(name)s). Where others do not get in, allow %(port)s/tcp and 5353/udp in "
        "it."
    ),
    "multicast-off": N_(
        "The interface %(interface)s carries no multicast (a VPN, or it is switched off): hosts behind it are not "
        "found. Join them by address."
    ),
    "port-5353-taken": N_(
        "Another program holds port 5353 for itself, so announcements do not work here. Join by address."
    ),
    "host-seen": N_("Host %(name)s is announced: %(addresses)s, port %(port)s."),
    "other-version": N_("Host %(name)s speaks another version of the protocol. Update the older of the two programs."),
    "nothing-seen": N_(
        "No host is announced in this network. If one runs, type on the other machine: p2pcards doctor; or join by "
        "its address."
    ),
    "peer-open": N_("%(peer)s answers on port %(port)s and is announced: all is well between the two."),
    "no-multicast": N_(
        "%(peer)s answers on port %(port)s and when it is asked directly, but its announcements do not arrive: this "
        "network carries no multicast, or a firewall on this machine blocks 5353/udp. Join by address."
    ),
    "mdns-blocked": N_(
        "%(peer)s answers on port %(port)s, but not on 5353/udp: a firewall on that machine keeps it from being "
        "found. Allow 5353/udp there, or join by address."
    ),
    "peer-unannounced": N_(
        "%(peer)s answers on port %(port)s and announces nothing: it was told not to (--no-mdns), or it cannot. Join "
        "by address."
    ),
    "other-subnet": N_(
        "%(peer)s answers on port %(port)s, and it is in another network: announcements do not go that far. Join by "
        "address."
    ),
    "peer-no-host": N_("%(peer)s is there, and no host is running on its port %(port)s."),
    "peer-rejects": N_(
        "%(peer)s announces a host on port %(port)s and lets nobody in: a firewall on that machine rejects it, or the "
        "host has just ended. Allow %(port)s/tcp there."
    ),
    "peer-closed": N_(
        "%(peer)s is there and answers nothing: a firewall on that machine blocks everything (allow %(port)s/tcp and "
        "5353/udp there), or the Wi-Fi keeps its guests apart."
    ),
    "other-network": N_(
        "%(peer)s does not answer, and it is in another network than this machine. Connect both to the same one; "
        "guests often have one of their own."
    ),
    "peer-firewall": N_(
        "%(peer)s is there, but its port %(port)s does not answer: a firewall on that machine blocks it. Allow "
        "%(port)s/tcp and 5353/udp there."
    ),
    "isolation": N_(
        "The router %(gateway)s answers and %(peer)s does not, though both are in this network: the Wi-Fi keeps its "
        "guests apart. Use another network, a cable or a phone's hotspot."
    ),
    "peer-silent": N_("%(peer)s does not answer at all. Is it switched on, and in the same network?"),
    "privacy": N_(
        "macOS does not let this program into the local network. Allow it in System Settings, Privacy & Security, "
        "Local Network."
    ),
    "name-unknown": N_("Nobody knows the name %(peer)s. Use the address."),
}


def finding(key: str, data: Mapping[str, Any]) -> str:
    """One finding of the doctor."""
    values = {
        "addresses": listing(clean(str(one), 60) for one in data.get("addresses", ())),
        "name": clean_name(str(data.get("name", ""))),
        **{name: clean(str(data.get(name, "")), 60) for name in ("peer", "port", "gateway", "interface")},
    }
    return tr(SENTENCES[key], **values) if key in SENTENCES else tr("Found: %(key)s.", key=clean(key, 40))
