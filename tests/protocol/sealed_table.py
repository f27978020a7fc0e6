"""A whole sealed deal between seats of which one may cheat, as the host, the clients and the audit would live it."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from p2pcards_protocol.deal import Context, Dealt, SealedDeal, SealedSeat, audit_sealed
from p2pcards_protocol.deal.sealed import pass_hash
from p2pcards_protocol.errors import FairnessError
from p2pcards_protocol.hashing import sha256, u32


def make_context(n: int, deck: tuple[int, ...], hand_size: int, dealer: int = 0, name: bytes = b"t") -> Context:
    keys = tuple(sha256(name + b"key" + bytes([seat])) for seat in range(n))
    return Context(sha256(name), 1, 0, "B", deck, hand_size, dealer, keys)


def make_seat(ctx: Context, seat: int, kind: type[SealedSeat] = SealedSeat) -> SealedSeat:
    return kind(ctx, seat, ctx.keys[seat], sha256(ctx.table_id + b"seed" + bytes([seat])))


def small_context(rng: Random) -> Context:
    """2-4 seats, 1-3 cards each, a deck of up to 16 cards: every rule of the deal at a fraction of its price."""
    n, hand = rng.randint(2, 4), rng.randint(1, 3)
    size = rng.randint(max(n * hand, 5), 16)
    deck = tuple(sorted(rng.sample(range(52), size)))
    return make_context(n, deck, hand, rng.randrange(n), b"small" + u32(rng.getrandbits(32)))


@dataclass
class Outcome:
    """What was found: at once (`online`), by the audit, or nothing."""

    blamed: int | None
    reason: str
    online: bool
    dealt: Dealt | None = None


def make_lists(deal: SealedDeal, seats: list[SealedSeat]) -> None:
    """The commitments, and every list up to the last."""
    for seat in seats:
        deal.commit(seat.seat, seat.commit_body())
    deal.commits_closed()
    while (step := deal.next_list) is not None:
        kind, number = step
        make = seats[number].pass1 if kind == "p1" else seats[number].pass2
        deal.pass_list(number, kind, make(deal.current))


def run(ctx: Context, seats: list[SealedSeat]) -> SealedDeal:
    """An honest deal, up to the moment when every hand can be read."""
    deal = SealedDeal(ctx)
    make_lists(deal, seats)
    for seat in seats:
        publish(deal, seat)
    return deal


def publish(deal: SealedDeal, seat: SealedSeat) -> None:
    """All keys of a seat at once; a cheat overrides `published`."""
    keys = {target: seat.keys_for(target) for target in range(deal.ctx.n) if target != seat.seat}
    deal.publish_keys(seat.seat, getattr(seat, "published", lambda k: k)(keys))


def pass_cards(deal: SealedDeal, seats: list[SealedSeat], count: int) -> None:
    """Every seat passes its first positions to the left."""
    said = {}
    for seat in seats:
        to = (seat.seat + 1) % deal.ctx.n
        positions = deal.ctx.positions(seat.seat)[:count]
        opened = getattr(seat, "passed", lambda deal, to, positions: None)(deal, to, positions)
        positions, ct = opened or (positions, seat.pass_box(deal, to, positions))
        said[seat.seat] = (to, positions, ct)
        deal.pass_commit(seat.seat, pass_hash(deal.ctx, seat.seat, to, positions, ct))
    for giver, (to, positions, ct) in said.items():
        deal.pass_open(giver, to, positions, ct)
    deal.passes_closed()
    for giver, (to, _, _) in said.items():
        try:
            seats[to].open_pass(deal, giver)
        except FairnessError as error:  # a contest blames nobody: the deal freezes and the audit tells who is right
            raise FairnessError(None, f"contest: {error.reason}") from error


def play_all(deal: SealedDeal, seats: list[SealedSeat], rng: Random) -> None:
    """Every held position is played, in some order."""
    held = [(seat, position) for seat in seats for position in deal.held(seat.seat)]
    rng.shuffle(held)
    for seat, position in held:
        key = seat.key(position)
        card = deal.show(seat.seat, position, key)
        deal.play(seat.seat, position, key, card)


def run_deal(seats: list[SealedSeat], rng: Random, passing: int = 0) -> Outcome:
    """The deal with every online check, then the audit. Honest players freeze the deal on garbage."""
    ctx = seats[0].ctx
    deal = SealedDeal(ctx)
    try:
        make_lists(deal, seats)
        for seat in seats:
            publish(deal, seat)
        for seat in seats:
            if type(seat) is SealedSeat:
                seat.own_cards(deal)
        if passing:
            pass_cards(deal, seats, passing)
        play_all(deal, seats, rng)
    except FairnessError as error:
        if error.seat is not None:
            return Outcome(error.seat, error.reason, online=True)
    seeds = {seat.seat: getattr(seat, "shown_seed", seat.seed) for seat in seats}
    try:
        dealt = audit_sealed(deal, seeds)
    except FairnessError as error:
        return Outcome(error.seat, error.reason, online=False)
    return Outcome(None, "", online=False, dealt=dealt)
