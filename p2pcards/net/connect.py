"""From a host's addresses to a link: try them all, keep the one that owns the right key.

A host is announced with every address it has, and some lead nowhere or somewhere else: 172.17.0.1 of a host with Docker
is the client itself on a machine with Docker. So the attempts overlap: our own subnets first, the next one starts after
250 ms or when the last one fails (RFC 8305), and the first handshake with an acceptable key wins. Nothing is sent to a
key that is not accepted.
"""

import asyncio
import errno
import ipaddress
import socket
import sys
from collections.abc import Callable, Sequence

from p2pcards_protocol.session import Session

from p2pcards.net.errors import NotReached, WrongKey
from p2pcards.net.link import Link, opened
from p2pcards.net.local import expand, interfaces, nearest_first
from p2pcards.net.tls import client_context

STAGGER = 0.25
"""Seconds from one attempt to the next."""

Pin = bytes | Callable[[bytes], bool] | None
"""A 32-byte key; or a test of one (six words, an announced id); or None: first contact, any key."""


async def connect(
    addresses: Sequence[str],
    port: int,
    session: Callable[[bytes], Session],
    pin: Pin = None,
    *,
    timeout: float = 10.0,
) -> Link:
    """Connect to a host and greet it; the link's `connected` is set and `peer_key` is the host's key.

    addresses  numeric (fe80::x%eth0 too) or names for the resolver; fe80 without a scope is tried on every link
    session    makes the player's session, given the host's key as seen in the TLS handshake
    timeout    seconds for everything together

    Raises NotReached (why each address failed), WrongKey (only other keys answered).
    """
    deadline = asyncio.get_running_loop().time() + timeout
    link = await _race(addresses, port, pin, timeout)
    assert link.peer_key is not None
    link.start(session(link.peer_key))
    await opened(link, max(0.1, deadline - asyncio.get_running_loop().time()))
    return link


async def _race(addresses: Sequence[str], port: int, pin: Pin, timeout: float) -> Link:
    loop = asyncio.get_running_loop()
    tried: list[tuple[str, str]] = []
    local = interfaces()
    resolved = await _resolve(addresses, tried, timeout)
    queue = list(nearest_first([one for each in resolved for one in expand(each, local)], local))
    wrong: list[bytes] = []
    context = client_context()
    running: dict[asyncio.Task[Link], str] = {}
    deadline = loop.time() + timeout

    async def attempt(address: str) -> Link:
        link = Link()
        await loop.create_connection(
            lambda: link, address, port, ssl=context, server_hostname="", ssl_handshake_timeout=5
        )
        return link

    try:
        while queue or running:
            if queue:
                address = queue.pop(0)
                running[asyncio.create_task(attempt(address))] = address
            wait = min(STAGGER if queue else timeout, deadline - loop.time())
            done, _ = await asyncio.wait(running, timeout=max(0, wait), return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                address = running.pop(task)
                why = task.exception()
                if why is not None:
                    tried.append((address, _reason(why, address)))
                    continue
                link = task.result()
                if link.peer_key is not None and _accepts(pin, link.peer_key):
                    return link
                tried.append((address, "wrong-key" if link.peer_key else "not-p2pcards"))
                if link.peer_key is not None:
                    wrong.append(link.peer_key)
                link.abort()
            if loop.time() >= deadline:
                tried.extend((address, "timeout") for address in (*running.values(), *queue))
                break
    finally:
        for task in running:
            task.cancel()
            task.add_done_callback(_drop)
    if wrong:
        raise WrongKey("wrong-key", seen=tuple(dict.fromkeys(wrong)), tried=tuple(tried))
    raise NotReached(_summary([reason for _, reason in tried]), tried=tuple(tried))


async def _resolve(addresses: Sequence[str], failed: list[tuple[str, str]], timeout: float) -> list[str]:
    """Names resolved, numbers as they are. What does not resolve is noted in `failed`."""
    found: list[str] = []
    for address in addresses:
        if _numeric(address):
            found.append(address)
            continue
        try:
            async with asyncio.timeout(timeout):
                infos = await asyncio.get_running_loop().getaddrinfo(address, None, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError, TimeoutError):
            failed.append((address, "name-unknown"))
            continue
        for family, _, _, _, name in infos:
            scope = f"%{name[3]}" if family == socket.AF_INET6 and len(name) > 3 and name[3] else ""
            found.append(str(name[0]).partition("%")[0] + scope)
    return found


def _numeric(address: str) -> bool:
    try:
        ipaddress.ip_address(address)
    except ValueError:
        return False
    return True


def _accepts(pin: Pin, key: bytes) -> bool:
    if pin is None:
        return True
    return key == pin if isinstance(pin, bytes) else pin(key)


def _drop(task: asyncio.Task[Link]) -> None:
    """A loser that finished its handshake before it was cancelled."""
    if not task.cancelled() and task.exception() is None:
        task.result().abort()


def _reason(why: BaseException, address: str) -> str:
    if isinstance(why, TimeoutError):
        return "timeout"
    number = why.errno if isinstance(why, OSError) else None
    if number == errno.ECONNREFUSED:
        return "refused"
    if number in (errno.EHOSTUNREACH, errno.ENETUNREACH, errno.EADDRNOTAVAIL, errno.ENETDOWN):
        # macOS 15 answers "no route to host" for every private address until the person allows the local network
        private = number == errno.EHOSTUNREACH and sys.platform == "darwin" and _private(address)
        return "privacy" if private else "unreachable"
    if isinstance(why, socket.gaierror):
        return "name-unknown"
    if isinstance(why, ConnectionError):
        return "not-p2pcards"  # it took the connection and then ended the handshake
    return "not-p2pcards" if type(why).__name__.startswith("SSL") else "unreachable"


def _private(address: str) -> bool:
    return _numeric(address) and ipaddress.ip_address(address).is_private


def _summary(reasons: list[str]) -> str:
    """One reason for all: the one that says most."""
    for key in ("privacy", "not-p2pcards", "refused", "timeout", "unreachable", "name-unknown"):
        if key in reasons:
            return key
    return "no-address"
