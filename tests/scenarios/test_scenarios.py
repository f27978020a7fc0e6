"""Scenarios: text files that say what is typed and what must be said, run through both faces in four languages.

table GAME seed=N bots=N options=NAME:VALUE,...
> line mode | keys of the full screen      type; keys: Enter, Esc, Up..., Ctrl+T, letters, "text", Down:OPTION
< message                                  has been said since the last `>`: a message id of the catalogue, in the
                                           language of the run, any value for its placeholders; || between forms
wait PHASE / still PHASE                   until I am asked; that I am still asked
play / playout                             one trick / until the deal is scored, with the first card that may be played
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cli.evening import Evening, Person, evening
from p2pcards_cli.keynames import KEY_WORDS
from p2pcards_cli.plain.face import HostFacts
from p2pcards_cli.say import i18n
from p2pcards_cli.tui.draw import draw
from p2pcards_cli.tui.entering import attach
from p2pcards_cli.tui.face import Face
from p2pcards_cli.tui.prefs import Prefs
from p2pcards_cli.tui.theme import Theme
from tui.local import StillWorld

import hatch_build
from p2pcards.rules.phases import Phase

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*.txt"))
PHASES = {"bid": Phase.BIDDING, "play": Phase.PLAYING, "pass": Phase.PASSING, "choose": Phase.CHOOSING}
WORDS = {word.lower(): key for key, word in KEY_WORDS.items()} | {"backspace": "backspace"}
SEEDS = {"SPARTS": 13}


@pytest.fixture(scope="module", autouse=True)
def catalogues() -> Iterator[None]:
    hatch_build.compile_catalogues()
    yield
    i18n.use("en")


class Typist:
    """Line mode."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.client = person.client
        self.mark = 0

    async def do(self, line: str, keys: str) -> None:
        self.mark = len(self.person.lines)
        await self.person.type(line)

    def said(self) -> str:
        return "\n".join(self.person.lines[self.mark :])

    async def play(self) -> None:
        await self.person.type("p 1")

    def asked(self) -> bool:
        question = self.person.question
        return question is not None and self.person.face.number == question.number

    async def until(self, true: Any) -> None:
        await self.person.until(true)


class Viewer:
    """The full screen at 120x40, without a terminal; all that was on it since the last key."""

    def __init__(self, at: Evening, person: Person) -> None:
        self.client = person.client
        self.face = Face(StillWorld(), Prefs(hold=0.0), level="easy")
        self.texts: list[str] = []
        self.logged = 0
        facts = HostFacts(at.host.name, at.host.words, at.host.identity.public)
        attach(self.face, person.client, facts)
        self.face.size = (120, 40)

    async def do(self, line: str, keys: str) -> None:
        self.logged, self.texts = len(self.face.log), []
        for word in re.findall(r'"[^"]*"|\S+', keys):
            if word.startswith('"'):
                for char in word[1:-1]:
                    self.face.key("space" if char == " " else char)
            elif word.startswith("Down:"):
                await self._down_to(word[5:])
            else:
                self.face.key(self._key(word))
            self.look()
            await asyncio.sleep(0.002)
        await asyncio.sleep(0.01)
        self.look()

    async def _down_to(self, option: str) -> None:
        for _ in range(100):
            model = self.face.overlays[-1].model()
            assert model.cursor is not None
            if option in model.help:
                return
            self.face.key("down")
        raise AssertionError(f"no option {option} in the form")

    @staticmethod
    def _key(word: str) -> str:
        if word.startswith(("Ctrl+", "Alt+")):
            return ("c-" if word[0] == "C" else "a-") + word[-1].lower()
        return WORDS.get(word.lower(), word) if len(word) > 1 else word

    def look(self) -> None:
        """Take down what is on the screen."""
        if self.face.overlays:
            self.texts += [row.text for row in self.face.overlays[-1].model().rows]
        self.texts += [self.face.note, draw(self.face.snapshot(), Theme(), 120, 40).text()]

    def said(self) -> str:
        self.look()
        return "\n".join([*self.texts, *(line.text for line in list(self.face.log)[self.logged :])])

    async def play(self) -> None:
        while self.face.overlays:
            self.face.key("escape")
        self.face.key("right")
        self.face.key("enter")

    def asked(self) -> bool:
        return self.face.question is not None

    async def until(self, true: Any) -> None:
        while not true():
            self.look()
            await asyncio.sleep(0.001)


