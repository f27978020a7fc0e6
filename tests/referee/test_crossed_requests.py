"""Claims and take-backs whose messages cross, come late or are kept back: an answer counts for what it was given to."""

from __future__ import annotations

import pytest
from p2pcards_protocol import body as bodies
from p2pcards_protocol.errors import TranscriptError
from p2pcards_protocol.identity import Identity
from p2pcards_protocol.place import key_change_signature
from p2pcards_protocol.transcript import Entry
from referee.dishonest import refuses, seat_says, speak
from referee.memory_table import MemoryTable
from referee.requesting import answers, asks_back, at_card, claims, does, finish, others, plays, still, told, turn
from referee.test_claims import hand

from p2pcards.net.consent import agrees
from p2pcards.player import Submit
from p2pcards.referee import event as events
from p2pcards.rules.action import Action
from p2pcards.table.claim import sure_line
from p2pcards.table.fold import advance
from p2pcards.verify import verify_bytes

both = pytest.mark.parametrize("deal", ["sealed", "dealer"])


def two_claims(deal: str) -> tuple[MemoryTable, int, Action]:
    """A table, its seat in turn, which has claimed what is not certain, and a card by which it stays in turn and may
    claim once more, again not certain."""
    for seed in range(1, 200):
        table = at_card("classic", deal, 7, seed=seed, cards_each=5)
        seat, public = turn(table), table.referee.flow.public
        question = table.players[seat].question
        assert public is not None
        assert question is not None
        held = hand(table, seat)
        if sure_line(public, seat, held) is not None:
            continue
        claimed = public.with_shown(seat, held, whole=True)
        for action in question.prompt.actions():
            facts, _ = advance(claimed.setup, claimed.facts, action)
            after = type(claimed)(claimed.setup, (*claimed.log, action), facts)
            left = after.hand(seat)
            if after.to_act == (seat,) and left is not None and sure_line(after, seat, left) is None:
                return claims(table, seat), seat, action
    raise AssertionError("no such table")


def check_end(table: MemoryTable) -> None:
    finish(table)
    assert table.distrust == {}
    report = verify_bytes(table.file())
    assert report.ok, (report.fault, report.deals)


@both
def test_a_yes_kept_back_does_not_count_for_the_next_claim(deal: str) -> None:
    """A host that swallows a yes and brings it out for another claim of the same seat."""
    table, seat, action = two_claims(deal)
    other = others(table, seat)[0]
    (kept,) = [effect for effect in table.players[other].consent(True) if isinstance(effect, Submit)]
    does(table, seat, lambda player: player.act(action))
    claims(table, seat)
    assert table.referee.request is not None
    with pytest.raises(TranscriptError) as late:
        table.referee.consider(kept.blob, kept.asig)
    assert (late.value.layer, late.value.reason) == ("seen", "no-request")
    lie = table.referee.ledger.seal(table.host_identity, 0, kept.blob, kept.asig)
    assert refuses(table, lie) == dict.fromkeys(range(4), "no-request")
    table.carry_out(table.seats[other], table.players[other].refused("illegal"))
    assert table.players[other].owes_answer
    answers(table, other, False)
    assert told(table)[-1] == events.ClaimRefused(seat)
    check_end(table)


@both
def test_an_answer_that_was_lost_is_not_said_again_about_another_claim(deal: str) -> None:
    table, seat, action = two_claims(deal)
    at = table.seats[others(table, seat)[0]]
    at.player.consent(True)  # lost on its way
    at.player.interrupted()
    at.here = False
    does(table, seat, lambda player: player.act(action))
    claims(table, seat)
    at.here = True
    for entry in table.entries[at.player.referee.ledger.seq + 1 :]:
        table.carry_out(at, at.player.receive(entry))
    table.carry_out(at, at.player.caught_up())
    request = still(table).referee.request
    assert request is not None
    assert request.answers == {}
    assert at.player.owes_answer
    answers(table, at.seat, False)
    check_end(table)


@both
def test_an_answer_that_was_lost_is_said_again_about_the_same_claim(deal: str) -> None:
    table, seat, _ = two_claims(deal)
    at = table.seats[others(table, seat)[0]]
    at.player.consent(True)  # lost on its way
    at.player.interrupted()
    table.carry_out(at, at.player.caught_up())
    request = still(table).referee.request
    assert request is not None
    assert request.answers == {at.seat: True}
    check_end(table)


