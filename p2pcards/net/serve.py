"""The host's ear: listening sockets, limits on strangers, TLS, and a link for everybody who said who they are.

The server accepts by itself instead of through `loop.create_server`, because the limits must hold before a TLS
handshake costs anything.
"""

import asyncio
import contextlib
import errno
import ipaddress
import os
import socket
import ssl
import struct
import sys
from asyncio import sslproto
from collections.abc import Callable, Sequence

from p2pcards_protocol.identity import Identity
from p2pcards_protocol.session import Closed, Connected, Event, Session

from p2pcards.net.address import DEFAULT_PORT
from p2pcards.net.errors import ListenError
from p2pcards.net.gate import Gate, Limits
from p2pcards.net.link import Link
from p2pcards.net.tls import server_context

EVERYWHERE = ("0.0.0.0", "::")
_NEXT_PORTS = 64  # how far to look for a free one
_FULL = 1.0  # seconds to rest when the process has no file descriptor left

if hasattr(sslproto.SSLProtocol, "max_size"):
    # asyncio keeps two buffers of this size for each TLS connection: 278 KiB, or 38 KiB with one TLS record's size and
    # no slower (network.md section 5). It is a constant of the class, so this is for the whole process.
    sslproto.SSLProtocol.max_size = 16 * 1024


class Server:
    """A listening host. `port` and `listening` say where; `links` holds those who said who they are."""

    def __init__(
        self,
        context: ssl.SSLContext,
        sockets: Sequence[socket.socket],
        session: Callable[[], Session],
        on_link: Callable[[Link], None],
        limits: Limits,
    ) -> None:
        self.port: int = sockets[0].getsockname()[1]
        self.listening = tuple(str(one.getsockname()[0]) for one in sockets)
        self.links: set[Link] = set()
        self.turned_away = 0
        self.gate = Gate(limits)
        self._context = context
        self._sockets = sockets
        self._session = session
        self._on_link = on_link
        self._loop = asyncio.get_running_loop()
        self._open: set[Link] = set()  # every connection past TLS, strangers too
        self._greeting: set[asyncio.Task[None]] = set()
        self._accepting = [asyncio.create_task(self._accept(one)) for one in sockets]

    async def close(self, code: str = "", text: str = "") -> None:
        """Stop listening, end every link in order, and return when the connections are gone (2 s at most)."""
        for task in (*self._accepting, *self._greeting):
            task.cancel()
        await asyncio.gather(*self._accepting, *self._greeting, return_exceptions=True)
        for one in self._sockets:
            one.close()
        links = list(self._open)
        for link in links:
            link.close(code, text)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(2.5):
                await asyncio.gather(*(asyncio.shield(link.gone) for link in links))

    async def _accept(self, listener: socket.socket) -> None:
        while True:
            try:
                connection, name = await self._loop.sock_accept(listener)
            except OSError as why:
                if why.errno in (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM):
                    await asyncio.sleep(_FULL)
                elif listener.fileno() < 0:
                    return
                continue
            address = _plain(str(name[0]))
            if self.gate.enter(address, self._loop.time()):
                task = asyncio.create_task(self._greet(connection, address))
                self._greeting.add(task)
                task.add_done_callback(self._greeting.discard)
            else:
                self.turned_away += 1
                _refuse(connection)

    async def _greet(self, connection: socket.socket, address: str) -> None:
        """TLS, then the session; the link is handed on when its session is connected."""
        counted = {"stranger": True}

        def notice(link: Link, event: Event) -> None:
            if isinstance(event, Connected):
                if event.wants != "watch":
                    self.gate.known(address)
                    counted["stranger"] = False
                elif self.gate.watch(address):
                    counted.update(stranger=False, watcher=True)
                else:
                    link.close("rate", "too many watch this host")
                    return
                self.links.add(link)
                self._on_link(link)
            elif isinstance(event, Closed):
                self.links.discard(link)

        link = Link(self._session(), unsent=self.gate.limits.unsent)
        link.on_event = notice
        try:
            await self._loop.connect_accepted_socket(
                lambda: link, connection, ssl=self._context, ssl_handshake_timeout=self.gate.limits.handshake_timeout
            )
        except OSError:  # a reset, a timeout or an ssl.SSLError: not a player of ours
            self.gate.leave(address, **counted)
            return
        self._open.add(link)

        def gone(_done: object) -> None:
            self._open.discard(link)
            self.gate.leave(address, **counted)

        link.gone.add_done_callback(gone)


