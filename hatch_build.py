"""Compiles the catalogues (.po to .mo) into wheel, sdist and editable install alike, before files are collected."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LOCALE = Path(__file__).resolve().parent / "cli" / "p2pcards_cli" / "locale"


def compile_catalogues(folder: Path = LOCALE) -> list[Path]:
    """Write a .mo beside every .po; returns what was written."""
    made = []
    for source in sorted(folder.glob("*/LC_MESSAGES/*.po")):
        with source.open("rb") as file:
            catalogue = read_po(file, locale=source.parts[-3])
        target = source.with_suffix(".mo")
        with target.open("wb") as out:
            write_mo(out, catalogue)
        made.append(target)
    return made


class CatalogueHook(BuildHookInterface):  # type: ignore[misc]
    """Runs `compile_catalogues` for every kind of build."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        made = compile_catalogues(Path(self.root) / "cli" / "p2pcards_cli" / "locale")
        build_data["artifacts"].extend(str(path.relative_to(self.root)) for path in made)


if __name__ == "__main__":
    compile_catalogues()
