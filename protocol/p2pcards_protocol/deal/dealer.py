"""The dealer deal: the host deals from a deck that nobody could choose. It sees every card and cannot rig one.

Every seat and the host commit to a seed; the players open theirs; the deck follows from all seeds and the host's, which
opens last, at the audit. The host publishes a hash of each hand before the play, and gives each hand to its seat alone.

    master   = H("combine", ctx, host_seed, seed_0, ..., seed_k);  cards[k] = deck[shuffle(stream(master, "deck"))[k]]
    hand_i   = H("hand", ctx, u8 seat, nonce_i, card bytes as dealt)
    nonce_i  = HMAC(host_seed, "P2PC1:hand-nonce" || 0x00 || ctx || u8 seat)
    pass     = H("dpass", ctx, u8 seat, u8 to, nonce32, card ids ascending)

`DealerDeal` is the public fold that everybody runs; `DealerSecrets` is what the host knows besides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..errors import FairnessError
from ..fields import HOST_SEAT
from ..hashing import label, mac, tagged, u8
from .context import Context, commitment
from .stream import shuffle, stream


@dataclass(frozen=True, slots=True)
class Dealt:
    """What an audit proved: the cards of each seat as dealt, and the stock. A card is None where a seed that is missing
    leaves it unknown; `missing` are the seats whose seed did not come, so that their dealing is unaudited."""

    hands: tuple[tuple[int | None, ...], ...]
    stock: tuple[int | None, ...]
    missing: tuple[int, ...] = ()


def deal_cards(ctx: Context, host_seed: bytes, seeds: Sequence[bytes]) -> tuple[int, ...]:
    """The deck in the order in which it is dealt."""
    master = tagged("combine", ctx.bytes, host_seed, *seeds)
    return tuple(ctx.deck[index] for index in shuffle(stream(master, "deck"), len(ctx.deck)))


def hand_hash(ctx: Context, seat: int, nonce: bytes, cards: Sequence[int]) -> bytes:
    """The hash of a hand, its cards as dealt."""
    return tagged("hand", ctx.bytes, u8(seat), nonce, bytes(cards))


def hand_nonce(ctx: Context, host_seed: bytes, seat: int) -> bytes:
    """The nonce of a seat's hand."""
    return mac(host_seed, label("hand-nonce", ctx.bytes, u8(seat)))


def pass_hash(ctx: Context, seat: int, to: int, nonce: bytes, cards: Sequence[int]) -> bytes:
    """What a seat publishes before it passes; `cards` in any order."""
    return tagged("dpass", ctx.bytes, u8(seat), u8(to), nonce, bytes(sorted(cards)))


