"""Frames: u32 big-endian length 1..65536, then that many bytes. The length is checked before anything is buffered."""

from __future__ import annotations

from .errors import LocalProtocolError, RemoteProtocolError
from .hashing import u32

MAX_FRAME = 65536
PREFIX_SIZE = 4


def encode(payload: bytes) -> bytes:
    """The frame of a payload of 1..65536 bytes."""
    if not 1 <= len(payload) <= MAX_FRAME:
        raise LocalProtocolError(f"a frame holds 1..{MAX_FRAME} bytes, not {len(payload)}")
    return u32(len(payload)) + payload


class FrameDecoder:
    """Bytes in any chunks -> payloads. `push` and `pop` keep frames that came before a bad one; `feed` is both."""

    __slots__ = ("_buffer",)

    def __init__(self) -> None:
        self._buffer = bytearray()

    def push(self, data: bytes) -> None:
        """Take bytes as they came."""
        self._buffer += data

    def pop(self) -> bytes | None:
        """The next whole payload, None when more bytes are needed.

        Raises RemoteProtocolError("bad-frame") for a length of 0 or above 65536, as soon as the length is known.
        """
        buffer = self._buffer
        if len(buffer) < PREFIX_SIZE:
            return None
        length = int.from_bytes(buffer[:PREFIX_SIZE], "big")
        if not 1 <= length <= MAX_FRAME:
            raise RemoteProtocolError("bad-frame", f"length {length}")
        end = PREFIX_SIZE + length
        if len(buffer) < end:
            return None
        payload = bytes(buffer[PREFIX_SIZE:end])
        del buffer[:end]
        return payload

    def feed(self, data: bytes) -> list[bytes]:
        """All payloads that are whole now. Raises as `pop`."""
        self.push(data)
        payloads = []
        while (payload := self.pop()) is not None:
            payloads.append(payload)
        return payloads

    @property
    def pending(self) -> int:
        """Bytes that wait for the rest of their frame."""
        return len(self._buffer)
