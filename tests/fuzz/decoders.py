"""A program for libFuzzer: bytes into everything that reads foreign bytes. It ends with a traceback at the first fault.

decoders.py [libFuzzer's options] [FOLDER of inputs ...]      needs atheris

The first byte of an input says which reader gets the rest, and how a stream is cut into chunks. A fault is any
exception but the one that a reader may raise, a stream that reads otherwise in chunks than whole, or a message that
does not come back from what it was read as.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import atheris

with atheris.instrument_imports(include=["p2pcards_protocol"]):
    from p2pcards_protocol import frame
    from p2pcards_protocol.codec import unpack, unpack_exact
    from p2pcards_protocol.errors import RemoteProtocolError, TranscriptError
    from p2pcards_protocol.identity import Identity
    from p2pcards_protocol.message import Unknown, decode_message, encode_message
    from p2pcards_protocol.session import Closed, Session
    from p2pcards_protocol.transcript import Entry, Header, Message, Terms, read_file

VECTORS = Path(__file__).resolve().parents[2] / "protocol" / "vectors"
HOST = Identity.from_seed(bytes(32))


def read_or_refuse(read: Callable[[bytes], Any], data: bytes, *codes: str) -> Any:
    """What it reads, None for a refusal with one of the codes."""
    try:
        return read(data)
    except RemoteProtocolError as error:
        if error.code not in codes:
            raise
        return None


def frames(data: bytes, step: int) -> list[bytes]:
    """The frames that come before a bad one, from chunks of `step` bytes."""
    decoder, payloads = frame.FrameDecoder(), []

    def feed(chunk: bytes) -> bool:
        decoder.push(chunk)
        while (payload := decoder.pop()) is not None:
            payloads.append(payload)
        return True

    for at in range(0, len(data), step):
        if not read_or_refuse(feed, data[at : at + step], "bad-frame"):
            break
    return payloads


def stream(data: bytes, step: int) -> None:
    """Frames in chunks are the frames of the whole, and the whole is their bytes."""
    whole = frames(data, max(1, len(data)))
    assert frames(data, step) == whole
    assert data.startswith(b"".join(map(frame.encode, whole)))


def link_message(data: bytes, _step: int) -> None:
    """A link message, or bad-frame or bad-message; what was read is said as it was read."""
    message = read_or_refuse(decode_message, data, "bad-frame", "bad-message")
    if message is not None and not isinstance(message, Unknown):
        assert decode_message(encode_message(message)) == message


def signed_message(data: bytes, _step: int) -> None:
    """What a player signs: one form only."""
    message = read_or_refuse(Message.decode, data, "bad-frame", "bad-message")
    assert message is None or message.encode() == data


def values(data: bytes, _step: int) -> None:
    """Bare values."""
    for read in (unpack, unpack_exact):
        read_or_refuse(read, data, "bad-frame")


def transcript(data: bytes, _step: int) -> None:
    """Files and their parts."""
    readers: tuple[Callable[[bytes], object], ...] = (Entry.decode, Header.decode, Terms.decode, read_file)
    for read in readers:
        try:
            read(data)
        except TranscriptError:
            pass


def session(data: bytes, step: int) -> None:
    """A host's session that nobody has greeted: at most one end, and nothing after it."""
    host = Session("host", HOST, bytes)
    host.start(0.0)
    ends = 0
    for at in range(0, len(data), step):
        ends += sum(isinstance(event, Closed) for event in host.receive(data[at : at + step], 0.0))
    assert ends == host.closed


READERS = (stream, link_message, signed_message, values, transcript, session)


def one_input(data: bytes) -> None:
    """What libFuzzer calls."""
    if data:
        READERS[data[0] % len(READERS)](data[1:], 1 + data[0] // len(READERS))


def write_inputs(folder: Path) -> int:
    """The golden bytes as inputs to begin with; returns how many."""

    def load(name: str) -> list[str]:
        found: list[str] = []

        def walk(value: object) -> None:
            if isinstance(value, str) and value.startswith("hex:"):
                found.append(value.removeprefix("hex:"))
            elif isinstance(value, dict | list):
                for each in value.values() if isinstance(value, dict) else value:
                    walk(each)

        walk(json.loads((VECTORS / f"{name}.json").read_text()))
        return list(dict.fromkeys(found))

    made = 0
    plan = {
        "frames": (stream,),
        "messages": (link_message, values),
        "bodies": (signed_message,),
        "transcripts": (transcript,),
        "session": (session,),
        "headers": (transcript,),
    }
    for name, readers in plan.items():
        for text in load(name):
            for reader in readers:
                data = bytes([READERS.index(reader) + len(READERS) * 7]) + bytes.fromhex(text)
                (folder / f"{made:04}").write_bytes(data)
                made += 1
    return made


if __name__ == "__main__":
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()
