"""Line mode with keys: what each key does. Most are commands of line mode without Enter; the others select and decide
(`keyhand`), offer numbered choices, or begin a line that is typed and ended with Enter."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from ..keynames import key_word, plain_key
from ..present.lobby import lobby_lines, may_start
from ..say.i18n import tr
from .keyhand import KeyHand
from .keymap import KEYS, key_lines
from .keymenus import Choice, seat_choices, vote_choices
from .typist import Typist
from .verbs_requests import answer

if TYPE_CHECKING:
    from .face import Face


class Keyboard:
    """The keys of one person in line mode."""

    def __init__(self, face: Face) -> None:
        self.face = face
        self.hand = KeyHand(face)
        self._typist: Typist | None = None
        self._typed_for: Callable[[str], Awaitable[None]] | None = None
        self._menu: tuple[Choice, ...] = ()

    async def press(self, key: str) -> None:
        """Deal with a key."""
        face = self.face
        if self._typist is not None:
            await self._type(key)
        elif self._menu:
            await self._choose(key)
        else:
            self.hand.forget()
            key = plain_key(key, shifted=True)
            if face.confirm is not None and key.lower() in ("y", "n", tr("y"), tr("n")):
                await face.do(key)
            elif key == "R" and face.playing:
                await face.do("r")
            elif key in KEYS and (line := KEYS[key].line):
                await face.do(line)
            elif key in DO:
                await DO[key](self)
            elif not (key.isdecimal() and await self._digit(key)):
                face.say(tr("%(key)s does nothing here. ? shows all keys.", key=key_word(key)))

    async def enter(self) -> None:
        """Answer what I am asked; before a match, start it or be ready."""
        if self.face.client.at is None:
            self.face.say(tr("Press the number of a table, or : to type a command, for example new hearts."))
        elif self.face.playing:
            await self.hand.enter()
        else:
            await self._start()

    async def _start(self) -> None:
        """Start, or say that I am ready; after a match that takes a yes."""
        face = self.face
        at = face.client.at
        assert at is not None
        mine = next((seat for seat in at.info.seats if seat.seat == at.seat), None)

        async def go() -> None:
            await face.do("start" if may_start(at.info, at.seat) else "ready no" if mine and mine.ready else "ready")

        if at.seat is None:
            await self.seats()
        elif at.referee is not None:
            face.ask(tr("Another match?"), go)
        else:
            await go()

    async def _digit(self, key: str) -> bool:
        """A digit takes a table of the list, where there is none yet. Whether it meant something."""
        if self.face.client.at is None:
            await self.face.do(key)
            return True
        return await self.hand.digit(key)

    def give_up(self) -> None:
        """Drop the line that is being typed and the menu that is open."""
        self.face.output.end_echo()
        self._typist, self._menu = None, ()

    # -- menus and lines ----------------------------------------------------------------------------------------------

    def offer(self, menu: tuple[Choice, ...]) -> None:
        """Numbered lines to choose from."""
        self._menu = menu
        for number, choice in enumerate(menu, 1):
            self.face.say(tr("%(number)d: %(text)s", number=number, text=choice.text))
        self.face.say(tr("Press a number, or Esc for none."))

    async def _choose(self, key: str) -> None:
        menu, self._menu = self._menu, ()
        if key.isdecimal() and 1 <= int(key) <= len(menu):
            chosen = menu[int(key) - 1]
            if chosen.more:
                self.offer(chosen.more)
            else:
                await self.face.do(chosen.line)
        else:
            self.face.say(tr("Nothing chosen."))

    async def seats(self) -> None:
        """D: sit, change seat, add or remove a bot."""
        at = self.face.client.at
        if at is None or self.face.playing:
            await self.face.do("t")
            return
        self.offer(seat_choices(at.info, at.seat))

    async def vote(self) -> None:
        """Z: vote about who is away, or put somebody out."""
        found = vote_choices(self.face)
        if found:
            self.offer(found)
        else:
            self.face.say(tr("There is nothing to vote about."))

    def ask_line(self, question: str, then: Callable[[str], Awaitable[None]], *, secret: bool = False) -> None:
        """Ask for a line that Enter ends and Esc gives up. secret: a password."""
        self.face.say(question)
        self._typist, self._typed_for = Typist(self.face.output, secret=secret), then

    async def _type(self, key: str) -> None:
        typist = self._typist
        assert typist is not None
        if not typist.key(key):
            return
        then, self._typist, self._typed_for = self._typed_for, None, None
        if typist.text is None:
            self.face.say(tr("Not done."))
        elif then is not None and (typist.text.strip() or typist.secret):
            await then(typist.text)

    async def chat(self) -> None:
        """/: say something to the table."""
        self.ask_line(tr("Say something to the table, then Enter."), lambda text: self.face.do("say " + text))

    async def command(self) -> None:
        """: any command of line mode, typed and ended with Enter."""
        self.ask_line(tr("Type a command, then Enter. ? tells all of them."), self.face.do)

    async def verbosity(self) -> None:
        """M: tell more or less."""
        await self.face.do(f"m {(self.face.verbosity + 1) % 3}")

    async def help(self) -> None:
        """?: all keys."""
        self.face.output.lines(key_lines())

    async def where(self) -> None:
        """T: whose turn; before a match, the table."""
        face = self.face
        if face.playing or face.lobby is None:
            await face.do("t")
        else:
            face.output.lines(lobby_lines(face.lobby, None if face.client.at is None else face.client.at.seat))


DO: dict[str, Callable[[Keyboard], Awaitable[None]]] = {
    "enter": Keyboard.enter,
    "left": lambda keyboard: keyboard.hand.arrow(-1, suits=False),
    "right": lambda keyboard: keyboard.hand.arrow(1, suits=False),
    "up": lambda keyboard: keyboard.hand.arrow(-1, suits=True),
    "down": lambda keyboard: keyboard.hand.arrow(1, suits=True),
    "home": lambda keyboard: keyboard.hand.end(False),
    "end": lambda keyboard: keyboard.hand.end(True),
    "space": lambda keyboard: keyboard.hand.pick(),
    "backspace": lambda keyboard: keyboard.hand.backspace(),
    "b": lambda keyboard: keyboard.hand.bid(),
    "d": Keyboard.seats,
    "z": Keyboard.vote,
    "t": Keyboard.where,
    "j": lambda keyboard: answer(keyboard.face, ""),
    "/": Keyboard.chat,
    ":": Keyboard.command,
    "m": Keyboard.verbosity,
    "?": Keyboard.help,
}

__all__ = ["DO", "Keyboard"]
