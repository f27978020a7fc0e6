"""The state of the screen and what changes it. No prompt_toolkit here: keys come in by name, a snapshot goes out.

One thing at a time on one event loop: an event, a key, a timer. A question is answered under the number under which it
was shown, so a key typed for an old question can never answer a new one; and with every question what was selected,
picked or typed for the one before is gone.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from p2pcards.cards.card import Card, CardSet
from p2pcards.errors import P2PCardsError
from p2pcards.rules.phases import Prompt

from ..exits import Exit, Failure
from ..present.sight import Sight
from ..present.told import Line, Teller
from ..say.errors import error_sentence
from ..say.i18n import tr
from . import incoming
from .line import LineEdit
from .overlays import Overlay
from .prefs import Prefs
from .widgets.pane.view import LogLine
from .widgets.table.presenter import Shown
from .world import World

if TYPE_CHECKING:
    from p2pcards_protocol.message import TableInfo

    from p2pcards.net.client import Client
    from p2pcards.net.client_events import Asked, ClientEvent

    from ..present.invite import HostFacts
    from .lounge import Lounge
    from .snapshot import Snapshot

KEPT = 600
"""Messages that are kept to scroll back to."""


@dataclass
class Face:
    """One person at the full screen. client: None while no host is chosen. level: of bots that are added."""

    world: World
    prefs: Prefs = field(default_factory=Prefs)
    client: Client | None = None
    host: HostFacts | None = None
    lounge: Lounge | None = None
    level: str = "normal"
    size: tuple[int, int] = (80, 24)
    colour: bool = True
    force_ascii: bool = False
    code: int | None = None

    log: deque[LogLine] = field(default_factory=lambda: deque(maxlen=KEPT))
    talk: deque[LogLine] = field(default_factory=lambda: deque(maxlen=KEPT))
    back: int = 0
    unread: int = 0
    note: str = ""
    news: str = ""
    message: list[str] = field(default_factory=list)
    muted: bool = False
    overlays: list[Overlay] = field(default_factory=list)
    typing: LineEdit | None = None

    teller: Teller = field(default_factory=Teller)
    question: Asked | None = None
    selected: Card | None = None
    place: int = -1
    picked: CardSet = 0
    typed: str | None = None
    choice: int | None = None
    sure: Card | None = None
    shown: Shown = field(default_factory=Shown)
    holding: bool = False
    held_sight: Sight | None = None
    waiting: deque[ClientEvent] = field(default_factory=deque)
    unhold: Callable[[], None] | None = None

    lobby: TableInfo | None = None
    seat_cursor: int = 0
    home_cursor: tuple[str, ...] = ()
    busy: str = ""
    in_room: bool = False
    behind: bool = False
    voting: int | None = None
    link: str = ""
    nudged: float = float("-inf")
    interrupted: bool = False
    unverified: bool = False
    expected: tuple[str, Callable[[], None]] | None = None
    catching: Callable[[], None] | None = None
    over: Face | None = None
    """What has the screen and the keys until it leaves: the replay of a past match."""

    def __post_init__(self) -> None:
        from .hear import ScreenEars

        self.ears = ScreenEars(self)

    # -- what there is ------------------------------------------------------------------------------------------------

    @property
    def sight(self) -> Sight | None:
        """The table as it is now, None without one (or before its rules are known)."""
        at = None if self.client is None else self.client.at
        if at is None or (at.referee is None and not at.options):
            return None
        return Sight.known(at)

    @property
    def where(self) -> str:
        """The page: "home", "room" or "table"."""
        at = None if self.client is None else self.client.at
        if at is None:
            return "home"
        if at.referee is None or (at.referee.ended and self.in_room):
            return "room"
        return "table"

    @property
    def sitting(self) -> bool:
        """Whether I have a seat."""
        return self.client is not None and self.client.at is not None and self.client.at.seat is not None

    @property
    def playing(self) -> bool:
        """Whether a match is under way at my table."""
        at = None if self.client is None else self.client.at
        return at is not None and at.referee is not None and not at.referee.ended

    @property
    def prompt(self) -> Prompt | None:
        """The question on the screen, None when nothing is asked."""
        return None if self.question is None else self.question.prompt

    # -- saying -------------------------------------------------------------------------------------------------------

    def tell(self, lines: Sequence[Line], kind: str = "") -> None:
        """What happened, into the log; kept for `repeat`."""
        heard = [line.text for line in lines if line.text and line.level <= self.prefs.verbosity]
        if heard:
            self.note = "" if kind == "bad" else self.note  # "Starting." would mislead now
            self.message = heard
            self.log.extend(LogLine(text, kind) for text in heard)
            self.back += len(heard) if self.back else 0  # what is being read stays where it is
        self.world.redraw()

    def tell_text(self, text: str, kind: str = "", level: int = 0) -> None:
        """One sentence that happened."""
        self.tell([Line(level, text)], kind)

    def say(self, text: str) -> None:
        """The answer to a key: one line above the keys, gone with the next one."""
        self.note = text
        self.world.redraw()

    def fail(self, error: BaseException) -> None:
        """An error as a sentence, where it is seen and where it stays."""
        text = error_sentence(error)
        self.note = text
        self.log.append(LogLine(text, "bad"))
        self.world.redraw()

    def now(self) -> float:
        """Seconds that only go up."""
        return self.world.now()

    def alert(self) -> None:
        """It is my turn: the bell, and the window's title."""
        if self.prefs.bell:
            self.world.ring()
        self.world.title(tr("Your turn"))

    def do(self, work: Coroutine[Any, Any, Any]) -> None:
        """Carry out a request to the host; what it refuses is said."""

        async def run() -> None:
            try:
                await work
            except Failure as failure:
                self.say(failure.sentence)
            except (P2PCardsError, OSError, ValueError) as error:
                self.fail(error)
            self.world.redraw()

        self.world.spawn(run())

    def when_listed(self, ref: str, then: Callable[[], None]) -> None:
        """Do something as soon as the host has told of a table that was just made."""
        if self.client is not None and any(info.table == ref for info in self.client.tables):
            then()
        else:
            self.expected = (ref, then)

    def open(self, overlay: Overlay) -> None:
        """Put a box over the page."""
        self.overlays.append(overlay)
        self.world.redraw()

    def set(self, **values: Any) -> None:
        """Change preferences, and keep them."""
        self.prefs = self.prefs.changed(**values)
        self.world.keep(self.prefs)
        self.world.redraw()

    def snapshot(self) -> Snapshot:
        """Everything that is on the screen now."""
        from .show import snapshot

        return snapshot(self)

    def leave(self, code: int = Exit.OK) -> None:
        """End the program."""
        if self.code is None:
            self.code = Exit.NOT_VERIFIED if code == Exit.OK and self.unverified else code
            self.world.redraw()

    # -- what comes in ------------------------------------------------------------------------------------------------

    def key(self, key: str) -> None:
        """A key was pressed."""
        incoming.key(self, key)

    def paste(self, text: str) -> None:
        """Text was pasted."""
        incoming.paste(self, text)

    def clicked(self, what: tuple[str, int]) -> None:
        """A click on something."""
        incoming.clicked(self, what)

    def scroll(self, by: int) -> None:
        """The wheel: up (-1) or down (1)."""
        incoming.scroll(self, by)

    def close(self, box: Overlay) -> None:
        """Take a box away that wants to go."""
        if box.closed and box in self.overlays:
            self.overlays.remove(box)

    # -- the finished trick -------------------------------------------------------------------------------------------

    def hold(self) -> None:
        """Keep the finished trick on the screen: for some seconds, or until a key."""
        if self.prefs.hold == 0:
            return
        self.holding = True
        self.held_sight = self.sight
        if self.prefs.hold > 0:
            self.unhold = self.world.later(self.prefs.hold, self.release)

    def release(self) -> None:
        """Go on with what has happened meanwhile."""
        if not self.holding:
            return
        self.holding = False
        self.held_sight = None
        if self.unhold is not None:
            self.unhold()
            self.unhold = None
        self.clear_trick()
        while self.waiting and not self.holding:
            self.ears.hear(self.waiting.popleft())
        self.world.redraw()

    def clear_trick(self) -> None:
        """A new trick: nothing on the table, nothing selected."""
        self.shown = Shown()
        self.selected = self.sure = None

    def ask(self, asked: Asked | None) -> None:
        """Another question, or none: what was typed or picked for the last one is gone."""
        self.question = asked
        self.picked, self.typed, self.choice, self.sure = 0, None, None, None

    def answered(self, number: int) -> None:
        """The question of that number has been answered; the next one may be here already."""
        if self.question is not None and self.question.number == number:
            self.ask(None)
            self.world.title("")
