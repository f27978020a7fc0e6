"""Bots' decisions taken again: they follow from what the seat knew, and one that does not is found and named."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from bots.bot_table import BotTable
from msgspec.structs import replace as changed
from p2pcards_protocol.body import MAX_WORLDS, About, BotRecord, decode_body
from p2pcards_protocol.transcript import Message
from referee.dishonest import speak
from referee.memory_table import MemoryTable
from referee.requesting import sprinkle

from p2pcards.bots import BOTS_VERSION
from p2pcards.bots.replay import Question, answer, plain, replay, searched
from p2pcards.net.consent import agrees
from p2pcards.player import Player
from p2pcards.rules.action import Action, Choose, Claim, Play
from p2pcards.rules.phases import Phase, Prompt
from p2pcards.table.event import Looked
from p2pcards.verify import Report, verify_bytes

MIXED = ("easy:bold", "normal:careful", "hard:steady", "hard:bold", "easy:steady", "hard:careful")


def judged(table: BotTable) -> Report:
    table.run()
    report = verify_bytes(table.file())
    assert report.ok, report.fault
    return report


@pytest.mark.parametrize("deal", ["sealed", "dealer"])
@pytest.mark.parametrize(
    ("game", "n", "changes"),
    [
        ("spades", 3, {"max_hands": 1}),
        ("classic", 4, {"max_hands": 2, "blind_nil": True, "blind_nil_min_deficit": 0}),
        ("cutthroat", 3, {"max_hands": 1}),
        ("royal", 4, {"max_hands": 1}),
        ("hearts", 4, {"max_hands": 1}),
        ("sparts", 4, {"max_hands": 2}),
        ("spar", 4, {"max_hands": 2}),
    ],
)
def test_every_decision_of_an_honest_bot_follows(game: str, n: int, changes: dict[str, Any], deal: str) -> None:
    table = BotTable(game, n, deal=deal, changes=changes, labels=MIXED[:n], seed=5)
    report = judged(table)
    assert any(isinstance(e, Looked) for e in table.seats[0].events) == ("blind_nil" in changes)
    seats = replay(report)
    assert [one.seat for one in seats] == list(range(n))
    for one in seats:
        assert one.ok, (game, deal, one)
        assert not one.gaps
        assert one.labels == {MIXED[one.seat]}
    assert report.match is not None
    decided = sum(len(done.deal.log) for done in report.match.deals)
    declined = sum(
        isinstance(action, Choose) and action.game is None for done in report.match.deals for action in done.deal.log
    )
    assert sum(one.decisions for one in seats) == decided - declined
    assert searched(report)


def test_a_person_commits_to_nothing_and_opens_nothing() -> None:
    table = BotTable("spar", 3, changes={"max_hands": 1}, labels=("normal:steady", "", ""), seed=3)
    report = judged(table)
    said = [Message.decode(entry.blob) for entry in table.entries]
    bodies = {(m.kind, m.seat): m.body for m in said if m.kind in ("commit", "ack")}
    assert [seat for seat in range(3) if "bot" in bodies["commit", seat]] == [0]
    assert [seat for seat in range(3) if "record" in bodies["ack", seat]] == [0]
    assert [one.seat for one in replay(report)] == [0]


class OtherCard(BotTable):
    """Seat 1 plays the last of its legal cards, once, whatever its bot decides."""

    wrong: tuple[Action, Action] | None = None

    def choose(self, player: Player, prompt: Prompt, worlds: int | None) -> Action:
        decided = super().choose(player, prompt, worlds)
        other = Play(player.seat, prompt.cards.bit_length() - 1)
        if player.seat == 1 and self.wrong is None and prompt.phase is Phase.PLAYING and other != decided:
            self.wrong = (other, decided)
            return other
        return decided


@pytest.mark.parametrize("deal", ["sealed", "dealer"])
def test_a_card_that_the_bot_does_not_play_is_found_and_named(deal: str) -> None:
    table = OtherCard("hearts", 4, deal=deal, changes={"max_hands": 1}, seed=8)
    seats = replay(judged(table))
    assert [one.ok for one in seats] == [True, False, True, True]
    (found,) = seats[1].differences
    assert (found.said, found.expected) == table.wrong
    message = Message.decode(table.entries[found.entry].blob)
    assert (message.kind, message.seat, message.deal) == ("play", 1, found.deal)
    assert isinstance(found.said, Play)
    assert decode_body(message.kind, message.body).card == found.said.card  # type: ignore[attr-defined]
    told = plain(seats)[1]["differences"][0]
    assert told["said"].startswith("play ")
    assert told["expected"].startswith("play ")


class OtherWorlds(BotTable):
    """What a search decides in 30 worlds is recorded as if it were the rules'."""

    def choose(self, player: Player, prompt: Prompt, worlds: int | None) -> Action:
        return super().choose(player, prompt, None if worlds is None else 30)

    def worlds(self, player: Player, prompt: Prompt) -> int | None:
        return None if super().worlds(player, prompt) is None else 0


