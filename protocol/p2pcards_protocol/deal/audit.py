"""The audit of a sealed deal: every seat has published its seed; make every byte again and compare.

Each list is made from the list that it really answered, so the blame is local: a seat is named for its own step and for
nothing that others did before or after it.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..errors import FairnessError
from .box import box_public
from .context import commitment
from .curve import ORDER, card_of_point, inverses, multiply, product, scalar
from .dealer import Dealt
from .sealed import SealedDeal
from .seat import SealedSeat


def check_seed(deal: SealedDeal, seat: int, seed: bytes) -> SealedSeat:
    """The seat's secrets. Raises FairnessError(seat, "seed-not-committed")."""
    ctx = deal.ctx
    if len(seed) != 32 or commitment(ctx, seat, ctx.keys[seat], seed) != deal.commits[seat].commit:
        raise FairnessError(seat, "seed-not-committed", deal.where.get(("commit", seat)))
    return SealedSeat(ctx, seat, ctx.keys[seat], seed)


def audit_seat(deal: SealedDeal, secrets: SealedSeat) -> None:
    """Everything that one seat published in this deal. Raises FairnessError(seat, reason, entry)."""
    seat = secrets.seat
    said, expected = deal.commits[seat], secrets.commit_body()
    for reason, a, b in (
        ("audit-bulk", said.bulks, expected.bulks),
        ("audit-key-hash", said.keys, expected.keys),
        ("audit-box", said.box, box_public(secrets.box)),
    ):
        if a != b:
            raise FairnessError(seat, reason, deal.where.get(("commit", seat)))
    for kind, make in (("p1", secrets.pass1), ("p2", secrets.pass2)):
        if (kind, seat) in deal.lists and deal.lists[kind, seat] != make(deal.input_of(kind, seat)):
            raise FairnessError(seat, f"audit-{kind}", deal.where.get((kind, seat)))
    if seat in deal.passes:
        to, positions, ct = deal.passes[seat]
        if secrets.pass_box(deal, to, positions) != ct:
            raise FairnessError(seat, "audit-pass", deal.where.get(("pass.open", seat)))


def audit_sealed(deal: SealedDeal, seeds: Mapping[int, bytes], known: Mapping[int, SealedSeat] | None = None) -> Dealt:
    """Every step of every seat whose seed is there; then every card of every hand and of the stock.

    A deal that froze half-way is audited as far as it went (its cards stay None). `Dealt.missing` are the seats without
    a seed: what only their seed tells stays None and their dealing is unaudited. Raises FairnessError for the lowest
    seat that did not do what its seed says. `known`: secrets that this process has anyway, whose scalars are ready."""
    ctx = deal.ctx
    secrets = {seat: check_seed(deal, seat, seeds[seat]) for seat in range(ctx.n) if seat in seeds}
    for seat, own in (known or {}).items():
        if seat in secrets and (own.seed, own.ctx) == (secrets[seat].seed, ctx):
            secrets[seat] = own
    for seat in secrets:
        audit_seat(deal, secrets[seat])
    cards = _cards(deal, secrets)
    hands = tuple(tuple(cards[k] for k in ctx.positions(seat)) for seat in range(ctx.n))
    missing = tuple(seat for seat in range(ctx.n) if seat not in secrets)
    return Dealt(hands, tuple(cards[k] for k in ctx.stock), missing)


def _cards(deal: SealedDeal, secrets: Mapping[int, SealedSeat]) -> list[int | None]:
    """The card at every position, None where a key is not known or the deal did not get so far."""
    size, final = len(deal.ctx.deck), deal.final
    cards: list[int | None] = [deal.opened.get(position) for position in range(size)]
    if final is None:
        return cards
    if len(secrets) == deal.ctx.n:
        return list(_follow(deal, secrets))
    locks: dict[int, int] = {}
    for position in range(size):
        keys = [
            secrets[seat].card_keys[position] if seat in secrets else deal.keys.get((seat, position))
            for seat in range(deal.ctx.n)
        ]
        if cards[position] is None and None not in keys:
            locks[position] = product(key for key in keys if key is not None)
    for position, unlock in zip(locks, inverses(list(locks.values())), strict=True):
        cards[position] = card_of_point().get(multiply(scalar(unlock % ORDER), final[position]))
    return cards


def _follow(deal: SealedDeal, secrets: Mapping[int, SealedSeat]) -> list[int]:
    """Where every card went, by the permutations alone: every list has been proved to be what they make."""
    order = list(deal.ctx.deck)
    for offset in range(deal.ctx.n):
        seat = (deal.ctx.dealer + 1 + offset) % deal.ctx.n
        order = [order[index] for index in secrets[seat].permutation]
    return order
