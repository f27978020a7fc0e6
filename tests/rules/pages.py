"""The tables of options in docs/rules/<game>.md, made from the fields of the games.

python tests/rules/pages.py            writes the tables anew
"""

from __future__ import annotations

from pathlib import Path

from p2pcards.rules.base import Rules
from p2pcards.rules.option import Option
from p2pcards.rules.presets import GAMES

PAGES = Path(__file__).parent.parent.parent / "docs" / "rules"
START = "<!-- options: written by tests/rules/pages.py -->"
END = "<!-- end of options -->"


def table(rules: Rules) -> str:
    """The options of a game, those that leave something to choose first, as a table."""
    rows = ["| option | usual | range | what it does |", "|---|---|---|---|"]
    for option in sorted(rules.options, key=lambda option: option.fixed):
        rows.append(f"| `{option.name}` | {_value(option.default)} | {_range(option)} | {option.help} |")
    return "\n".join([START, *rows, END])


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "(none)"
    return str(value)


def _range(option: Option) -> str:
    if option.fixed:
        return "fixed"
    if option.kind == "bool":
        return "yes, no"
    if option.choices:
        return ", ".join(map(str, option.choices))
    usual = f" (as a rule {', '.join(map(str, option.usual))})" if option.usual else ""
    return f"{option.low} to {option.high}{usual}"


def main() -> None:
    """Write every table anew."""
    for rules in GAMES:
        path = PAGES / f"{rules.game}.md"
        head, _, rest = path.read_text(encoding="utf-8").partition(START)
        path.write_text(head + table(rules) + rest.partition(END)[2], encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
