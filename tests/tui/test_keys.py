"""Keys against a table that plays itself: what is sent, and above all what is not."""

from __future__ import annotations

from itertools import pairwise

import pytest
from p2pcards_cli.tui.keys import BINDINGS, find
from p2pcards_cli.tui.pages import PAGES, common
from p2pcards_cli.tui.prefs import Prefs
from p2pcards_cli.tui.widgets.hand.order import ORDERS, arrange
from tui.local import Local
from tui.scenes import away, choosing, passing, playing, room, scored

from p2pcards.cards.card import cards
from p2pcards.net import client_events as come
from p2pcards.rules.action import Bid, Choose, Pass, Play
from p2pcards.table.event import BidMade

EVERY_KEY = [
    *"abcdefghijklmnopqrstuvwxyz0123456789!?/R",
    "left",
    "right",
    "up",
    "down",
    "home",
    "end",
    "enter",
    "space",
    "backspace",
    "escape",
    "pageup",
    "pagedown",
    "tab",
    "f1",
    "f2",
    "c-t",
    "c-o",
    "c-l",
    "a-v",
    "a-b",
    "a-a",
    "й",
    "Ы",
]


def test_every_binding_is_carried_out_on_every_page_that_has_it() -> None:
    for binding in BINDINGS:
        for where in binding.where:
            known = binding.do in PAGES[where] or binding.do in common.DO or binding.do == "interrupt"
            assert known, (binding.do, where)


def test_no_key_means_two_things_on_a_page() -> None:
    for where in PAGES:
        keys = [key for binding in BINDINGS if where in binding.where for key in binding.keys]
        assert len(keys) == len(set(keys)), where


def test_every_line_of_the_help_is_a_key_that_does_something() -> None:
    for binding in BINDINGS:
        assert binding.help
        for where in binding.where:
            for key in binding.keys:
                assert find(key, where) is not None


@pytest.mark.parametrize(
    ("typed", "meant"), [("S", "score"), ("s", "score"), ("ы", "score"), ("Ы", "score"), ("д", "last")]
)
def test_caps_lock_and_a_russian_keyboard(typed: str, meant: str) -> None:
    binding = find(typed, "table")
    assert binding is not None
    assert binding.do == meant


def test_shift_r_draws_teams_before_the_match_and_repeats_in_it() -> None:
    before, inside = find("R", "room"), find("R", "table")
    assert before is not None
    assert inside is not None
    assert (before.do, inside.do) == ("shuffle", "repeat")


def test_enter_without_a_selected_card_plays_nothing() -> None:
    at = playing()
    sent = list(at.sent)
    at.press("enter", "enter", "space", "enter")
    assert at.sent == sent
    assert at.face.note


def test_a_selected_card_is_played_by_enter() -> None:
    at = playing().press("right")
    chosen = at.face.selected
    at.press("enter")
    assert at.sent[-1] == Play(0, chosen)


def test_a_selection_is_gone_with_the_next_trick() -> None:
    at = playing().press("right", "enter")
    sent = list(at.sent)
    at.press("escape", "enter", "enter", "enter")
    assert at.sent == sent


def test_the_selection_follows_the_card_while_others_act() -> None:
    at = playing().press("right", "right")
    chosen = at.face.selected
    at.face.prefs = at.face.prefs.changed(order="low-first")
    at.press("s", "escape", "?", "escape")
    assert at.face.selected == chosen


def test_an_illegal_card_is_refused_with_the_reason_and_stays_selected() -> None:
    at = playing()
    assert at.face.prompt is not None
    shut = next(card for card in cards(at.at.view.hand(0)) if not at.face.prompt.cards >> card & 1)  # type: ignore[union-attr]
    sent = list(at.sent)
    while at.face.selected != shut:
        at.press("right")
    at.press("enter")
    assert at.sent == sent
    assert at.face.note.startswith("Not allowed: ")
    assert at.face.selected == shut


def test_keys_for_an_old_question_do_not_answer_the_new_one() -> None:
    """The bid is typed and confirmed twice; the second Enter meets the question of the first trick."""
    at = Local(seed=5).start().press("4", "enter", "enter", "enter", "1", "enter")
    assert [type(action) for action in at.sent] in ([Bid], [Bid, Play])
    again = Local(seed=5).start().press("4", "enter", "enter", "enter")
    assert again.sent == [Bid(0, 4)]


def test_digits_bid_and_backspace_corrects() -> None:
    at = Local(seed=5).start().press("1", "2", "backspace", "enter")
    assert at.sent == [Bid(0, 1)]


def test_arrows_bid_without_digits() -> None:
    at = Local(seed=5).start().press("up", "up", "down", "up", "enter")
    assert at.sent == [Bid(0, 2)]


def test_a_bid_out_of_range_is_refused_and_can_be_typed_anew() -> None:
    at = Local(seed=5).start().press("9", "9", "enter")
    assert at.sent == []
    at.press("3", "enter")
    assert at.sent == [Bid(0, 3)]


