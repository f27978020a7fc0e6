"""A link: one connection to one peer. The only read and the only write of the program.

A link moves bytes between a transport and a sans-IO `Session`, runs the session's timer on the loop's clock, and hands
the session's events to whoever listens. It knows neither the role it plays nor what the messages mean. It never waits:
what a peer does not read piles up in that peer's own transport, and past the limit that peer is dropped, so a slow
reader delays nobody.

Everything that is sent within one turn of the event loop leaves in one write.
"""

import asyncio
import ssl
from collections.abc import Callable
from typing import Protocol, cast

from p2pcards_protocol.message import Link as Message
from p2pcards_protocol.message import Request
from p2pcards_protocol.session import Closed, Connected, Event, Session

from p2pcards.net.errors import NotReached
from p2pcards.net.local import peer_address
from p2pcards.net.tls import peer_key

UNSENT = 256 * 1024
"""Bytes that may wait for a peer before it is dropped as `slow` (network.md section 2)."""

_BELOW_TLS = 64 * 1024  # asyncio's own transport under TLS holds this much where the TLS transport does not see it
_EARLY = 64 * 1024  # bytes kept for a session that is not attached yet
_LINGER = 2.0  # seconds for the last words of a closing link

LOST = "lost"
"""The code of a `Closed` that the network caused. A connection that the other end closed has the code "" (it meant to,
or its process died: the system closes for it), a silent one the session's "timeout"."""


class Hear(Protocol):
    """Who listens to a link. `Closed` comes exactly once, and nothing after it."""

    def __call__(self, event: Event, /) -> None: ...


