"""What somebody hears who knows nothing but what line mode says: what changed, who is meant, what can be typed now."""

from __future__ import annotations

import asyncio

import pytest
from cli.evening import Evening, Person, evening
from p2pcards_cli.commands.choice import Choice, knock
from p2pcards_cli.exits import Failure
from p2pcards_cli.say.lobby import notice
from p2pcards_cli.say.people import Names
from p2pcards_cli.say.referee import around
from p2pcards_protocol.identity import Identity
from p2pcards_protocol.message import TableInfo

from p2pcards.net import password as password_module
from p2pcards.net.password import BadPassword
from p2pcards.referee import event as around_cards

WRONG = "That is not the password of this table."


async def sit(at: Evening, name: str = "Anna") -> Person:
    person = await at.person(name)
    await person.heard("1:")
    await person.type("1")
    await person.heard(f"{name}, you")
    return person


def test_a_house_rule_says_what_it_is_and_what_it_has_become() -> None:
    async def story() -> None:
        async with evening("spades", 21) as at:
            anna = await sit(at)
            said = await anna.type("set takebacks")
            assert said[0].startswith("takebacks = off: ")
            assert said[1] == "It may be: on or off."
            await anna.type("set takebacks on")
            await anna.heard("The rules of the table have changed: takebacks = on.")
            await anna.type("set target_score=120")
            await anna.heard("The rules of the table have changed: target_score = 120.")
            await anna.type("deal sealed")
            await anna.heard("Sealed deal: ")

    asyncio.run(story())


def test_teams_are_said_when_they_are_drawn_and_when_the_match_begins() -> None:
    async def story() -> None:
        async with evening("spades", 22, bots=3) as at:
            anna = await sit(at)
            before = len(anna.lines)
            await anna.type("R")
            await anna.until(lambda: any(line.startswith("Team 1: ") for line in anna.lines[before:]))
            before = len(anna.lines)
            await anna.type("start")
            await anna.asked()
            assert sum(line.startswith("Team ") for line in anna.lines[before:]) == 2

    asyncio.run(story())


def test_teams_of_a_table_with_empty_seats_are_not_guessed() -> None:
    async def story() -> None:
        async with evening("hearts", 23) as at:
            anna = await sit(at)
            assert not any("?" in line for line in await anna.type("e"))

    asyncio.run(story())


def test_who_leaves_is_named_once_and_comes_back_to_a_match_under_way() -> None:
    async def story() -> None:
        async with evening("classic", 24) as at:
            anna = await sit(at)
            bo = await sit(at, "Bo")
            await anna.type("start")
            await anna.heard("The match begins.")
            await bo.heard("Deal 1. ")
            assert "You are in your seat." in await bo.type("back")
            assert "The match is under way." in await bo.type("sit 3")
            await bo.type("leave")
            await bo.type("y")
            await anna.heard("a bot of the host plays on")
            assert sum("Bo: has left" in line for line in anna.lines) == 1
            assert "The table waits for: Bo." in anna.lines
            before = len(bo.lines)
            await bo.type("join 1")
            await bo.until(lambda: "The match is under way." in bo.lines[before:])
            assert "The match begins." not in bo.lines[before:]
            eve = await at.person("Eve")
            await eve.heard("1:")
            assert "The match is under way. Type watch 1 to watch it." in await eve.type("join 1")

    asyncio.run(story())


def test_an_onlooker_is_told_that_and_which_seats_can_be_had() -> None:
    async def story() -> None:
        async with evening("spades", 25, bots=3) as at:
            anna = await sit(at)
            eve = await at.person("Eve")
            await eve.heard("1:")
            await eve.type("watch 1")
            await anna.type("start")
            await eve.heard("You are watching.")
            await eve.until(lambda: eve.face.sight is not None and eve.face.sight.view is not None)
            assert "You are watching." in await eve.type("p 1")
            assert any(line.startswith("Type sit and the seat of a bot: ") for line in await eve.type("sit"))

    asyncio.run(story())