async def serve(
    identity: Identity,
    bind: Sequence[str],
    port: int | None,
    on_link: Callable[[Link], None],
    *,
    session: Callable[[], Session] | None = None,
    limits: Limits | None = None,
) -> Server:
    """Listen on every address of `bind` (numeric; `EVERYWHERE` for all) under one port and return the server.

    port     None: the default one, or the next that is free; 0: any free one; else exactly that one
    on_link  called with each link whose session is connected; it should call `link.listen` before it returns
    session  makes the host's session for one connection, where the usual one will not do

    Raises ListenError: port-taken, port-forbidden, no-such-address, cannot-listen.
    """
    context = server_context(identity)
    sockets = _listen(bind, port)
    make = session or (lambda: Session("host", identity, os.urandom))
    return Server(context, sockets, make, on_link, limits or Limits())


def _listen(bind: Sequence[str], port: int | None) -> list[socket.socket]:
    if port:
        return _bind_all(bind, port)
    preferred = range(DEFAULT_PORT, DEFAULT_PORT + _NEXT_PORTS) if port is None else ()
    for number in (*preferred, 0, 0, 0):  # "any" is free on the first address only
        try:
            return _bind_all(bind, number)
        except ListenError as why:
            if why.key != "port-taken":
                raise
            taken = why
    raise taken


def _bind_all(bind: Sequence[str], port: int) -> list[socket.socket]:
    """All addresses under one port, or none. A machine without IPv6 (or IPv4) is fine when asked for everywhere."""
    sockets: list[socket.socket] = []
    missing: ListenError | None = None
    try:
        for address in dict.fromkeys(bind):
            try:
                one = _bind(address, port)
            except ListenError as why:
                if why.key != "no-such-address" or address not in EVERYWHERE:
                    raise
                missing = why
                continue
            sockets.append(one)
            port = port or one.getsockname()[1]
    except ListenError:
        for one in sockets:
            one.close()
        raise
    if not sockets:
        raise missing or ListenError("no-such-address", address="", port=port)
    return sockets


def _bind(address: str, port: int) -> socket.socket:
    try:
        family, _, _, _, name = socket.getaddrinfo(
            address, port, type=socket.SOCK_STREAM, flags=socket.AI_NUMERICHOST | socket.AI_PASSIVE
        )[0]
        one = socket.socket(family, socket.SOCK_STREAM)
    except OSError:
        raise ListenError("no-such-address", address=address, port=port) from None
    try:
        if sys.platform == "win32":
            one.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            one.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        one.bind(name)
        one.listen(128)
        one.setblocking(False)
    except OSError as why:
        one.close()
        key = _BIND_ERRORS.get(why.errno or 0, "cannot-listen")
        raise ListenError(key, address=address, port=port, text=why.strerror or str(why)) from None
    return one


_BIND_ERRORS = {
    errno.EADDRINUSE: "port-taken",
    errno.EACCES: "port-forbidden",
    errno.EPERM: "port-forbidden",
    errno.EADDRNOTAVAIL: "no-such-address",
    errno.EAFNOSUPPORT: "no-such-address",
    10013: "port-taken",  # WSAEACCES of Windows: somebody holds it alone
}


def _plain(address: str) -> str:
    """One spelling per address: an IPv4 peer seen through an IPv6 socket counts as itself."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return address
    return str(ip.ipv4_mapped) if isinstance(ip, ipaddress.IPv6Address) and ip.ipv4_mapped else address


def _refuse(connection: socket.socket) -> None:
    """Close at once with a reset: no state stays behind for a flood."""
    with contextlib.suppress(OSError):
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()
