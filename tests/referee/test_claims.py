"""Claims in a match: certain ones, consent, the dishonest, what stands in the file."""

from __future__ import annotations

from random import Random

import pytest
from p2pcards_protocol import body as bodies
from referee.dishonest import give_up
from referee.memory_table import MemoryTable, facts, fold
from referee.requesting import (
    answers,
    at_card,
    claims,
    finish,
    others,
    plays,
    refusal,
    sprinkle,
    still,
    told,
    turn,
)

from p2pcards.cards import card_set, cards
from p2pcards.errors import IllegalAction
from p2pcards.host.conductor import Conductor
from p2pcards.referee import event as events
from p2pcards.referee.requests import CLAIM, Request
from p2pcards.rules.action import Claim
from p2pcards.table.claim import sure_line
from p2pcards.verify import verify_bytes

both = pytest.mark.parametrize("deal", ["sealed", "dealer"])


def hand(table: MemoryTable, seat: int) -> int:
    view = table.players[seat].view
    assert view is not None
    held = view.hand(seat)
    assert held is not None
    return held


def uncertain(deal: str, *, cards: int = 5, game: str = "classic") -> tuple[MemoryTable, int]:
    """A table and its seat in turn, whose claim is not certain."""
    for seed in range(1, 40):
        table = at_card(game, deal, cards, seed=seed, cards_each=4)
        seat = turn(table)
        public = table.referee.flow.public
        assert public is not None
        if sure_line(public, seat, hand(table, seat)) is None:
            return table, seat
    raise AssertionError("every claim is certain")


def check_end(table: MemoryTable, *outcomes: str) -> None:
    """Played on to the end: all judges agree, the file too."""
    finish(table)
    assert table.referee.ended
    assert table.distrust == {}
    report = verify_bytes(table.file())
    assert report.fault is None
    assert tuple(verdict.outcome for verdict in report.deals) == (outcomes or ("verified",)), report.deals
    assert all(facts(at.player.referee) == facts(table.referee) for at in table.seats)
    assert facts(fold(table.header, table.entries)) == facts(table.referee)


@both
@pytest.mark.parametrize(("game", "n"), [("classic", 4), ("cutthroat", 3), ("hearts", 4), ("sparts", 4)])
def test_a_certain_claim_ends_the_deal_at_once(game: str, n: int, deal: str) -> None:
    """The seat in turn claims as soon as it is certain."""
    for seed in range(1, 30):
        table = MemoryTable(game, n, deal=deal, changes={"max_hands": 1}, seed=seed)

        def certain(table: MemoryTable) -> bool:
            public = table.referee.flow.public
            if public is None or public.played.bit_count() % n:
                return False
            held = [(at.player.question, at.player.view) for at in table.seats]
            return any(
                asked is not None
                and asked.prompt.may_claim
                and view is not None
                and view.hand_count(asked.prompt.seat) > 1
                and sure_line(public, asked.prompt.seat, view.hand(asked.prompt.seat) or 0) is not None
                for asked, view in held
            )

        table.run(until=lambda t: certain(t) or t.referee.ended)
        if table.referee.ended:
            continue
        table.silent = set(range(n))
        seat = turn(still(table))
        held = hand(table, seat)
        claims(table, seat)
        wanted = [events.Claimed(seat, held), events.ClaimAccepted(seat, held.bit_count(), True)]
        assert [told(table, other) for other in range(n)] == [wanted] * n, f"seed {seed}"
        assert table.referee.request is None
        (done,) = table.referee.match.deals
        assert done.deal.log[-1] == Claim(seat, held)
        assert sum(done.deal.takes) == done.deal.facts.size
        check_end(table)
        return
    pytest.fail("no claim was ever certain")


