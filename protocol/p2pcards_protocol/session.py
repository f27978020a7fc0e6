"""A session: the greeting, the heartbeat and the limits of one link. No sockets, no clock: bytes and `now` come in.

The same class plays both roles; what differs is one table, STATES in states.py. A session greets (greeting.py), stands,
and ends; nothing is said after `err`.

Times in seconds, of any clock that only goes forward. Any exception but RemoteProtocolError from a peer's bytes is a
bug, and even that one stays inside: the peer gets `err`, the caller gets Closed.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from .errors import CLOSING_CODES, LocalProtocolError, RemoteProtocolError
from .frame import FrameDecoder, encode
from .greeting import Greeting
from .identity import Identity, Rng
from .message import (
    Auth,
    Challenge,
    Err,
    Hello,
    Link,
    Ping,
    Pong,
    Request,
    Unknown,
    Wants,
    Welcome,
    decode_message,
    encode_message,
    type_name,
)
from .states import (
    AUTH_TIMEOUT,
    BURST,
    DEAD_AFTER,
    HELLO_TIMEOUT,
    PING_AFTER,
    RATE,
    STATES,
    VERSIONS,
    Closed,
    Connected,
    Event,
    Received,
    Role,
)

__all__ = ["Closed", "Connected", "Event", "Received", "Role", "Session", "Wants"]


class Session:
    """One end of a link.

    `rng` gives nonces. Client: `wants`, the host key that the transport showed (`host_key_seen`), and `pin`, the key it
    must be where it is known. Host: `identity` is the host's. `versions` are those this end speaks.
    """

    def __init__(
        self,
        role: Role,
        identity: Identity,
        rng: Rng,
        *,
        wants: Wants = "player",
        pin: bytes | None = None,
        host_key_seen: bytes | None = None,
        caps: Iterable[str] = (),
        versions: tuple[int, ...] = VERSIONS,
        rate: float = RATE,
        burst: float = BURST,
    ) -> None:
        if role == "client" and host_key_seen is None:
            raise LocalProtocolError("a client says which host key it saw")
        self.role: Role = role
        self._host_key = identity.public if role == "host" else host_key_seen or b""
        self._pin = pin
        self._greeting = Greeting(identity, rng, self._host_key, wants=wants, caps=tuple(caps), versions=versions)
        self._state = "new"
        self._decoder = FrameDecoder()
        self._out = bytearray()
        self._next_id = 1
        self._started = self._heard = self._pinged = 0.0
        self._rate, self._burst = rate, burst
        self._tokens, self._filled = burst, 0.0

    # -- the five verbs -----------------------------------------------------------------------------------------------

    def start(self, now: float) -> list[Event]:
        """The link is up. The client greets; a client whose host has another key than the pin closes at once."""
        if self._state != "new":
            raise LocalProtocolError("a session starts once")
        self._started = self._heard = self._pinged = self._filled = now
        self._state = "hello"
        if self.role == "client":
            if self._pin is not None and self._pin != self._host_key:
                self._state = "closed"
                return [Closed("auth", "host-key-changed", False)]
            self._greeting.sent(self._put(self._greeting.hello()))
        return []

    def receive(self, data: bytes, now: float) -> list[Event]:
        """Bytes in any chunks -> events. After Closed everything is ignored."""
        events: list[Event] = []
        if self.closed:
            return events
        self._decoder.push(data)
        try:
            while not self.closed and (payload := self._decoder.pop()) is not None:
                self._heard = self._pinged = now
                self._take_token(now)
                events += self._handle(payload, decode_message(payload))
        except RemoteProtocolError as error:
            events += self._fail(error.code, error.text)
        return events

    def eof(self) -> list[Event]:
        """The peer's bytes have ended."""
        if self.closed:
            return []
        self._state = "closed"
        return [Closed("", "end of stream", True)]

    def send(self, message: Link) -> None:
        """Queue a message. Raises LocalProtocolError unless this role may send it now."""
        self._need_sender(type(message))
        self._put(message)

    def send_payload(self, kind: type[Link], payload: bytes) -> None:
        """As `send`, for a message that `encode_message` has encoded before: the same bytes to many links."""
        self._need_sender(kind)
        self._out += encode(payload)

    def request(self, message: Request) -> int:
        """Queue a request under the next id (from 1), which is returned; the answer's `re` is that id."""
        number = self._next_id
        self.send(msgspec.structs.replace(message, id=number))
        self._next_id += 1
        return number

    def data_to_send(self) -> bytes:
        """The bytes that are due; they are then this end's to deliver. Also after Closed: the last words."""
        data = bytes(self._out)
        self._out.clear()
        return data

    def timer(self) -> float | None:
        """When `handle_timer` wants to be called, None when never."""
        if self._state in ("new", "closed"):
            return None
        if self._state in ("hello", "auth"):
            return self._deadline()
        return min(max(self._heard, self._pinged) + PING_AFTER, self._heard + DEAD_AFTER)

    def handle_timer(self, now: float) -> list[Event]:
        """What the time brings: a ping, or the end."""
        due = self.timer()
        if due is None or now < due:
            return []
        if self._state in ("hello", "auth"):
            return self._fail("timeout", f"no {self._state}")
        if now >= self._heard + DEAD_AFTER:
            return self._fail("timeout", "silence")
        self._pinged = now
        self._put(Ping())
        return []

    def close(self, code: str = "", text: str = "") -> None:
        """End the session from here; with a code the peer is told why. Idempotent."""
        if code and code not in CLOSING_CODES:
            raise LocalProtocolError(f"{code!r} does not close a session")
        if not self.closed:
            if code and self._state != "new":
                self._put(Err(code=code, text=text[:500]))
            self._state = "closed"

    @property
    def closed(self) -> bool:
        """Whether it is over."""
        return self._state == "closed"

    @property
    def connected(self) -> bool:
        """Whether the greeting is done and nothing has ended it."""
        return self._state in ("open", "watched")

    @property
    def version(self) -> int:
        """The version that both speak, 0 before that is settled."""
        return self._greeting.version

    # -- inside -------------------------------------------------------------------------------------------------------

    def _deadline(self) -> float:
        limit = HELLO_TIMEOUT if (self.role, self._state) == ("host", "hello") else AUTH_TIMEOUT
        return self._started + limit

    def _need_sender(self, kind: type[Link]) -> None:
        if self.closed:
            raise LocalProtocolError("the session is over")
        name = type_name(kind)
        other: Role = "client" if self.role == "host" else "host"
        if name == "err" or name not in STATES.get((other, self._state), frozenset()):
            raise LocalProtocolError(f"{name} cannot be sent by the {self.role} in state {self._state}")

    def _put(self, message: Link) -> bytes:
        payload = encode_message(message)
        self._out += encode(payload)
        return payload

    def _fail(self, code: str, text: str) -> list[Event]:
        self._put(Err(code=code, text=text[:500], versions=self._greeting.versions if code == "version" else ()))
        self._state = "closed"
        return [Closed(code, text, False)]

    def _take_token(self, now: float) -> None:
        if self.role == "client":
            return
        self._tokens = min(self._burst, self._tokens + max(0.0, now - self._filled) * self._rate)
        self._filled = max(self._filled, now)
        if self._tokens < 1.0:
            raise RemoteProtocolError("rate", f"more than {self._rate:g} messages a second")
        self._tokens -= 1.0

    def _handle(self, payload: bytes, message: Link | Unknown) -> list[Event]:
        if isinstance(message, Unknown):
            if message.type.startswith("!"):
                raise RemoteProtocolError("bad-message", f"type {message.type[:64]!r} must be understood")
            if not self.connected:
                raise RemoteProtocolError("state", "an unknown type before the session stands")
            return []
        name = type_name(type(message))
        if name not in STATES[self.role, self._state]:
            raise RemoteProtocolError("state", f"{name} in state {self._state}")
        match message:
            case Hello() | Challenge() | Auth() | Welcome():
                reply, self._state = self._greeting.answer(self._state, payload, message)
                if reply is not None:
                    self._put(reply)
                return [self._greeting.outcome] if self.connected else []
            case Err():
                self._state = "closed"
                return [Closed(message.code, message.text, True)]
            case Ping():
                self._put(Pong())
                return []
            case Pong():
                return []
            case _:
                answered = getattr(message, "re", None)
                if answered is not None and not 1 <= answered < self._next_id:
                    raise RemoteProtocolError("bad-message", f"an answer to request {answered}, which was never made")
                return [Received(message)]