class Link(asyncio.Protocol):
    """See above. All methods belong to the loop's own thread and return at once.

    peer        (address, port) of the other end; ("", 0) for a pair in memory
    peer_key    the key in the other end's TLS certificate; None on the host's side and in memory
    session     the session, once attached
    connected   the session's Connected, once both ends have greeted each other
    gone        a future that is done when the connection itself is gone; do not cancel it (asyncio.shield)
    closed      the final Closed, once there is one; from then on `send` does nothing
    """

    def __init__(self, session: Session | None = None, *, unsent: int = UNSENT) -> None:
        self.peer: tuple[str, int] = ("", 0)
        self.peer_key: bytes | None = None
        self.session = session
        self.connected: Connected | None = None
        self.closed: Closed | None = None
        self.on_event: Callable[[Link, Event], None] | None = None  # the server's or the racer's own ear
        self._loop = asyncio.get_running_loop()
        self._unsent = unsent
        self._limit = unsent
        self._transport: asyncio.Transport | None = None
        self._hear: Hear | None = None
        self._waiting: list[Event] = []
        self._early = b""
        self._alarm: asyncio.TimerHandle | None = None
        self._flushing = False
        self.gone: asyncio.Future[None] = self._loop.create_future()

    # -- what owners use

    def listen(self, hear: Hear) -> None:
        """Hand every event from now on to `hear`, beginning with those that came before."""
        self._hear = hear
        waiting, self._waiting = self._waiting, []
        for event in waiting:
            hear(event)

    def send(self, message: Message) -> None:
        """Queue one message. A link that is closed takes it and drops it: the entries can be asked for again. So does
        one whose session has just ended, while what came before the end is still being told."""
        if self.session is not None and not self.session.closed:
            self.session.send(message)
            self._soon()

    def send_payload(self, kind: type[Message], payload: bytes) -> None:
        """As `send`, for a message that is encoded already: the same bytes to many links."""
        if self.session is not None and not self.session.closed:
            self.session.send_payload(kind, payload)
            self._soon()

    def request(self, message: Request) -> int:
        """Queue a request and return the id that its answer's `re` will carry; 0 on a closed link."""
        if self.session is None or self.session.closed:
            return 0
        number = self.session.request(message)
        self._soon()
        return number

    def close(self, code: str = "", text: str = "") -> None:
        """End the link in order: the session says why, what was queued is still sent, then the connection closes."""
        if self.closed is None and self.session is not None:
            self.session.close(code, text)
        self._finish(Closed(code, text, False))

    def abort(self, code: str = LOST, text: str = "") -> None:
        """End the link now and drop what was queued."""
        if self._transport is not None:
            self._transport.abort()
        self._finish(Closed(code, text, False))

    @property
    def unsent(self) -> int:
        """Bytes that wait for the peer in this process."""
        return 0 if self._transport is None else self._transport.get_write_buffer_size()

    # -- what the transport calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self.peer = peer_address(transport.get_extra_info("peername"))
        tls: ssl.SSLObject | None = transport.get_extra_info("ssl_object")
        if tls is not None:
            self.peer_key = peer_key(tls)
            self._limit = max(self._unsent - _BELOW_TLS, self._unsent // 2)
        if self.session is not None:
            self.start(self.session)

    def start(self, session: Session) -> None:
        """Attach the session of a connection that is made. The client does so after it has checked the pin."""
        self.session = session
        self._tell(session.start(self._loop.time()))
        self._soon()
        self._schedule()
        early, self._early = self._early, b""
        if early:
            self.data_received(early)

    def data_received(self, data: bytes) -> None:
        if self.closed is not None:
            return
        if self.session is None:
            self._early += data
            if len(self._early) > _EARLY:
                self.abort("bad-frame", "talks before it is asked")
            return
        self._tell(self.session.receive(data, self._loop.time()))
        self._soon()
        self._schedule()

    def eof_received(self) -> bool:
        return False  # close: a link has no half-open state

    def connection_lost(self, exc: Exception | None) -> None:
        if exc is None and self.session is not None:
            self._tell(self.session.eof())
        self._finish(Closed(LOST, "" if exc is None else str(exc), True))
        self._transport = None
        if self._alarm is not None:
            self._alarm.cancel()
        if not self.gone.done():
            self.gone.set_result(None)

    # -- inside

    def _tell(self, events: list[Event]) -> None:
        for event in events:
            if self.closed is not None:
                return
            if isinstance(event, Closed):
                self._finish(event)
                return
            if isinstance(event, Connected):
                self.connected = event
            self._emit(event)

    def _emit(self, event: Event) -> None:
        if self.on_event is not None:
            self.on_event(self, event)
        if self._hear is not None:
            self._hear(event)
        else:
            self._waiting.append(event)

    def _finish(self, closed: Closed) -> None:
        """The one way to the end: tell the listener once, let the last bytes out, close."""
        if self.closed is not None:
            return
        self.closed = closed
        if self.session is not None:
            self.session.close()
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if self._transport is not None and not self._transport.is_closing():
            self._write()
            self._transport.close()
            self._alarm = self._loop.call_later(_LINGER, self._transport.abort)
        self._emit(closed)

    def _soon(self) -> None:
        if not self._flushing:
            self._flushing = True
            self._loop.call_soon(self._flush)

    def _flush(self) -> None:
        self._flushing = False
        if self.closed is not None:
            return
        self._write()
        if self.unsent > self._limit:
            self.abort("slow", f"{self.unsent} bytes unread")

    def _write(self) -> None:
        if self.session is not None and self._transport is not None:
            data = self.session.data_to_send()
            if data:
                self._transport.write(data)

    def _schedule(self) -> None:
        """Keep one alarm at or before the session's timer. A timer that only moved later is looked at when it rings:
        so a message costs no timer."""
        if self.session is None or self.closed is not None:
            return
        when = self.session.timer()
        if self._alarm is not None:
            if when is None or when >= self._alarm.when():
                return
            self._alarm.cancel()
        self._alarm = None if when is None else self._loop.call_at(when, self._ring)

    def _ring(self) -> None:
        self._alarm = None
        if self.session is None or self.closed is not None:
            return
        now, when = self._loop.time(), self.session.timer()
        if when is not None and when <= now:
            self._tell(self.session.handle_timer(now))
            self._soon()
        self._schedule()


async def opened(link: Link, timeout: float) -> Connected:
    """Wait, at most `timeout` seconds, until both sessions have greeted each other. Raises NotReached, link closed."""
    done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def notice(_link: Link, event: Event) -> None:
        if not done.done():
            done.set_result(None)

    if link.connected is None and link.closed is None:
        link.on_event = notice
        try:
            async with asyncio.timeout(timeout):
                await done
        except TimeoutError:
            link.abort("timeout")
        finally:
            link.on_event = None
    if link.connected is not None and link.closed is None:
        return link.connected
    assert link.closed is not None
    raise NotReached(link.closed.code or LOST, text=link.closed.text)
