"""From a full lobby to a header: everybody signs the terms and draws a nonce, and only then do the nonces open."""

from __future__ import annotations

from collections.abc import Callable

from p2pcards_protocol.hashing import sha256
from p2pcards_protocol.identity import Identity
from p2pcards_protocol.message import JoinCommits, KeyedCommit, Propose
from p2pcards_protocol.transcript import Header, Member, Terms, join_commitment, sign_join, verify_join

from .effect import Refusal
from .lobby import Lobby


class Joining:
    """One try to start. deadline: on the host's steady clock, in seconds, for the step that runs."""

    STEP = 10.0
    """Seconds that a seat has for each of the two steps."""

    def __init__(self, ref: str, lobby: Lobby, host: Identity, rng: Callable[[int], bytes], now: float) -> None:
        self._ref = ref
        self._host = host
        self._members = lobby.joined()
        self._terms = lobby.terms()
        self._bytes = self._terms.encode()
        self._hash = sha256(self._bytes)
        self._nonce = rng(32)
        self._commits: dict[bytes, KeyedCommit] = {}
        self._nonces: dict[bytes, bytes] = {}
        self.deadline = now + self.STEP

    @property
    def terms(self) -> Terms:
        return self._terms

    @property
    def proposal(self) -> Propose:
        """What everybody at the table is asked to join."""
        return Propose(table=self._ref, terms=self._bytes, members=self.members)

    @property
    def members(self) -> tuple[bytes, ...]:
        """The keys of everybody who joins, in join order."""
        return tuple(member.key for member in self._members)

    @property
    def missing(self) -> tuple[bytes, ...]:
        """The keys that have not done the step that runs."""
        done: dict[bytes, KeyedCommit] | dict[bytes, bytes] = self._nonces if self._all_committed else self._commits
        return tuple(member.key for member in self._members if member.key not in done)

    @property
    def _all_committed(self) -> bool:
        return len(self._commits) == len(self._members)

    def commit(self, key: bytes, commit: bytes, signature: bytes, now: float) -> JoinCommits | None:
        """A member's commitment; returns what to publish when it was the last. Raises Refusal."""
        self._need(key, key not in self._commits)
        if not verify_join(key, commit, signature, self._hash):
            raise Refusal("illegal", why="join-signature")
        if commit in [other.commit for other in self._commits.values()]:
            raise Refusal("illegal", why="join-commit-copied")
        self._commits[key] = KeyedCommit(key=key, commit=commit, signature=signature)
        if not self._all_committed:
            return None
        self.deadline = now + self.STEP
        own = join_commitment(self._host.public, self._nonce)
        host = KeyedCommit(key=self._host.public, commit=own, signature=sign_join(self._host, own, self._hash))
        return JoinCommits(table=self._ref, commits=(*(self._commits[m.key] for m in self._members), host))

    def nonce(self, key: bytes, nonce: bytes) -> Header | None:
        """A member's nonce; returns the header when it was the last. Raises Refusal."""
        self._need(key, self._all_committed and key not in self._nonces)
        if join_commitment(key, nonce) != self._commits[key].commit:
            raise Refusal("illegal", why="join-nonce")
        self._nonces[key] = nonce
        if len(self._nonces) < len(self._members):
            return None
        own = join_commitment(self._host.public, self._nonce)
        members = tuple(
            Member(
                m.key,
                m.name,
                m.operator,
                self._commits[m.key].commit,
                self._commits[m.key].signature,
                self._nonces[m.key],
            )
            for m in self._members
        )
        header = Header(
            self._bytes, self._host.public, own, sign_join(self._host, own, self._hash), self._nonce, members
        )
        header.check()
        return header

    def _need(self, key: bytes, due: bool) -> None:
        if key not in {member.key for member in self._members}:
            raise Refusal("not-seated")
        if not due:
            raise Refusal("state", why="not-due")