@both
def test_two_seats_cannot_clear_each_others_refusals(deal: str) -> None:
    """A take-back that was refused stays so when a claim is refused after it, and the other way round."""
    table = at_card("classic", deal, 6)
    public = table.referee.flow.public
    assert public is not None
    seat, claimant = public.log[-1].seat, turn(table)
    asks_back(table, seat)
    answers(table, others(table, seat)[0], False)
    claims(table, claimant)
    assert table.referee.request is not None
    answers(table, others(table, claimant)[0], False)
    assert table.players[seat].why_no_take_back == "nothing-to-take-back"
    assert table.players[claimant].referee.requests.why_no_claim() == "claimed-already"
    plays(table, claimant)
    assert table.players[claimant].why_no_take_back is None
    check_end(table)


@both
def test_a_bot_gives_no_card_back_once_the_host_has_seen_the_next(deal: str) -> None:
    """A host in league with a seat lets the wish overtake the card that was played on it."""
    table = at_card("classic", deal, 6)
    public = table.referee.flow.public
    assert public is not None
    seat, after = public.log[-1].seat, table.seats[turn(table)]
    question = after.player.question
    assert question is not None
    effects = after.player.act(next(question.prompt.actions()), question.number)
    assert any(isinstance(effect, Submit) for effect in effects)  # the host has it, and does not put it in
    asks_back(table, seat)
    table.carry_out(after, after.player.refused("stale"))
    still(table)
    assert after.player.owes_answer
    assert not agrees(after.player)
    assert all(agrees(at.player) for at in table.seats if at.seat not in (seat, after.seat))
    answers(table, after.seat, False)
    plays(table, after.seat)
    asks_back(table, after.seat)  # the card that is asked back now is another one
    assert all(agrees(table.players[other]) for other in others(table, after.seat))
    check_end(table)


@both
@pytest.mark.parametrize("left", [False, True], ids=["called away", "left"])
def test_who_takes_a_seat_by_the_hosts_word_alone_agrees_to_nothing(left: bool, deal: str) -> None:
    """A host in league with the claimant calls a seat away, takes it and says yes for it."""
    table, seat, _ = two_claims(deal)
    victim, *rest = others(table, seat)
    for other in rest:
        answers(table, other, True)
    if left:
        seat_says(table, victim, "leave", bodies.LeaveBody())
    else:
        speak(table, "pause", bodies.Pause(reason="lost", about=victim))
    thief = Identity.generate(table.rng.randbytes)
    number = table.referee.number
    signature = key_change_signature(thief, "take", table.header.table_id, number, victim)
    speak(still(table), "take", bodies.KeyChange(seat=victim, key=thief.public, signature=signature))
    still(table)
    lie = forged(table, thief, victim, "vote", bodies.Vote(question="claim", choice="yes", about=seat))
    if left:  # it has given the seat away itself
        table.referee.take(lie)
        assert table.referee.request is None
        return
    assert refuses(table, lie) == dict.fromkeys(range(4), "no-vote")
    no = forged(table, thief, victim, "vote", bodies.Vote(question="claim", choice="no", about=seat))
    table.referee.take(no)
    assert table.referee.request is None


@both
def test_nor_does_it_give_a_card_back(deal: str) -> None:
    table = at_card("classic", deal, 6)
    public = table.referee.flow.public
    assert public is not None
    seat = public.log[-1].seat
    victim, *rest = others(table, seat)
    asks_back(table, seat)
    for other in rest:
        answers(table, other, True)
    speak(table, "pause", bodies.Pause(reason="lost", about=victim))
    thief = Identity.generate(table.rng.randbytes)
    signature = key_change_signature(thief, "take", table.header.table_id, table.referee.number, victim)
    speak(table, "take", bodies.KeyChange(seat=victim, key=thief.public, signature=signature))
    still(table)
    entry = table.referee.flow.last_entry
    lie = forged(table, thief, victim, "takeback", bodies.Takeback(entry=entry, step="grant"))
    assert refuses(table, lie) == dict.fromkeys(range(4), "no-vote")


def forged(table: MemoryTable, author: Identity, seat: int, kind: str, body: bodies.Body) -> Entry:
    """The next entry, of whoever speaks for a seat, as a host seals it that looks at nothing."""
    ledger = table.referee.ledger
    draft = ledger.author(author, seat, ledger.deal, kind, bodies.encode_body(body))
    return ledger.seal(table.host_identity, 0, draft.blob, draft.asig)
