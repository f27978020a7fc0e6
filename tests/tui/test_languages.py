"""The four languages: complete, whole, and narrow enough for the screen."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from p2pcards_cli.say import i18n
from tui.scenes import SCENES, SIZES, seen
from tui.test_golden import compare

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "cli"))
sys.path.insert(0, str(ROOT))

import messages  # noqa: E402

import hatch_build  # noqa: E402

HOLDER = re.compile(r"%\(\w+\)[^a-zA-Z%]*[a-zA-Z]|%%")


@pytest.fixture(scope="module", autouse=True)
def compiled() -> Iterator[None]:
    """The catalogues as an install has them."""
    hatch_build.compile_catalogues()
    yield
    i18n.use("en")


@pytest.fixture(scope="module")
def entries() -> list[messages.Entry]:
    return messages.extract()


def forms(catalogue: object, entry: messages.Entry) -> tuple[str, ...]:
    found = catalogue.get(entry.one, context=entry.context or None)  # type: ignore[attr-defined]
    if found is None:
        return ()
    return tuple(found.string) if isinstance(found.string, list | tuple) else (found.string,)


@pytest.mark.parametrize("language", messages.LANGUAGES)
def test_every_message_is_translated(language: str, entries: list[messages.Entry]) -> None:
    catalogue = messages.read(language)
    missing = [entry.one for entry in entries if not forms(catalogue, entry) or not all(forms(catalogue, entry))]
    assert not missing, f"{len(missing)} missing: run python cli/messages.py and translate them: {missing[:5]}"


@pytest.mark.parametrize("language", messages.LANGUAGES)
def test_placeholders_are_the_same_and_nothing_is_fuzzy(language: str, entries: list[messages.Entry]) -> None:
    catalogue = messages.read(language)
    assert not [message.id for message in catalogue if message.fuzzy and message.id]
    for entry in entries:
        allowed = {tuple(sorted(HOLDER.findall(entry.one))), tuple(sorted(HOLDER.findall(entry.many or entry.one)))}
        for form in forms(catalogue, entry):
            if form:
                assert tuple(sorted(HOLDER.findall(form))) in allowed, (entry.one, form)


@pytest.mark.parametrize("language", messages.LANGUAGES)
def test_blanks_at_the_ends_are_kept(language: str, entries: list[messages.Entry]) -> None:
    catalogue = messages.read(language)
    for entry in entries:
        for form in forms(catalogue, entry):
            if form:
                assert form[:1].isspace() == entry.one[:1].isspace(), (entry.one, form)
                assert form[-1:].isspace() == entry.one[-1:].isspace(), (entry.one, form)


@pytest.mark.parametrize("language", messages.LANGUAGES)
def test_plural_forms_are_as_many_as_the_language_has(language: str, entries: list[messages.Entry]) -> None:
    catalogue = messages.read(language)
    assert catalogue.num_plurals == messages.FORMS[language]
    for entry in entries:
        if entry.many and forms(catalogue, entry):
            assert len(forms(catalogue, entry)) == messages.FORMS[language], entry.one


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("it", {1: "1 presa", 2: "2 prese", 21: "21 prese"}),
        ("es", {1: "1 baza", 2: "2 bazas", 21: "21 bazas"}),
        ("ru", {1: "1 взятка", 2: "2 взятки", 5: "5 взяток", 11: "11 взяток", 21: "21 взятка"}),
    ],
)
def test_numbers_bend_their_words(language: str, said: dict[int, str]) -> None:
    i18n.use(language)
    for number, text in said.items():
        assert text in i18n.trn("%(name)s: %(n)d trick.", "%(name)s: %(n)d tricks.", number, name="A")


@pytest.mark.parametrize(
    ("language", "said"),
    [("it", "regina di picche"), ("es", "reina de picas"), ("ru", "дама пик"), ("en", "queen of spades")],
)
def test_cards_are_named_as_people_name_them(language: str, said: str) -> None:
    from p2pcards_cli.say.cards import card

    i18n.use(language)
    assert card(3 * 13 + 10) == said


def test_italian_never_says_mano_for_a_trick() -> None:
    catalogue = messages.read("it")
    texts = [str(message.string) for message in catalogue if message.id]
    assert not [text for text in texts if re.search(r"\bman[oi]\b", text) and "mano stretta" not in text]


@pytest.mark.parametrize("language", ["it", "es", "ru"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("scene", ["home", "room", "bidding", "passing", "selected", "held", "sheet", "menu"])
def test_scene(language: str, size: tuple[int, int], scene: str) -> None:
    i18n.use(language)
    compare(f"{language}/{scene}-{size[0]}x{size[1]}", seen(SCENES[scene](), *size))


@pytest.mark.parametrize("language", ["it", "es", "ru"])
def test_what_is_asked_is_never_cut_in_the_small_screen(language: str) -> None:
    i18n.use(language)
    for scene in ("bidding", "passing", "playing", "choosing"):
        text = seen(SCENES[scene](), 60, 18)
        low = text.splitlines()[-3:]
        assert not any(line.endswith("…") for line in low), low


@pytest.mark.parametrize("kind", ["wheel", "sdist"])
def test_what_is_built_has_the_catalogues_in_it(kind: str, tmp_path: Path) -> None:
    """Programs have been shipped without them. The builder runs here as pip would run it, with the hook."""
    import tarfile
    import zipfile

    wheel = pytest.importorskip("hatchling.builders.wheel")
    sdist = pytest.importorskip("hatchling.builders.sdist")
    builder = (wheel.WheelBuilder if kind == "wheel" else sdist.SdistBuilder)(str(ROOT))
    made = next(iter(builder.build(directory=str(tmp_path), versions=["standard"])))
    with zipfile.ZipFile(made) if kind == "wheel" else tarfile.open(made) as opened:
        names = opened.namelist() if isinstance(opened, zipfile.ZipFile) else opened.getnames()
    assert sorted(name.split("/")[-3] for name in names if name.endswith(".mo")) == ["es", "it", "ru"]
