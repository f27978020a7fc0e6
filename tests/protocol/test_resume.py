"""Lost frames, lost answers, new connections: every action stands in the chain once, and everyone catches up."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from p2pcards_protocol.errors import TranscriptError
from p2pcards_protocol.frame import encode
from p2pcards_protocol.message import Entries, EntryMessage, Refused, Since, Submit
from p2pcards_protocol.session import Received, Session
from p2pcards_protocol.transcript import Draft, Entry, Ledger, Message
from protocol.table import Table
from protocol.test_session import HOST, counter_rng, pump


class Peer:
    """A client at seat `seat` that wants to say so many things, over links that may die."""

    def __init__(self, table: Table, seat: int) -> None:
        self.table, self.seat = table, seat
        self.ledger = Ledger(table.header)
        self.said = 0
        self.draft: Draft | None = None
        self.client: Session
        self.host: Session
        self.connect()

    def connect(self) -> None:
        player = self.table.players[self.seat]
        self.client = Session("client", player, counter_rng(), host_key_seen=HOST.public)
        self.host = Session("host", HOST, counter_rng(50))
        self.client.start(0.0)
        self.host.start(0.0)
        pump(self.client, self.host)
        assert self.client.connected

    def take(self, raw: tuple[int, int, bytes, bytes, bytes]) -> None:
        entry = Entry.from_tuple(raw)
        if entry.seq <= self.ledger.seq:
            return
        message = self.ledger.append(entry)
        if self.draft is not None and (entry.blob, entry.asig) == (self.draft.blob, self.draft.asig):
            assert message.seat == self.seat
            self.draft = None
            self.said += 1


class Resume(RuleBasedStateMachine):
    """A host with three clients. Rules lose requests, lose answers, cut links; nothing is lost in the chain."""

    @initialize()
    def start(self) -> None:
        self.table = Table(3)
        self.peers = [Peer(self.table, seat) for seat in range(3)]
        self.wanted = [0, 0, 0]

    def serve(self, peer: Peer, received: Received, lose_answer: bool) -> None:
        """What a host does with a request; an accepted entry goes to everybody whose link is not lost."""
        message, ledger = received.message, self.table.ledger
        if isinstance(message, Since):
            page = self.table.entries[message.seq + 1 : message.seq + 1 + message.limit]
            more = message.seq + 1 + len(page) <= ledger.seq
            answer = Entries(re=message.id, table="a", entries=tuple(e.to_tuple() for e in page), more=more)
            if not lose_answer:
                peer.host.send(answer)
        elif isinstance(message, Submit):
            try:
                ledger.check(message.blob, message.asig)
            except TranscriptError as error:
                if error.reason == "repeated":
                    entry = self.table.entries[error.entry or 0]
                    if not lose_answer:
                        peer.host.send(EntryMessage(table="a", entry=entry.to_tuple()))
                elif not lose_answer:
                    peer.host.send(Refused(re=message.id, code="stale", data={"why": error.reason}))
                return
            entry = ledger.seal(self.table.host, 1, message.blob, message.asig)
            ledger.append(entry)
            self.table.entries.append(entry)
            for other in self.peers:
                if not (other is peer and lose_answer):
                    other.host.send(EntryMessage(table="a", entry=entry.to_tuple()))

    def exchange(self, peer: Peer, lose_request: bool = False, lose_answer: bool = False) -> None:
        data = peer.client.data_to_send()
        if lose_request:
            peer.connect()
            return
        for event in peer.host.receive(data, 0.0):
            assert isinstance(event, Received)
            self.serve(peer, event, lose_answer)
        if lose_answer:
            peer.connect()
        for other in self.peers:
            self.deliver(other)

    def deliver(self, peer: Peer) -> None:
        for event in peer.client.receive(peer.host.data_to_send(), 0.0):
            assert isinstance(event, Received)
            if isinstance(event.message, EntryMessage):
                if event.message.entry[0] > peer.ledger.seq + 1:
                    continue  # behind: `since` brings the rest
                peer.take(event.message.entry)
            elif isinstance(event.message, Entries):
                for raw in event.message.entries:
                    peer.take(raw)
            elif isinstance(event.message, Refused):
                peer.draft = None  # stale: signed again at the next try

    def catch_up(self, peer: Peer, limit: int) -> None:
        while peer.ledger.seq < self.table.ledger.seq:
            peer.client.request(Since(table="a", seq=peer.ledger.seq, limit=limit))
            self.exchange(peer)
            if self.near_the_rate(peer):
                peer.connect()

    @staticmethod
    def near_the_rate(peer: Peer) -> bool:
        return peer.host._tokens < 5

    @rule(seat=st.integers(0, 2), lose=st.sampled_from(["nothing", "request", "answer"]), limit=st.integers(1, 4))
    def speak(self, seat: int, lose: str, limit: int) -> None:
        """A seat says one thing, through whatever happens to its link."""
        peer = self.peers[seat]
        self.wanted[seat] += 1
        first = True
        while peer.said < self.wanted[seat]:
            if self.near_the_rate(peer):
                peer.connect()
            self.catch_up(peer, limit)
            if peer.said == self.wanted[seat]:
                break
            if peer.draft is None:
                body = {"choice": str(self.wanted[seat]), "question": "q"}
                player = self.table.players[seat]
                peer.draft = peer.ledger.author(player, seat, 0, "vote", body)
            peer.client.request(Submit(table="a", blob=peer.draft.blob, asig=peer.draft.asig))
            self.exchange(peer, first and lose == "request", first and lose == "answer")
            first = False

    @rule(seat=st.integers(0, 2))
    def repeat_everything(self, seat: int) -> None:
        """An old client says all that it ever said again."""
        peer = self.peers[seat]
        before = self.table.ledger.seq
        for entry in [e for e in self.table.entries if self.author_of(e) == seat][-3:]:
            if self.near_the_rate(peer):
                peer.connect()
            peer.client.request(Submit(table="a", blob=entry.blob, asig=entry.asig))
            self.exchange(peer)
        assert self.table.ledger.seq == before

    def author_of(self, entry: Entry) -> int:
        return Message.decode(entry.blob).seat

    @rule(seat=st.integers(0, 2))
    def cut(self, seat: int) -> None:
        """A link dies with whatever was on it; garbage comes through another."""
        peer = self.peers[seat]
        peer.host.receive(encode(b"\xc1"), 0.0)
        peer.connect()

    @invariant()
    def everything_once(self) -> None:
        """Each seat's wishes stand in the chain in order, once each."""
        if not hasattr(self, "wanted"):
            return
        assert [self.table.ledger.next_ctr(seat) for seat in range(3)] == self.wanted
        assert self.table.ledger.seq + 1 == sum(self.wanted)

    def teardown(self) -> None:
        if not hasattr(self, "peers"):
            return
        for peer in self.peers:
            self.catch_up(peer, 2)
            assert peer.ledger.head == self.table.ledger.head


TestResume = Resume.TestCase
TestResume.settings = settings(max_examples=25, stateful_step_count=12, deadline=None)