@both
def test_another_claim_stands_when_all_say_yes(deal: str) -> None:
    table, seat = uncertain(deal)
    held = hand(table, seat)
    claims(table, seat)
    voters = tuple(others(table, seat))
    asked = table.players[0].referee.request
    assert asked == Request("claim", seat, held, voters, table.referee.ledger.seq, {})
    for other in voters:
        assert table.players[other].owes_answer
        assert table.referee.request is not None
        answers(table, other, True)
    assert table.referee.request is None
    assert told(table) == [
        events.Claimed(seat, held),
        *(events.Consented(other, "claim", True) for other in voters),
        events.ClaimAccepted(seat, held.bit_count(), False),
    ]
    check_end(table)
    (done,) = table.referee.match.deals
    assert done.deal.log[-1] == Claim(seat, held)


@both
def test_one_no_ends_it_and_the_cards_stay_known(deal: str) -> None:
    table, seat = uncertain(deal)
    held, (first, second, _) = hand(table, seat), others(table, seat)
    claims(table, seat)
    answers(answers(table, first, True), second, False)
    assert told(table)[-1] == events.ClaimRefused(seat)
    for at in table.seats:
        view = at.player.view
        assert view is not None
        assert view.hand(seat) == held
        assert at.player.referee.request is None
    question = table.players[seat].question
    assert question is not None
    assert not question.prompt.may_claim
    with pytest.raises(IllegalAction) as again:
        table.players[seat].act(table.players[seat].claim())
    assert again.value.why == "claimed-already"
    with pytest.raises(IllegalAction) as late:
        table.players[others(table, seat)[2]].consent(True)
    assert late.value.why == "no-request"
    check_end(plays(table, seat))


@both
def test_who_plays_on_withdraws_the_claim(deal: str) -> None:
    table, seat = uncertain(deal)
    claims(table, seat)
    answers(table, others(table, seat)[0], True)
    plays(table, seat)
    assert told(table)[-1] == events.ClaimRefused(seat)
    assert table.referee.request is None
    check_end(table)


@both
def test_answers_that_nobody_is_owed(deal: str) -> None:
    table, seat = uncertain(deal)
    other, third = others(table, seat)[:2]
    yes = bodies.Vote(question=CLAIM, choice="yes", about=seat)
    assert refusal(table, other, "vote", yes) == "no-request"
    claims(table, seat)
    assert refusal(table, seat, "vote", yes) == "no-vote"
    assert refusal(table, other, "vote", bodies.Vote(question=CLAIM, choice="yes", about=third)) == "no-request"
    assert refusal(table, other, "vote", bodies.Vote(question=CLAIM, choice="yes")) == "no-request"
    assert refusal(table, other, "vote", bodies.Vote(question=CLAIM, choice="perhaps", about=seat)) == "no-such-choice"
    answers(table, other, True)
    assert refusal(table, other, "vote", yes) == "no-vote"
    assert refusal(table, other, "vote", bodies.Vote(question=CLAIM, choice="no", about=seat)) == "no-vote"
    check_end(table)


