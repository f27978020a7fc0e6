"""Cards taken back: who may ask, who answers, what the deal is afterwards, and what stays in the file."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from p2pcards_protocol import body as bodies
from p2pcards_protocol.body import Takeback
from referee.dishonest import give_up, refuses, speak
from referee.memory_table import MemoryTable, facts, fold
from referee.requesting import (
    answers,
    asks_back,
    at_card,
    claims,
    does,
    finish,
    others,
    plays,
    refusal,
    still,
    told,
    turn,
)
from referee.test_dishonest_host import host_entry

from p2pcards.host.conductor import Conductor
from p2pcards.player import Player, Submit
from p2pcards.referee import event as events
from p2pcards.rules.action import IllegalAction, Play
from p2pcards.verify import verify_bytes

both = pytest.mark.parametrize("deal", ["sealed", "dealer"])
GAMES = [("classic", 4), ("hearts", 4), ("sparts", 4), ("spar", 3), ("cutthroat", 2)]


def last(table: MemoryTable) -> tuple[int, int, int]:
    """(seat, card, entry) of the last play."""
    public = table.referee.flow.public
    assert public is not None
    action = public.log[-1]
    assert isinstance(action, Play)
    return action.seat, action.card, table.referee.flow.last_entry


def check_end(table: MemoryTable) -> None:
    finish(table)
    assert table.referee.ended
    assert table.distrust == {}
    report = verify_bytes(table.file())
    assert report.ok, (report.fault, report.deals)
    assert all(facts(at.player.referee) == facts(table.referee) for at in table.seats)
    assert facts(fold(table.header, table.entries)) == facts(table.referee)


@both
@pytest.mark.parametrize(("game", "n"), GAMES)
@pytest.mark.parametrize("finished", [False, True], ids=["in a trick", "a whole trick"])
def test_all_agree(game: str, n: int, deal: str, finished: bool) -> None:
    cards = n * 2 if finished else n + 1
    table = at_card(game, deal, cards - 1, n=n)
    before = table.referee.flow.public
    assert before is not None
    seat = turn(table)
    plays(table, seat)
    played = table.referee.flow.public
    assert played is not None
    assert bool(played.trick.cards) != finished
    card = last(table)[1]
    asks_back(table, seat)
    assert told(table) == [events.TakeBackAsked(seat, card)]
    for other in others(table, seat):
        assert table.players[other].owes_answer
        answers(table, other, True)
    assert told(table)[-1] == events.TakenBack(seat, card)
    now = table.referee.flow.public
    assert now is not None
    assert (now.log, now.trick, now.tricks, now.takes) == (before.log, before.trick, before.tricks, before.takes)
    assert now.to_act == (seat,)
    assert now.must_hold(seat) >> card & 1
    for at in table.seats:
        view = at.player.view
        assert view is not None
        assert (view.trick, view.tricks, len(view.log)) == (before.trick, before.tricks, len(before.log))
        assert view.must_hold(seat) >> card & 1
        assert (at.player.question is not None) == (at.seat == seat)
    report = verify_bytes(table.file())
    assert (report.fault, report.finished) == (None, False)
    check_end(table)


@both
def test_the_card_may_be_played_again_or_another(deal: str) -> None:
    table = at_card("classic", deal, 5)
    seat, card, entry = last(table)
    asks_back(table, seat)
    for other in others(table, seat):
        answers(table, other, True)
    does(table, seat, lambda player: player.act(Play(seat, card)))
    assert last(table)[:2] == (seat, card)
    assert last(table)[2] > entry
    asks_back(table, seat)  # it is another play
    for other in others(table, seat):
        answers(table, other, True)
    question = table.players[seat].question
    assert question is not None
    others_ = [action for action in question.prompt.actions() if action != Play(seat, card)]
    if others_:
        does(table, seat, lambda player: player.act(others_[0]))
    check_end(table)


@both
def test_one_no_is_enough_and_nobody_asks_twice(deal: str) -> None:
    table = at_card("classic", deal, 6)
    seat, card, entry = last(table)
    first, second, third = others(table, seat)
    asks_back(table, seat)
    answers(answers(table, first, True), second, False)
    assert told(table) == [
        events.TakeBackAsked(seat, card),
        events.Consented(first, "takeback", True),
        events.Consented(second, "takeback", False),
        events.TakeBackRefused(seat, card),
    ]
    assert last(table) == (seat, card, entry)
    assert table.players[seat].why_no_take_back == "nothing-to-take-back"
    assert refusal(table, seat, "takeback", Takeback(entry=entry)) == "nothing-to-take-back"
    assert refusal(table, third, "takeback", Takeback(entry=entry, step="grant")) == "no-request"
    with pytest.raises(IllegalAction) as late:
        table.players[third].consent(True)
    assert late.value.why == "no-request"
    check_end(table)


@both
def test_the_next_card_refuses_it(deal: str) -> None:
    table = at_card("classic", deal, 6)
    seat, card, _ = last(table)
    asks_back(table, seat)
    plays(table, turn(table))
    assert told(table) == [events.TakeBackAsked(seat, card), events.TakeBackRefused(seat, card)]
    assert table.referee.request is None
    check_end(table)


@both
def test_a_claim_refuses_it_too(deal: str) -> None:
    table = at_card("classic", deal, 6, cards_each=4)
    seat = last(table)[0]
    asks_back(table, seat)
    claimant = turn(table)
    claims(table, claimant)
    kinds = [type(event) for event in told(table)]
    assert kinds[:3] == [events.TakeBackAsked, events.TakeBackRefused, events.Claimed]
    if table.referee.request is not None:
        assert table.players[seat].why_no_take_back == "request-open"
    check_end(table)


@both
def test_who_may_ask_and_answer(deal: str) -> None:
    table = at_card("classic", deal, 6)
    seat, _, entry = last(table)
    other, third = others(table, seat)[:2]
    assert table.players[seat].why_no_take_back is None
    assert table.players[other].why_no_take_back == "nothing-to-take-back"
    with pytest.raises(IllegalAction) as foreign:
        table.players[other].take_back()
    assert foreign.value.why == "nothing-to-take-back"
    assert refusal(table, other, "takeback", Takeback(entry=entry)) == "nothing-to-take-back"
    assert refusal(table, seat, "takeback", Takeback(entry=entry - 1)) == "no-such-entry"
    assert refusal(table, other, "takeback", Takeback(entry=entry, step="grant")) == "no-request"
    asks_back(table, seat)
    assert refusal(table, seat, "takeback", Takeback(entry=entry)) == "request-open"
    assert refusal(table, seat, "takeback", Takeback(entry=entry, step="grant")) == "no-vote"
    assert refusal(table, other, "takeback", Takeback(entry=entry - 1, step="grant")) == "no-request"
    answers(table, other, True)
    for step in ("grant", "refuse"):
        assert refusal(table, other, "takeback", Takeback(entry=entry, step=step)) == "no-vote"  # type: ignore[arg-type]
    for step in ("ask", "grant", "refuse"):
        lie = host_entry(table, "takeback", Takeback(entry=entry, step=step))  # type: ignore[arg-type]
        assert refuses(table, lie) == dict.fromkeys(range(4), "not-your-seat")
    answers(table, third, False)
    check_end(table)


@both
def test_a_table_without_take_backs(deal: str) -> None:
    table = at_card("classic", deal, 6, takebacks=False)
    seat, _, entry = last(table)
    assert table.players[seat].why_no_take_back == "takebacks-off"
    assert refusal(table, seat, "takeback", Takeback(entry=entry)) == "takebacks-off"
    check_end(table)


def test_not_before_the_first_card_nor_after_the_last() -> None:
    table = at_card("spar", "sealed", 0, n=3)
    assert {at.player.why_no_take_back for at in table.seats} == {"nothing-to-take-back"}
    table = at_card("spar", "sealed", 14, n=3, max_hands=2)
    seat = turn(table)
    plays(table, seat)
    assert table.players[seat].why_no_take_back == "nothing-to-take-back"
    check_end(table)


def test_the_position_stays_open_and_only_its_seat_can_play_it() -> None:
    """Sealed: what was opened is not shut again, and no other seat opens it once more."""
    table = at_card("classic", "sealed", 6)
    seat, card, _ = last(table)
    other = turn(table)
    play = table.players[seat]._seat_dealing().play(card)
    asks_back(table, seat)
    for voter in others(table, seat):
        answers(table, voter, True)
    public: Any = table.referee.flow.dealing
    assert public.public.opened[play["position"]] == card
    assert public.public.holder[play["position"]] == seat
    mine = bodies.Play(card=card, **play)
    assert refusal(table, seat, "play", replace(mine, key=bytes(32))) == "key-hash"
    does(table, seat, lambda player: player.act(next(_other_cards(player, card), Play(seat, card))))
    if last(table)[1] != card:
        assert refusal(table, other, "play", mine) == "not-your-position"
    check_end(table)


def _other_cards(player: Player, card: int) -> Any:
    question = player.question
    assert question is not None
    return (action for action in question.prompt.actions() if action != Play(player.seat, card))


@both
def test_a_card_that_crossed_with_the_wish_is_asked_for_again(deal: str) -> None:
    """The next seat's card was on its way: it has refused nothing yet."""
    table = at_card("classic", deal, 6)
    seat, _, _ = last(table)
    after = table.seats[turn(table)]
    question = after.player.question
    assert question is not None
    effects = after.player.act(next(question.prompt.actions()), question.number)
    asks_back(table, seat)
    assert any(isinstance(effect, Submit) for effect in effects)
    table.carry_out(after, effects)
    still(table)
    assert table.referee.request is not None
    assert after.player.owes_answer
    again = after.player.question
    assert again is not None
    assert again.number > question.number
    check_end(table)


