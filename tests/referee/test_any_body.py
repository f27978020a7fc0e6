"""Whatever a seat says while a request is open is taken, or refused with a reason: no other error, nothing changed."""

from __future__ import annotations

from functools import cache
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from p2pcards_protocol.codec import pack
from p2pcards_protocol.entry import Draft
from referee.memory_table import MemoryTable, facts
from referee.requesting import asks_back, at_card, claims, hand_of, turn

from p2pcards.errors import FairnessError, IllegalAction, TranscriptError

SEAT = st.integers(-1, 9)
CARD = st.integers(-1, 53)
SOME = st.binary(min_size=0, max_size=3) | st.just(bytes(32)) | st.binary(min_size=32, max_size=32)
SHAPES: dict[str, dict[str, st.SearchStrategy[Any]]] = {
    "claim": {
        "cards": st.lists(CARD, max_size=14),
        "tricks": st.integers(-1, 27),
        "positions": st.lists(CARD, max_size=14),
        "keys": st.lists(SOME, max_size=14),
    },
    "takeback": {"entry": st.integers(-1, 2**63), "step": st.sampled_from(["ask", "grant", "refuse", "", "x"])},
    "vote": {
        "question": st.sampled_from(["claim", "away", "kick", "", "x" * 65]),
        "choice": st.sampled_from(["yes", "no", "end", "wait", ""]),
        "about": st.none() | SEAT,
    },
    "ack": {
        "record": st.none()
        | st.fixed_dictionaries(
            {
                "label": st.text(max_size=66),
                "version": st.integers(-1, 2**32),
                "seed": SOME,
                "worlds": st.lists(st.integers(-1, 4097), max_size=65),
            }
        )
    },
    "play": {"card": CARD, "position": st.none() | CARD, "key": SOME},
    "contest": {"entry": st.integers(-1, 90), "reason": st.sampled_from(["pass", "garbage", "holder"]), "key": SOME},
    "pause": {"reason": st.text(max_size=3), "about": st.none() | SEAT},
    "commit": {"commit": SOME, "bot": SOME, "box": SOME},
}
BODIES = st.one_of(
    st.tuples(st.just(kind), st.fixed_dictionaries({}, optional=shape) | st.fixed_dictionaries(shape))
    for kind, shape in SHAPES.items()
)


@cache
def tables(deal: str, game: str) -> tuple[MemoryTable, ...]:
    """Nothing is asked; a card is asked back; all that is left is claimed, and not for certain."""
    plain = at_card(game, deal, 6)
    asked = at_card(game, deal, 6)
    public = asked.referee.flow.public
    assert public is not None
    asks_back(asked, public.log[-1].seat)
    for seed in range(1, 40):
        claimed = at_card(game, deal, 6, seed=seed)
        claims(claimed, turn(claimed))
        if claimed.referee.request is not None:
            return plain, asked, claimed
    raise AssertionError("every claim is certain")


@settings(max_examples=250, deadline=None)
@given(
    st.sampled_from(["sealed", "dealer"]),
    st.sampled_from(["classic", "hearts"]),
    st.integers(0, 2),
    st.integers(0, 3),
    BODIES,
    st.booleans(),
)
def test_anything_a_seat_says(deal: str, game: str, at: int, seat: int, said: tuple[str, Any], own: bool) -> None:
    table = tables(deal, game)[at]
    kind, body = said
    if own and kind == "claim":  # half right
        held, places, keys = hand_of(table, seat)
        body = {**body, "cards": held, "tricks": len(held), **({"positions": places, "keys": keys} if places else {})}
    before = facts(table.referee), table.referee.request
    draft = _author(table, seat, kind, body)
    try:
        table.referee.consider(draft.blob, draft.asig)
    except (TranscriptError, IllegalAction, FairnessError):
        pass
    assert (facts(table.referee), table.referee.request) == before


def _author(table: MemoryTable, seat: int, kind: str, body: dict[str, Any]) -> Draft:
    """Signed like any message, whatever is in it."""
    ledger = table.referee.ledger
    values = [1, ledger.deal, seat, ledger.next_ctr(seat), ledger.seq, ledger.head, kind, body]
    blob = pack(values)
    return Draft(blob, table.identities[seat].sign("msg", table.header.table_id, blob))
