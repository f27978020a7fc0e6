"""The transcript's file: magic, then the header and every entry, each framed as on the wire.

    "P2PCARDS" u16 1 | frame(header) | frame(entry 0) | frame(entry 1) ...

A file can grow entry by entry. One without an `end` entry is unfinished, not broken.
"""

from __future__ import annotations

from .entry import Entry
from .errors import RemoteProtocolError, TranscriptError
from .frame import FrameDecoder, encode
from .hashing import u16
from .header import Header

MAGIC = b"P2PCARDS"
FILE_VERSION = 1
PREFIX = MAGIC + u16(FILE_VERSION)
#: A file above this is refused unread: about 100,000 entries.
MAX_FILE = 64 * 1024 * 1024


class FileWriter:
    """The bytes of a file, piece by piece."""

    @staticmethod
    def header_bytes(header: Header) -> bytes:
        """How a file begins."""
        return PREFIX + encode(header.encode())

    @staticmethod
    def entry_bytes(entry: Entry) -> bytes:
        """How it goes on."""
        return encode(entry.encode())


def write_file(header: Header, entries: list[Entry] | tuple[Entry, ...]) -> bytes:
    """A whole file."""
    return FileWriter.header_bytes(header) + b"".join(FileWriter.entry_bytes(entry) for entry in entries)


def read_file(data: bytes) -> tuple[Header, list[Entry]]:
    """The header, checked (Header.check), and the entries, of the right shape and numbered 0, 1, 2...; what they say is
    the Ledger's to check. Raises TranscriptError: file (not ours, another version, too long, cut off), header, frame,
    chain.
    """
    header, entries, broken = read_sound(data)
    if broken is not None:
        raise broken
    return header, entries


def read_sound(data: bytes) -> tuple[Header, list[Entry], TranscriptError | None]:
    """As `read_file`, but a file that breaks behind its header gives the entries before the break, and the error.
    Raises TranscriptError where not even the header can be read.
    """
    if len(data) > MAX_FILE:
        raise TranscriptError("file", None, "too-long")
    if not data:
        raise TranscriptError("file", None, "empty")
    if not data.startswith(MAGIC):
        raise TranscriptError("file", None, "truncated" if MAGIC.startswith(data) else "not-a-transcript")
    if len(data) < len(PREFIX):
        raise TranscriptError("file", None, "truncated")
    if not data.startswith(PREFIX):
        raise TranscriptError("file", None, "version")
    decoder = FrameDecoder()
    decoder.push(data[len(PREFIX) :])
    first = _next(decoder, None)
    if first is None:
        raise TranscriptError("file", None, "truncated")
    header = Header.decode(first)
    header.check()
    entries: list[Entry] = []
    try:
        while (payload := _next(decoder, len(entries))) is not None:
            entries.append(_entry(payload, len(entries)))
    except TranscriptError as error:
        return header, entries, error
    broken = TranscriptError("file", len(entries), "truncated") if decoder.pending else None
    return header, entries, broken


def _next(decoder: FrameDecoder, entry: int | None) -> bytes | None:
    try:
        return decoder.pop()
    except RemoteProtocolError as error:
        raise TranscriptError("frame", entry, "length") from error


def _entry(payload: bytes, number: int) -> Entry:
    try:
        entry = Entry.decode(payload)
    except TranscriptError as error:
        raise TranscriptError(error.layer, number, error.reason) from error
    if entry.seq != number:
        raise TranscriptError("chain", number, "sequence")
    return entry