def test_passing_takes_exactly_the_picked_cards() -> None:
    at = passing()
    assert at.press("enter").sent == []
    picked = at.face.picked
    at.press("space", "enter")
    assert len(at.sent) == 1
    assert isinstance(at.sent[0], Pass)
    assert at.sent[0].cards is not None
    assert at.sent[0].cards.bit_count() == 3
    assert at.sent[0].cards & picked == picked


def test_no_more_cards_are_picked_than_are_passed() -> None:
    at = passing().press("space", "left", "space")
    assert at.face.picked.bit_count() == 3
    assert "enough" in at.face.note


def test_the_game_is_chosen_by_number_and_enter() -> None:
    at = choosing()
    assert at.sent == []
    at.press("2", "enter")
    assert isinstance(at.sent[0], Choose)
    assert at.sent[0].game == "hearts"


@pytest.mark.parametrize("scene", [playing, passing, choosing, scored, away, room])
def test_no_key_but_enter_and_space_ever_sends_anything(scene) -> None:  # type: ignore[no-untyped-def]
    at = scene()
    at.face.overlays.clear()
    at.face.release()
    sent = list(at.sent)
    for key in EVERY_KEY:
        if key in ("enter", "space") or (scene is room and key in ("R", "s", "Ы")):
            continue
        at.press(key)
        at.face.overlays.clear()
        at.face.typing = None
        at.face.code = None
    assert at.sent == sent


def test_the_last_card_plays_itself_when_that_is_wanted() -> None:
    at = playing()
    at.face.prefs = Prefs(last=True, hold=0.0)
    for _ in range(200):
        if at.at is None or at.at.match is None or at.at.match.deals:
            break
        if at.at.view.hand_count(0) == 1:
            raise AssertionError("asked for the last card")
        at.press("right", "enter")
    assert at.at is not None
    assert at.at.match is not None
    assert at.at.match.deals


def test_the_guard_plays_at_the_second_enter() -> None:
    at = playing()
    at.face.prefs = Prefs(guard=True)
    at.press("right")
    sent = list(at.sent)
    at.press("enter")
    assert at.sent == sent
    at.press("enter")
    assert len(at.sent) == len(sent) + 1


def test_a_finished_trick_stays_until_its_time_or_a_key() -> None:
    at = playing().press("right", "enter")
    assert at.face.holding
    assert at.face.shown.winner is not None
    at.world.fire()
    assert not at.face.holding
    assert at.face.shown.winner is None


def test_the_key_that_ends_the_pause_still_selects() -> None:
    at = playing().press("right", "enter", "right")
    assert not at.face.holding
    if at.face.prompt is not None:
        assert at.face.selected is not None


def test_an_event_changes_neither_typed_text_nor_selection() -> None:
    at = playing().press("right", "/", *"hello")
    from p2pcards_cli.tui.hear import take

    chosen = at.face.selected
    take(at.face, come.ChatSaid("Dario", 3, "hi"))
    take(at.face, come.Happened(BidMade(2, 3, False)))
    assert at.face.typing is not None
    assert at.face.typing.text == "hello"
    assert at.face.selected == chosen
    at.press("enter")
    assert at.sent[-1] == "hello"


def test_letters_typed_into_the_chat_do_nothing_else() -> None:
    at = playing().press("right", "/", *"sqQlR?", "escape")
    assert at.face.overlays == []
    assert at.face.code is None
    assert "sqQlR?" not in at.sent


def test_my_turn_rings_and_titles_once() -> None:
    at = Local(seed=5).start()
    assert at.world.rings == 1
    assert at.world.titles == ["Your turn"]
    at.go_on = lambda: None  # type: ignore[method-assign]  # nobody else acts
    at.press("3", "enter")
    assert at.world.titles == ["Your turn", ""]


def test_quitting_a_match_asks_and_ctrl_c_twice_does_not() -> None:
    at = playing().press("q")
    assert at.face.code is None
    at.press("escape", "c-c")
    assert at.face.code is None
    assert at.face.note
    at.press("c-c")
    assert at.face.code == 130


def test_a_vote_is_sent_for_the_seat_that_is_away() -> None:
    at = away().press("down", "enter")
    assert at.sent[-1] == ("bot", 3)


@pytest.mark.parametrize("order", ORDERS)
def test_every_order_shows_every_card_once(order: str) -> None:
    held = sum(1 << card for card in range(0, 52, 3))
    shown = arrange(held, order)
    assert sorted(shown) == list(cards(held))
    suits = [card // 13 for card in shown]
    assert len([1 for a, b in pairwise(suits) if a != b]) == len(set(suits)) - 1


def test_preferences_survive_and_bad_ones_are_left_out() -> None:
    prefs = Prefs(order="colours", hold=-1.0, bell=False)
    assert Prefs.load(prefs.dump()) == prefs
    assert Prefs.load(b"not json") == Prefs()
    assert Prefs.load(b'{"hold": 4, "bell": "yes", "no": 1}') == Prefs(hold=4.0)
