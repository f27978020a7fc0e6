"""The answers of a seat: one message on its way at a time, questions with numbers, nothing said twice."""

from __future__ import annotations

import pytest
from p2pcards_protocol import body as bodies
from p2pcards_protocol.transcript import Message
from referee.dishonest import speak
from referee.memory_table import MemoryTable

from p2pcards.player import Ask, Submit
from p2pcards.rules.action import IllegalAction, Play


def asked(game: str = "hearts", seed: int = 6) -> tuple[MemoryTable, int, Ask]:
    """A table in play, where one seat has a question open."""
    table = MemoryTable(game, changes={"max_hands": 1}, seed=seed)
    table.run(until=lambda t: t.kinds().count("play") >= 6)

    def waiting(t: MemoryTable) -> bool:
        due = t.referee.due
        return due is not None and t.seats[due.seats[0]].player.question is not None

    table.silent = set(range(4))
    table.run(until=waiting)
    due = table.referee.due
    assert due is not None
    question = table.seats[due.seats[0]].player.question
    assert question is not None
    return table, due.seats[0], question


def test_an_answer_to_an_older_question_is_refused() -> None:
    table, seat, question = asked()
    player = table.seats[seat].player
    action = next(iter(question.prompt.actions()))
    with pytest.raises(IllegalAction, match="not-your-turn"):
        player.act(action, question.number - 1)
    assert player.question == question
    effects = player.act(action, question.number)
    assert [type(effect) for effect in effects] == [Submit]
    assert player.question is None
    with pytest.raises(IllegalAction, match="not-your-turn"):
        player.act(action, question.number)


def test_an_illegal_answer_never_leaves_the_player() -> None:
    table, seat, question = asked()
    player = table.seats[seat].player
    view = player.view
    assert view is not None
    foreign = next(card for card in range(52) if not (view.hand(seat) or 0) >> card & 1)
    with pytest.raises(IllegalAction):
        player.act(Play(seat, foreign), question.number)
    assert player.question == question


def test_a_vote_that_crosses_a_move_waits_for_it() -> None:
    """Two messages in flight would use one counter, and the second would be lost."""
    table, seat, question = asked()
    at = table.seats[seat]
    effects = at.player.act(next(iter(question.prompt.actions())), question.number)
    assert at.player.vote("kick", "yes", 2) == [], "it waits"
    before = len(table.entries)
    table.carry_out(at, effects)
    table.run(until=lambda t: len(t.entries) >= before + 2)
    said = [Message.decode(entry.blob) for entry in table.entries[before : before + 2]]
    assert (said[0].kind, said[0].seat) == ("play", seat)
    assert ("vote", seat) in [(message.kind, message.seat) for message in said]
    assert table.refused == []


def test_a_question_survives_a_vote() -> None:
    table, seat, question = asked()
    at = table.seats[seat]
    table.carry_out(at, at.player.vote("kick", "yes", 2))
    table.run(until=lambda t: "vote" in t.kinds() and not at.inbox)
    assert at.player.question == question


def test_no_question_is_open_while_the_table_is_paused() -> None:
    table, seat, question = asked()
    at = table.seats[seat]
    speak(table, "pause", bodies.Pause(reason="lost", about=(seat + 1) % 4))
    table.run(until=lambda t: not at.inbox)
    assert at.player.question is None
    speak(table, "resume", bodies.Resume())
    table.run(until=lambda t: not at.inbox)
    again = at.player.question
    assert again is not None
    assert again.prompt == question.prompt
    assert again.number > question.number
