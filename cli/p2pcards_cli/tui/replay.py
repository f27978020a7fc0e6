"""A finished match on the screen: forwards and backwards, from any chair, with all the hands."""

from __future__ import annotations

from collections.abc import Sequence

from p2pcards.table import event as table
from p2pcards.verify import Report

from ..exits import Exit
from ..keynames import key_word
from ..present.replay import Step, hands_lines
from ..present.sheet import why_lines
from ..present.sight import Sight
from ..present.verdict import names_of, report_lines
from ..say.i18n import tr
from ..say.people import Names
from ..settings import Settings
from .face import Face
from .overlays import Reading
from .panels import sheet
from .snapshot import Snapshot, TablePage
from .widgets.hand.presenter import present_hand
from .widgets.overlay.model import Row
from .widgets.pane.view import LogLine
from .widgets.table.presenter import Shown, present_table

SHOWN = 200


class ReplayFace(Face):
    """A face whose table is a step of a finished match. at: the number of the step; chair: the seat at the bottom."""

    def begin(self, report: Report, steps: Sequence[Step], *, inside: bool = False) -> None:
        """Take the match; it starts at its first step. inside: Q goes back to where one was."""
        self.inside = inside
        self.report = report
        self.steps = tuple(steps)
        self.names = names_of(report)
        self.at = 0
        self.chair = 0

    @property
    def step(self) -> Step:
        """The step that is shown."""
        return self.steps[self.at]

    @property
    def sight(self) -> Sight | None:
        """The table at this step, from the chosen chair."""
        match = self.step.match
        return Sight(match.rules, Names(self.names.names), self.chair, self.step.view, match)

    def key(self, key: str) -> None:
        """Steps, tricks and deals; chairs; sheets."""
        self.note = ""
        if self.overlays:
            box = self.overlays[-1]
            taken = box.key(key, self.size)
            self.close(box)
            if taken:
                self.world.redraw()
                return
        self._press(key if len(key) > 1 else key.lower())
        self.world.redraw()

    def clicked(self, what: tuple[str, int]) -> None:
        """Nothing to click on."""

    def snapshot(self) -> Snapshot:
        """What is drawn."""
        step, sight = self.step, self.sight
        assert sight is not None
        shown = Shown(step.laid, step.winner, len(step.view.tricks) + (step.winner is None) if step.view else 0)
        log = [LogLine(line) for one in self.steps[max(0, self.at - SHOWN) : self.at + 1] for line in one.lines]
        told = " ".join(step.lines) if len(step.lines) == 1 else ""
        where = tr("step %(n)d of %(all)d", n=self.at + 1, all=len(self.steps))
        page = TablePage(
            present_table(sight, shown),
            present_hand(sight, None, None, 0, self.prefs.order),
            ask=" ".join(text for text in (told, f"({where})", self._whose()) if text),
            mine=False,
        )
        return Snapshot(
            page,
            overlay=self.overlays[-1].model() if self.overlays else None,
            note=self.note,
            log=tuple(log),
            back=0,
            hints=() if self.overlays else tuple((key_word(key), text) for key, text in self._bottom()),
        )

    def _whose(self) -> str:
        """Whose cards those below the table are."""
        return tr("Below: %(name)s.", name=self.names.who(self.chair))

    def _press(self, key: str) -> None:
        if key in ("right", "enter", "space"):
            self._go(self.at + 1)
        elif key in ("left", "backspace"):
            self._go(self.at - 1)
        elif key in ("down", "up"):
            self._seek(table.TrickTaken, 1 if key == "down" else -1)
        elif key in ("pagedown", "pageup"):
            self._seek(table.DealStarted, 1 if key == "pagedown" else -1)
        elif key in ("home", "end"):
            self._go(0 if key == "home" else len(self.steps) - 1)
        elif key in ("tab", "d"):
            self.chair = (self.chair + 1) % len(self.names.names)
        elif key == "h" and self.step.view is not None:
            view = self.step.view
            self.open(Reading(tr("All hands"), lambda: [Row(text) for text in hands_lines(view, self.names)]))
        elif key in ("s", "w"):
            self._sheet(why=key == "w")
        elif key == "y":
            self.open(Reading(tr("Checks"), lambda: [Row(text) for text in report_lines(self.report)], wide=True))
        elif key in ("q", "escape", "c-c"):
            self.leave(Exit.OK if self.report.ok else Exit.NOT_VERIFIED)
        elif key in ("?", "f1"):
            rows = [Row(text, key=key_word(name)) for name, text in self._hints()]
            self.open(Reading(tr("Keys"), lambda: rows))
        else:
            self.say(tr("%(key)s does nothing here. ? shows all keys.", key=key_word(key)))

    def _go(self, place: int) -> None:
        self.at = max(0, min(len(self.steps) - 1, place))

    def _seek(self, kind: type, by: int) -> None:
        place = self.at + by
        while 0 <= place < len(self.steps) and not isinstance(self.steps[place].event, kind):
            place += by
        self._go(place)

    def _sheet(self, *, why: bool) -> None:
        sight = self.sight
        if sight is None:
            return
        scored = Sight(sight.rules, self.names, None, None, self.step.match)
        if why:
            self.open(Reading(tr("Why this score"), lambda: [Row(text) for text in why_lines(scored)]))
        else:
            self.open(Reading(tr("Score sheet"), lambda: sheet(scored, self.size[0]), wide=True))

    def _bottom(self) -> tuple[tuple[str, str], ...]:
        """The keys for the bottom row: help and the way out before what may not fit."""
        hints = self._hints()
        return (*hints[:3], ("?", tr("help")), hints[-1], *hints[3:-1])

    def _hints(self) -> tuple[tuple[str, str], ...]:
        return (
            ("right", tr("on")),
            ("left", tr("back")),
            ("down", tr("next trick")),
            ("pagedown", tr("next deal")),
            ("d", tr("other chair")),
            ("h", tr("all hands")),
            ("s", tr("score")),
            ("w", tr("why")),
            ("y", tr("verify")),
            ("q", tr("close") if self.inside else tr("quit")),
        )


async def show(settings: Settings, report: Report, steps: Sequence[Step]) -> int:
    """The full screen until the person leaves; returns the exit code."""
    from .run import make_app

    def face_of(face: Face) -> Face:
        made = ReplayFace(face.world, face.prefs, colour=face.colour, force_ascii=face.force_ascii)
        made.begin(report, steps)
        return made

    return await make_app(settings, None, wrap=face_of).run()