def pattern(message: str) -> re.Pattern[str]:
    """A message in the language of the run, any value for its placeholders; also its plural forms."""
    forms = set()
    for one in message.split(" || "):
        forms |= {i18n.tr(one), *(i18n._catalogue.ngettext(_singular(one), one, n) for n in (1, 2, 5))}
    return re.compile("|".join(re.sub(r"%\\\(\w+\\\)[+]?[sd]", ".+?", re.escape(form)) for form in forms))


def _singular(many: str) -> str:
    return many.replace("cards to pass", "card to pass").replace("tricks.", "trick.").replace("tricks, p", "trick, p")


async def run(lines: list[str], face: str) -> None:
    game, facts = lines[0].split()[1], dict(part.split("=") for part in lines[0].split()[2:])
    options = dict(part.split(":") for part in facts.get("options", "").split(",") if part)
    values = {name: int(value) for name, value in options.items()}
    seed = SEEDS.get(facts["seed"]) or int(facts["seed"])
    async with evening(game, seed, options=values, bots=int(facts.get("bots", 0))) as at:
        person = await at.person("Anna")
        me: Typist | Viewer = Typist(person)
        if face == "screen":
            person.task.cancel()
            await asyncio.gather(person.task, return_exceptions=True)
            person.task = asyncio.create_task(asyncio.Event().wait())  # type: ignore[arg-type]
            me = Viewer(at, person)
        for line in lines[1:]:
            print(line)
            await _step(me, line)


async def _step(me: Typist | Viewer, line: str) -> None:
    kind, _, rest = line.partition(" ")
    if kind == ">":
        typed, keys = (part.strip() for part in rest.split("|"))
        await me.do(typed, keys)
    elif kind == "<":
        wanted = pattern(rest)
        await me.until(lambda: wanted.search(me.said()))
    elif kind == "wait":
        await me.until(lambda: me.asked() and _phase(me) is PHASES[rest])
    elif kind == "still":
        await asyncio.sleep(0.02)
        assert _phase(me) is PHASES[rest]
    else:
        await _play(me, whole=kind == "playout")


def _phase(me: Typist | Viewer) -> Phase | None:
    at = me.client.at
    return at.question.prompt.phase if at is not None and at.question is not None else None


async def _play(me: Typist | Viewer, *, whole: bool) -> None:
    """Cards until the deal is scored, or one."""
    at = me.client.at
    assert at is not None
    assert at.match is not None
    deals = len(at.match.deals)
    if isinstance(me, Typist):
        me.mark = len(me.person.lines)
    else:
        me.logged, me.texts = len(me.face.log), []

    def scored() -> bool:
        return at.match is not None and (len(at.match.deals) > deals or at.match.over)

    while not scored():
        await me.until(lambda: scored() or (me.asked() and _phase(me) is Phase.PLAYING))
        if scored():
            return
        tricks = len(at.view.tricks) if at.view is not None else 0
        number = at.question.number if at.question is not None else -1
        await me.play()
        await me.until(lambda: scored() or at.question is None or at.question.number != number)  # noqa: B023
        if not whole:
            await me.until(lambda: scored() or (at.view is not None and len(at.view.tricks) > tricks))  # noqa: B023
            return


@pytest.fixture(autouse=True)
def _no_leisure(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots leave nobody time to think."""
    monkeypatch.setattr("p2pcards.net.consent.LEISURE", 0.0)


@pytest.mark.parametrize("language", i18n.LANGUAGES)
@pytest.mark.parametrize("face", ["line", "screen"])
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_scenario(file: Path, face: str, language: str) -> None:
    i18n.use(language)
    lines = [line for line in file.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    asyncio.run(run(lines, face))
