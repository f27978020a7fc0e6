"""What keys and clicks do, page by page. A key that means nothing gets a short hint, and never plays a card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...keynames import key_word
from ...say.i18n import tr
from ..keys import find
from . import common, decide, home, room, select, table

if TYPE_CHECKING:
    from ..face import Face

PAGES = {"table": table.DO, "room": room.DO, "home": home.DO}


def press(face: Face, key: str) -> None:
    """A key that no box has taken."""
    where = face.where
    binding = find(key, where)
    if binding is None:
        if where == "table" and select.digit(face, key):
            return
        face.say(tr("%(key)s does nothing here. ? shows all keys.", key=key_word(key)))
        return
    act = PAGES[where].get(binding.do) or common.DO.get(binding.do)
    if act is not None:
        act(face)
    elif where == "table":
        select.digit(face, binding.do)


def click(face: Face, name: str, number: int) -> None:
    """A click on the page."""
    if name == "card":
        decide.click_card(face, number)
    elif name == "choice":
        decide.click_choice(face, number)
    elif name == "seat":
        room.click_seat(face, number)
    elif name == "home":
        home.click_row(face, number)
    elif name.startswith("key:"):
        for do_page in (PAGES[face.where], common.DO):
            for do, act in do_page.items():
                if any(key_word(each) == name[4:] for each in common.keys_of(do, face.where)):
                    act(face)
                    return


__all__ = ["click", "press"]
