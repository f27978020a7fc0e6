"""The sealed deal in the script of a match (protocol/SPEC.md, "The sealed deal")."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from p2pcards_protocol.deal import Context
from p2pcards_protocol.deal.audit import audit_sealed
from p2pcards_protocol.deal.context import commitment
from p2pcards_protocol.deal.sealed import SealedDeal
from p2pcards_protocol.errors import FairnessError, TranscriptError
from p2pcards_protocol.transcript import Ledger, Message

from p2pcards.cards.card import SEVEN_OF_DIAMONDS

from .dealing import Opened, fork, keeping, trying
from .due import Due, Said, Script, Work
from .phase import phase
from .records import commitments


class SealedDealing:
    """One attempt to deal cards that nobody sees but their seat."""

    def __init__(self, ctx: Context, ledger: Ledger) -> None:
        self.ctx = ctx
        self.ledger = ledger
        self.bots: Mapping[int, bytes] = {}
        self.public = SealedDeal(ctx)
        self._seats = tuple(range(ctx.n))
        self._receivers: tuple[int, ...] = ()
        self._count = 0
        self._closed_passes = False

    def deal(self) -> Script:
        keep = keeping(self)
        said = yield from phase("commit", "commit", self._seats, trying(self, _commit), accept=keep)
        self.bots = commitments(said)
        self.public.commits_closed()
        while (step := self.public.next_list) is not None:
            kind, seat = step
            keep((yield Due((kind,), (seat,), trying(self, _list))))

    def hand_out(self, shut: tuple[int, ...]) -> Script:
        yield from self._keys(tuple(seat for seat in self._seats if seat not in shut))

    def show(self, seat: int) -> Script:
        if self.public.keys_missing(seat):
            yield from self._keys((seat,))

    def _keys(self, targets: tuple[int, ...]) -> Script:
        speakers = tuple(seat for seat in self._seats if set(targets) - {seat})
        if speakers:
            check = trying(self, partial(_keys, targets))
            yield from phase("keys", "keys", speakers, check, accept=keeping(self), targets=targets)

    def passing(self, receivers: tuple[int, ...], count: int) -> Script:
        self._receivers, self._count = receivers, count
        yield from phase("pass", "pass.commit", self._seats, trying(self, _pass_commit), accept=keeping(self))
        yield from phase("open", "pass.open", self._seats, trying(self, self._pass_open), accept=keeping(self))
        self.public.passes_closed()
        self._closed_passes = True

    def receiver(self, seat: int) -> int:
        """Who gets the cards that a seat passes. Raises IndexError when nothing is passed."""
        return self._receivers[seat]

    @property
    def count(self) -> int:
        """How many cards a seat passes; 0 when nothing is passed."""
        return self._count

    @property
    def passes_closed(self) -> bool:
        """Whether passed cards have changed hands."""
        return self._closed_passes

    def _pass_open(self, public: SealedDeal, message: Message, body: Any) -> None:
        if body.cards or body.nonce:
            raise TranscriptError("body", None, "dealer-pass-in-a-sealed-deal")
        if len(body.positions) != self._count:
            raise FairnessError(message.seat, "pass-count")
        public.pass_open(message.seat, self._receivers[message.seat], body.positions, body.ct)

    def check_play(self, message: Message, body: Any) -> SealedDeal:
        """The fold with the card opened. Raises FairnessError; its seat is None where only the audit can tell."""
        if body.position is None or len(body.key) != 32:
            raise FairnessError(message.seat, "key-missing")
        trial = fork(self.public)
        trial.at = self.ledger.seq + 1
        trial.play(message.seat, body.position, body.key, body.card)
        return trial

    def check_claim(self, message: Message, body: Any) -> SealedDeal:
        """The fold with the whole hand of the seat opened. Raises FairnessError; its seat is None where only the audit
        can tell."""
        seat = message.seat
        if sorted(body.positions) != list(self.public.held(seat)):
            raise FairnessError(seat, "claim-positions")
        trial = fork(self.public)
        trial.at = self.ledger.seq + 1
        for card, position, key in zip(body.cards, body.positions, body.keys, strict=True):
            if trial.show(seat, position, key) != card:
                raise FairnessError(seat, "another-card")
        return trial

    def taken_back(self, seat: int, card: int) -> None:
        """The card stays open; its position is the seat's again, and nobody else can play it."""
        self.public.take_back(seat, card)

    def played(self, result: Any) -> None:
        self.public = result

    def contest(self, message: Message, body: Any) -> bool:
        """A seat freezes the deal when a card of its own does not open (shown with the key), when a pass to it held no
        right keys (the audit will tell), or when it holds the seven of diamonds and another chose."""
        seat = message.seat
        if body.reason == "pass":
            return self._closed_passes and seat in self._receivers
        if body.reason not in ("garbage", "holder") or body.position is None or len(body.key) != 32:
            return False
        try:
            card = fork(self.public).show(seat, body.position, body.key)
        except FairnessError as error:
            return body.reason == "garbage" and error.seat is None
        return body.reason == "holder" and card == SEVEN_OF_DIAMONDS

    def audit(self) -> Script:
        said: dict[int, Said] = yield from phase("audit", "seed", self._seats, self._check_seed, optional=True)
        seeds = {seat: one.body.seed for seat, one in said.items()}
        opened: Opened = yield Work(partial(_open, self.public, seeds), self.ledger.head)
        return opened

    def _check_seed(self, message: Message, body: Any) -> None:
        """A seed that is not the committed one is refused at once: the seat owes the right one."""
        if body.passes:
            raise TranscriptError("body", None, "dealer-pass-in-a-sealed-deal")
        seat = message.seat
        if commitment(self.ctx, seat, self.ctx.keys[seat], body.seed) != self.public.commits[seat].commit:
            raise FairnessError(seat, "seed-not-committed")


def _open(public: SealedDeal, seeds: Mapping[int, bytes]) -> Opened:
    try:
        dealt = audit_sealed(public, seeds)
    except FairnessError as error:
        return Opened(None, error)
    ctx = public.ctx
    cards = {
        position: card
        for seat, hand in enumerate(dealt.hands)
        for position, card in zip(ctx.positions(seat), hand, strict=True)
    }
    passes = {
        giver: tuple(card for card in map(cards.get, positions) if card is not None)
        for giver, (_, positions, _) in public.passes.items()
    }
    return Opened(dealt, passes=passes)


def _commit(public: SealedDeal, message: Message, body: Any) -> None:
    public.commit(message.seat, body)


def _list(public: SealedDeal, message: Message, body: Any) -> None:
    public.pass_list(message.seat, message.kind, body.points)


def _keys(targets: tuple[int, ...], public: SealedDeal, message: Message, body: Any) -> None:
    wanted = tuple(seat for seat in targets if seat != message.seat)
    if tuple(target for target, _ in body.keys) != wanted:
        raise FairnessError(message.seat, "keys-targets")
    public.publish_keys(message.seat, dict(body.keys))


def _pass_commit(public: SealedDeal, message: Message, body: Any) -> None:
    public.pass_commit(message.seat, body.hash)