@both
def test_a_card_that_was_lost_with_the_link_is_asked_for_again(deal: str) -> None:
    """As above, but the link broke and nobody ever got the card."""
    table = at_card("classic", deal, 6)
    seat, _, _ = last(table)
    after = table.seats[turn(table)]
    question = after.player.question
    assert question is not None
    after.player.act(next(question.prompt.actions()), question.number)
    after.player.interrupted()
    asks_back(table, seat)
    table.carry_out(after, after.player.caught_up())
    still(table)
    assert table.referee.request is not None
    assert after.player.owes_answer
    assert after.player.question is not None
    check_end(table)


@both
def test_time_runs_out_again_after_a_card_was_taken_back(deal: str) -> None:
    """A seat that was late with a card may be late with it once more."""
    table = at_card("classic", deal, 6)
    seat = turn(table)
    late = bodies.About(seat=seat, reason="turn")
    speak(table, "timeout", late)
    assert table.referee.interrupts.timed_out == {seat}
    plays(still(table), seat)
    asks_back(table, seat)
    for other in others(table, seat):
        answers(table, other, True)
    assert turn(table) == seat
    assert table.referee.interrupts.timed_out == frozenset()
    speak(table, "timeout", late)
    assert table.referee.interrupts.timeouts[seat] == 2
    check_end(still(table))


