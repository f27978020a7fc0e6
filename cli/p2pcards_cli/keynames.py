"""Keys by name, the same for the full screen and for line mode.

They are named as prompt_toolkit names them ("left", "c-l", "f1"), letters by themselves; Alt is "a-". Letters work with
Caps Lock on. English letters work in every language, and on a Russian keyboard the letter that stands in the same place
does.
"""

from __future__ import annotations

from .say.i18n import N_, tr

NAMES = {
    "c-m": "enter",
    "c-j": "enter",
    "c-h": "backspace",
    "c-i": "tab",
    "s-tab": "up",
    " ": "space",
    "<sigint>": "c-c",
}
"""What prompt_toolkit calls otherwise."""

RUSSIAN = dict(zip("йцукенгшщзхъфывапролджэячсмитьбю.", "qwertyuiop[]asdfghjkl;'zxcvbnm,./", strict=True))

KEY_WORDS = {
    "enter": N_("Enter"),
    "left": N_("Left"),
    "right": N_("Right"),
    "up": N_("Up"),
    "down": N_("Down"),
    "home": N_("Home"),
    "end": N_("End"),
    "space": N_("Space"),
    "tab": N_("Tab"),
    "pageup": N_("PgUp"),
    "pagedown": N_("PgDn"),
    "escape": N_("Esc"),
    "R": N_("Shift+R"),
}


def plain_key(key: str, *, shifted: bool) -> str:
    """A key without Caps Lock, and as on an English keyboard. shifted: whether R means something else than r."""
    if len(key) != 1:
        return key
    key = RUSSIAN.get(key.lower(), key) if not key.isascii() else key
    return key.lower() if key.isalpha() and not (shifted and key == "R") else key


def key_word(key: str) -> str:
    """A key as people call it."""
    if key in KEY_WORDS:
        return tr(KEY_WORDS[key])
    if key.startswith("c-"):
        return "Ctrl+" + key[2:].upper()
    if key.startswith("a-"):
        return "Alt+" + key[2:].upper()
    return key.upper()
