"""Line mode: one loop over what the client tells, what is typed and what the system signals, in the order in which it
comes. Nothing is done twice at a time, so no answer can meet another question than the one that was read."""

from __future__ import annotations

import asyncio
import difflib
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from p2pcards_protocol.message import TableInfo

from p2pcards.errors import P2PCardsError
from p2pcards.net.client import Client

from ..exits import Exit
from ..present.invite import HostFacts
from ..present.leaving import loss, twice
from ..present.sight import Sight
from ..present.told import Line, Teller
from ..say.errors import error_sentence
from ..say.i18n import tr
from .command import BY_NAME, split
from .events import PlainEars
from .inputs import Input, Own, Pressed, Reached, Signalled, Typed
from .output import Output
from .unseen import typed_line
from .verbs import VERBS
from .words import is_card

if TYPE_CHECKING:
    from .keyboard import Keyboard


@dataclass
class Face:
    """One person in line mode.

    verbosity: 0..2. level: of bots that are added. number: of the question that was told. keyboard: where keys are
    pressed instead of lines typed. answer: what takes the next typed line, whatever it is. unseen: what keeps the
    terminal from showing what is typed; hidden: holds it while a secret is typed.
    """

    client: Client
    output: Output
    host: HostFacts
    verbosity: int = 2
    level: str = "normal"
    inputs: asyncio.Queue[Input | None] = field(default_factory=asyncio.Queue)
    teller: Teller = field(default_factory=Teller)
    number: int = -1
    message: list[str] = field(default_factory=list)
    muted: bool = False
    lobby: TableInfo | None = None
    behind: bool = False
    code: int | None = None
    listing: tuple[TableInfo, ...] = ()
    confirm: tuple[Callable[[], Awaitable[None]], Callable[[], Awaitable[None]] | None] | None = None
    answer: Callable[[str], Awaitable[None]] | None = None
    nudged: float = float("-inf")
    voting: int | None = None
    unverified: bool = False
    secret: bytes = b""
    held: list[Own] = field(default_factory=list)
    keyboard: Keyboard | None = None
    unseen: Callable[[], AbstractContextManager[None]] = nullcontext
    hidden: ExitStack = field(default_factory=ExitStack)
    _interrupted: bool = False

    def __post_init__(self) -> None:
        self.ears = PlainEars(self)

    # -- the loop -----------------------------------------------------------------------------------------------------

    async def run(self) -> int:
        """Until somebody leaves; returns the exit code."""
        pump = asyncio.create_task(self._pump())
        try:
            while self.code is None:
                item = await self.inputs.get()
                if item is None:
                    break
                await self._take(item)
                if self.output.closed:
                    break
        finally:
            pump.cancel()
            await asyncio.gather(pump, return_exceptions=True)
        if self.code is None:
            self.code = Exit.OK
        return Exit.NOT_VERIFIED if self.code == Exit.OK and self.unverified else self.code

    async def _pump(self) -> None:
        async for event in self.client.events():
            self.inputs.put_nowait(event)
        self.inputs.put_nowait(None)

    def typed(self, line: str | None) -> None:
        """A line was typed (None: end of input). For the reader thread's callback and for tests."""
        self.inputs.put_nowait(Typed(line))

    def pressed(self, key: str) -> None:
        """A key was pressed."""
        self.inputs.put_nowait(Pressed(key))

    def signalled(self, number: int) -> None:
        """A signal came."""
        self.inputs.put_nowait(Signalled(number))

    async def _take(self, item: Input) -> None:
        if isinstance(item, Typed):
            self._interrupted = False
            await self._typed(item.line)
        elif isinstance(item, Pressed) and item.key == "c-c" and self.keyboard is not None:
            self.keyboard.give_up()
            self._signal(2)
        elif isinstance(item, Pressed):
            self._interrupted = False
            if self.keyboard is not None:
                await self.guarded(self.keyboard.press(item.key))
        elif isinstance(item, Signalled):
            self._signal(item.number)
        elif isinstance(item, Reached):
            item.done()
        else:
            self.ears.hear(item)
            at = self.client.at
            if self.behind and self.inputs.empty() and at is not None and not at.asking_since:
                self.ears.caught_up()

    async def _typed(self, line: str | None) -> None:
        if line is None:
            self.output.line(" ".join((tr("End of input."), loss(self))))
            self.code = Exit.OK
            return
        if self.answer is not None:
            then, self.answer = self.answer, None
            self.hidden.close()
            await self.guarded(then(line))
        elif line.strip():
            await self.guarded(self.do(line))

    async def guarded(self, work: Awaitable[None]) -> None:
        """Carry something out; what goes wrong is said, and is never the end of the program."""
        try:
            await work
        except P2PCardsError as error:
            self.output.line(error_sentence(error))
        except ValueError as error:  # a transcript or a number that cannot be read
            self.output.line(tr("It did not work: %(text)s", text=str(error)))

    async def do(self, line: str) -> None:
        """Carry out what was typed."""
        if self.confirm is not None:
            (then, otherwise), self.confirm = self.confirm, None
            if line.strip().lower() in ("y", "yes", tr("y"), tr("yes")):
                await then()
                return
            if line.strip().lower() in ("n", "no", tr("n"), tr("no")):
                if otherwise is None:
                    self.output.line(tr("Not done."))
                else:
                    await otherwise()
                return
        command, word, rest = split(line)
        if command is None:
            if word.isdecimal() and self.client.at is None:
                await VERBS["join"](self, word)
                return
            self.output.line(self._unknown(word, line))
            return
        await VERBS[command.key](self, rest)

    def _unknown(self, word: str, line: str) -> str:
        if self.playing and is_card(line):
            return tr("To play it, type: p %(card)s", card=line.strip()[:30])
        near = difflib.get_close_matches(word.lower(), [name for name in BY_NAME if len(name) > 2], n=1)
        if near:
            return tr("There is no command %(name)s. Did you mean %(near)s?", name=word[:30], near=near[0])
        return tr("There is no command %(name)s. Type ? for help.", name=word[:30])

    def _signal(self, number: int) -> None:
        if number != 2:
            self.code = 128 + number
        elif self._interrupted:
            self.code = Exit.INTERRUPTED
        else:
            self._interrupted = True
            self.output.line(twice(self))

    # -- what verbs and events use ------------------------------------------------------------------------------------

    @property
    def sight(self) -> Sight | None:
        """The table as it is now, None without one, or where its rules are not known here."""
        return None if self.client.at is None else Sight.known(self.client.at)

    @property
    def sitting(self) -> bool:
        """Whether I have a seat at a table."""
        return self.client.at is not None and self.client.at.seat is not None

    @property
    def playing(self) -> bool:
        """Whether a match is under way at my table."""
        at = self.client.at
        return at is not None and at.referee is not None and not at.referee.ended

    def say(self, text: str) -> None:
        """An answer to what was typed."""
        self.output.line(text)

    def now(self) -> float:
        """Seconds that only go up."""
        return time.monotonic()

    def alert(self) -> None:
        """It is my turn: the bell, if it is on."""
        self.output.ring()

    def tell(self, lines: Sequence[Line], kind: str = "") -> None:
        """Something that happened: told if it is of this verbosity, and kept for `r`. Its kind is for eyes."""
        heard = [line.text for line in lines if line.level <= self.verbosity]
        if heard:
            self.message = heard
            self.output.lines(heard)

    def tell_text(self, text: str, kind: str = "", level: int = 0) -> None:
        """One sentence that happened."""
        if text:
            self.tell([Line(level, text)])

    def ask(
        self,
        question: str,
        then: Callable[[], Awaitable[None]],
        otherwise: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        """A question that y or n answers."""
        self.confirm = then, otherwise
        self.output.line(tr("%(question)s y or n", question=question))

    def ask_secret(self, question: str, then: Callable[[str], Awaitable[None]]) -> None:
        """A question whose answer nobody sees or hears: the next line, "" for none."""
        if self.keyboard is not None:
            self.keyboard.ask_line(question, then, secret=True)
            return

        async def heard(line: str) -> None:
            if line:
                self.output.line(typed_line(len(line)))
            await then(line)

        self.answer = heard
        self.output.line(question)
        self.hidden.enter_context(self.unseen())

    async def wait_for_table(self, ref: str) -> None:
        """Until the host has told of a table that was just made; what comes meanwhile is heard as ever."""
        while all(info.table != ref for info in self.client.tables) and self.code is None:
            item = await self.inputs.get()
            if item is None:
                self.inputs.put_nowait(None)
                return
            if isinstance(item, Typed | Pressed | Signalled | Reached):
                self.held.append(item)
            else:
                self.ears.hear(item)
        for item in self.held:
            self.inputs.put_nowait(item)
        self.held.clear()

    async def enter(self, ref: str, seat: int | None = None, *, watching: bool = False, secret: bytes = b"") -> None:
        """Sit down at a table or watch it. Raises RefusedByHost; then I am at no table."""
        secret = secret or self.secret
        try:
            if watching:
                await self.client.spectate(ref, secret=secret)
            else:
                await self.client.sit(ref, seat, secret=secret)
        except P2PCardsError:
            at = self.client.at
            if at is not None and at.ref == ref and at.seat is None:
                self.client.at = None
            raise

    def found(self) -> None:
        """The tables, when there is no table yet."""
        from ..present.lobby import table_lines

        self.listing = self.client.tables
        self.tell([Line(0, text) for text in table_lines(self.listing)])


__all__ = ["Face", "HostFacts", "Reached", "Signalled", "Typed"]
