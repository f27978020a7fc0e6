"""What the links of a table carry, recorded in the clear where TLS begins and ends: a seat gets its own messages and
what everybody gets, the host sends the same bytes to all, and what comes to the host holds no hand."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from host.recorder import Heard, Recorder, before_play, frames, said
from host.table_of import lab, run, until
from p2pcards_protocol.deal.dealer import deal_cards, hand_nonce
from p2pcards_protocol.fields import HOST_SEAT
from p2pcards_protocol.message import (
    Challenge,
    EntryMessage,
    HeaderMessage,
    JoinCommits,
    Lobby,
    Ok,
    Ping,
    Pong,
    Private,
    Propose,
    Tables,
    Welcome,
)
from referee.encodings import encodings

from p2pcards.cards.card import cards

SEED = 11
SAME = (Propose, JoinCommits, HeaderMessage, EntryMessage)
"""The same for everybody at the table, from the first to the last."""
LATER = (Lobby, Tables)
"""The same for everybody once the last has come."""
OWN = (Challenge, Welcome, Ok, Ping, Pong)
"""The answers to what this peer has said."""


@dataclass
class Recording:
    """A match of two bots at clients, over TLS, and two of the host's, with one who watches."""

    hands: list[tuple[int, ...]]
    """As dealt, by seat."""
    nonces: list[bytes]
    """Of the hands of a dealer deal, by seat."""
    passed: list[tuple[int, ...]]
    """The cards that each seat passes to the next, ascending."""
    taken: list[list[Heard]]
    """What came to each seat, and last to the one who watches."""
    at_host: list[list[Heard]]
    """What came to the host from them."""

    def finds(self, seat: int, data: bytes) -> list[str]:
        """In which forms the hand of a seat stands in the bytes."""
        return [how for how, form in encodings(self.hands[seat]) if form in data]


def dealt(referee: Any, watched: list[Heard]) -> tuple[list[tuple[int, ...]], list[bytes]]:
    """(hands in the order of their positions, the nonces of a dealer deal), from what the audit opened."""
    ctx, public = referee.flow.dealing.ctx, referee.flow.dealing.public
    if ctx.mode == "B":
        return [tuple(public.opened[at] for at in ctx.positions(seat)) for seat in range(ctx.n)], []
    [host_seed] = [body["seed"] for seat, body in said(watched, "seed") if seat == HOST_SEAT]
    cards = deal_cards(ctx, host_seed, [public.seeds[seat] for seat in range(ctx.n)])
    hands = [tuple(cards[at] for at in ctx.positions(seat)) for seat in range(ctx.n)]
    return hands, [hand_nonce(ctx, host_seed, seat) for seat in range(ctx.n)]


def record(deal: str, folder: Path) -> Recording:
    made: list[Recording] = []

    async def match(recorder: Recorder) -> None:
        async with lab(SEED, folder) as here:
            table = here.host.create_table("hearts", {"max_hands": 1}, deal=deal, bots=("easy", "easy"))
            watcher = await here.client()
            await watcher.spectate(table.ref)
            await asyncio.gather(here.bot(table.ref), here.bot(table.ref))
            await until(lambda: watcher.at.referee is not None and watcher.at.referee.ended)
            referee: Any = table.conductor.referee
            keys = [slot.key for slot in table.lobby.slots] + [watcher.identity.public]
            ends = [recorder.ends(key) for key in keys]
            assert len(set(ends)) == 5
            taken = [frames(recorder.taken[peer]) for _, peer in ends]
            at_host = [frames(recorder.taken[host]) for host, _ in ends]
            passed = [tuple(cards(mask)) for mask in referee.match.deals[-1].deal.passes]
            made.append(Recording(*dealt(referee, taken[-1]), passed, taken, at_host))

    with pytest.MonkeyPatch.context() as patch:
        recorder = Recorder(patch)
        run(lambda: match(recorder))
    return made[0]


@pytest.fixture(scope="module", params=["dealer", "sealed"])
def deal(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def match(deal: str, tmp_path_factory: pytest.TempPathFactory) -> Recording:
    return record(deal, tmp_path_factory.mktemp("links"))


def test_the_host_sends_the_same_bytes_to_everybody(match: Recording) -> None:
    for kinds in SAME:
        streams = [[one.payload for one in heard if isinstance(one.message, kinds)] for heard in match.taken]
        assert streams[0], f"no {kinds.__name__}"
        assert all(stream == streams[0] for stream in streams), kinds.__name__
    for kinds in LATER:
        streams = [[one.payload for one in heard if isinstance(one.message, kinds)] for heard in match.taken]
        common = min(map(len, streams))
        assert common > 2, f"{common} of {kinds.__name__}"
        assert all(stream[-common:] == streams[0][-common:] for stream in streams), kinds.__name__


def test_a_seat_gets_what_is_its_own_and_nothing_else(match: Recording, deal: str) -> None:
    for seat, heard in enumerate(match.taken):
        rest = [one.message for one in heard if not isinstance(one.message, SAME + LATER + OWN)]
        if deal == "sealed" or seat == 4:
            assert rest == [], f"seat {seat}"
            continue
        hand, passed = rest
        assert isinstance(hand, Private)
        assert hand.kind == "hand"
        assert hand.body == {"cards": list(match.hands[seat]), "nonce": match.nonces[seat]}
        giver = (seat - 1) % 4
        assert isinstance(passed, Private)
        assert passed.kind == "pass"
        assert (passed.body["seat"], passed.body["cards"]) == (giver, list(match.passed[giver]))


def test_no_bytes_of_a_link_hold_the_hand_of_another_before_it_is_played(match: Recording, deal: str) -> None:
    for seat, heard in enumerate(match.taken):
        data = before_play(heard)
        assert data != b"".join(one.payload for one in heard), "nobody played"
        for other in range(4):
            found = match.finds(other, data)
            if other == seat and deal == "dealer":
                assert "as dealt, numbers" in found, "the search would not find a hand"
            else:
                assert found == [], f"seed {SEED}: seat {seat} gets the hand of {other}"
        everything = b"".join(one.payload for one in heard)
        assert {other for other, nonce in enumerate(match.nonces) if nonce in everything} <= {seat}


def test_nothing_that_comes_to_the_host_holds_a_hand_before_it_is_played(match: Recording) -> None:
    data = b"".join(before_play(heard) for heard in match.at_host)
    assert len(data) > 2000
    assert [match.finds(seat, data) for seat in range(4)] == [[]] * 4, f"seed {SEED}"
