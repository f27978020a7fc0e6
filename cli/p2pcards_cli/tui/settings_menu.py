"""The settings of the full screen as a menu."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..say.i18n import N_, tr
from .overlays import Item, Menu
from .prefs import HOLDS
from .widgets.hand.order import ORDER_WORDS, ORDERS

if TYPE_CHECKING:
    from .face import Face

SUIT_SETS = (
    ("four", N_("four colours")),
    ("two", N_("two colours")),
    ("blind", N_("for colour blindness")),
    ("none", N_("no colours")),
)


def settings(face: Face) -> None:
    """Everything a person can set; Left and Right change it at once."""

    def cycle(name: str, values: tuple[Any, ...]) -> Callable[[int], None]:
        def adjust(by: int) -> None:
            now = getattr(face.prefs, name)
            place = values.index(now) if now in values else 0
            face.set(**{name: values[(place + by) % len(values)]})

        return adjust

    def flag(name: str) -> str:
        return tr("yes") if getattr(face.prefs, name) else tr("no")

    def hold() -> str:
        if face.prefs.hold < 0:
            return tr("until a key")
        return tr("%(n)g s", n=face.prefs.hold) if face.prefs.hold else tr("not at all")

    def items() -> list[Item]:
        both = (False, True)
        words = dict(SUIT_SETS)
        told = (tr("my turn and results"), tr("plays and bids too"), tr("everything"))
        return [
            Item(
                tr("Order of my cards"),
                value=tr(ORDER_WORDS[face.prefs.order]),
                adjust=cycle("order", tuple(ORDERS)),
                keep=True,
            ),
            Item(tr("A finished trick stays"), value=hold(), adjust=cycle("hold", HOLDS), keep=True),
            Item(
                tr("Colours of the suits"),
                value=tr(words[face.prefs.suits]),
                adjust=cycle("suits", tuple(words)),
                keep=True,
            ),
            Item(tr("Letters instead of symbols"), value=flag("ascii"), adjust=cycle("ascii", both), keep=True),
            Item(tr("My last card plays itself"), value=flag("last"), adjust=cycle("last", both), keep=True),
            Item(tr("Enter twice to play a card"), value=flag("guard"), adjust=cycle("guard", both), keep=True),
            Item(tr("Bell on my turn"), value=flag("bell"), adjust=cycle("bell", both), keep=True),
            Item(tr("Mouse"), value=flag("mouse"), adjust=cycle("mouse", both), keep=True),
            Item(tr("Messages"), value=told[face.prefs.verbosity], adjust=cycle("verbosity", (0, 1, 2)), keep=True),
        ]

    face.open(Menu(tr("Settings"), items, foot=tr("Left and Right change it, Esc closes.")))
