"""Every message of the program, and the catalogues that translate them: `python cli/messages.py` brings the .po files
up to date with the code and says what is missing; `extract()` is what the tests compare them with.

Messages are the arguments of tr, trn, trp, N_ and NP_ (say/i18n.py), the help texts of commands and options, and the
help lines of house rules (p2pcards.rules).
"""

from __future__ import annotations

import importlib
import inspect
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

HERE = Path(__file__).resolve().parent
LOCALE = HERE / "p2pcards_cli" / "locale"
LANGUAGES = ("it", "es", "ru")
KEYWORDS = {"tr": None, "trn": (1, 2), "trp": ((1, "c"), 2), "N_": None, "NP_": ((1, "c"), 2)}
#: Set by hand: Babel gives Italian and Spanish a third form, which makes gettext fall back to English.
PLURALS = {
    "it": "nplurals=2; plural=(n != 1);",
    "es": "nplurals=2; plural=(n != 1);",
    "ru": "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);",
}
FORMS = {"it": 2, "es": 2, "ru": 3}


@dataclass(frozen=True, slots=True, order=True)
class Entry:
    """A message: where it is written first, its context ("" for none), the English text, the English plural or ""."""

    file: str
    context: str
    one: str
    many: str = ""

    @property
    def key(self) -> tuple[str, str]:
        """What makes it one message."""
        return self.context, self.one


def extract() -> list[Entry]:
    """All messages, each once, in the order of the files."""
    found: dict[tuple[str, str], Entry] = {}
    folder = HERE / "p2pcards_cli"
    for file, _, message, _, context in extract_from_dir(str(folder), [("**.py", "python")], keywords=KEYWORDS):
        one, many = message if isinstance(message, tuple) else (message, "")
        entry = Entry(str(file), context or "", one, many)
        if entry.key not in found or (many and not found[entry.key].many):
            found[entry.key] = entry
    for entry in (*_house_rules(), *_help()):
        found.setdefault(entry.key, entry)
    return [entry for entry in found.values() if entry.one]


def _house_rules() -> Iterable[Entry]:
    from p2pcards.rules.presets import GAMES

    for rules in GAMES:
        for option in rules.options:
            yield Entry("rules", "", option.help)


def _help() -> Iterable[Entry]:
    """Docstrings of commands, as click shows them."""
    from p2pcards_cli.main import COMMANDS, cli

    for command in [cli, *_commands(COMMANDS)]:
        for each in (command, *getattr(command, "commands", {}).values()):
            if each.help:
                yield Entry("help", "", inspect.cleandoc(each.help))


def _commands(names: Iterable[str]) -> Iterable[object]:
    for name in names:
        yield importlib.import_module(f"p2pcards_cli.commands.{name}").command


def path(language: str) -> Path:
    """The catalogue of a language."""
    return LOCALE / language / "LC_MESSAGES" / "p2pcards.po"


def read(language: str) -> Catalog:
    """What there is of a language."""
    where = path(language)
    if not where.exists():
        return Catalog(locale=language)
    with where.open("rb") as file:
        return read_po(file, locale=language)


def merged(language: str, entries: Iterable[Entry]) -> tuple[Catalog, list[Entry]]:
    """The catalogue with exactly these messages, and those that it does not translate."""
    old = read(language)
    new = Catalog(locale=language, project="p2pcards", fuzzy=False)
    new._num_plurals, new._plural_expr = FORMS[language], PLURALS[language].split("plural=")[1].rstrip(";")
    missing = []
    for entry in entries:
        known = old.get(entry.one, context=entry.context or None)
        said = known.string if known is not None else ""
        whole = all(said) if isinstance(said, tuple | list) else bool(said)
        if not whole:
            missing.append(entry)
            said = ("",) * FORMS[language] if entry.many else ""
        message = (entry.one, entry.many) if entry.many else entry.one
        new.add(message, said, context=entry.context or None)
    return new, missing


def write(language: str, catalogue: Catalog) -> None:
    """Write a catalogue, sorted, without dates, so that it changes only when a text does."""
    where = path(language)
    where.parent.mkdir(parents=True, exist_ok=True)
    with where.open("wb") as file:
        write_po(file, catalogue, omit_header=True, sort_output=True, width=110, no_location=True)
    head = (
        'msgid ""\nmsgstr ""\n'
        f'"Language: {language}\\n"\n"MIME-Version: 1.0\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n'
        f'"Content-Transfer-Encoding: 8bit\\n"\n"Plural-Forms: {PLURALS[language]}\\n"\n\n'
    )
    where.write_text(head + where.read_text(encoding="utf-8"), encoding="utf-8")


def main() -> int:
    """Update all catalogues; the number of languages that lack something."""
    entries, incomplete = extract(), 0
    for language in LANGUAGES:
        catalogue, missing = merged(language, entries)
        write(language, catalogue)
        incomplete += bool(missing)
        sys.stdout.write(f"{language}: {len(entries) - len(missing)} of {len(entries)} messages\n")
        for entry in missing[:20]:
            sys.stdout.write(f"  {entry.file}: {entry.one}\n")
    return incomplete


if __name__ == "__main__":
    sys.exit(main())