def test_you_stand_first_in_a_sentence_or_small() -> None:
    names = Names(("Anna", "Bo"), 1)
    said = [
        around(around_cards.Voted(0, 1, "yes"), names),
        around(around_cards.Decided(1, "yes"), names),
        notice("kick", {"seat": 1}, names),
    ]
    assert said == [
        "Anna: vote about you: put them out.",
        "Decided about you: put them out.",
        "You: out at the end of this deal, by vote.",
    ]


def test_a_nudge_says_whom_it_rings_at() -> None:
    async def story() -> None:
        async with evening("classic", 26) as at:
            anna = await sit(at)
            bo = await sit(at, "Bo")
            await anna.type("start")
            await anna.until(lambda: anna.question is not None or bo.question is not None)
            waits, other = (anna, bo) if anna.question is not None else (bo, anna)
            await other.until(lambda: other.face.sight is not None and other.face.sight.view is not None)
            name = waits.client.name
            await other.until(
                lambda: other.client.at.view is not None and other.client.at.view.to_act == (seat(waits),)
            )
            assert f"Nudged: {name}." in await other.type("nudge")

    asyncio.run(story())


def seat(person: Person) -> int:
    at = person.client.at
    assert at is not None
    assert at.seat is not None
    return at.seat


class Door:
    """A client before a table with the password "right", and a terminal at which the given lines are typed."""

    def __init__(self, *typed: str) -> None:
        self.identity = Identity(bytes(32))
        self.typed = list(typed)
        self.said: list[str] = []
        self.tried: list[str] = []
        self.output = self

    async def knock(self, ref: str, password: str) -> None:
        self.tried.append(password)
        if password != "right":
            raise BadPassword

    def line(self, text: str) -> None:
        self.said.append(text)

    async def secret(self) -> str:
        return self.typed.pop(0)


def at_the_door(door: Door, password: str | None = None) -> None:
    info = TableInfo(
        table="t",
        name="Table",
        game="spades",
        rules_hash=bytes(32),
        deal="sealed",
        state="lobby",
        seats=(),
        access="password",
    )
    asyncio.run(knock(door, info, Choice(password=password), door))  # type: ignore[arg-type]


def test_a_password_typed_wrong_may_be_typed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(password_module, "available", lambda: True)
    door = Door("wrong", "right")
    at_the_door(door)
    assert door.tried == ["wrong", "right"]
    assert door.said == ["This table has a password. Type it:", WRONG, "This table has a password. Type it:"]
    with pytest.raises(Failure, match=WRONG):
        at_the_door(door := Door("a", "b", "c", "d"))
    assert door.tried == ["a", "b", "c"]
    with pytest.raises(Failure, match=WRONG):  # given on the command line: nobody is asked
        at_the_door(door := Door("right"), "wrong")
    assert door.tried == ["wrong"]


def test_the_name_given_now_is_the_one_that_counts() -> None:
    async def story() -> None:
        async with evening("spar", 29, bots=2, seats=4, options={"max_hands": 1}) as at:
            anna, bo = await sit(at), await at.person("Bo")
            await bo.type("1")
            ref = anna.client.at.ref  # type: ignore[union-attr]
            anna.client.name = "Anna Two"  # as somebody who has quit and is back
            await anna.client.sit(ref)
            await bo.heard("Seat 1: Anna Two, until now Anna.")
            anna.client.name = "B0"  # looks like Bo
            await anna.client.sit(ref)
            assert anna.client.at is not None
            assert anna.client.at.info.seats[0].name == "Anna Two"
            await anna.type("start")
            await anna.until(lambda: anna.face.playing)
            bo.client.name = "Beatrice"
            bo.client.at = None
            bo.face.lobby = bo.face.client.tables[0]
            await bo.client.sit(ref)
            await bo.heard("All have signed the name Bo for this match; Beatrice counts from the next one.")
            assert not any("Beatrice" in line for line in anna.lines)
            while anna.face.playing or bo.face.playing:
                for person in (anna, bo):
                    if person.question is not None and person.face.number == person.question.number:
                        await person.type("p 1")
                await asyncio.sleep(0.001)
            before = len(anna.lines)
            await anna.type("ready")
            await anna.until(lambda: any("Beatrice" in line for line in anna.lines[before:]))

    asyncio.run(story())