def test_a_record_with_other_worlds_is_found() -> None:
    table = OtherWorlds("classic", 4, changes={"max_hands": 1}, labels="hard:steady", seed=2)
    differences = [found for one in replay(judged(table)) for found in one.differences]
    assert differences, "in a whole deal the search leaves the rules at least once"


class OtherSeed(Player):
    def _record(self) -> BotRecord | None:
        record = super()._record()
        return None if record is None else changed(record, seed=bytes(32))


class Silent(Player):
    def _record(self) -> BotRecord | None:
        return None


class Uncommitted(Player):
    def _record(self) -> BotRecord | None:
        return BotRecord(label="easy:steady", version=BOTS_VERSION, seed=bytes(32))


def test_a_record_that_does_not_open_its_commitment_is_counted_and_stands() -> None:
    report = judged(BotTable("spar", 3, changes={"max_hands": 2}, kinds={1: OtherSeed}, seed=4))
    assert report.counts["false-records"] == {1: 2}
    seats = replay(report)
    assert [one.ok for one in seats] == [True, False, True]
    assert seats[1].gaps == {"false-record": 2}
    assert seats[1].decisions == 0


def test_a_record_of_what_nobody_committed_to_is_false() -> None:
    labels = ("normal:steady", "", "normal:steady")
    report = judged(BotTable("spar", 3, changes={"max_hands": 1}, labels=labels, kinds={1: Uncommitted}, seed=4))
    assert report.counts["false-records"] == {1: 1}


def test_a_commitment_that_is_not_opened_is_a_promise_broken() -> None:
    report = judged(BotTable("spar", 3, changes={"max_hands": 1}, kinds={2: Silent}, seed=4))
    seats = replay(report)
    assert [one.ok for one in seats] == [True, True, False]
    assert seats[2].gaps == {"not-opened": 1}


def test_another_version_or_program_is_not_judged() -> None:
    later = replay(judged(BotTable("spar", 3, changes={"max_hands": 1}, version=BOTS_VERSION + 1, seed=4)))
    assert all(one.ok and one.decisions == 0 and one.gaps == {"other-version": 1} for one in later)


def test_decisions_under_another_key_are_not_judged() -> None:
    report = judged(BotTable("spar", 3, changes={"max_hands": 1}, seed=4))
    (deal,) = report.bots
    before = replay(report)[1].decisions
    (taken,) = [one for one in replay(replace(report, bots=(replace(deal, changed={1: 7}),))) if one.seat == 1]
    assert 0 < taken.decisions < before
    assert taken.gaps == {"stand-in": 1}
    nothing = replace(deal.seats[1], record=None)
    gone = replace(deal, changed={1: 0}, seats={**deal.seats, 1: nothing})
    (taken,) = [one for one in replay(replace(report, bots=(gone,))) if one.seat == 1]
    assert taken.ok
    assert taken.gaps == {"stand-in": 1}


def test_a_seat_of_a_bot_that_never_committed_is_told() -> None:
    report = judged(BotTable("spar", 3, changes={"max_hands": 1}, seed=4))
    (deal,) = report.bots
    none = replace(deal, seats={**deal.seats, 0: replace(deal.seats[0], committed=False, record=None)})
    (told,) = [one for one in replay(replace(report, bots=(none,))) if one.seat == 0]
    assert told.ok
    assert told.gaps == {"not-committed": 1}


@pytest.mark.parametrize("deal", ["sealed", "dealer"])
def test_each_attempt_at_a_deal_has_a_commitment_of_its_own(deal: str) -> None:
    table = BotTable("spar", 3, deal=deal, changes={"max_hands": 1}, seed=4)
    table.run(until=lambda t: t.kinds().count("close") >= 2)
    speak(table, "void", About(seat=255, reason="asked"))
    assert all(one.ok and not one.gaps for one in replay(judged(table)))
    said = [Message.decode(entry.blob) for entry in table.entries]
    bots = [message.body["bot"] for message in said if message.kind == "commit" and message.seat == 0]
    assert len(bots) == len(set(bots)) == 2


@pytest.mark.parametrize("deal", ["sealed", "dealer"])
@pytest.mark.parametrize("at", [3, 9, 16, 23])
def test_a_bot_that_is_killed_in_mid_deal_opens_the_right_record(deal: str, at: int) -> None:
    """It comes back with what it had saved and nothing else, with a card on its way or without."""
    table = BotTable("hearts", 4, deal=deal, changes={"max_hands": 1}, labels="hard:bold", seed=6)
    table.run(until=lambda t: t.kinds().count("play") >= at)
    victim = table.seats[2]
    victim.kill()
    table.run(until=lambda t: not any(seat.inbox for seat in t.seats if seat.here))
    victim.restart()
    seats = replay(judged(table))
    assert all(one.ok and not one.gaps for one in seats), seats
    (bot,) = table.referee.flow.bots.values()
    record = bot[2].record
    assert record is not None
    assert any(record.worlds)


