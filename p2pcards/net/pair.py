"""Two links joined in memory: the same frames and sessions as over a socket, without TLS.

For the host's own bots and for a person who plays at the host's machine: they are peers like any other, and see what
a peer sees. Bytes are handed over by the event loop, never within the call that sends them.
"""

import asyncio
from typing import Any

from p2pcards_protocol.session import Session

from p2pcards.net.link import Link


def pair(host: Session, seat: Session) -> tuple[Link, Link]:
    """(the host's link, the seat's link), joined and started. Await `link.opened` on either, or listen."""
    left, right = Link(), Link()
    one, two = _Pipe(left), _Pipe(right)
    one.other, two.other = two, one
    for link, pipe, session in ((left, one, host), (right, two, seat)):
        link.session = session
        link.connection_made(pipe)
    return left, right


class _Pipe(asyncio.Transport):
    """One end. Nothing ever waits in it: the other end takes what comes at the loop's next turn."""

    def __init__(self, link: Link) -> None:
        super().__init__()
        self._link = link
        self._loop = asyncio.get_running_loop()
        self._closing = False
        self.other: _Pipe | None = None

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return default

    def get_write_buffer_size(self) -> int:
        return 0

    def write(self, data: bytes | bytearray | memoryview) -> None:
        if not self._closing and self.other is not None:
            self._loop.call_soon(self.other.take, bytes(data))

    def take(self, data: bytes) -> None:
        if not self._closing:
            self._link.data_received(data)

    def is_closing(self) -> bool:
        return self._closing

    def close(self) -> None:
        """End both ends, after what was written before has arrived."""
        if not self._closing:
            self._closing = True
            self._loop.call_soon(self._link.connection_lost, None)
            if self.other is not None:
                self._loop.call_soon(self.other.close)

    def abort(self) -> None:
        self.close()
