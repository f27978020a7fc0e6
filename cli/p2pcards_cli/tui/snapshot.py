"""Everything that is on the screen at one moment, frozen. `draw` needs nothing else."""

from __future__ import annotations

from dataclasses import dataclass

from .widgets.hand.presenter import HandModel
from .widgets.home.presenter import HomeModel
from .widgets.overlay.model import OverlayModel
from .widgets.pane.view import LogLine
from .widgets.room.presenter import RoomModel
from .widgets.table.presenter import TableModel


@dataclass(frozen=True, slots=True)
class TablePage:
    """A match: the table and my cards. ask: what I am asked; choices: for bids, games and looking: (text, chosen).
    how: how it is answered, where there is room."""

    table: TableModel
    hand: HandModel
    ask: str = ""
    choices: tuple[tuple[str, bool], ...] = ()
    mine: bool = False
    field: str | None = None
    how: str = ""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """page; overlay over it; note: the answer to the last key; log and chat; back: messages scrolled back in the log;
    typed: a line being typed at the bottom (chat), with its label and cursor; hints: (key, what it does)."""

    page: TablePage | RoomModel | HomeModel
    overlay: OverlayModel | None = None
    note: str = ""
    log: tuple[LogLine, ...] = ()
    chat: tuple[LogLine, ...] = ()
    unread: int = 0
    back: int = 0
    typed: str | None = None
    at: int = 0
    label: str = ""
    hints: tuple[tuple[str, str], ...] = ()
    link: str = ""
