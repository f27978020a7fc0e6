"""Illegal play that only the audit can see, by modified players in a sealed match: the seat and the entry are named."""

from __future__ import annotations

from typing import Any

import pytest
from p2pcards_protocol import body as bodies
from p2pcards_protocol.transcript import Entry
from referee.dishonest import breaking, choosing, drive, seat_says, silent
from referee.memory_table import MemoryTable, facts, fold

from p2pcards.cards.card import SEVEN_OF_DIAMONDS, cards
from p2pcards.player import Player
from p2pcards.rules.action import Action, IllegalAction, Play
from p2pcards.rules.phases import Phase
from p2pcards.table.engine import check
from p2pcards.verify import verify_bytes

CHEATER = 1


def forbidden(*reasons: str) -> Any:
    """A card of its hand that the rules forbid for one of these reasons, when there is one."""

    def wants(player: Player) -> Action | None:
        view = player.view
        assert view is not None
        if view.phase is not Phase.PLAYING:
            return None
        for card in cards(view.hand(player.seat) or 0):
            action = Play(player.seat, card)
            try:
                check(view, action)
            except IllegalAction as error:
                if error.why in reasons and public_allows(player, action):
                    return action
        return None

    return wants


def public_allows(player: Player, action: Action) -> bool:
    """Whether nobody else can see that it is forbidden."""
    public = player.referee.flow.public
    assert public is not None
    try:
        check(public, action)
    except IllegalAction:
        return False
    return True


def expect_named(table: MemoryTable, seat: int, why: str | None = None) -> None:
    """The audit named this seat and nobody else, everybody agrees, and the file says the same."""
    drive(table, lambda t: t.referee.ended).run()
    assert table.distrust == {}, table.distrust
    verdict = table.referee.verdicts[1]
    assert (verdict.outcome, verdict.seat) == ("cheat", seat), verdict
    assert why is None or verdict.reason == why
    assert table.referee.match.deals[0].forfeiter == seat
    assert all(facts(at.player.referee) == facts(table.referee) for at in table.seats)
    assert facts(fold(table.header, table.entries)) == facts(table.referee)
    report = verify_bytes(table.file())
    assert (report.fault, [v.seat for v in report.cheats]) == (None, [seat])


@pytest.mark.parametrize(
    ("game", "reasons"),
    [
        ("spades", ("must-trump",)),
        ("hearts", ("must-follow",)),
        ("spar", ("must-follow",)),
        ("cutthroat", ("lead-unbroken",)),
        ("royal", ("must-follow",)),
        ("classic", ("first-trick", "must-follow")),
    ],
)
def test_illegal_play_is_named_with_its_entry(game: str, reasons: tuple[str, ...]) -> None:
    for seed in range(1, 12):
        kind = breaking(forbidden(*reasons))
        table = MemoryTable(game, changes={"max_hands": 1}, seed=seed, kinds={CHEATER: kind})
        drive(table, lambda t: t.referee.ended)
        did = table.seats[CHEATER].player.did  # type: ignore[attr-defined]
        if did < 0:
            continue  # this deal gave no occasion
        expect_named(table, CHEATER)
        verdict = table.referee.verdicts[1]
        assert verdict.reason in reasons, (seed, verdict)
        assert verdict.entry == did, (seed, verdict, did)
        return
    pytest.fail(f"no seed gave {game} an occasion for {reasons}")


def test_a_revoke_that_shows_freezes_the_deal_at_once() -> None:
    """Playing a card that it had denied proves the revoke; nobody waits for the end of the deal."""
    for seed in range(1, 15):
        table = MemoryTable(
            "hearts", changes={"max_hands": 1}, seed=seed, kinds={2: breaking(forbidden("must-follow"))}
        )
        drive(table, lambda t: t.referee.ended).run()
        verdict = table.referee.verdicts[1]
        if table.kinds().count("play") < 52 and verdict.outcome == "cheat":
            expect_named(table, 2, "must-follow")
            assert verdict.entry == table.seats[2].player.did  # type: ignore[attr-defined]
            return
    pytest.fail("no seed made a revoke show")


