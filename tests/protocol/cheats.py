"""Ways to deviate from the sealed deal, one seat each. `CHEATS` names them; `make_cheat` builds the dishonest seat.

Every cheat is effective: what it publishes differs from what its seed says.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import msgspec
from p2pcards_protocol.body import Commit
from p2pcards_protocol.deal import Context, SealedDeal, SealedSeat
from p2pcards_protocol.deal.curve import ORDER, card_points, is_point, multiply, scalar
from p2pcards_protocol.deal.sealed import bulk_hash, key_hash
from p2pcards_protocol.hashing import sha256

List = tuple[bytes, ...]


class CheatSeat(SealedSeat):
    """A seat that lets a hook change what it publishes."""

    rng: Random
    on_commit: Callable[[Commit], Commit] | None = None
    on_p1: Callable[[List, Sequence[bytes]], List] | None = None
    on_p2: Callable[[List, Sequence[bytes]], List] | None = None
    on_keys: Callable[[dict[int, List]], dict[int, List]] | None = None
    on_pass: Callable[[SealedDeal, int, tuple[int, ...]], tuple[tuple[int, ...], bytes]] | None = None
    on_key: Callable[[int, bytes], bytes] | None = None

    def commit_body(self) -> Commit:
        body = super().commit_body()
        return self.on_commit(body) if self.on_commit else body

    def pass1(self, points: Sequence[bytes]) -> List:
        made = super().pass1(points)
        return self.on_p1(made, points) if self.on_p1 else made

    def pass2(self, points: Sequence[bytes]) -> List:
        made = super().pass2(points)
        return self.on_p2(made, points) if self.on_p2 else made

    def published(self, keys: dict[int, List]) -> dict[int, List]:
        return self.on_keys(keys) if self.on_keys else keys

    def passed(self, deal: SealedDeal, to: int, positions: tuple[int, ...]) -> tuple[tuple[int, ...], bytes] | None:
        return self.on_pass(deal, to, positions) if self.on_pass else None

    def key(self, position: int) -> bytes:
        key = super().key(position)
        return self.on_key(position, key) if self.on_key else key


def _swap(values: Sequence[bytes], i: int, new: bytes) -> List:
    return (*values[:i], new, *values[i + 1 :])


def _point(rng: Random) -> bytes:
    while not is_point(x := rng.randbytes(32)):
        pass
    return x


def _not_point(rng: Random) -> bytes:
    while is_point(x := rng.randbytes(32)):
        pass
    return x


def _times(rng: Random, x: bytes) -> bytes:
    return multiply(scalar(rng.randrange(2, ORDER)), x)


# What a cheat does to a list: (made, the list before, rng) -> list.
LISTS: dict[str, Callable[[List, Sequence[bytes], Random], List]] = {
    "list too short": lambda made, before, rng: made[:-1],
    "list too long": lambda made, before, rng: (*made, _point(rng)),
    "element not on the curve": lambda made, before, rng: _swap(made, rng.randrange(len(made)), _not_point(rng)),
    "element of zeros": lambda made, before, rng: _swap(made, rng.randrange(len(made)), bytes(32)),
    "element above p": lambda made, before, rng: _swap(made, rng.randrange(len(made)), b"\xff" * 32),
    "element of 31 bytes": lambda made, before, rng: _swap(made, rng.randrange(len(made)), made[0][:31]),
    "duplicate": lambda made, before, rng: _swap(made, 1, made[0]),
    "element of the list before": lambda made, before, rng: _swap(made, rng.randrange(len(made)), rng.choice(before)),
    "bare card point": lambda made, before, rng: _swap(made, rng.randrange(len(made)), rng.choice(card_points())),
    "list before, unchanged": lambda made, before, rng: tuple(before),
    "random point": lambda made, before, rng: _swap(made, rng.randrange(len(made)), _point(rng)),
    "tag": lambda made, before, rng: _tag(made, rng),
    "two swapped": lambda made, before, rng: (made[1], made[0], *made[2:]),
    "whole order of its own": lambda made, before, rng: _reorder(made, rng),
    "planted card": lambda made, before, rng: _swap(
        made, rng.randrange(len(made)), _times(rng, rng.choice(card_points()))
    ),
    "hidden duplicate": lambda made, before, rng: _swap(made, 0, _times(rng, made[1])),
    "another blanket": lambda made, before, rng: _all_times(made, rng),
}


def _tag(made: List, rng: Random) -> List:
    i = rng.randrange(len(made))
    return _swap(made, i, _times(rng, made[i]))


def _all_times(made: List, rng: Random) -> List:
    k = scalar(rng.randrange(2, ORDER))
    return tuple(multiply(k, x) for x in made)


def _reorder(made: List, rng: Random) -> List:
    order = list(made)
    while tuple(order) == made:
        rng.shuffle(order)
    return tuple(order)


def _commit(field: str) -> Callable[[Commit, Random], Commit]:
    def change(body: Commit, rng: Random) -> Commit:
        value = getattr(body, field)
        if isinstance(value, bytes):
            return msgspec.structs.replace(body, **{field: rng.randbytes(32)})
        i = rng.randrange(len(value))
        return msgspec.structs.replace(body, **{field: _swap(value, i, rng.randbytes(32))})

    return change


COMMITS: dict[str, Callable[[Commit, Random], Commit]] = {
    "wrong commitment": _commit("commit"),
    "wrong bulk hash": _commit("bulks"),
    "wrong key hash": _commit("keys"),
    "wrong box": _commit("box"),
    "box of low order": lambda body, rng: msgspec.structs.replace(body, box=bytes(32)),
    "no box": lambda body, rng: msgspec.structs.replace(body, box=b""),
    "too few bulks": lambda body, rng: msgspec.structs.replace(body, bulks=body.bulks[1:]),
    "too many key hashes": lambda body, rng: msgspec.structs.replace(body, keys=(*body.keys, bytes(32))),
}


def _some_target(keys: dict[int, List], rng: Random) -> int:
    return rng.choice(sorted(keys))


def _wrong_key(keys: dict[int, List], rng: Random, new: bytes) -> dict[int, List]:
    target = _some_target(keys, rng)
    return {**keys, target: _swap(keys[target], rng.randrange(len(keys[target])), new)}


KEYS: dict[str, Callable[[dict[int, List], Random], dict[int, List]]] = {
    "wrong key": lambda keys, rng: _wrong_key(keys, rng, rng.randrange(1, ORDER).to_bytes(32, "big")),
    "key zero": lambda keys, rng: _wrong_key(keys, rng, bytes(32)),
    "key of the order": lambda keys, rng: _wrong_key(keys, rng, ORDER.to_bytes(32, "big")),
    "key of 33 bytes": lambda keys, rng: _wrong_key(keys, rng, bytes(32) + b"\x01"),
    "one key too many": lambda keys, rng: {t: (*k, bytes(31) + b"\x01") for t, k in keys.items()},
}


def _committed_wrong_key(seat: CheatSeat) -> None:
    """Publishes a key that it committed to, but that is not on its list."""
    ctx, me = seat.ctx, seat.seat
    target = seat.rng.choice([t for t in range(ctx.n) if t != me])
    lie = _swap(seat.keys_for(target), 0, seat.rng.randrange(1, ORDER).to_bytes(32, "big"))
    index = target if target < me else target - 1

    def commit(body: Commit) -> Commit:
        return msgspec.structs.replace(body, bulks=_swap(body.bulks, index, bulk_hash(ctx, me, target, lie)))

    seat.on_commit, seat.on_keys = commit, lambda keys: {**keys, target: lie}


def _committed_wrong_own_key(seat: CheatSeat) -> None:
    """Plays with a key that it committed to, but that is not on its list."""
    position = seat.rng.choice(seat.ctx.positions(seat.seat))
    lie = seat.rng.randrange(1, ORDER).to_bytes(32, "big")
    index = seat.ctx.positions(seat.seat).index(position)

    def commit(body: Commit) -> Commit:
        hashed = key_hash(seat.ctx, seat.seat, position, lie)
        return msgspec.structs.replace(body, keys=_swap(body.keys, index, hashed))

    seat.on_commit = commit
    seat.on_key = lambda at, key: lie if at == position else key


def _wrong_own_key(seat: CheatSeat) -> None:
    """Plays with another key than the one it committed to."""
    lie = seat.rng.randrange(1, ORDER).to_bytes(32, "big")
    seat.on_key = lambda at, key: lie if seat.ctx.owner(at) == seat.seat else key


def _mark_and_repair(seat: CheatSeat) -> None:
    """Tags an element in pass 1 and takes the tag off in pass 2, so that the final deck is perfect. It works without a
    trace in what is dealt where no shuffle lies between: for the last seat of pass 1."""
    tag = seat.rng.randrange(2, ORDER)
    at = seat.rng.randrange(len(seat.ctx.deck))
    seat.on_p1 = lambda made, before: _swap(made, at, multiply(scalar(tag), made[at]))
    seat.on_p2 = lambda made, before: _swap(made, at, multiply(scalar(pow(tag, -1, ORDER)), made[at]))


def _planted_later(seat: CheatSeat) -> None:
    """Puts a known point under a lock of its own on one of its own positions."""
    at = seat.rng.choice(seat.ctx.positions(seat.seat))
    plant = multiply(scalar(seat.rng.randrange(2, ORDER)), card_points()[seat.ctx.deck[-1]])
    seat.on_p2 = lambda made, before: _swap(made, at, plant)


def _other_seed(seat: CheatSeat) -> None:
    """Shows another seed at the audit."""
    seat.shown_seed = sha256(seat.seed)  # type: ignore[attr-defined]


def _bad_pass_box(seat: CheatSeat) -> None:
    """A pass whose box is noise."""
    seat.on_pass = lambda deal, to, positions: (positions, seat.rng.randbytes(48 + 32 * len(positions)))


def _pass_of_anothers(seat: CheatSeat) -> None:
    """Passes a position of another seat."""

    def passed(deal: SealedDeal, to: int, positions: tuple[int, ...]) -> tuple[tuple[int, ...], bytes]:
        other = (seat.seat + 1) % deal.ctx.n
        foreign = deal.ctx.positions(other)[: len(positions)]
        return foreign, seat.pass_box(deal, to, foreign)

    seat.on_pass = passed


def _pass_of_other_keys(seat: CheatSeat) -> None:
    """A well-made box with the keys of other positions."""

    def passed(deal: SealedDeal, to: int, positions: tuple[int, ...]) -> tuple[tuple[int, ...], bytes]:
        from p2pcards_protocol.deal.box import seal
        from p2pcards_protocol.hashing import u8

        aad = u8(seat.seat) + u8(to) + bytes(positions)
        plain = seat.rng.randbytes(32 * len(positions))
        return positions, seal("pass", deal.ctx.bytes, seat.prk, deal.commits[to].box, aad, plain)

    seat.on_pass = passed


WHOLE: dict[str, Callable[[CheatSeat], None]] = {
    "committed wrong key": _committed_wrong_key,
    "committed wrong own key": _committed_wrong_own_key,
    "wrong own key": _wrong_own_key,
    "mark and repair": _mark_and_repair,
    "planted under its own lock": _planted_later,
    "another seed at the audit": _other_seed,
    "noise in the pass box": _bad_pass_box,
    "a pass of another's position": _pass_of_anothers,
    "other keys in the pass box": _pass_of_other_keys,
}

CHEATS: tuple[str, ...] = (
    *(f"p1 {name}" for name in LISTS),
    *(f"p2 {name}" for name in LISTS),
    *COMMITS,
    *KEYS,
    *WHOLE,
)


def make_cheat(ctx: Context, seat: int, name: str, rng: Random) -> CheatSeat:
    """The dishonest seat."""
    cheat = CheatSeat(ctx, seat, ctx.keys[seat], sha256(ctx.table_id + b"seed" + bytes([seat])))
    cheat.rng = rng
    if name in COMMITS:
        cheat.on_commit = lambda body: COMMITS[name](body, rng)
    elif name in KEYS:
        cheat.on_keys = lambda keys: KEYS[name](keys, rng)
    elif name in WHOLE:
        WHOLE[name](cheat)
    elif name.startswith("p1 "):
        cheat.on_p1 = lambda made, before: LISTS[name[3:]](made, before, rng)
    else:
        cheat.on_p2 = lambda made, before: LISTS[name[3:]](made, before, rng)
    return cheat
