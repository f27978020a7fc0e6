"""Line mode with keys: what a key says and does, and above all what it does not do."""

from __future__ import annotations

import asyncio
import io
import signal
import subprocess
import sys
import termios
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cli.evening import Evening, Person, evening
from p2pcards_cli.keynames import RUSSIAN
from p2pcards_cli.plain.command import BY_NAME
from p2pcards_cli.plain.face import Reached
from p2pcards_cli.plain.keyboard import DO, Keyboard
from p2pcards_cli.plain.keymap import KEYS, key_lines
from p2pcards_cli.plain.output import Output
from p2pcards_cli.plain.typist import Typist
from p2pcards_cli.say.cards import card as card_words
from tui.test_terminal import Child

from p2pcards.cards.card import cards
from p2pcards.net import password
from p2pcards.net.password import BadPassword
from p2pcards.rules.phases import Phase


def play(story: Coroutine[Any, Any, None]) -> None:
    asyncio.run(story)


async def press(person: Person, *keys: str) -> list[str]:
    """Press keys and wait until they have been dealt with; returns the lines that were said meanwhile."""
    before = len(person.lines)
    done = asyncio.Event()
    for key in keys:
        person.face.pressed(key)
    person.face.inputs.put_nowait(Reached(done.set))
    await person.until(done.is_set)
    return person.lines[before:]


async def keyed(at: Evening, name: str = "Anna") -> Person:
    """Somebody with keys, in a seat."""
    person = await at.person(name)
    person.face.keyboard = Keyboard(person.face)
    await person.heard("1:")
    await press(person, "1")
    await person.heard(f"{name}, you")
    return person


async def asked(person: Person, phase: Phase) -> None:
    await person.until(lambda: person.question is not None and person.question.prompt.phase is phase)
    await person.asked()


def test_every_key_of_the_help_does_something_and_every_command_behind_one_exists() -> None:
    for key, each in KEYS.items():
        known = each.line or key in DO or key in ("1", "R", "c-c")
        assert known, key
        if each.line:
            word = each.line.split()[0]
            assert word in BY_NAME, each.line
    assert len(key_lines()) == len(KEYS)


def test_an_evening_with_keys() -> None:
    async def story() -> None:
        async with evening("spades", 7, bots=3, options={"max_hands": 1}) as at:
            anna = await keyed(at)
            await press(anna, "enter")
            await asked(anna, Phase.BIDDING)
            assert await press(anna, "enter") != []  # nothing typed: nothing bid
            assert anna.question.prompt.phase is Phase.BIDDING
            assert (await press(anna, "9", "9"))[-1] == "bid 99"
            assert (await press(anna, "enter"))[0].startswith("Not allowed")
            assert (await press(anna, "up", "up"))[-1] == "bid 2"
            await press(anna, "enter")
            await asked(anna, Phase.PLAYING)
            assert (await press(anna, "enter"))[-1].startswith("Select a card first")
            while anna.client.at is not None and not anna.client.at.match.deals:  # type: ignore[union-attr]
                await anna.until(lambda: anna.question is not None or anna.client.at.match.deals)  # type: ignore[union-attr]
                if anna.question is None:
                    break
                await anna.asked()
                number, prompt = anna.question.number, anna.question.prompt
                said = await press(anna, "right")
                assert said[-1] in {card_words(card) for card in cards(prompt.cards)}
                await press(anna, "enter")
                await anna.until(lambda old=number: anna.question is None or anna.question.number != old)
            await anna.heard("The match is over")
            assert all(char.isprintable() or char == "\n" for char in anna.said)

    play(story())


def test_a_selection_is_gone_with_the_trick_and_letters_play_nothing() -> None:
    async def story() -> None:
        async with evening("spades", 7, bots=3) as at:
            anna = await keyed(at)
            await press(anna, "enter")
            await asked(anna, Phase.BIDDING)
            await press(anna, "3", "enter")
            await asked(anna, Phase.PLAYING)
            number = anna.question.number
            for key in (*KEYS, "ж", "tab", "f5", "9"):
                if key not in ("enter", "q", "c-c", ":", "/", "k", "u"):
                    await press(anna, key)
            assert anna.question.number == number
            while (await press(anna, "right"))[-1].endswith("not allowed"):
                pass
            await press(anna, "enter")
            await anna.until(lambda: anna.question is not None and anna.question.number != number)
            await anna.asked()
            number = anna.question.number
            said = await press(anna, "enter", "enter", "space", "enter")
            assert anna.question.number == number
            assert said[0].startswith("Select a card first")

    play(story())


def test_cards_to_pass_are_picked_and_told() -> None:
    async def story() -> None:
        async with evening("hearts", 3, bots=3) as at:
            anna = await keyed(at)
            await press(anna, "enter")
            await asked(anna, Phase.PASSING)
            said = await press(anna, "home", "space", "right", "space", "enter", "right", "space", "right", "space")
            assert said[1].endswith("picked. 1 of 3.")
            assert "2 picked so far" in said[4]
            assert said[-1].startswith("That is enough cards")
            await press(anna, "enter")
            await asked(anna, Phase.PLAYING)

    play(story())


