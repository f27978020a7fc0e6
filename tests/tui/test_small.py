"""The smallest screen, 60 by 18, in four languages: every question, menu and box can be read to its end."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from p2pcards_cli.say import i18n
from p2pcards_cli.tui.canvas import Canvas
from p2pcards_cli.tui.draw import draw
from p2pcards_cli.tui.pages.asking import ask_text
from p2pcards_cli.tui.show import snapshot
from p2pcards_cli.tui.theme import Theme
from p2pcards_cli.tui.widgets.overlay.view import draw_overlay
from p2pcards_cli.tui.widgets.pane.view import LogLine, draw_pane
from tui.boxes import BOXES, EVERY_GAME, PROMPTS
from tui.local import Local
from tui.scenes import room

import hatch_build

W, H = 60, 18


@pytest.fixture(scope="module", autouse=True)
def compiled() -> Iterator[None]:
    hatch_build.compile_catalogues()
    yield
    i18n.use("en")


def squeezed(text: str) -> str:
    """Letters and signs only: where lines break and what frames them does not matter."""
    return "".join(char for char in text if not char.isspace() and char not in "│╭╮╰╯─❯▲▼↑↓")


def screen(at: Local) -> str:
    at.face.size = (W, H)
    return draw(snapshot(at.face), Theme(), W, H).text()


def box(at: Local) -> str:
    """The box alone, as the screen has it."""
    at.face.size = (W, H)
    canvas = Canvas(W, H)
    draw_overlay(canvas, at.face.overlays[-1].model(), Theme(), W, H - 1)
    return canvas.text()


def frames(at: Local) -> str:
    """All that a box shows, from its first line to its last."""
    seen: list[str] = []
    model = at.face.overlays[-1].model()
    if model.typed is None and model.cursor is None:
        at.press("home")
    for _ in range(200):
        now = box(at)
        if seen and now == seen[-1]:
            break
        seen.append(now)
        if model.typed is not None:
            break
        at.press("down")
        if model.cursor is not None and len(seen) > len(model.rows):
            break
    return squeezed("".join(seen))


@pytest.mark.parametrize("language", i18n.LANGUAGES)
@pytest.mark.parametrize("name", PROMPTS)
def test_every_question_is_whole(name: str, language: str) -> None:
    i18n.use(language)
    at = PROMPTS[name]()
    now = snapshot(at.face)
    at.face.size = (W, H)
    seen = squeezed(screen(at))
    asked = ask_text(at.face)[0] if at.face.where == "table" else getattr(now.page, "ask", "")
    assert asked
    assert squeezed(asked) in seen, asked
    for text, _ in getattr(now.page, "choices", ()):
        assert squeezed(text) in seen, text
    for key, text in now.hints[:3]:
        assert squeezed(key + text) in seen, (key, text)


@pytest.mark.parametrize("language", i18n.LANGUAGES)
@pytest.mark.parametrize("name", BOXES)
def test_every_box_is_whole(name: str, language: str) -> None:
    i18n.use(language)
    at = BOXES[name]()
    model = at.face.overlays[-1].model()
    seen = frames(at)
    texts = [model.title, model.text, model.foot, model.label, model.help]
    texts += [text for row in model.rows for text in (row.text, row.key, row.value) if not row.raw]
    for text in texts:
        wanted = squeezed(text)
        if len(wanted) > 300:  # longer than a screen: in pieces
            wanted = wanted[:100]
        assert wanted in seen, text


@pytest.mark.parametrize("language", i18n.LANGUAGES)
@pytest.mark.parametrize("game", EVERY_GAME)
def test_every_house_rule_and_what_it_says_is_whole(game: str, language: str) -> None:
    """Down to every line of the form: its name, its value, its help."""
    i18n.use(language)
    n = {"spar": 3, "cutthroat": 3}.get(game, 4)
    at = room(game=game).press("o") if n == 4 else Local(game, n=n)
    if not at.face.overlays:
        from p2pcards_cli.tui.forms import house_rules

        house_rules(at.face)
    model = at.face.overlays[-1].model()
    for _ in model.rows:
        now = at.face.overlays[-1].model()
        seen = squeezed(box(at))
        assert now.cursor is not None
        row = now.rows[now.cursor]
        for text in (row.text, row.value, now.help, now.foot):
            assert squeezed(text) in seen, text
        at.press("down")


@pytest.mark.parametrize("language", i18n.LANGUAGES)
@pytest.mark.parametrize("name", ["playing", "passing", "bidding"])
def test_every_answer_to_a_key_is_whole(name: str, language: str) -> None:
    """An answer that is longer than the row lies over the log, never over my cards or the question."""
    i18n.use(language)
    for key in "cfthabkur!z,":
        at = PROMPTS[name]()
        at.face.note = ""
        asked = ask_text(at.face)[0]
        at.press(key)
        if at.face.overlays:
            continue
        seen = squeezed(screen(at))
        assert squeezed(at.face.note) in seen, at.face.note
        if at.face.prompt is not None and key not in "b":
            assert squeezed(asked) in seen, asked


def test_the_mark_of_older_messages_lies_over_no_word_in_silence() -> None:
    canvas = Canvas(30, 2)
    draw_pane(canvas, [LogLine(" ".join(["word"] * 11)), LogLine("last")], Theme(), 0, 0, 30, 2)
    first = canvas.text().splitlines()[0]
    assert "…" in first, "what is cut is marked as cut"
    assert first.rstrip().endswith("PgUp")