@both
def test_claims_that_are_not_true(deal: str) -> None:
    """Of a modified client: none of these gets into the chain, and nothing has changed after them."""
    table, seat = uncertain(deal)
    held, view = hand(table, seat), table.players[seat].view
    assert view is not None
    own = table.players[seat]._seat_dealing()
    true = own.claim(held)
    shown = list(cards(held))
    other = others(table, seat)[0]
    theirs = hand(table, other)
    exchanged = sorted([*shown[1:], next(cards(theirs))])

    def claim(**changes: object) -> bodies.Body:
        from msgspec.structs import replace

        return replace(true, **changes)

    before = facts(table.referee)
    assert refusal(table, seat, "claim", claim(tricks=len(shown) + 1)) == "claim-tricks"
    assert refusal(table, seat, "claim", claim(tricks=26)) == "claim-tricks"
    wrong = refusal(table, seat, "claim", claim(cards=tuple(exchanged)))
    assert wrong == ("another-card" if deal == "sealed" else "not-held")
    if len(shown) > 1:
        assert refusal(table, seat, "claim", claim(cards=tuple(reversed(shown)))) == "cards-not-ascending"
        fewer = claim(
            cards=tuple(shown[:-1]), tricks=len(shown) - 1, positions=true.positions[:-1], keys=true.keys[:-1]
        )
        assert refusal(table, seat, "claim", fewer) == ("claim-positions" if deal == "sealed" else "claim-count")
    if deal == "sealed":
        assert refusal(table, seat, "claim", claim(keys=(bytes(32), *true.keys[1:]))) == "key-hash"
        foreign = table.players[other]._seat_dealing()._at[next(cards(theirs))]
        assert refusal(table, seat, "claim", claim(positions=(foreign, *true.positions[1:]))) == "claim-positions"
        assert refusal(table, seat, "claim", claim(positions=(), keys=())) == "claim-positions"
        twice = (true.positions[0],) * len(shown)
        assert refusal(table, seat, "claim", claim(positions=twice)) in ("claim-positions", "key-hash", "another-card")
    else:
        keyed = claim(positions=tuple(range(len(shown))), keys=(bytes(32),) * len(shown))
        assert refusal(table, seat, "claim", keyed) == "key-in-a-dealer-deal"
    assert refusal(table, other, "claim", claim()) == "not-due"
    assert facts(table.referee) == before
    check_end(claims(table, seat))


def test_a_host_that_lets_a_false_claim_stand_helps_nobody() -> None:
    """Dealer deal: host and claimant together show cards that the seat does not have. The audit names the seat."""

    class Blind(Conductor):
        """Does not look at the hands that it dealt."""

        def __init__(self, *args: object) -> None:
            super().__init__(*args)  # type: ignore[arg-type]
            self.referee.flow.check_known = lambda message, body: None  # type: ignore[method-assign]

    for seed in range(1, 30):
        changes = {"max_hands": 1, "cards_each": 4}
        table = MemoryTable("classic", deal="dealer", changes=changes, seed=seed, host=Blind)
        table.run(until=lambda t: t.kinds().count("play") >= 4)
        table.silent = set(range(4))
        seat = turn(still(table))
        public, held = table.referee.flow.public, hand(table, seat)
        assert public is not None
        top = sorted(cards(public.may_hold(seat)))[-held.bit_count() :]
        false = card_set(top)
        if false & ~held == 0 or sure_line(public.with_shown(seat, false, whole=True), seat, false) is None:
            continue
        table.carry_out(
            table.seats[seat],
            table.players[seat]._say("claim", bodies.Claim(cards=tuple(cards(false)), tricks=len(top))),
        )
        still(table)
        entry = max(entry.seq for entry, kind in zip(table.entries, table.kinds(), strict=True) if kind == "claim")
        finish(table)
        (verdict,) = table.referee.verdicts.values()
        assert (verdict.outcome, verdict.seat, verdict.reason, verdict.entry) == ("cheat", seat, "not-held", entry)
        (done,) = table.referee.match.deals
        assert done.forfeiter == seat
        assert done.score == done.deal.game.forfeit(done.deal, seat, False)  # its claim cut the deal short
        report = verify_bytes(table.file())
        assert (report.fault, [v.seat for v in report.cheats]) == (None, [seat])
        return
    pytest.fail("no such claim was to be had")


@both
def test_a_seat_that_is_away_owes_its_answer(deal: str) -> None:
    """The table waits for it; the votes of the others about it end the deal, and the claim with it."""
    table, seat = uncertain(deal)
    gone, *here = others(table, seat)
    claims(table, seat)
    for other in here:
        answers(table, other, True)
    assert table.referee.request is not None
    table.seats[gone].kill()
    give_up(table, gone)
    assert table.referee.request is None
    assert table.referee.match.deals[0].forfeiter == gone
    still(table)
    assert [at.player.referee.request for at in table.seats if at.here] == [None] * 3


