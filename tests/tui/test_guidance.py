"""What the screen tells somebody who knows none of it: what can be done now, who is waited for, what lies there."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest
from msgspec.structs import replace
from p2pcards_cli.present.grid import sheet_grid
from p2pcards_cli.present.invite import HostFacts, invite_lines, join_ways
from p2pcards_cli.present.sheet import penalties
from p2pcards_cli.say.prompts import key_hint
from p2pcards_cli.tui.hear import take
from p2pcards_cli.tui.keys import find
from p2pcards_cli.tui.pages.asking import how_text
from p2pcards_cli.tui.prefs import Prefs
from p2pcards_cli.tui.show import snapshot
from tui.boxes import claim_asked, exposed
from tui.local import Local, table_info
from tui.scenes import SIZES, home, playing, room, scored, seen

from p2pcards.cards.card import HEARTS, QUEEN_OF_SPADES
from p2pcards.net import client_events as come
from p2pcards.net.client_link import RefusedByHost
from p2pcards.referee.event import Paused, Resumed, TakeBackAsked, TakenBack
from p2pcards.rules.phases import Phase
from p2pcards.rules.presets import make_rules
from p2pcards.rules.score import Score, Sheet
from p2pcards.table.match import Match


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


def test_whoever_is_asked_for_a_card_back_knows_when_an_answer_to_it_has_gone_out() -> None:
    careful = "Careful: your card on that one has already gone out."
    at = exposed()
    assert careful in " ".join(seen(at, 60, 18).split())
    assert careful in at.press("j").face.overlays[-1].model().text
    at = claim_asked("takeback")
    assert careful not in " ".join(seen(at, 60, 18).split())
    assert careful not in at.press("j").face.overlays[-1].model().text


def test_the_warning_is_told_as_soon_as_the_card_is_asked_back() -> None:
    at = exposed()
    assert at.at is not None
    asked = at.at.request
    assert asked is not None
    take(at.face, come.Happened(TakeBackAsked(3, asked.cards.bit_length() - 1)))
    assert any(line.text.startswith("Careful: ") for line in at.face.log)


def test_an_answer_to_an_old_key_does_not_contradict_my_turn() -> None:
    at = playing().press("right", "enter")
    assert at.face.holding
    asked = next(event for event in at.face.waiting if isinstance(event, come.Asked))
    at.face.note = "Not your turn."
    take(at.face, asked)
    assert at.face.note == ""


def test_the_score_of_a_deal_is_not_closed_by_a_key_for_its_last_trick() -> None:
    at = playing()
    while at.at is not None and at.at.match is not None and not at.at.match.deals:
        at.press("right", "enter")
    assert at.face.holding or at.face.overlays
    at.press("enter")  # the pause of the last trick ends
    assert [box.model().title for box in at.face.overlays] == ["Why this score"]
    at.press("4", "x", "space")
    assert at.face.overlays
    assert not at.press("enter").face.overlays


def test_keys_that_have_nothing_to_tell_yet_are_not_in_the_bottom_row() -> None:
    at = home()
    assert "W" in dict(snapshot(at.face).hints)
    at.face.home_cursor = ("do", "play")
    assert "W" not in dict(snapshot(at.face).hints)
    first = dict(snapshot(playing().face).hints)
    assert "A" in first
    assert not {"L", "W", "Y"} & set(first)
    at = scored()
    at.face.overlays.clear()
    assert {"L", "W", "Y"} <= set(dict(snapshot(at.face).hints))


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
    assert {("Enter", "seat"), ("S", "start")} <= set(snapshot(at.face).hints)
    assert ("Enter", "start") in snapshot(at.press("down", "down", "down").face).hints
    assert at.at is not None
    at.at.info = replace(at.at.info, owner=3)
    at.face.seat_cursor = 4
    assert {("Enter", "not ready"), ("S", "not ready")} <= set(snapshot(at.face).hints)
    at.at.seat = None
    assert ("Enter", "seat") in snapshot(at.face).hints
    assert "S" not in dict(snapshot(at.face).hints)


def test_enter_on_a_seat_offers_what_can_be_done_there_and_never_starts() -> None:
    at = room()
    assert at.at is not None
    for place in range(4):
        at.face.seat_cursor = place
        at.press("enter")
        assert at.sent == []
        titles = [box.model().title for box in at.face.overlays]
        assert titles == ([f"Seat {place + 1}"] if place != 3 else []), "Dario sits in the fourth"
        at.face.overlays.clear()
    at.face.seat_cursor = 2
    rows = [row.text for row in at.press("enter").face.overlays[-1].model().rows]
    assert rows == ["easy bot", "normal bot", "hard bot", "Sit here"]


def test_the_line_below_the_seats_starts_and_so_does_its_key() -> None:
    for keys in (("down", "down", "down", "enter"), ("s",), ("escape", "s")):
        began = []

        async def start(began: list[str] = began) -> None:
            began.append("start")

        async def story(keys: tuple[str, ...] = keys, start: object = start) -> None:
            at = room()
            at.start = start  # type: ignore[method-assign,assignment]
            at.press(*keys)
            await asyncio.gather(*at.world.tasks)

        asyncio.run(story())
        assert began == ["start"], keys


def test_a_guest_is_told_who_starts_and_what_ready_does() -> None:
    at = room()
    assert at.at is not None
    seats = tuple(replace(seat, ready=False) for seat in at.at.info.seats)
    at.at.info = replace(at.at.info, owner=3, seats=seats)
    text = " ".join(seen(at, 60, 18).split())
    assert "S: say that you are ready. Dario can start the match at any time, also before that." in text
    at.at.info = replace(at.at.info, seats=tuple(replace(seat, ready=True) for seat in seats))
    assert "starts when every seat is taken and all are ready, or when Dario starts it" in " ".join(
        seen(at, 60, 18).split()
    )
    at.face.seat_cursor = 2
    rows = [row.text for row in at.press("enter").face.overlays[-1].model().rows]
    assert rows == ["Sit here"], "bots are for the owner"


def test_the_menu_has_the_keys_of_the_page() -> None:
    """One key, one meaning: what a letter of the menu does, it does outside, too."""
    for at in (room(), playing(), home()):
        menu = at.press("escape").face.overlays[-1].model()
        keys = [row.key.strip() for row in menu.rows if row.key.strip()]
        assert keys
        for key in keys:
            assert find("R" if key == "Shift+R" else key.lower(), at.face.where) is not None, key
    assert "Shift+R  Draw new seats" in seen(room().press("escape"), 80, 24)
    at = room().press("escape", "r")
    assert at.face.overlays, "r is not Shift+R"


def test_a_long_message_can_be_read_from_its_beginning() -> None:
    """Whatever the height of the pane, without a key; older ones come one by one, X shows all of it."""
    for w, h in ((60, 18), (80, 24), (120, 40)):
        at = playing()
        words = " ".join(f"word{n}" for n in range(90 if w < 100 else 400))
        at.face.tell_text("Before.")
        at.face.tell_text("Begin " + words)
        text = seen(at, w, h)
        assert "Begin word0" in text, (w, h)
        assert " X" in text.replace("│", "\n").split("Begin")[1], (w, h)
        at.press("pageup")
        assert "Before." in seen(at, w, h)
        assert "1 PgDn" in seen(at, w, h)
        at.press("pagedown")
        assert "Begin word0" in seen(at, w, h)
        for n in range(2):
            at.face.tell_text(f"After {n}.")
        assert "↑ PgUp" in seen(at, w, h) or "Begin word0" in seen(at, w, h), "a beginning that is gone is marked"


def test_a_hearts_deal_shows_the_penalty_points_taken_so_far_and_no_bags() -> None:
    at = Local("hearts", seed=3).start()
    at.face.prefs = Prefs(hold=0.0)
    taken: tuple[int, ...] | None = None
    view = None
    while not taken or not sum(taken):
        at.press("right", "space", "right", "right", "space", "right", "space", "enter")
        view = at.at.view if at.at is not None else None
        assert view is not None
        taken = penalties(view)
    assert view is not None
    queens = [13 * (cards >> QUEEN_OF_SPADES & 1) for cards in view.captured]
    hearts = [(cards & HEARTS).bit_count() for cards in view.captured]
    assert taken == tuple(a + b for a, b in zip(hearts, queens, strict=True))
    assert f"penalty {max(taken)}" in seen(at, 80, 24)
    rows = seen(at, 60, 18).splitlines()
    assert rows[1].split() == ["took", "penalty", "score", "card"]
    assert "bags" not in seen(at, 60, 18)
    panel = at.press("v").face.overlays[-1].model()
    assert panel.title == "Tricks", "there are no bids in Hearts"
    told = [row.text for row in panel.rows]
    assert any(f"penalty points {max(taken)}." in text for text in told)


def test_a_hearts_deal_of_sparts_shows_no_bags() -> None:
    at = next(
        at
        for at in (Local("sparts", seed=seed).start().press("2", "enter") for seed in range(30))
        if at.at is not None and at.at.view is not None and at.at.view.game.game == "hearts"
    )
    for size in SIZES:
        assert "bags" not in seen(at, *size)


def test_the_score_sheet_says_what_its_numbers_are() -> None:
    """Points of the deal and total in words, what a bag is, and why; in a narrow window a line for each side."""
    at = scored()
    at.face.release()
    at.face.overlays.clear()
    at.press("s")
    at.face.size = (80, 24)
    told = "\n".join(row.text for row in at.face.overlays[-1].model().rows)
    assert "total" in told
    assert "A bag is a trick above the bid" in told
    assert "Deal 1 is scored." in told
    hearts = scored_sheet("hearts")
    assert "the lowest score wins" in hearts
    assert "bags" not in hearts


def scored_sheet(game: str) -> str:
    at = Local(game, seed=3).start()
    while at.at is not None and at.at.match is not None and not at.at.match.deals:
        at.press("right", "space", "right", "right", "space", "right", "space", "enter")
    at.face.release()
    at.face.overlays.clear()
    return seen(at.press("s"), 60, 18)


@pytest.mark.parametrize("width", [52, 72])
@pytest.mark.parametrize("sides", [2, 3, 4, 5, 6])
def test_no_number_of_the_sheet_is_cut(sides: int, width: int) -> None:
    match = Match.begin(make_rules("cutthroat" if sides < 5 else "spades"), 4, 0)
    sheet = Sheet((-1130,) * sides, (10,) * sides)
    done = SimpleNamespace(score=Score((-130,) * sides, (), sheet))
    names = tuple(f"Somebody {n}" for n in range(sides))
    sight = SimpleNamespace(side_names=names, match=SimpleNamespace(deals=(done,), rules=match.rules))
    lines = sheet_grid(sight, width)  # type: ignore[arg-type]
    assert all(len(line) <= width for line in lines)
    with_words = sum(line.count("-130, total -1130") for line in lines)
    bare = sum(line.count("-130 -1130") for line in lines)
    assert with_words + bare == sides
    assert not bare or lines[-1] == "The points of the deal, then the total."


def test_the_six_words_of_a_new_host_are_whole_in_the_smallest_window() -> None:
    at = room()
    told = "First time at host Kitchen. Its six words: amber basin cedar delta ember fjord. Compare them with the host."
    at.face.tell_text(told)
    for size in SIZES:
        assert told in " ".join(seen(at, *size).split()), size


def test_what_is_being_read_stays_when_something_happens() -> None:
    at = playing()
    for n in range(30):
        at.face.tell_text(f"message {n}.")
    at.press(*["pageup"] * 20)
    before = seen(at, 60, 18)
    assert "message 9." in before
    at.face.tell_text("something new")
    assert "message 9." in seen(at, 60, 18)
    at.press(*["pageup"] * 999, *["pagedown"] * 30)
    assert "message 9." not in seen(at, 60, 18)


def test_nobody_is_said_to_be_here_who_is_away() -> None:
    at = Local(names=("Anna", "Bobbin (bot)", "Cogwheel (bot)", "Dario"))
    assert at.at is not None
    info = table_info(at.rules, at.at.names, state="lobby")
    seats = tuple(replace(seat, here=seat.seat != 3) for seat in info.seats)
    at.at.info = replace(info, seats=seats)
    text = seen(at, 60, 18)
    assert "Not here now: Dario." in text
    assert "Enter on the seat gives it to a bot." in " ".join(text.split())
    at.face.seat_cursor = 3
    rows = [row.text for row in at.press("enter").face.overlays[-1].model().rows]
    assert rows == ["Leave it as it is", "easy bot", "normal bot", "hard bot", "Free the seat"]
    at.face.overlays.clear()
    at.at.info = replace(at.at.info, owner=1)
    assert "gives it to a bot" not in " ".join(seen(at, 60, 18).split())
    at.press("enter")
    assert at.face.note == "Somebody sits there."


def test_what_is_said_before_a_match_is_seen_in_the_smallest_window() -> None:
    at = room(changes={"no_hell": True, "takebacks": True})
    take(at.face, come.ChatSaid("Dario", 3, "hello"))
    text = seen(at, 60, 18)
    assert "Dario: hello" in text
    assert "a card may be taken back before the next one when all the others agree: yes" in " ".join(text.split())
    text = seen(room(changes={"no_hell": True, "takebacks": True, "bag_limit": 5}), 60, 18)
    assert "House rules that are not as usual: 3; G tells them." in " ".join(text.split())


def test_the_rules_are_sentences_and_their_code_is_named() -> None:
    """No name of an option as files write it, no hash without saying what it is; what is not as usual comes first."""
    at = playing(changes={"no_hell": True}).press("g")
    rows = at.face.overlays[-1].model().rows
    texts = [row.text for row in rows]
    assert not any("_" in text or " = " in text for text in texts)
    assert texts.index("Not as usual") < texts.index("As usual")
    mine = rows[texts.index("Not as usual") + 1]
    assert mine.text.startswith("The bids may not add up")
    assert mine.value == "yes (usually no)"
    assert texts[-1].startswith("Rules code ")
    told = " ".join(row.text for row in at.press("g").face.overlays[-1].model().rows)
    assert "Follow suit if you can" in told, "the same key shows how the game is played"


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


@pytest.mark.parametrize("mine", [True, False])
def test_enter_on_a_match_under_way_takes_my_seat_or_tells_how_to_watch(mine: bool) -> None:
    """The list shows the bot that plays on for who has left, so only the host knows whose seat it is."""

    async def story() -> None:
        at = home()
        wanted: list[str] = []

        async def sit(ref: str, seat: int | None, secret: bytes) -> None:
            wanted.append(ref)
            if not mine:
                raise RefusedByHost("illegal", {"why": "password"})

        table = table_info(make_rules("spades"), ("Dario", "", "", ""), state="playing", access="password")
        at.face.client = SimpleNamespace(sit=sit, tables=(table,), name="Anna", at=None)  # type: ignore[assignment]
        at.face.home_cursor = ("here", table.table)
        at.press("enter")
        while not wanted or not (mine or at.face.note):
            await asyncio.sleep(0)
        assert wanted == [table.table]
        assert at.face.note == ("" if mine else "The match is under way. Press W to watch it.")

    asyncio.run(story())


def test_lines_below_the_screen_are_marked() -> None:
    at = home()
    assert "↓" in seen(at, 60, 18)


@pytest.mark.parametrize(("game", "nil"), [("spades", True), ("royal", False)])
def test_nil_is_offered_only_where_it_may_be_bid(game: str, nil: bool) -> None:
    """The question names the bids from 1 on in a game without nil; what the keys do says the same."""
    at = Local(game, seed=4).start()
    prompt = at.face.prompt
    assert prompt is not None
    assert prompt.phase is Phase.BIDDING
    assert ("0: nil" in how_text(at.face)) == nil == ("0 is nil" in key_hint(prompt))


@pytest.mark.parametrize("mine", [True, False])
def test_at_a_table_by_invitation_nothing_is_offered_that_leads_nowhere(mine: bool) -> None:
    host = HostFacts("Anna", ("a",) * 6, bytes(32), mine, lambda: ("10.0.0.5",), 7787, b"s" * 16)
    assert join_ways(host)
    assert not join_ways(host, "invite")
    (line,) = invite_lines(host, "invite")
    assert line.startswith("Invite: p2pcards:" if mine else "This table is by invitation only.")


def test_an_onlooker_is_offered_the_seats_of_bots_that_nobody_may_come_back_to() -> None:
    at = Local("spades", seat=None, names=("Anna", "Abacus (bot)", "Bobbin (bot)", "Dario")).start()
    assert at.at is not None
    keys = [bytes([n + 1]) * 32 for n in range(4)]
    owners = [keys[0], keys[1], bytes([9]) * 32, keys[3]]
    ledger = SimpleNamespace(key=keys.__getitem__, owner=owners.__getitem__)
    at.at.referee = SimpleNamespace(ledger=ledger, ended=False)
    rows = [row.text for row in at.press("escape").face.overlays[-1].model().rows]
    offered = [text.split(" of ")[1] for text in rows if "Take over" in text]
    assert offered == ["Abacus (bot)"], "Bobbin plays on for somebody who has left"
