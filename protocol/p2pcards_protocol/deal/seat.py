"""The sealed deal, one seat's secrets: everything follows from 32 fresh random bytes.

    prk          = HKDF-Extract(salt = ctx, seed || u8 seat || key)
    scalar(l, j) = int(HKDF-Expand(prk, "P2PC1:" || l || 0x00 || u8 j, 48)) mod (n-1) + 1
    b = scalar("blanket", 0);  k_j = scalar("card", j);  pi = shuffle(stream(prk, "perm"))
    pass 1: out[j] = E_b(in[pi[j]])              pass 2: out[j] = E_{k_j / b}(in[j])

The seed is on disk before its commitment is sent, and never used for a second deal or attempt (ctx differs, and so does
the seed). What is slow, a scalar ready to multiply for every position, can be made while others work: `prepare`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from ..body import Commit
from ..errors import FairnessError
from ..hashing import expand, extract, label, u8
from .box import box_private, box_public, seal, unseal
from .context import Context, commitment
from .curve import ORDER, Scalar, card_of_point, card_points, inverse, inverses, multiply, parse_key, scalar
from .sealed import SealedDeal, bulk_hash, key_hash, pass_hash
from .stream import shuffle, stream

LEAVE_TO = 255


class SealedSeat:
    """A seat's secrets in one attempt. `public` is the key that commits."""

    def __init__(self, ctx: Context, seat: int, public: bytes, seed: bytes) -> None:
        if len(seed) != 32 or ctx.keys[seat] != public:
            raise ValueError("a seat commits with exactly 32 bytes, under the key that the context names")
        self.ctx = ctx
        self.seat = seat
        self.public = public
        self.seed = seed
        self.prk = extract(ctx.bytes, seed + u8(seat) + public)
        #: Keys of positions that were passed to this seat.
        self.received: dict[int, bytes] = {}

    # -- derived once -------------------------------------------------------------------------------------------------

    def _scalar(self, name: str, j: int) -> int:
        return int.from_bytes(expand(self.prk, label(name, u8(j)), 48), "big") % (ORDER - 1) + 1

    @cached_property
    def blanket(self) -> int:
        """b."""
        return self._scalar("blanket", 0)

    @cached_property
    def card_keys(self) -> tuple[int, ...]:
        """k_j of every position of the deck, the stock too."""
        return tuple(self._scalar("card", j) for j in range(len(self.ctx.deck)))

    @cached_property
    def permutation(self) -> tuple[int, ...]:
        """pi."""
        return tuple(shuffle(stream(self.prk, "perm"), len(self.ctx.deck)))

    @cached_property
    def box(self) -> X25519PrivateKey:
        """Where passes come."""
        return box_private(self.prk)

    @cached_property
    def _blanket_ready(self) -> Scalar:
        return scalar(self.blanket)

    @cached_property
    def _locks_ready(self) -> tuple[Scalar, ...]:
        off = inverse(self.blanket)
        return tuple(scalar(off * key % ORDER) for key in self.card_keys)

    def prepare(self) -> None:
        """Make what both passes need and use each scalar once (OpenSSL converts a key at its first use), so that this
        seat's turns cost one decoding and one multiplication a card. About 6 ms that fit into the time in which others
        are at work; a process that plays many seats gains nothing by it."""
        _ = self.permutation
        for lock in (self._blanket_ready, *self._locks_ready):
            multiply(lock, card_points()[0])

    # -- what it says -------------------------------------------------------------------------------------------------

    def key(self, position: int) -> bytes:
        """The key of a position: this seat's own, or the one that came with a pass. For another's position it is the
        key to give to that seat."""
        return self.received.get(position) or self.card_keys[position].to_bytes(32, "big")

    def keys_for(self, target: int) -> tuple[bytes, ...]:
        """This seat's keys of the positions dealt to another seat, ascending. Raises ValueError for its own."""
        if target == self.seat:
            raise ValueError("the keys of the own hand stay shut")
        return tuple(self.card_keys[k].to_bytes(32, "big") for k in self.ctx.positions(target))

    def commit_body(self) -> Commit:
        """Commitment, bulk hashes, key hashes and box."""
        ctx, seat = self.ctx, self.seat
        others = [target for target in range(ctx.n) if target != seat]
        own = [(k, self.card_keys[k].to_bytes(32, "big")) for k in ctx.positions(seat)]
        return Commit(
            commit=commitment(ctx, seat, self.public, self.seed),
            bulks=tuple(bulk_hash(ctx, seat, target, self.keys_for(target)) for target in others),
            keys=tuple(key_hash(ctx, seat, k, key) for k, key in own),
            box=box_public(self.box),
        )

    def pass1(self, points: Sequence[bytes]) -> tuple[bytes, ...]:
        """The list of pass 1 from the list before it."""
        lock = self._blanket_ready
        return tuple(multiply(lock, points[index]) for index in self.permutation)

    def pass2(self, points: Sequence[bytes]) -> tuple[bytes, ...]:
        """The list of pass 2 from the list before it."""
        return tuple(multiply(lock, x) for lock, x in zip(self._locks_ready, points, strict=True))

    # -- what it reads ------------------------------------------------------------------------------------------------

    def own_cards(self, deal: SealedDeal) -> dict[int, int]:
        """The card at each position dealt to this seat, once every other seat has published its keys.

        Raises FairnessError: a seat whose keys are missing, or None with "garbage" or "card-twice" when what comes out
        is not that many cards of the deck: then the deal freezes and the audit names the seat."""
        missing = deal.keys_missing(self.seat)
        if missing:
            raise FairnessError(missing[0], "keys-missing")
        return self._read(deal, {k: self.card_keys[k] for k in self.ctx.positions(self.seat)})

    def _read(self, deal: SealedDeal, keys: dict[int, int]) -> dict[int, int]:
        final = deal.final
        covers = [deal.cover(position) for position in keys]
        if final is None or None in covers:
            raise FairnessError(None, "not-now")
        locks = [(cover or 0) * key % ORDER for cover, key in zip(covers, keys.values(), strict=True)]
        cards: dict[int, int] = {}
        for position, unlock in zip(keys, inverses(locks), strict=True):
            card = card_of_point().get(multiply(scalar(unlock), final[position]))
            if card is None or card not in self.ctx.deck:
                raise FairnessError(None, "garbage")
            cards[position] = card
        if len(set(cards.values())) != len(cards):
            raise FairnessError(None, "card-twice")
        return cards

    # -- passing and leaving ------------------------------------------------------------------------------------------

    def pass_box(self, deal: SealedDeal, to: int, positions: Sequence[int]) -> bytes:
        """The box with the keys of own positions (ascending) for seat `to`: 48 + 32 bytes each."""
        aad = u8(self.seat) + u8(to) + bytes(positions)
        plain = b"".join(self.card_keys[k].to_bytes(32, "big") for k in positions)
        return seal("pass", self.ctx.bytes, self.prk, deal.commits[to].box, aad, plain)

    def pass_commitment(self, deal: SealedDeal, to: int, positions: Sequence[int]) -> bytes:
        """What goes into `pass.commit`."""
        return pass_hash(self.ctx, self.seat, to, positions, self.pass_box(deal, to, positions))

    def open_pass(self, deal: SealedDeal, giver: int) -> dict[int, int]:
        """The cards that `giver` passed to this seat, by position; their keys are kept for the play.

        Raises FairnessError(giver, "pass-box") when the box does not hold the right keys: `contest` it at once."""
        to, positions, ct = deal.passes[giver]
        if to != self.seat:
            raise ValueError("that pass went to another seat")
        aad = u8(giver) + u8(to) + bytes(positions)
        plain = unseal("pass", self.ctx.bytes, self.box, aad, ct)
        if plain is None or len(plain) != 32 * len(positions):
            raise FairnessError(giver, "pass-box")
        keys = {position: plain[32 * i : 32 * i + 32] for i, position in enumerate(positions)}
        scalars: dict[int, int] = {}
        for position, key in keys.items():
            value = parse_key(key)
            if value is None or key_hash(self.ctx, giver, position, key) != deal.key_hash_at(position):
                raise FairnessError(giver, "pass-box")
            scalars[position] = value
        cards = self._read(deal, scalars)
        self.received.update(keys)
        return cards

    def leave_box(self, receiver: bytes) -> bytes:
        """The seed, boxed for the bot that takes the seat: 80 bytes."""
        return seal("leave", self.ctx.bytes, self.prk, receiver, u8(self.seat) + u8(LEAVE_TO), self.seed)


def open_leave_box(ctx: Context, seat: int, private: X25519PrivateKey, ct: bytes) -> SealedSeat | None:
    """The seat's secrets from its leave box, None when it is no box for this key. Whether the seed is the one that the
    seat committed with, audit.check_seed says."""
    seed = unseal("leave", ctx.bytes, private, u8(seat) + u8(LEAVE_TO), ct)
    return SealedSeat(ctx, seat, ctx.keys[seat], seed) if seed is not None and len(seed) == 32 else None
