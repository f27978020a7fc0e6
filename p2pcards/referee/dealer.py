"""The dealer deal in the script of a match (protocol/SPEC.md, "The dealer deal")."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from p2pcards_protocol.deal import Context, DealerDeal
from p2pcards_protocol.errors import FairnessError, TranscriptError
from p2pcards_protocol.transcript import Ledger, Message

from .dealing import Opened, keeping, trying
from .due import HOST, Due, Said, Script
from .phase import phase
from .records import commitments


class DealerDealing:
    """One attempt of the host to deal from a deck that nobody could choose."""

    def __init__(self, ctx: Context, host_key: bytes, ledger: Ledger) -> None:
        self.ctx = ctx
        self.ledger = ledger
        self.bots: Mapping[int, bytes] = {}
        self.public = DealerDeal(ctx, host_key)
        self._receivers: tuple[int, ...] = ()
        self._seats = tuple(range(ctx.n))

    def deal(self) -> Script:
        keep = keeping(self)
        commit, reveal = trying(self, _commit), trying(self, _reveal)
        said = yield from phase("commit", "commit", (*self._seats, HOST), commit, accept=keep)
        self.bots = commitments(said)
        self.public.commits_closed()
        yield from phase("reveal", "reveal", self._seats, reveal, accept=keep)
        self.public.reveals_closed()

    def hand_out(self, shut: tuple[int, ...]) -> Script:
        keeping(self)((yield Due(("hand",), (HOST,), trying(self, _hand))))

    def show(self, seat: int) -> Script:
        yield from ()

    def passing(self, receivers: tuple[int, ...], count: int) -> Script:
        self._receivers = receivers
        yield from phase("pass", "pass.commit", self._seats, trying(self, _pass), accept=keeping(self))

    def receiver(self, seat: int) -> int:
        """Who gets the cards that a seat passes. Raises IndexError when nothing is passed."""
        return self._receivers[seat]

    def check_play(self, message: Message, body: Any) -> None:
        if body.position is not None or body.key:
            raise TranscriptError("deal", None, "key-in-a-dealer-deal")

    def check_claim(self, message: Message, body: Any) -> None:
        if body.positions or body.keys:
            raise TranscriptError("deal", None, "key-in-a-dealer-deal")

    def taken_back(self, seat: int, card: int) -> None:
        """Nothing: only the rules know who holds a card."""

    def played(self, result: Any) -> None:
        """Nothing: the host deals, the cards need no keys."""

    def contest(self, message: Message, body: Any) -> bool:
        return False

    def audit(self) -> Script:
        said: dict[int, Said] = yield from phase("audit", "seed", (HOST,), _seed, optional=True)
        return self._open(said[HOST].body if HOST in said else None)

    def _open(self, body: Any) -> Opened:
        try:
            if body is None:
                return Opened(self.public.host_seed(None))
            passed = {entry.seat: entry for entry in body.passes}
            for seat in self.public.passes:
                entry = passed.pop(seat, None)
                if entry is None:
                    raise FairnessError(HOST, "pass-not-opened")
                self.public.open_pass(seat, self._receivers[seat], entry.cards, entry.nonce)
            if passed:
                raise FairnessError(HOST, "pass-nobody-made")
            dealt = self.public.host_seed(body.seed)
        except FairnessError as error:
            return Opened(None, error)
        return Opened(dealt, passes={seat: cards for seat, (_, cards) in self.public.opened.items()})


def _commit(public: DealerDeal, message: Message, body: Any) -> None:
    if body.bulks or body.keys or body.box:
        raise TranscriptError("body", None, "sealed-commit-in-a-dealer-deal")
    public.commit(message.seat, body.commit)


def _reveal(public: DealerDeal, message: Message, body: Any) -> None:
    public.reveal(message.seat, body.seed)


def _hand(public: DealerDeal, message: Message, body: Any) -> None:
    public.hand_hashes(body.hashes)


def _pass(public: DealerDeal, message: Message, body: Any) -> None:
    public.pass_commit(message.seat, body.hash)


def _seed(message: Message, body: Any) -> None:
    """A seed of the right shape always stands; what is wrong with it the audit says."""
