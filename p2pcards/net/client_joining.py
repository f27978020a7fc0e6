"""How a client joins a match: it signs the terms that it was shown and no others, and sees that nobody steered."""

from __future__ import annotations

from p2pcards_protocol import message as wire
from p2pcards_protocol.errors import TranscriptError
from p2pcards_protocol.hashing import sha256
from p2pcards_protocol.identity import table_words
from p2pcards_protocol.transcript import Entry, Header, Terms, join_commitment, sign_join, verify_join

from p2pcards.net import client_events as out
from p2pcards.net.at_table import AtTable
from p2pcards.net.client_behind import ClientBehind
from p2pcards.player import Onlooker, Player


class ClientJoining(ClientBehind):
    """See the module."""

    def _propose(self, message: wire.Propose) -> None:
        at = self.at
        if at is None or message.table != at.ref or at.seat is None:
            return
        terms = Terms.decode(message.terms)
        seat = next((n for n, seat in enumerate(terms.seats) if seat.key == self.identity.public), None)
        if seat is None or terms.rules_hash != at.info.rules_hash:
            raise TranscriptError("header", None, "other-terms")
        at.seat = seat
        if at.proposed != terms or at.commits is not None:  # else my first answer may be on its way: say the same
            at.nonce = self._rng(32)
        at.proposed, at.commits = terms, None
        commitment = join_commitment(self.identity.public, at.nonce)
        signature = sign_join(self.identity, commitment, sha256(message.terms))
        self._send(wire.JoinCommit(table=at.ref, commit=commitment, signature=signature))

    def _join_commits(self, message: wire.JoinCommits) -> None:
        at = self.at
        if at is None or message.table != at.ref or at.proposed is None:
            return
        keys = {commit.key for commit in message.commits}
        wanted = {seat.key for seat in at.proposed.seats} | {self._host_key}
        mine = join_commitment(self.identity.public, at.nonce)
        good = (
            keys == wanted
            and len(message.commits) == len(wanted)
            and len({commit.commit for commit in message.commits}) == len(wanted)
            and any(commit.key == self.identity.public and commit.commit == mine for commit in message.commits)
            and all(verify_join(c.key, c.commit, c.signature, at.proposed.hash) for c in message.commits)
        )
        if not good:
            raise TranscriptError("header", None, "join-commits")
        at.commits = message
        self._send(wire.JoinNonce(table=at.ref, nonce=at.nonce))

    def _header(self, message: wire.HeaderMessage) -> None:
        at = self.at
        if at is None or message.table != at.ref:
            return
        header = Header.decode(message.header)
        if at.referee is not None and at.referee.header.encode() == message.header:
            return
        header.check()
        if header.host_key != self._host_key:
            raise TranscriptError("header", None, "other-host")
        if at.commits is not None and at.proposed is not None:
            published = {commit.key: commit.commit for commit in at.commits.commits}
            joined = {member.key: member.commit for member in header.members} | {header.host_key: header.host_commit}
            if published != joined or header.terms != at.proposed.encode():
                raise TranscriptError("header", None, "other-commits")
        fresh = at.commits is not None and not at.asking_since
        at.commits = at.proposed = None
        self._begin(at, header)
        if fresh and at.player is not None:
            self._run(at, at.player.caught_up())

    def _begin(self, at: AtTable, header: Header) -> None:
        """A match begins, or one that runs is joined: then what was kept of it is judged again by `_since`."""
        at.entries, at.path = [], None
        at.player = at.watching = None
        secrets: dict[str, bytes] = {}
        entries: list[Entry] = []
        if self._keeper is not None:
            secrets, entries = self._keeper.open(header, "spectator" if at.seat is None else "seat")
        if at.seat is None:
            at.watching = Onlooker(header)
        else:
            at.player = Player(self.identity, header, at.seat, self._rng, secrets, alone=self._alone, bot=self.program)
        self._tell(out.Started(at.seat, table_words(header.table_id), header.parsed_terms))
        at.stored, at.kept = entries, len(entries)