@both
def test_everybody_comes_back_in_the_middle_of_it(deal: str) -> None:
    """Host and seats begin again from what they kept, with the request open."""
    table = at_card("classic", deal, 6)
    seat, card, _ = last(table)
    first, second, third = others(table, seat)
    asks_back(table, seat)
    answers(table, first, True)
    conductor = Conductor(table.host_identity, table.header, table.rng.randbytes, table.secrets)
    conductor.resume(list(table.entries))
    assert conductor.referee.request == table.referee.request
    table.conductor = conductor
    for at in table.seats:
        at.kill()
    table.did(conductor.start(0))
    for at in table.seats:
        at.restart()
    still(table)
    assert [at.player.owes_answer for at in table.seats] == [at.seat in (second, third) for at in table.seats]
    answers(answers(table, second, True), third, True)
    assert told(table)[-1] == events.TakenBack(seat, card)
    check_end(table)


@both
def test_while_somebody_is_away(deal: str) -> None:
    """The table waits; when the others end the deal without that seat, nothing is asked any more."""
    table = at_card("classic", deal, 6)
    seat = last(table)[0]
    gone, *here = others(table, seat)
    table.seats[gone].kill()
    speak(table, "pause", bodies.Pause(reason="lost", about=gone))
    asks_back(still(table), seat)
    for other in here:
        answers(table, other, True)
    assert table.referee.request is not None
    speak(table, "resume", bodies.Resume())
    give_up(table, gone)
    assert table.referee.request is None
    assert table.referee.match.deals[0].forfeiter == gone
