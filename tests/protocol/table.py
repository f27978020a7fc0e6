"""A made table: identities, a signed header, and a ledger that the host drives. Deterministic in its seed."""

from __future__ import annotations

from p2pcards_protocol.body import Body
from p2pcards_protocol.hashing import sha256
from p2pcards_protocol.identity import Identity
from p2pcards_protocol.transcript import (
    Entry,
    Header,
    Ledger,
    Member,
    Message,
    SeatTerms,
    Terms,
    join_commitment,
    sign_join,
)

HOST = 255
Content = Body | dict[str, object] | None


def identity(name: str) -> Identity:
    return Identity.from_seed(sha256(name.encode()))


def make_header(n: int = 4, deal: str = "dealer", name: str = "table") -> tuple[Header, Identity, list[Identity]]:
    """(header, host, players in seat order); they joined in the reverse order."""
    host, players = identity(f"{name} host"), [identity(f"{name} player {i}") for i in range(n)]
    seats = tuple(SeatTerms(player.public, f"P{i}", "host" if i == n - 1 else "") for i, player in enumerate(players))
    terms = Terms("spades", {"target": 500, "blind": False}, 1, deal, seats)  # type: ignore[arg-type]
    members = []
    for i in reversed(range(n)):
        nonce = sha256(f"{name} nonce {i}".encode())
        commit = join_commitment(players[i].public, nonce)
        signature = sign_join(players[i], commit, terms.hash)
        members.append(Member(players[i].public, seats[i].name, seats[i].operator, commit, signature, nonce))
    nonce = sha256(f"{name} nonce host".encode())
    commit = join_commitment(host.public, nonce)
    header = Header(terms.encode(), host.public, commit, sign_join(host, commit, terms.hash), nonce, tuple(members))
    return header, host, players


class Table:
    """A host's ledger with everybody's keys at hand."""

    def __init__(self, n: int = 4, deal: str = "dealer", name: str = "table") -> None:
        self.header, self.host, self.players = make_header(n, deal, name)
        self.ledger = Ledger(self.header)
        self.entries: list[Entry] = []
        self.clock = 1_700_000_000_000

    def who(self, seat: int) -> Identity:
        return self.host if seat == HOST else self.players[seat]

    def draft(self, seat: int, kind: str, body: Content = None, deal: int | None = None) -> Entry:
        """The next entry, signed by its author and the host, not appended."""
        number = self.ledger.deal if deal is None else deal
        draft = self.ledger.author(self.who(seat), seat, number, kind, body)
        return self.ledger.seal(self.host, self.clock, draft.blob, draft.asig)

    def say(self, seat: int, kind: str, body: Content = None, deal: int | None = None) -> Message:
        """An entry, appended."""
        self.clock += 7
        entry = self.draft(seat, kind, body, deal)
        message = self.ledger.append(entry)
        self.entries.append(entry)
        return message

    def open(self, name: str, seats: list[int] | None = None, deal: int | None = None, **fields: object) -> None:
        listed = list(range(len(self.players))) if seats is None else seats
        body = {"name": name, "seats": listed, **fields}
        if self.ledger.attempt and (deal is None or deal == self.ledger.deal):
            body["attempt"] = self.ledger.attempt
        self.say(HOST, "open", dict(sorted(body.items())), deal)

    def close(self) -> None:
        phase = self.ledger.open_phase
        assert phase is not None
        hashes = [phase.spoken[seat].blob_hash if seat in phase.spoken else b"" for seat in phase.seats]
        self.say(HOST, "close", {"hashes": hashes})

    def phase(self, name: str, bodies: dict[int, Content], deal: int | None = None, **fields: object) -> None:
        self.open(name, sorted(bodies), deal, **fields)
        for seat, body in bodies.items():
            self.say(seat, name if name not in ("audit",) else "seed", body)
        self.close()

    def agree(self) -> None:
        terms = sha256(self.header.terms)
        self.phase("agree", {seat: {"terms": terms} for seat in range(len(self.players))})