class DealerDeal:
    """The public fold of one attempt. Every method raises FairnessError(seat, reason) and then has changed nothing."""

    def __init__(self, ctx: Context, host_key: bytes) -> None:
        if ctx.mode != "A":
            raise ValueError("the context is not that of a dealer deal")
        self.ctx = ctx
        self.host_key = host_key
        #: The number of the entry that a call is about, and of each step by (kind, seat); errors carry it.
        self.at: int | None = None
        self.where: dict[tuple[str, int], int | None] = {}
        self.commits: dict[int, bytes] = {}
        self.seeds: dict[int, bytes] = {}
        self.hashes: tuple[bytes, ...] = ()
        self.passes: dict[int, bytes] = {}
        self.opened: dict[int, tuple[int, tuple[int, ...]]] = {}
        self._stage = "commit"

    def _need(self, stage: str, seat: int) -> None:
        if self._stage != stage:
            raise FairnessError(seat, "not-now", self.at)

    def _seat(self, seat: int, host: bool = False) -> None:
        if not (0 <= seat < self.ctx.n or (host and seat == HOST_SEAT)):
            raise FairnessError(seat, "no-such-seat", self.at)

    def commit(self, seat: int, value: bytes) -> None:
        """A commitment, of a seat or of the host (255)."""
        self._need("commit", seat)
        self._seat(seat, host=True)
        if seat in self.commits:
            raise FairnessError(seat, "commit-twice", self.at)
        if len(value) != 32 or value in self.commits.values():
            raise FairnessError(seat, "commit-copied", self.at)
        self.commits[seat] = value
        self.where["commit", seat] = self.at

    def commits_closed(self) -> None:
        """Everybody has committed; seeds may open."""
        self._need("commit", HOST_SEAT)
        for seat in (*range(self.ctx.n), HOST_SEAT):
            if seat not in self.commits:
                raise FairnessError(seat, "commit-missing", self.at)
        self._stage = "reveal"

    def reveal(self, seat: int, seed: bytes) -> None:
        """The seed of a player."""
        self._need("reveal", seat)
        self._seat(seat)
        if seat in self.seeds:
            raise FairnessError(seat, "reveal-twice", self.at)
        if len(seed) != 32 or commitment(self.ctx, seat, self.ctx.keys[seat], seed) != self.commits[seat]:
            raise FairnessError(seat, "seed-not-committed", self.at)
        self.seeds[seat] = seed

    def reveals_closed(self) -> None:
        """Every player's seed is open; the host can deal."""
        self._need("reveal", HOST_SEAT)
        for seat in range(self.ctx.n):
            if seat not in self.seeds:
                raise FairnessError(seat, "reveal-missing", self.at)
        self._stage = "hand"

    def hand_hashes(self, hashes: Sequence[bytes]) -> None:
        """The host's hash of every hand, in seat order."""
        self._need("hand", HOST_SEAT)
        if len(hashes) != self.ctx.n or any(len(value) != 32 for value in hashes) or len(set(hashes)) != len(hashes):
            raise FairnessError(HOST_SEAT, "hand-hashes-shape", self.at)
        self.hashes = tuple(hashes)
        self.where["hand", HOST_SEAT] = self.at
        self._stage = "play"

    def check_hand(self, seat: int, cards: Sequence[int], nonce: bytes) -> None:
        """What the seat's own client does with its private hand BEFORE it plays."""
        self._need("play", seat)
        self._seat(seat)
        if len(cards) != self.ctx.hand_size or len(set(cards)) != len(cards) or not set(cards) <= set(self.ctx.deck):
            raise FairnessError(HOST_SEAT, "hand-shape", self.at)
        if len(nonce) != 32 or hand_hash(self.ctx, seat, nonce, cards) != self.hashes[seat]:
            raise FairnessError(HOST_SEAT, "hand-hash", self.where.get(("hand", HOST_SEAT)))

    def pass_commit(self, seat: int, value: bytes) -> None:
        """The hash of what a seat passes."""
        self._need("play", seat)
        self._seat(seat)
        if seat in self.passes:
            raise FairnessError(seat, "pass-twice", self.at)
        if len(value) != 32 or value in self.passes.values():
            raise FairnessError(seat, "pass-copied", self.at)
        self.passes[seat] = value
        self.where["pass.commit", seat] = self.at

    def check_pass(self, seat: int, to: int, cards: Sequence[int], nonce: bytes) -> None:
        """Whether these are the cards that `seat` committed to pass to `to` (host: the passer's doing; receiver: the
        host's, who carried them)."""
        self._need("play", seat)
        self._seat(seat)
        shape = len(nonce) == 32 and len(set(cards)) == len(cards) and set(cards) <= set(self.ctx.deck)
        if not shape or self.passes.get(seat) != pass_hash(self.ctx, seat, to, nonce, cards):
            raise FairnessError(seat, "pass-hash", self.at)

    def open_pass(self, seat: int, to: int, cards: Sequence[int], nonce: bytes) -> None:
        """A pass opens, at the audit."""
        self.check_pass(seat, to, cards, nonce)
        if seat in self.opened:
            raise FairnessError(seat, "pass-opened-twice", self.at)
        self.opened[seat] = (to, tuple(sorted(cards)))

    def host_seed(self, seed: bytes | None) -> Dealt:
        """The audit: deck, every hand hash and every opened pass from all seeds; None where the host's never came, then
        every card is unknown. Raises FairnessError: 255 for a wrong deal, the seat for a pass of cards it never had."""
        self._need("play", HOST_SEAT)
        ctx = self.ctx
        if seed is None:
            unknown = tuple((None,) * ctx.hand_size for _ in range(ctx.n))
            return Dealt(unknown, (None,) * len(ctx.stock), (HOST_SEAT,))
        if len(seed) != 32 or commitment(ctx, HOST_SEAT, self.host_key, seed) != self.commits[HOST_SEAT]:
            raise FairnessError(HOST_SEAT, "seed-not-committed", self.where.get(("commit", HOST_SEAT)))
        cards = deal_cards(ctx, seed, [self.seeds[seat] for seat in range(ctx.n)])
        hands = tuple(tuple(cards[k] for k in ctx.positions(seat)) for seat in range(ctx.n))
        for seat, hand in enumerate(hands):
            if hand_hash(ctx, seat, hand_nonce(ctx, seed, seat), hand) != self.hashes[seat]:
                raise FairnessError(HOST_SEAT, "hand-hash", self.where.get(("hand", HOST_SEAT)))
        for seat, (_, passed) in self.opened.items():
            if not set(passed) <= set(hands[seat]):
                raise FairnessError(seat, "passed-what-it-had-not", self.where.get(("pass.commit", seat)))
        return Dealt(hands, tuple(cards[k] for k in ctx.stock))


class DealerSecrets:
    """The host's side. Nothing of it may leave before its time: a hand to its seat alone, the seed at the audit."""

    def __init__(self, ctx: Context, host_seed: bytes) -> None:
        self.ctx = ctx
        self.seed = host_seed
        self._cards: tuple[int, ...] = ()

    def commitment(self, host_key: bytes) -> bytes:
        """What the host commits to."""
        return commitment(self.ctx, HOST_SEAT, host_key, self.seed)

    def deck(self, seeds: Mapping[int, bytes]) -> tuple[int, ...]:
        """The deck in dealing order, once every player's seed (by seat) is open."""
        self._cards = deal_cards(self.ctx, self.seed, [seeds[seat] for seat in range(self.ctx.n)])
        return self._cards

    def hand(self, seat: int) -> tuple[tuple[int, ...], bytes]:
        """(cards as dealt, nonce) of a seat. `deck` comes first."""
        return tuple(self._cards[k] for k in self.ctx.positions(seat)), hand_nonce(self.ctx, self.seed, seat)

    @property
    def hashes(self) -> tuple[bytes, ...]:
        """The hash of every hand, in seat order."""
        hands = [self.hand(seat) for seat in range(self.ctx.n)]
        return tuple(hand_hash(self.ctx, seat, nonce, cards) for seat, (cards, nonce) in enumerate(hands))
