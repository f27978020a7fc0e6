"""What the screen tells somebody who knows none of it: what can be done now, who is waited for, what lies there."""

from __future__ import annotations

from msgspec.structs import replace
from p2pcards_cli.tui.hear import take
from p2pcards_cli.tui.show import snapshot
from tui.local import Local, table_info
from tui.scenes import home, playing, room, seen

from p2pcards.net import client_events as come
from p2pcards.referee.event import Paused, Resumed, TakenBack


def test_while_somebody_is_away_no_turn_is_promised() -> None:
    at = playing()
    assert at.face.prompt is not None
    take(at.face, come.Happened(Paused(3, "away")))
    text = seen(at, 60, 18)
    assert "Dario is away. Press Z to vote what to do." in text
    assert "Your turn" not in text
    assert snapshot(at.face).hints[0] == ("Z", "vote")
    take(at.face, come.Happened(Resumed()))
    assert "Your turn" in seen(at, 60, 18)


def test_a_card_that_is_taken_back_leaves_the_table_and_asks_nobody() -> None:
    at = next(
        at
        for at in (Local(seed=seed, dealer=0).start().press("3", "enter") for seed in range(9))
        if at.face.shown.cards
    )
    assert at.face.question is not None
    seat, card = at.face.shown.cards[-1]
    take(at.face, come.Happened(TakenBack(seat, card)))
    assert card not in [each for _, each in at.face.shown.cards]
    assert at.face.question is None


def test_a_box_hides_the_keys_that_do_not_work_under_it() -> None:
    at = playing()
    assert snapshot(at.face).hints
    assert not snapshot(at.press("escape").face).hints


def test_the_menu_leads_to_hint_chat_and_claim() -> None:
    text = seen(playing().press("escape"), 60, 18)
    assert "A hint" in text
    assert "Say something" in text
    assert "Take my last card back" not in text


def test_before_a_match_enter_says_what_it_does() -> None:
    at = room()
    assert ("Enter", "start") in snapshot(at.face).hints
    assert at.at is not None
    at.at.info = replace(at.at.info, owner=3)
    assert ("Enter", "not ready") in snapshot(at.face).hints
    at.at.seat = None
    assert ("Enter", "seat") in snapshot(at.face).hints


def test_nobody_is_said_to_be_here_who_is_away() -> None:
    at = Local(names=("Anna", "Bobbin (bot)", "Cogwheel (bot)", "Dario"))
    assert at.at is not None
    info = table_info(at.rules, at.at.names, state="lobby")
    seats = tuple(replace(seat, here=seat.seat != 3) for seat in info.seats)
    at.at.info = replace(info, seats=seats)
    text = seen(at, 60, 18)
    assert "Not here now: Dario." in text
    assert "Everybody is here" not in text


def test_what_is_said_before_a_match_is_seen_in_the_smallest_window() -> None:
    at = room(changes={"no_hell": True, "takebacks": True})
    take(at.face, come.ChatSaid("Dario", 3, "hello"))
    text = seen(at, 60, 18)
    assert "Dario: hello" in text
    assert "takebacks = on" in " ".join(text.split())


def test_marks_beside_a_name_are_never_cut() -> None:
    at = playing(dealer=2)
    rows = seen(at, 60, 18).splitlines()
    assert any("Cogwheel" in row and "(D, P)" in row for row in rows)
    assert not any("…" in row for row in rows[1:6])


def test_the_game_of_a_deal_stays_in_the_first_row() -> None:
    at = Local("sparts", seed=3).start()
    assert at.at is not None
    while at.at.view is not None and at.at.view.game.game == "sparts" and at.face.prompt is not None:
        at.press("1", "enter")
    assert seen(at, 60, 18).splitlines()[0].split()[0] in ("Spades", "Hearts", "Sparts:")


def test_enter_on_a_match_of_others_tells_how_to_watch_and_more_lines_are_marked() -> None:
    at = home()
    lounge = at.face.lounge
    assert lounge is not None
    (key, (table,)), *_ = lounge.tables.items()
    lounge.tables = {key: (replace(table, state="playing"),)}
    at.face.home_cursor = ("table", key, table.table)
    at.press("enter")
    assert at.face.note == "The match is under way. Press W to watch it."
    assert "↓" in seen(at, 60, 18)
