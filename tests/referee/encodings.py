"""Five cards of a hand in every way in which a program may have put them down: what a search of its bytes looks for."""

from __future__ import annotations

from collections.abc import Iterator

from p2pcards_protocol.deal.curve import card_points

from p2pcards.cards.card import card_set, text


def encodings(cards: tuple[int, ...]) -> Iterator[tuple[str, bytes]]:
    """(how, bytes) for the hand, its cards as they were dealt. Fewer than five cards would turn up by chance."""
    orders = {"ascending": tuple(sorted(cards)), "falling": tuple(sorted(cards, reverse=True)), "as dealt": cards}
    mask = card_set(cards)
    for bits in (mask, sum(1 << (c % 13 * 4 + c // 13) for c in cards)):
        for size in (7, 8):
            yield "mask", bits.to_bytes(size, "big")
            yield "mask", bits.to_bytes(size, "little")
        yield "mask in decimal", str(bits).encode()
        yield "mask in hex", f"{bits:x}".encode()
    for name, order in orders.items():
        for few in (order[at : at + 5] for at in range(len(order) - 4)):
            yield f"{name}, numbers", bytes(few)
            yield f"{name}, numbers from 1", bytes(c + 1 for c in few)
            yield f"{name}, rank and suit", bytes(c % 13 << 2 | c // 13 for c in few)
            yield f"{name}, suit and rank", bytes(c // 13 << 4 | c % 13 for c in few)
            yield f"{name}, 32 bits", b"".join(c.to_bytes(4, "little") for c in few)
            for join in ("", " ", ", ", ",", "\n"):
                yield f"{name}, text", join.join(text(c) for c in few).encode()
                yield f"{name}, decimal", join.join(map(str, few)).encode() if join else b"\xff never"
            for card in few:
                yield "point", card_points()[card]
