"""A recorder at the links of a process: what each takes in and gives out, in the clear, where TLS begins and ends."""

from __future__ import annotations

from collections import defaultdict
from itertools import takewhile
from typing import Any, NamedTuple

import pytest
from p2pcards_protocol.frame import FrameDecoder
from p2pcards_protocol.message import EntryMessage, Submit, Unknown, decode_message
from p2pcards_protocol.message import Link as Message
from p2pcards_protocol.session import Session
from p2pcards_protocol.transcript import Message as Signed

from p2pcards.net.link import Link


class Recorder:
    """Every link of the process from now on. taken, given: bytes by session, in order."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.taken: dict[Session, bytearray] = defaultdict(bytearray)
        self.given: dict[Session, bytearray] = defaultdict(bytearray)
        self.keys: dict[Session, bytes] = {}
        take, give = Link.data_received, Session.data_to_send

        def data_received(link: Link, data: bytes) -> None:
            if link.session is not None and link.closed is None:
                self.taken[link.session] += data
            take(link, data)
            if link.session is not None and link.connected is not None:
                self.keys[link.session] = link.connected.key

        def data_to_send(session: Session) -> bytes:
            data = give(session)
            self.given[session] += data
            return data

        monkeypatch.setattr(Link, "data_received", data_received)
        monkeypatch.setattr(Session, "data_to_send", data_to_send)

    def ends(self, key: bytes) -> tuple[Session, Session]:
        """(the host's end, the peer's end) of the link of the peer with this key: the peer took what the host gave."""
        [host] = [session for session, known in self.keys.items() if session.role == "host" and known == key]
        given = self.given[host]
        [peer] = [session for session, data in self.taken.items() if len(data) > 200 and given.startswith(data)]
        assert peer.role == "client"
        assert self.given[peer].startswith(self.taken[host])
        return host, peer


class Heard(NamedTuple):
    """A frame on a link: the message and its bytes."""

    message: Message | Unknown
    payload: bytes

    @property
    def signed(self) -> Signed | None:
        """The signed message that it carries: the host relays it in an entry, a seat submits it."""
        if isinstance(self.message, EntryMessage):
            return Signed.decode(self.message.entry[2])
        return Signed.decode(self.message.blob) if isinstance(self.message, Submit) else None


def frames(stream: bytes) -> list[Heard]:
    """The whole frames of a stream."""
    return [Heard(decode_message(payload), payload) for payload in FrameDecoder().feed(bytes(stream))]


def said(heard: list[Heard], kind: str) -> list[tuple[int, dict[str, Any]]]:
    """(seat, body) of every signed message of a kind."""
    signed = [one.signed for one in heard]
    return [(one.seat, one.body) for one in signed if one is not None and one.kind == kind]


def before_play(heard: list[Heard]) -> bytes:
    """All bytes up to the first card that is played."""
    early = takewhile(lambda one: one.signed is None or one.signed.kind != "play", heard)
    return b"".join(one.payload for one in early)
