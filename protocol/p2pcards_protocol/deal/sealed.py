"""The sealed deal, public side: nobody sees a card that is not theirs, and everybody sees each step.

Every seat shuffles the deck's points under a blanket lock of its own (pass 1, from the dealer's left), then, in the
REVERSE order, takes its blanket off and puts a key of its own on every single position (pass 2). Then position j is
locked with k_{i,j} of every seat i. For the positions dealt to seat t every other seat publishes its keys: now t alone
can read them. A card is played by publishing the last key.

Five points that each cost an earlier draft its fairness:
1. the hash of every own key goes with the commitment, or the last seat of pass 2 plants chosen cards;
2. pass 2 runs in reverse order, or the first seat alone can tag a card and move it to itself;
3. the audit makes EVERY list again: a mark that is repaired later is not in the final deck;
4. keys are published for positions of another SEAT only: "all that are not mine" would open the stock;
5. a list pins the entry it was made from (rule 3 of the ledger), or the host could frame an honest seat.

`SealedDeal` is the fold that host, clients, bots and verifier all run, with every check that can be made before the
seeds are known. Every method raises FairnessError(seat, reason) and has then changed nothing. Set `at` to the number of
the entry before a call: errors and the audit then say which entry it was.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..hashing import tagged, u8
from .context import Context
from .curve import ORDER, card_of_point, inverse, multiply, parse_key, product, scalar
from .lists import SealedLists


def bulk_hash(ctx: Context, seat: int, target: int, keys: Sequence[bytes]) -> bytes:
    """H("bulk", ctx, u8 seat, u8 target, the seat's keys of the target's positions, ascending)."""
    return tagged("bulk", ctx.bytes, u8(seat), u8(target), *keys)


def key_hash(ctx: Context, seat: int, position: int, key: bytes) -> bytes:
    """H("key", ctx, u8 seat, u8 position, key)."""
    return tagged("key", ctx.bytes, u8(seat), u8(position), key)


def pass_hash(ctx: Context, seat: int, to: int, positions: Sequence[int], ct: bytes) -> bytes:
    """H("pass", ctx, u8 seat, u8 to, positions, ct): what is published before a pass opens."""
    return tagged("pass", ctx.bytes, u8(seat), u8(to), bytes(positions), ct)


class SealedDeal(SealedLists):
    """The public fold of one attempt at a sealed deal: what follows once the cards lie; the lists before are in
    lists.py."""

    # -- keys ---------------------------------------------------------------------------------------------------------

    def publish_keys(self, seat: int, keys: Mapping[int, Sequence[bytes]]) -> None:
        """The keys of a seat, by target seat, each by ascending position of the target. All or nothing."""
        self._need_seat(seat)
        if self.final is None:
            raise self._refuse(seat, "not-now")
        parsed: dict[tuple[int, int], int] = {}
        for target, values in keys.items():
            self._need_seat(target)
            if target == seat:
                raise self._refuse(seat, "keys-of-own-hand")
            positions = self.ctx.positions(target)
            if len(values) != len(positions):
                raise self._refuse(seat, "keys-count")
            if (seat, positions[0]) in self.keys:
                raise self._refuse(seat, "keys-twice")
            for position, value in zip(positions, values, strict=True):
                key = parse_key(value)
                if key is None:
                    raise self._refuse(seat, "keys-range")
                parsed[seat, position] = key
            if bulk_hash(self.ctx, seat, target, values) != self.bulk(seat, target):
                raise self._refuse(seat, "keys-not-committed")
        self.keys.update(parsed)
        for target in keys:
            self.where[f"keys.{target}", seat] = self.at

    def keys_missing(self, target: int) -> tuple[int, ...]:
        """The seats that owe the target their keys."""
        position = self.ctx.positions(target)[0]
        return tuple(seat for seat in range(self.ctx.n) if seat != target and (seat, position) not in self.keys)

    def cover(self, position: int) -> int | None:
        """The product of all published keys of a dealt position, None while one is missing."""
        if position not in self._covers:
            owner = self.ctx.owner(position)
            keys = [self.keys.get((seat, position)) for seat in range(self.ctx.n) if seat != owner]
            if owner is None or None in keys:
                return None
            self._covers[position] = product(key for key in keys if key is not None)
        return self._covers[position]

    # -- cards --------------------------------------------------------------------------------------------------------

    def card_at(self, position: int, key: int) -> int | None:
        """The card that a position holds when `key` is the last lock; None when no card comes out (garbage)."""
        cover = self.cover(position)
        if self.final is None or cover is None:
            return None
        x = multiply(scalar(inverse(cover * key % ORDER)), self.final[position])
        card = card_of_point().get(x)
        return card if card in self.ctx.deck else None

    def show(self, seat: int, position: int, key: bytes) -> int:
        """A card that `seat` holds, opened for all without being played. Returns the card."""
        self._need_seat(seat)
        if self.holder.get(position) != seat:
            raise self._refuse(seat, "not-your-position")
        if key_hash(self.ctx, self._owner(position), position, key) != self.key_hash_at(position):
            raise self._refuse(seat, "key-hash")
        if position in self.opened:
            return self.opened[position]
        scalar_value = parse_key(key)
        if scalar_value is None:
            raise self._refuse(self._owner(position), "key-range")
        if self.cover(position) is None:
            raise self._refuse(seat, "not-now")
        card = self.card_at(position, scalar_value)
        if card is None:
            raise self._refuse(None, "garbage")
        if card in self.opened.values():
            raise self._refuse(None, "card-twice")
        self.opened[position] = card
        return card

    def play(self, seat: int, position: int, key: bytes, card: int) -> None:
        """`card` is played from a position: opened, and gone from the seat's hand."""
        was_open = position in self.opened
        if self.show(seat, position, key) != card:
            if not was_open:
                del self.opened[position]
            raise self._refuse(seat, "another-card")
        del self.holder[position]

    def take_back(self, seat: int, card: int) -> None:
        """An opened card that `seat` has played is in its hand again; it stays open. Raises FairnessError."""
        position = next((position for position, shown in self.opened.items() if shown == card), None)
        if position is None or position in self.holder:
            raise self._refuse(seat, "not-played")
        self.holder[position] = seat

    def held(self, seat: int) -> tuple[int, ...]:
        """The positions that a seat holds now, ascending."""
        return tuple(sorted(position for position, holder in self.holder.items() if holder == seat))

    def _owner(self, position: int) -> int:
        owner = self.ctx.owner(position)
        assert owner is not None
        return owner

    # -- passing ------------------------------------------------------------------------------------------------------

    def pass_commit(self, seat: int, value: bytes) -> None:
        """The hash of what a seat passes."""
        self._need_seat(seat)
        if self.final is None:
            raise self._refuse(seat, "not-now")
        if seat in self.pass_commits:
            raise self._refuse(seat, "pass-twice")
        if len(value) != 32 or value in self.pass_commits.values():
            raise self._refuse(seat, "pass-copied")
        self.pass_commits[seat] = value
        self.where["pass.commit", seat] = self.at

    def pass_open(self, seat: int, to: int, positions: Sequence[int], ct: bytes) -> None:
        """A pass opens. The holders change at `passes_closed`, all at once."""
        self._need_seat(seat)
        self._need_seat(to)
        if seat in self.passes:
            raise self._refuse(seat, "pass-twice")
        if seat == to or list(positions) != sorted(set(positions)):
            raise self._refuse(seat, "pass-shape")
        if any(self.holder.get(position) != seat for position in positions):
            raise self._refuse(seat, "pass-not-held")
        if len(ct) != 48 + 32 * len(positions):
            raise self._refuse(seat, "pass-shape")
        if self.pass_commits.get(seat) != pass_hash(self.ctx, seat, to, positions, ct):
            raise self._refuse(seat, "pass-hash")
        self.passes[seat] = (to, tuple(positions), ct)
        self.where["pass.open", seat] = self.at

    def passes_closed(self) -> None:
        """Every pass is open: the positions go to their receivers."""
        for seat in self.pass_commits:
            if seat not in self.passes:
                raise self._refuse(seat, "pass-missing")
        for to, positions, _ in self.passes.values():
            for position in positions:
                self.holder[position] = to