@both
def test_who_comes_back_is_asked_again(deal: str) -> None:
    table, seat = uncertain(deal)
    gone = others(table, seat)[0]
    claims(table, seat)
    table.seats[gone].kill()
    for other in others(table, seat)[1:]:
        answers(table, other, True)
    table.seats[gone].restart()
    still(table)
    assert table.players[gone].owes_answer
    answers(table, gone, True)
    assert told(table)[-1] == events.ClaimAccepted(seat, hand_size(table, seat), False)
    check_end(table)


def hand_size(table: MemoryTable, seat: int) -> int:
    claim = table.referee.match.deals[0].deal.log[-1]
    assert isinstance(claim, Claim)
    assert claim.seat == seat
    return claim.cards.bit_count()


@both
def test_the_claimant_comes_back_and_plays_on(deal: str) -> None:
    table, seat = uncertain(deal)
    claims(table, seat)
    table.seats[seat].kill()
    table.seats[seat].restart()
    still(table)
    question = table.players[seat].question
    assert question is not None
    assert not question.prompt.may_claim
    check_end(plays(table, seat))


@pytest.mark.parametrize("game", ["classic", "cutthroat", "hearts", "sparts", "royal"])
@both
def test_whole_matches_with_claims_and_cards_taken_back(game: str, deal: str) -> None:
    """At random; everything is judged alike by all, and verified."""
    for seed in (1, 2):
        table = MemoryTable(game, deal=deal, changes={"max_hands": 2, "takebacks": True}, seed=seed)
        table.on_step = sprinkle(Random(seed), claims=0.03, take_backs=0.1, yes=0.95)
        table.run()
        where = f"{game}, {deal}, seed {seed}"
        assert table.referee.ended, where
        assert table.distrust == {}, where
        report = verify_bytes(table.file())
        assert report.ok, f"{where}: {report.fault} {report.deals}"
        assert all(facts(at.player.referee) == facts(table.referee) for at in table.seats), where


@pytest.mark.parametrize("game", ["classic", "hearts"])
@both
def test_whole_matches_in_which_everybody_is_killed_now_and_then(game: str, deal: str) -> None:
    """Host and seats begin again from what they have kept, also with a request open: until each kind was once."""
    killed_at: set[str] = set()
    for seed in range(8, 20):
        killed_at |= whole_match_with_kills(game, deal, seed)
        if killed_at == {"claim", "takeback"}:
            return
    pytest.fail(f"killed only with a request for {killed_at} open")


def whole_match_with_kills(game: str, deal: str, seed: int) -> set[str]:
    """Play and check one; returns the kinds of request that were open when somebody was killed."""
    rng = Random(seed)
    table = MemoryTable(game, deal=deal, changes={"max_hands": 1, "takebacks": True}, seed=seed)
    ask = sprinkle(rng, claims=0.2, take_backs=0.2, yes=0.95)
    with_request: set[str] = set()

    def step(table: MemoryTable) -> None:
        ask(table)
        pending = table.referee.request
        if rng.random() > (0.2 if pending is not None else 0.01) or not table.referee.flow.hands_out:
            return
        if pending is not None:
            with_request.add(pending.kind)
        if rng.random() < 0.3:
            conductor = Conductor(table.host_identity, table.header, table.rng.randbytes, table.secrets)
            conductor.resume(list(table.entries))
            assert conductor.referee.request == pending
            table.conductor = conductor
            hit = table.seats
        else:
            hit = [rng.choice(table.seats)]
        for at in hit:
            at.kill()
        for at in hit:
            at.restart()

    table.on_step = step
    table.run()
    where = f"{game}, {deal}, seed {seed}"
    assert table.referee.ended, where
    assert table.distrust == {}, where
    report = verify_bytes(table.file())
    assert report.ok, (where, report.fault, report.deals)
    assert all(facts(at.player.referee) == facts(table.referee) for at in table.seats), where
    return with_request