def test_seats_and_chat_and_commands() -> None:
    async def story() -> None:
        async with evening("spades", 5) as at:
            anna = await keyed(at)
            said = await press(anna, "d")
            assert said[0].startswith("1: Seat 1: Anna, you")
            assert said[-1] == "Press a number, or Esc for none."
            said = await press(anna, "2", "2")
            await anna.heard("bot of the host")
            await press(anna, "d")
            assert await press(anna, "escape") == ["Nothing chosen."]
            await press(anna, "/", *"hi", "space", *"tehre", "backspace", "enter")
            said = await press(anna, ":", *"set no_hell=on", "enter")
            await anna.heard("The rules of the table have changed")
            assert await press(anna, ":", *"quit", "escape") == [
                "Type a command, then Enter. ? tells all of them.",
                "quit",
                "Not done.",
            ]
            assert anna.face.code is None

    play(story())


@pytest.mark.parametrize("key", ["ц", "Ц", "W"])
def test_a_russian_keyboard_and_caps_lock(key: str) -> None:
    assert RUSSIAN["ц"] == "w"

    async def story() -> None:
        async with evening("spades", 5) as at:
            anna = await keyed(at)
            assert await press(anna, key) == ["No deal has been scored yet."]

    play(story())


def test_ctrl_c_twice_ends_the_program() -> None:
    async def story() -> None:
        async with evening("spades", 5) as at:
            anna = await keyed(at)
            await press(anna, "/", "a")
            assert (await press(anna, "c-c"))[-1].startswith("Press Ctrl+C once more")
            anna.face.pressed("c-c")
            assert await anna.task == 130

    play(story())


# --- on a real terminal ----------------------------------------------------------------------------------------------


def terminal(tmp_path: Path, *more: str) -> Child:
    program = [sys.executable, "-m", "p2pcards_cli", "--state-dir", str(tmp_path), "--keys"]
    return Child([*program, "play", "spades", "--no-mdns", "--bind", "127.0.0.1", "--bots", "3", *more])


def through(child: Child) -> int:
    while child.pump():
        pass
    return child.process.wait()


def told(child: Child, text: str) -> None:
    while text not in child.raw:
        assert child.pump(), child.raw


@pytest.mark.parametrize("way", ["keys", "SIGTERM", "SIGHUP", "ctrl-c"])
def test_the_terminal_is_as_it_was_whichever_way_it_ends(way: str, tmp_path: Path) -> None:
    child = terminal(tmp_path)
    told(child, "Keys: on.")
    assert not termios.tcgetattr(child.slave)[3] & termios.ECHO
    child.type("t\x1b[C?")
    told(child, "Ctrl+C: ")
    if way == "keys":
        child.type("q")
        assert through(child) == 0
    elif way == "ctrl-c":
        child.type("\x03\x03")
        assert through(child) == 130
    else:
        child.process.send_signal(getattr(signal, way))
        assert through(child) == 128 + getattr(signal, way)
    assert termios.tcgetattr(child.slave)[:4] == child.before[:4]
    assert "\x1b" not in child.raw


def test_keys_from_a_pipe_are_refused_with_a_sentence(tmp_path: Path) -> None:
    program = [sys.executable, "-m", "p2pcards_cli", "--state-dir", str(tmp_path), "--keys", "join", "127.0.0.1:1"]
    done = subprocess.run(program, stdin=subprocess.DEVNULL, capture_output=True, text=True, env={"LANG": "C.UTF-8"})
    assert done.returncode == 2
    assert "needs a terminal" in done.stderr


# --- secrets ---------------------------------------------------------------------------------------------------------


def test_a_secret_is_neither_shown_nor_said() -> None:
    stream = io.StringIO()
    typist = Typist(Output(stream), secret=True)
    for key in ("p", "a", "s", "space", "x", "backspace"):
        assert not typist.key(key)
    assert typist.key("enter")
    assert typist.text == "pas "
    assert stream.getvalue().splitlines() == ["4 characters typed."] * 2


@pytest.mark.parametrize("keys", [False, True])
def test_the_password_of_a_table_is_typed_unseen(keys: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with evening("spades", 35) as at:
            anna = await at.person("Anna")
            shown: list[bool] = []
            tried: list[str] = []

            async def knock(ref: str, password: str) -> None:
                tried.append(password)
                raise BadPassword

            @contextmanager
            def unseen() -> Iterator[None]:
                shown.append(False)
                yield
                shown.append(True)

            monkeypatch.setattr(anna.client, "knock", knock)
            monkeypatch.setattr(password, "available", lambda: True)
            anna.face.unseen = unseen
            table = msgspec.structs.replace(anna.client.tables[0], access="password")
            anna.face.listing = (table,)
            if keys:
                anna.face.keyboard = Keyboard(anna.face)
                await press(anna, "1", *"plum", "space", *"jam")
                assert tried == []
                await press(anna, "enter")
            else:
                await anna.type("1")
                assert shown == [False]
                await anna.type("plum jam")
                assert shown == [False, True, False]  # wrong: asked again
            assert tried == ["plum jam"]
            assert "8 characters typed." in anna.lines
            assert not any(word in anna.said for word in ("plum", "jam")), anna.said
            said = await (press(anna, "enter") if keys else anna.type(""))
            assert said == ["Not done."]

    play(story())
