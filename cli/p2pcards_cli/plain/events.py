"""What only line mode says to an event of the client: whole states in sentences, and what to type next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from p2pcards.net import client_events as come

from ..present.cards import hand_line, table_line
from ..present.ears import Ears
from ..present.lobby import new_rows
from ..present.sight import Sight
from ..present.told import Line
from ..say.i18n import tr

if TYPE_CHECKING:
    from p2pcards_protocol.message import TableInfo

    from .face import Face


class PlainEars(Ears):
    """The ears of line mode."""

    face: Face

    def tables(self, event: come.TablesChanged) -> None:
        face = self.face
        if face.client.at is not None or face.client.tables == face.listing:
            return
        before, face.listing = face.listing, face.client.tables
        if [info.table for info in before] != [info.table for info in face.listing]:
            face.found()
        else:
            face.tell([Line(0, text) for text in new_rows(before, face.listing)])

    def table_changed(self, info: TableInfo, news: Sequence[str], *, arrived: bool) -> None:
        self.face.tell([Line(0, text) for text in news])

    def began(self, event: come.Started) -> None:
        self.face.number = -1

    def asked(self, event: come.Asked) -> None:
        face, sight = self.face, self.face.sight
        assert sight is not None
        face.number = event.number
        face.tell(face.teller.ask(event.prompt, sight, keys=face.keyboard is not None))
        face.alert()

    def said(self, name: str, text: str, *, mine: bool) -> None:
        if not mine:
            self.face.tell_text(tr("%(name)s says: %(text)s", name=name, text=text), level=2)

    def standing(self, sight: Sight) -> list[str]:
        return [hand_line(sight), table_line(sight)]

    def stands(self, lines: list[str]) -> None:
        if lines != self.face.message:  # it may come in several pieces, the last of which change nothing that is told
            super().stands(lines)

    def voting(self) -> None:
        keys = self.face.keyboard is not None
        self.face.tell_text(tr("Press Z to vote.") if keys else tr("Type vote and your choice."))

    def requested(self) -> None:
        keys = self.face.keyboard is not None
        self.face.tell_text(tr("Do you agree? Press J.") if keys else tr("Do you agree? Type yes or no."))

    def no_table(self) -> None:
        self.face.found()

    def saved(self, event: come.Saved) -> None:
        keys = self.face.keyboard is not None
        self.face.tell_text(
            tr("Enter: another match. Q: quit.")
            if keys
            else tr("Type start or ready for another match, quit to end the program.")
        )

    def ended(self, text: str, code: int) -> None:
        self.face.code = code