@pytest.mark.parametrize("withholding", [CHEATER, 0])
def test_a_revoke_that_shows_is_named_without_any_seed(withholding: int) -> None:
    """Its author hides nothing by keeping its seed, and a seat that opens nothing is not blamed for it."""
    revoker = breaking(forbidden("must-follow"))
    for seed in range(1, 12):
        kinds = {CHEATER: revoker, withholding: silent("seed")}
        if withholding == CHEATER:
            kinds = {CHEATER: type("Hides", (silent("seed"), revoker), {})}
        table = MemoryTable("spar", 3, changes={"max_hands": 1}, seed=seed, kinds=kinds)
        drive(table, lambda t: t.referee.ended).run()
        if table.seats[CHEATER].player.did >= 0:  # type: ignore[attr-defined]
            expect_named(table, CHEATER, "revoke-proven")
            return
    pytest.fail("no seed gave an occasion")


# -- choosing ---------------------------------------------------------------------------------------------------------


def holder_of_seven(seed: int) -> int:
    """Who holds the seven of diamonds in the deal that this seed gives."""
    table = MemoryTable("sparts", changes={"max_hands": 1}, seed=seed).run()
    hands = table.referee.flow.hands[1]
    return next(seat for seat, hand in enumerate(hands) if hand is not None and hand >> SEVEN_OF_DIAMONDS & 1)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_false_choice_is_named(seed: int) -> None:
    holder = holder_of_seven(seed)
    liar = (holder + 1 + seed % 3) % 4
    table = MemoryTable("sparts", changes={"max_hands": 1}, seed=seed, kinds={liar: choosing("hearts")})
    expect_named(table, liar, None)
    assert "play" not in table.kinds()


@pytest.mark.parametrize("seed", [1, 2])
def test_when_nobody_chooses_the_holder_is_named(seed: int) -> None:
    holder = holder_of_seven(seed)
    table = MemoryTable("sparts", changes={"max_hands": 1}, seed=seed, kinds={holder: choosing(None)})
    expect_named(table, holder, "must-choose")


# -- contests ---------------------------------------------------------------------------------------------------------


def passed(table: MemoryTable) -> bool:
    deal = table.referee.deal
    return deal is not None and deal.facts.exchanged and table.referee.flow.playing


def test_a_false_contest_freezes_the_deal_and_costs_its_author() -> None:
    table = MemoryTable("hearts", changes={"max_hands": 1}, seed=3)
    table.run(until=passed)
    seat_says(table, 2, "contest", bodies.Contest(entry=len(table.entries) - 1, reason="pass"))
    assert not table.referee.flow.playing
    expect_named(table, 2, "false-contest")
    assert table.referee.verdicts[1].entry == table.kinds().index("contest")


@pytest.mark.parametrize("reason", ["garbage", "holder", "swallowed", "nonsense"])
def test_a_contest_without_proof_freezes_nothing_and_is_counted(reason: str) -> None:
    table = MemoryTable("hearts", changes={"max_hands": 1}, seed=3)
    table.run(until=passed)
    for _ in range(3):
        seat_says(table, 2, "contest", bodies.Contest(entry=0, reason=reason))
        table.run(until=lambda t: not any(at.inbox for at in t.seats[2:3]))
    table.run()
    report = verify_bytes(table.file())
    assert report.ok
    assert report.counts == {"contests": {2: 3}}


def test_a_contest_that_shows_a_good_card_freezes_nothing() -> None:
    table = MemoryTable("hearts", changes={"max_hands": 1}, seed=3)
    table.run(until=passed)
    own = table.seats[2].player._seat_dealing()
    position = next(p for p in own._dealing.public.held(2) if own._dealing.ctx.owner(p) == 2)
    body = bodies.Contest(entry=0, reason="garbage", position=position, key=own._key(position))
    seat_says(table, 2, "contest", body)
    assert table.referee.flow.playing
    table.run()
    assert verify_bytes(table.file()).ok


@pytest.mark.parametrize("when", ["seed", "ack"])
def test_a_contest_that_comes_late_is_counted_only(when: str) -> None:
    table = MemoryTable("hearts", changes={"max_hands": 1}, seed=3)
    table.run(until=lambda t: when in t.kinds())
    at = table.seats[2]
    while at.inbox:
        item = at.inbox.popleft()
        assert isinstance(item, Entry)
        table.carry_out(at, at.player.receive(item))
    assert not table.referee.ended
    seat_says(table, 2, "contest", bodies.Contest(entry=1, reason="pass"))
    table.run()
    report = verify_bytes(table.file())
    assert report.ok
    assert report.counts == {"contests": {2: 1}}
