"""Line mode, typed and heard, against a real host and its bots."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest
from cli.evening import Evening, Person, evening
from p2pcards_cli.plain.command import COMMANDS, help_lines, split
from p2pcards_cli.plain.verbs import VERBS
from p2pcards_cli.say.cards import card

from p2pcards.cards.card import cards, text
from p2pcards.rules.phases import Phase
from p2pcards.store import Store


def play(story: Coroutine[Any, Any, None]) -> None:
    asyncio.run(story)


def is_plain(said: str) -> bool:
    """Printable text and newline only."""
    return all(char.isprintable() or char == "\n" for char in said)


async def sit(at: Evening, name: str = "Anna") -> Person:
    person = await at.person(name)
    await person.heard("1:")
    await person.type("1")
    await person.heard("Seat 1: Anna, you" if name == "Anna" else f"{name}, you")
    return person


def test_every_command_has_a_function_and_every_name_is_used_once() -> None:
    assert {command.key for command in COMMANDS} == set(VERBS)
    names = [name for command in COMMANDS for name in command.names]
    assert len(names) == len(set(names))
    assert len(help_lines("")) == len(COMMANDS)
    assert help_lines("bid") == ["b NUMBER: bid: b 3, b nil, b blind"]


@pytest.mark.parametrize(
    ("line", "key", "rest"),
    [
        ("p qs", "p", "qs"),
        ("P  queen of spades ", "p", "queen of spades"),
        ("R", "shuffle", ""),
        ("r", "r", ""),
        ("!", "nudge", ""),
        ("/hello there", "say", "hello there"),
        ("?bid", "?", "bid"),
        ("V", "v", ""),
        ("I", "v", ""),
        ("SCORE", "s", ""),
        ("q", "quit", ""),
    ],
)
def test_how_a_line_finds_its_command(line: str, key: str, rest: str) -> None:
    command, _, left = split(line)
    assert command is not None
    assert (command.key, left) == (key, rest)


def test_unknown_words_are_hints_and_never_plays() -> None:
    for line in ("qs", "queen of spades", "3", "\x1b[A", "pp", "RR"):
        assert split(line)[0] is None


ANSWERS = {
    Phase.BIDDING: lambda prompt: f"b {prompt.bids[min(2, len(prompt.bids) - 1)]}",
    Phase.PLAYING: lambda prompt: f"p {card(next(cards(prompt.cards)))}",
    Phase.PASSING: lambda prompt: "pass " + " ".join(text(c) for c in list(cards(prompt.cards))[: prompt.count]),
    Phase.CHOOSING: lambda prompt: f"choose {prompt.games[0]}",
    Phase.LOOKING: lambda prompt: "blind" if prompt.may_blind else "look",
}


async def play_to_the_end(person: Person) -> None:
    """Answer every question until the file is there."""
    while "The match is in " not in person.said:
        await person.until(lambda: person.question is not None or "The match is in " in person.said)
        if person.question is None:
            continue
        await person.asked()
        before = person.question.number
        await person.type(ANSWERS[person.question.prompt.phase](person.question.prompt))
        await person.until(lambda old=before: person.question is None or person.question.number != old)


@pytest.mark.parametrize("game", ["spar", "classic", "hearts", "sparts", "cutthroat", "royal", "spades"])
def test_a_whole_match_in_line_mode(game: str, tmp_path: Path) -> None:
    async def story() -> None:
        store = Store(tmp_path)
        options: dict[str, object] = {"max_hands": 2} if game != "spar" else {"target_score": 2}
        async with evening(game, 7, options=options, store=store) as at:
            anna = await sit(at)
            await anna.type("start")
            await play_to_the_end(anna)
            assert "VERIFIED: every card, every move and every point holds." in anna.lines
            assert "You sit in seat 1." in anna.lines
            assert any(line.startswith("The match is over: ") for line in anna.lines)
            assert is_plain(anna.said)
            for line in (
                "v",
                "s",
                "sheet",
                "why",
                "last",
                "verify",
                "g",
                "g all",
                "who",
                "x 5",
                "r",
                "e",
                "t",
                "h",
                "?",
            ):
                assert await anna.type(line), line
            assert is_plain(anna.said)
            assert await anna.end() == 0
        store.close()
        assert len(list((tmp_path / "matches").iterdir())) == 1

    play(story())


def test_what_is_not_allowed_is_explained_and_changes_nothing() -> None:
    async def story() -> None:
        async with evening("classic", 11) as at:
            anna = await sit(at)
            assert await anna.type("p qs") == ["No match is under way."]
            await anna.type("start")
            await anna.heard("Your bid:")
            await anna.asked()
            assert (await anna.type("p qs"))[0] == "Not now. Your bid: 0 to 13."
            assert (await anna.type("b 99"))[0] == "Not allowed: bids go from 0 to 13."
            assert (await anna.type("b many"))[:2] == ["many is no bid.", "Your bid: 0 to 13."]
            await anna.type("b 3")
            await anna.heard("Your turn.")
            await anna.asked()
            at_table = anna.client.at
            assert at_table is not None
            assert at_table.view is not None
            hand = at_table.view.hand(0)
            assert hand is not None
            prompt = anna.question.prompt
            not_mine = next(each for each in range(52) if not hand >> each & 1 and not at_table.view.played >> each & 1)
            told = await anna.type(f"p {text(not_mine)}")
            assert told[0] == f"Not allowed: the {card(not_mine)} is not in the hand."
            assert told[1].startswith("You may play: 1 ")
            illegal = hand & ~prompt.cards
            if illegal:
                told = await anna.type(f"p {text(next(cards(illegal)))}")
                assert told[0].startswith("Not allowed: ")
            assert (await anna.type("p nothing"))[0].startswith("nothing is no card. You may play: ")
            assert at_table.view.hand(0) == hand
            await anna.type("p 1")
            await anna.until(lambda: at_table.view is not None and at_table.view.hand(0) != hand)

    play(story())


def test_two_people_talk_and_one_is_muted() -> None:
    async def story() -> None:
        async with evening("classic", 3) as at:
            anna = await sit(at)
            bo = await sit(at, "Bo")
            await anna.heard("Seat 2: Bo.")
            await bo.type("say hello\u202e \x1b[2Jthere")
            await anna.heard("Bo says: hello [2Jthere")
            assert is_plain(anna.said)
            await anna.type("mute")
            await bo.type("say again")
            await bo.type("ready")
            await anna.heard("Bo: ready.")
            assert "again" not in anna.said
            assert "Only the one who made the table may do that." in await bo.type("start")
            await anna.type("bot add 4 easy")
            await bo.heard("(bot), bot of the host.")
            await anna.heard("(bot), bot of the host.")
            await anna.type("bot remove 4")
            await bo.heard("(bot) has left.")
            await anna.type("set nil_value=50")
            await bo.heard("The rules of the table have changed: nil_value = 50.")
            assert (await anna.type("set nil_valu=50"))[0].startswith(
                "There is no option nil_valu in Classic Spades. Perhaps"
            )
            assert (await anna.type("set bag_limit=9999"))[0].startswith(
                "Not possible: bag_limit: 9999 is out of range"
            )
            await bo.type("stand")
            await anna.heard("Seat 2: Bo has left.")

    play(story())


def test_leaving_and_quitting_ask_first_in_a_match() -> None:
    async def story() -> None:
        async with evening("classic", 5) as at:
            anna = await sit(at)
            await anna.type("start")
            await anna.heard("The match begins.")
            assert any(line.endswith("y or n") for line in await anna.type("leave"))
            assert "Not done." in await anna.type("n")
            assert any(line.endswith("y or n") for line in await anna.type("quit"))
            anna.face.typed("y")
            assert await anna.task == 0

    play(story())


def test_ctrl_c_twice_ends_and_once_does_not() -> None:
    async def story() -> None:
        async with evening("classic", 5) as at:
            anna = await sit(at)
            anna.face.signalled(2)
            assert "Your seat waits for you." in await anna.heard("Press Ctrl+C once more")
            assert await anna.type("t")
            anna.face.signalled(2)
            anna.face.signalled(2)
            assert await anna.task == 130

    play(story())


def test_ctrl_c_and_the_end_of_input_promise_what_is_true() -> None:
    async def story() -> None:
        async with evening("classic", 5) as at:
            eve = await at.person("Eve")
            await eve.heard("1:")
            eve.face.signalled(2)
            assert (await eve.heard("Press Ctrl+C once more")).endswith("end the program.")  # no seat: none waits
            assert await eve.end() == 0
            assert "Your seat" not in eve.said

            anna = await sit(at)
            anna.face.host.mine = True  # the program is the host: with it the match stops for all
            assert "No match is under way." in await anna.type("back")
            anna.face.signalled(2)
            assert "seat" not in await anna.heard("Press Ctrl+C once more")
            await anna.type("start")
            await anna.heard("The match begins.")
            anna.face.signalled(2)
            assert (await anna.heard("The match stops for all")).startswith("Press Ctrl+C once more")
            assert await anna.end() == 0
            assert anna.lines[-1].startswith("End of input. The match stops for all: ")

    play(story())


def test_how_things_stand_is_told_once_however_many_pieces_it_comes_in() -> None:
    async def story() -> None:
        async with evening("classic", 5) as at:
            anna = await sit(at)
            await anna.type("start")
            await anna.asked()
            anna.face.behind = True
            anna.face.ears.caught_up()
            before = anna.lines
            anna.face.behind = True
            anna.face.ears.caught_up()
            assert anna.lines == before
            assert before[-1].startswith("Bidding: ")
            assert not anna.face.behind

    play(story())


def test_an_onlooker_sees_no_hand(tmp_path: Path) -> None:
    async def story() -> None:
        async with evening("spar", 9, options={"target_score": 2}) as at:
            anna = await sit(at)
            eve = await at.person("Eve")
            await eve.heard("1:")
            await eve.type("watch 1")
            await anna.type("start")
            await eve.heard("You are watching.")
            assert "You are watching and have no cards." in await eve.type("h")
            assert not any("cards. spades" in line for line in eve.lines)

    play(story())


def test_verbosity_leaves_out_what_was_not_asked_for() -> None:
    async def story() -> None:
        async with evening("classic", 13) as at:
            anna = await sit(at)
            assert (await anna.type("m 0"))[-1] == "Told: your turn and results."
            await anna.type("start")
            await anna.heard("Your bid:")
            assert not any(": bid " in line for line in anna.lines)
            assert "The match begins." in anna.lines

    play(story())


def test_repeat_says_the_last_message_again() -> None:
    async def story() -> None:
        async with evening("classic", 13) as at:
            anna = await sit(at)
            await anna.type("start")
            await anna.heard("Type, for example: b 3")
            await anna.asked()
            assert (await anna.type("r"))[-2:] == ["Your bid: 0 to 13.", "Type, for example: b 3, b nil"]

    play(story())


def test_making_a_table_of_ones_own() -> None:
    async def story() -> None:
        async with evening("classic", 17) as at:
            eve = await at.person("Eve")
            assert (await eve.type("t"))[-1] == "You are at no table. Type tables for a list."
            assert (await eve.type("new chess"))[0].startswith("There is no game chess.")
            assert "Spar" not in eve.said
            await eve.type("new spar 3")
            await eve.heard("Seat 1: Eve, you.")
            assert "Seat 4" not in eve.said
            await eve.type("sit 3")
            await eve.heard("Seat 3: Eve, you.")
            assert "Seats have the numbers 1 to 3." in await eve.type("sit 9")
            await eve.type("deal dealer")
            await eve.heard("dealer deal")
            await eve.type("bot add")
            await eve.heard("Seat 1: Abacus (bot), bot of the host.")
            told = await eve.type("invite")
            assert told[0].startswith("Others join with the host's six words: p2pcards join ")
            await eve.type("leave")
            assert "You have left the table." in eve.lines
            assert any("Classic Spades" in line for line in await eve.type("tables"))
            await eve.type("join 1")
            await eve.heard("Seat 1: Eve, you.")
            await eve.type("R")
            await eve.until(lambda: eve.client.at is not None and eve.client.at.seat is not None)
            assert "Only the one" not in eve.said

    play(story())


def test_a_card_alone_is_no_play_but_a_hint() -> None:
    async def story() -> None:
        async with evening("classic", 13) as at:
            anna = await sit(at)
            assert (await anna.type("queen of spades"))[0] == "There is no command queen. Type ? for help."
            await anna.type("start")
            await anna.heard("Your bid:")
            assert "To play it, type: p queen of spades" in await anna.type("queen of spades")

    play(story())


def test_where_tells_how_everything_stands() -> None:
    async def story() -> None:
        async with evening("hearts", 41, bots=3) as at:
            anna = await sit(at)
            assert "The match has not begun." in await anna.type("where")
            await anna.type("start")
            await anna.heard("Choose 3 cards")
            await anna.asked()
            said = await anna.type("where")
            assert said[0] == "Deal 1."
            assert said[-1].startswith("Choose 3 cards to pass to ")
            await anna.type("pass 1 2 3")
            await anna.heard("Your turn.")
            await anna.asked()
            said = await anna.type("where")
            assert said[0] == "Deal 1, trick 1 of 13."
            assert said[1] == "You: 0 tricks, penalty points 0."
            assert said[5].startswith("13 cards. ")
            assert said[6].startswith(("On the table: ", "No cards on the table."))
            assert said[7:] == await anna.type("t")
            assert said[7].startswith("Your turn.")

    play(story())


def test_what_is_told_again_is_not_told_twice() -> None:
    async def story() -> None:
        async with evening("classic", 13) as at:
            anna = await sit(at)
            await anna.type("g")
            first = await anna.type("x 5")
            assert await anna.type("x 5") == first
            await anna.type("r")
            assert await anna.type("x 5") == first

    play(story())
