"""Golden screens: every scene at three sizes, in text files. REGENERATE=1 writes them anew; look at the difference."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from p2pcards_cli.say import i18n
from p2pcards_cli.tui.theme import Theme
from tui.scenes import SCENES, SIZES, seen

GOLDEN = Path(__file__).parent / "golden"


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    i18n.use("en")
    yield
    i18n.use("en")


def compare(name: str, text: str) -> None:
    path = GOLDEN / f"{name}.txt"
    if os.environ.get("REGENERATE"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text + "\n", encoding="utf-8")
    assert path.exists(), f"no {path.name}: run with REGENERATE=1 and look at it"
    assert text + "\n" == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("scene", SCENES)
def test_scene(scene: str, size: tuple[int, int]) -> None:
    compare(f"{scene}-{size[0]}x{size[1]}", seen(SCENES[scene](), *size))


def test_ascii_scenes_have_nothing_beyond_ascii_but_names() -> None:
    for name, scene in SCENES.items():
        at = scene()
        text = seen(at, 80, 24, Theme(ascii=True)) if name != "home" else ""
        strange = {char for char in text if not char.isascii()} - set("Élodie") - set("🂡•▲✓…")
        assert not strange, (name, strange)
    compare("playing-ascii-80x24", seen(SCENES["playing"](), 80, 24, Theme(ascii=True)))
