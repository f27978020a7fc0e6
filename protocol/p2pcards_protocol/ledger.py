"""The fold of a transcript: rules 1-4 of every entry, for host, clients, bots and verifier alike. It knows no game.

1. seq is the next; the host's signature covers the head that I compute; the author's is valid under the key in force;
   its counter is the next of its seat.
2. The head that the message names is that of the entry it names in MY chain; what a seat has seen never goes back.
3. A turn pins the last entry that changed the state, or a later one; else it is stale and its author signs again.
4. In a phase each listed seat speaks once and pins the `open` or later. `close` lists the SHA-256 of the blobs in seat
   order, the host last, and only there the messages count: order inside a phase means nothing.

place.py holds rule 4. Rule 5, whether the message is right in the game and in the deal, belongs to the layers above.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from .body import Body, Close, KeyChange, Open
from .entry import Draft, Entry, Message, body_map, head_after
from .errors import LocalProtocolError, RemoteProtocolError, TranscriptError
from .fields import HOST_SEAT, U63_MAX
from .hashing import sha256, u64
from .header import Header
from .identity import Identity
from .kinds import BREAKS_PHASE, KINDS, Phase, Spoken
from .place import check_place
from .verified import SIGNATURES


class Ledger:
    """A transcript as far as it goes. `append` is atomic: on an error nothing has changed."""

    def __init__(self, header: Header) -> None:
        """`header` must have been checked (Header.check)."""
        self.header = header
        self.table_id = header.table_id
        self.seq = -1
        self.deal = 0
        self.attempt = 0
        self.ended = False
        self.open_phase: Phase | None = None
        #: The messages of the phase that the last entry closed, in seat order, the host last; () otherwise.
        self.closed_messages: tuple[Message, ...] = ()
        #: The seats that stayed silent in it.
        self.closed_missing: tuple[int, ...] = ()
        #: The last entry that changed the state (-1 at the start): what a turn must pin.
        self.pin = -1
        self._heads: list[bytes] = []
        self._keys = [seat.key for seat in header.parsed_terms.seats]
        self._owners = list(self._keys)
        self._sent: dict[int, list[tuple[int, bytes]]] = {seat: [] for seat in (*range(len(self._keys)), HOST_SEAT)}
        self._seen = dict.fromkeys(self._sent, -1)
        self._checked: tuple[int, bytes, bytes, Message, Body] | None = None
        self._sealed: tuple[Entry, bytes] | None = None

    # -- questions ----------------------------------------------------------------------------------------------------

    @property
    def n(self) -> int:
        """How many seats."""
        return len(self._keys)

    @property
    def head(self) -> bytes:
        """The head of the chain; the genesis before the first entry."""
        return self._heads[-1] if self._heads else self.header.genesis

    def head_at(self, seq: int) -> bytes:
        """The head after entry `seq`, -1 for the genesis. Raises IndexError beyond the end."""
        if seq == -1:
            return self.header.genesis
        if seq < 0:
            raise IndexError(seq)
        return self._heads[seq]

    def key(self, seat: int) -> bytes:
        """The key in force for a seat, or the host's for 255. Raises KeyError for other numbers."""
        if seat == HOST_SEAT:
            return self.header.host_key
        if not 0 <= seat < self.n:
            raise KeyError(seat)
        return self._keys[seat]

    @property
    def keys(self) -> tuple[bytes, ...]:
        """The keys in force, in seat order."""
        return tuple(self._keys)

    @property
    def speakers(self) -> Collection[int]:
        """Who may speak at all: every seat, and 255, the host."""
        return self._sent.keys()

    def owner(self, seat: int) -> bytes:
        """The key that may `reclaim` the seat: that of the header, or of the last `join`."""
        return self._owners[seat]

    def next_ctr(self, seat: int) -> int:
        """The counter of the seat's next message."""
        return len(self._sent[seat])

    def find(self, seat: int, ctr: int) -> int | None:
        """The entry in which a seat's message with this counter stands."""
        sent = self._sent.get(seat, [])
        return sent[ctr][0] if 0 <= ctr < len(sent) else None

    # -- making entries -----------------------------------------------------------------------------------------------

    def author(
        self, identity: Identity, seat: int, deal: int, kind: str, body: Body | dict[str, Any] | None = None
    ) -> Draft:
        """A signed message that answers the current head. Nothing is checked but that the kind exists."""
        if kind not in KINDS:
            raise LocalProtocolError(f"no kind {kind!r}")
        message = Message(deal, seat, self.next_ctr(seat), self.seq, self.head, kind, body_map(body or {}))
        blob = message.encode()
        return Draft(blob, identity.sign("msg", self.table_id, blob))

    def seal(self, host: Identity, t_ms: int, blob: bytes, asig: bytes) -> Entry:
        """The next entry, signed by the host; not appended. `check` it first."""
        seq = self.seq + 1
        head = head_after(self.table_id, seq, self.head, t_ms, blob, asig)
        entry = Entry(seq, t_ms, blob, asig, host.sign("head", self.table_id, u64(seq), head))
        if host.public == self.header.host_key:
            self._sealed = (entry, head)
        return entry

    # -- checks -------------------------------------------------------------------------------------------------------

    def check(self, blob: bytes, asig: bytes) -> Message:
        """What the host asks before it seals. Raises TranscriptError; its reason is "stale" when only rule 3 fails and
        "repeated" when this very message stands already (its `entry` says where)."""
        return self._check(blob, asig)[0]

    def _check(self, blob: bytes, asig: bytes) -> tuple[Message, Body]:
        seq = self.seq + 1
        known = self._checked
        if known is not None and known[:3] == (seq, blob, asig):
            return known[3], known[4]
        try:
            message = Message.decode(blob)
        except RemoteProtocolError as error:
            raise TranscriptError("frame", seq, "message-shape") from error
        if message.seat not in self._sent:
            raise TranscriptError("author-signature", seq, "no-such-seat")
        if not SIGNATURES.verify(self.key(message.seat), asig, "msg", self.table_id, blob):
            raise TranscriptError("author-signature", seq, "bad-signature")
        if self.ended:
            raise TranscriptError("end", seq, "after-the-end")
        self._check_counter(message, blob, seq)
        self._check_seen(message, seq)
        try:
            body = message.parsed()
        except ValueError as error:
            raise TranscriptError("body", seq, "unknown-kind" if message.kind not in KINDS else "shape") from error
        check_place(self, message, body)
        if KINDS[message.kind].turn and message.seen_seq < self.pin:
            raise TranscriptError("seen", seq, "stale")
        self._checked = (seq, blob, asig, message, body)
        return message, body

    def _check_counter(self, message: Message, blob: bytes, seq: int) -> None:
        sent = self._sent[message.seat]
        if message.ctr < len(sent):
            where, blob_hash = sent[message.ctr]
            if blob_hash == sha256(blob):
                raise TranscriptError("counter", where, "repeated")
            raise TranscriptError("counter", seq, "used")
        if message.ctr > len(sent):
            raise TranscriptError("counter", seq, "gap")

    def _check_seen(self, message: Message, seq: int) -> None:
        if message.seen_seq > self.seq:
            raise TranscriptError("seen", seq, "future")
        if self.head_at(message.seen_seq) != message.seen_head:
            raise TranscriptError("seen", seq, "other-history")
        if message.seen_seq < self._seen[message.seat]:
            raise TranscriptError("seen", seq, "backwards")

    # -- the step -----------------------------------------------------------------------------------------------------

    def append(self, entry: Entry) -> Message:
        """All checks, then the step. Raises TranscriptError with the layer and the entry; then nothing has changed."""
        message, body, head = self._examine(entry)
        self._apply(entry, message, body, head)
        return message

    def examine(self, entry: Entry) -> Message:
        """The checks of `append` without the step."""
        return self._examine(entry)[0]

    def _examine(self, entry: Entry) -> tuple[Message, Body, bytes]:
        seq = self.seq + 1
        if entry.seq != seq:
            raise TranscriptError("chain", entry.seq, "sequence")
        if self._sealed is not None and self._sealed[0] == entry:
            head = self._sealed[1]
        else:
            if not 0 <= entry.t_ms <= U63_MAX:
                raise TranscriptError("frame", seq, "entry-shape")
            head = head_after(self.table_id, seq, self.head, entry.t_ms, entry.blob, entry.asig)
            if not SIGNATURES.verify(self.header.host_key, entry.hsig, "head", self.table_id, u64(seq), head):
                raise TranscriptError("host-signature", seq, "bad-signature")
        message, body = self._check(entry.blob, entry.asig)
        return message, body, head

    def _apply(self, entry: Entry, message: Message, body: Body, head: bytes) -> None:
        kind, phase = KINDS[message.kind], self.open_phase
        blob_hash = sha256(entry.blob)
        self.seq = entry.seq
        self._heads.append(head)
        self._sent[message.seat].append((entry.seq, blob_hash))
        self._seen[message.seat] = message.seen_seq
        self.closed_messages = self.closed_missing = ()
        self._checked = self._sealed = None
        if kind.changes:
            self.pin = entry.seq
        if kind.phase is not None and phase is not None:
            phase.spoken[message.seat] = Spoken(blob_hash, message)
        elif isinstance(body, Open):
            if message.deal != self.deal:
                self.deal, self.attempt = message.deal, 0
            self.open_phase = Phase(body.name, body.seats, {}, entry.seq, message.deal, body.attempt, body.targets)
        elif isinstance(body, Close) and phase is not None:
            self.closed_messages = tuple(phase.spoken[seat].message for seat in phase.seats if seat in phase.spoken)
            self.closed_missing = phase.missing
            self.open_phase = None
        elif isinstance(body, KeyChange):
            self._keys[body.seat] = body.key
            if message.kind == "join":
                self._owners[body.seat] = body.key
        if message.kind in BREAKS_PHASE:
            self.open_phase = None
            self.ended = message.kind == "end"
        if message.kind == "void":
            self.attempt += 1
