"""Messages in the reader's language, through gettext.

The English sentence is the message id. Values are named placeholders, numbers that change a word go through `trn`, and
a word that means two things gets a context (`trp`). Sentences are whole: nothing here is glued together from parts, so
a translator sees what a reader will see. A name, a colon, the nominative: no sentence agrees with a player's name.

    tr("%(name)s: %(card)s.", name=..., card=...)

Babel's keywords: tr, trn:1,2, trp:1c,2, N_, NP_:1c,2.
"""

from __future__ import annotations

import gettext
import locale
import os
from collections.abc import Iterable
from pathlib import Path

DOMAIN = "p2pcards"
LOCALES = Path(__file__).resolve().parent.parent / "locale"
LANGUAGES = ("en", "it", "es", "ru")

_catalogue: gettext.NullTranslations | None = None
_language = "en"


def use(language: str) -> str:
    """Speak this language from now on ("it", "it_IT.UTF-8"); English where there is no catalogue. Returns the code."""
    global _catalogue, _language
    code = _code(language)
    _language = code if code in LANGUAGES else "en"
    _catalogue = gettext.translation(DOMAIN, LOCALES, [_language], fallback=True)
    return _language


def known(language: str) -> bool:
    """Whether this is a language of the program."""
    return _code(language) in LANGUAGES


def _code(language: str) -> str:
    return language.replace("-", "_").partition(".")[0].partition("_")[0].lower()


def language() -> str:
    """The code of the language in use."""
    _now()
    return _language


def _now() -> gettext.NullTranslations:
    """The catalogue in use; the one that the environment asks for where nobody has chosen."""
    if _catalogue is None:
        use(os.environ.get("P2PCARDS_LANG") or system_language())
    assert _catalogue is not None
    return _catalogue


def system_language() -> str:
    """What the environment asks for; "en" when it says nothing."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        for value in os.environ.get(name, "").split(":"):
            if value and value not in ("C", "POSIX") and not value.startswith("C."):
                return value
    if os.name == "nt":
        return (locale.getlocale()[0] or "en")[:2]
    return "en"


def tr(message: str, /, **values: object) -> str:
    """A message."""
    said = _now().gettext(message)
    return said % values if values else said


def trn(one: str, many: str, n: int, /, **values: object) -> str:
    """A message whose words depend on the number n, which is its placeholder `n`."""
    return _now().ngettext(one, many, n) % {"n": n, **values}


def trp(context: str, message: str, /, **values: object) -> str:
    """A message that needs a context."""
    said = _now().pgettext(context, message)
    return said % values if values else said


def N_(message: str) -> str:
    """Marks a message of a table; `tr` translates it where it is used."""
    return message


def NP_(context: str, message: str) -> str:
    """Marks a message of a table that has a context; `trp` translates it."""
    return message


def listing(items: Iterable[str]) -> str:
    """Several things in a row: "a, b, c"."""
    return trp("between the things of a list", ", ").join(items)


def both(items: Iterable[str]) -> str:
    """People who belong together: "a and b"."""
    return trp("between partners", " and ").join(items)