def test_the_number_of_worlds_that_was_kept_first_stands() -> None:
    table = BotTable("spar", 3, changes={"max_hands": 1}, labels="hard:steady", seed=4)
    table.run(until=lambda t: t.kinds().count("play") >= 2)
    part = table.players[0].bot
    assert part is not None
    part.decided(9, 7)
    part.decided(9, 8)
    part.decided(10, MAX_WORLDS + 1)
    assert (part.worlds(9), part.worlds(10), part.worlds(11)) == (7, MAX_WORLDS, None)


def test_a_position_that_cannot_be_is_answered_with_nothing() -> None:
    report = judged(BotTable("spar", 3, changes={"max_hands": 1}, seed=4))
    whole = report.bots[0].deal
    assert whole is not None
    over = Question(1, 0, 0, "normal:steady", bytes(32), 0, whole, Play(0, 1))
    assert answer(over) is None


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("deal", ["sealed", "dealer"])
def test_claims_and_cards_taken_back_do_not_confuse_it(deal: str, seed: int) -> None:
    """What became known by them counts for the decisions that came after it, and for no other."""
    changes = {"max_hands": 1, "takebacks": True}
    table = BotTable("classic", 4, deal=deal, changes=changes, labels=("", *MIXED[1:4]), seed=30 + seed)
    table.on_step = asking(Random(seed))
    seats = replay(judged(table))
    assert "takeback" in table.kinds()
    assert all(one.ok and not one.gaps for one in seats), seats
    assert sum(one.decisions for one in seats) > 20


def asking(rng: Random, lies: int = 0) -> Callable[[MemoryTable], None]:
    """Called before each delivery: now and then seat 0, a person, claims or wants its card back; bots answer as bots
    do, but for seat `lies`, which says the opposite to claims."""

    def step(table: MemoryTable) -> None:
        for at in sorted(table.seats, key=lambda at: at.seat != 2):  # one no ends it: seat 2 is always heard
            player = at.player
            if player.owes_answer:
                asked = table.referee.request
                contrary = at.seat == lies and asked is not None and asked.kind == "claim"
                table.carry_out(at, player.consent(agrees(player) != contrary))
        player = table.seats[0].player
        if player.question is not None and player.question.prompt.may_claim and rng.random() < 0.2:
            table.carry_out(table.seats[0], player.act(player.claim()))
        elif player.why_no_take_back is None and rng.random() < 0.2:
            table.carry_out(table.seats[0], player.take_back())

    return step


@pytest.mark.parametrize("deal", ["sealed", "dealer"])
@pytest.mark.parametrize(("game", "seed"), [("classic", 1), ("classic", 2), ("hearts", 4)])
def test_what_a_bot_says_to_a_claim_is_checked(game: str, seed: int, deal: str) -> None:
    """Its operator, in league with the claimant or against it, answers for it."""
    changes = {"max_hands": 1, "takebacks": True}
    for lies in (0, 2):
        table = BotTable(game, 4, deal=deal, changes=changes, labels=("", *MIXED[1:4]), seed=seed)
        table.on_step = asking(Random(seed), lies)
        seats = replay(judged(table))
        answered = [
            decode_body(message.kind, message.body).choice == "yes"  # type: ignore[attr-defined]
            for message in (Message.decode(entry.blob) for entry in table.entries)
            if message.kind == "vote" and message.seat == 2
        ]
        assert answered
        found = {one.seat: one.differences for one in seats if not one.ok}
        if not lies:
            assert found == {}
            continue
        assert list(found) == [2]
        assert [difference.said for difference in found[2]] == answered
        assert all(difference.expected is not difference.said for difference in found[2])
        assert plain(seats)[1]["differences"][0]["said"] in ("yes", "no")


@pytest.mark.parametrize("deal", ["sealed", "dealer"])
def test_a_bot_that_claims_is_found(deal: str) -> None:
    table = BotTable("classic", 4, deal=deal, changes={"max_hands": 1}, labels=MIXED[:4], seed=3)
    table.on_step = sprinkle(Random(1), claims=0.05, take_backs=0.0, yes=1.0)
    seats = replay(judged(table))
    said = [Message.decode(entry.blob) for entry in table.entries]
    claimed = {
        (message.seat, entry.seq) for message, entry in zip(said, table.entries, strict=True) if message.kind == "claim"
    }
    assert claimed
    found = {(one.seat, d.entry) for one in seats for d in one.differences if isinstance(d.said, Claim)}
    assert found == claimed
