"""The command tree: quick help that touches nothing, exit codes, sentences instead of tracebacks, who wins of flag,
environment and file."""

import inspect
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from p2pcards_cli import clicks
from p2pcards_cli.commands import host
from p2pcards_cli.main import COMMANDS, cli, run
from p2pcards_cli.say import i18n
from p2pcards_cli.settings import Settings

from p2pcards.host.config import TableConfig

HEAVY = ("zeroconf", "prompt_toolkit", "cryptography", "segno", "mnemonic")


@pytest.fixture(autouse=True)
def _own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in list(os.environ):
        if name.startswith("P2PCARDS_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("P2PCARDS_STATE_DIR", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("LANGUAGE", "en")
    yield
    i18n.use("en")


def called(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "p2pcards_cli", *arguments],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        env={**os.environ, **environment},
        check=False,
        timeout=120,
    )


@pytest.mark.parametrize("arguments", [["--help"], *([name, "--help"] for name in COMMANDS)], ids=" ".join)
def test_help_imports_nothing_heavy_and_writes_nothing(arguments: list[str], tmp_path: Path) -> None:
    code = f"""
import sys
from p2pcards_cli.main import run
code = run({arguments!r})
heavy = sorted(name for name in {HEAVY!r} if name in sys.modules)
print("HEAVY", heavy, "CODE", code, file=sys.stderr)
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=dict(os.environ), timeout=60
    )
    assert done.stderr.strip() == "HEAVY [] CODE 0"
    assert "Usage: p2pcards" in done.stdout
    assert list(tmp_path.iterdir()) == []


def test_a_user_without_a_home_needs_none_with_a_state_folder() -> None:
    """As a service runs it: no HOME, and a user that passwd does not know."""
    code = """
import os, pwd, sys
def nobody(uid): raise KeyError(uid)
pwd.getpwuid = nobody
for name in ("HOME", "P2PCARDS_STATE_DIR", "XDG_CONFIG_HOME", "XDG_STATE_HOME"): os.environ.pop(name, None)
from p2pcards_cli.main import run
sys.exit(run(sys.argv[1:]))
"""
    told = subprocess.run([sys.executable, "-c", code, "config", "path"], capture_output=True, text=True, check=False)
    assert "~: no home folder is known. Say where things are kept with --state-dir." in told.stderr
    told = subprocess.run(
        [sys.executable, "-c", code, "config", "path", "--state-dir", "/x"], capture_output=True, text=True, check=False
    )
    assert (told.stderr, told.returncode) == ("", 0)
    assert told.stdout == f"configuration: {os.devnull}\nstate: /x\n"


@pytest.mark.parametrize("module", ["p2pcards", "p2pcards_cli"])
def test_both_packages_can_be_run(module: str) -> None:
    done = subprocess.run([sys.executable, "-m", module, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("p2pcards, version ")


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["nothing"], 2, "There is no command nothing."),
        (["verfy"], 2, "Did you mean verify?"),
        (["--lang", "xx", "rules"], 2, "There is no language xx."),
        (["rules", "spadess"], 2, "Did you mean spades?"),
        (["rules", "classic", "--set", "nil_vale=3"], 2, "nil_value"),
        (["rules", "classic", "--set", "nil_value=x"], 2, "nil_value: "),
        (["rules", "classic", "--set", "no_hell=maybe"], 2, "no_hell: on or off"),
        (["rules", "classic", "--set", "nil_value=9999"], 2, "out of range"),
        (["rules", "classic", "--players", "5"], 2, "5 players cannot play this"),
        (["demo", "classic", "--players", "7"], 2, "7 players cannot play this"),
        (["play", "--bots", "6"], 2, "6 bots do not fit in 4 seats"),
        (["verify"], 4, "There is no match yet"),
        (["verify", "no-such-file"], 1, "There is no file or folder no-such-file."),
        (["join", "10.0.0.5:99999"], 2, "a port is a number"),
        (["join", "p2pcards:xyz"], 2, "This invite is not whole"),
        (["join", "127.0.0.1:1", "--bot", "easy"], 4, "127.0.0.1 (refused)"),
        (["id", "forget", "nobody"], 1, "You know no host nobody."),
        (["id", "trust", "nobody"], 1, "No host nobody has shown another key."),
        (["config", "show", "--config", "/no/such/file"], 2, "cannot be read"),
        (["play", "--bind", "192.0.2.99", "--no-mdns"], 1, "192.0.2.99 is not an address of this machine."),
    ],
)
def test_what_goes_wrong_is_one_sentence_and_a_code(arguments: list[str], code: int, says: str) -> None:
    done = called(*arguments)
    assert (done.returncode, says in done.stderr) == (code, True), done.stderr
    assert "Traceback" not in done.stderr


BROKEN = {
    "empty": b"",
    "text": b"hello",
    "cut": b"P2PCARDS\x00\x01\x00\x00\x00\x10abc",
    "version": b"P2PCARDS\x00\x63",
    "garbage": bytes(range(256)) * 20,
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_file_gets_a_verdict(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "x.p2pcards"
    file.write_bytes(BROKEN[name])
    assert run(["verify", str(file)]) == 3
    told = capsys.readouterr().out
    assert "Does not hold: " in told
    assert told.endswith("NOT VERIFIED.\n")
    assert run(["verify", "--json", str(file)]) == 3
    assert json.loads(capsys.readouterr().out)["fault"]["layer"] in ("file", "frame", "header")
    assert run(["compare", str(file), str(file)]) == 3


def test_flag_before_environment_before_file_before_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = tmp_path / "own.toml"
    config.write_text('state-dir = "from-file"\n')

    def state(*before: str, after: tuple[str, ...] = ()) -> str:
        done = called(*before, "config", "path", *after, P2PCARDS_STATE_DIR=os.environ.get("P2PCARDS_STATE_DIR", ""))
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()[1].removeprefix("state: ")

    monkeypatch.delenv("P2PCARDS_STATE_DIR")
    assert state("--config", str(config)) == "from-file"
    monkeypatch.setenv("P2PCARDS_STATE_DIR", "from-env")
    assert state("--config", str(config)) == "from-env"
    assert state("--config", str(config), "--state-dir", "flag") == "flag"
    assert state("--config", str(config), after=("--state-dir", "flag")) == "flag"
    assert state("--state-dir", "flag", after=("--config", str(config))) == "flag"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("plain = = 1", "is not valid TOML"),
        ("plian = true", "unknown key: plian. Did you mean plain?"),
        ("[rules]\nplayerz = 3", "unknown key: rules.playerz. Did you mean rules.players?"),
        ("\xff\xfe".encode("latin-1").decode("latin-1"), "is not valid TOML"),
        ("rules = 3", "rules must be a section: [rules]."),
        ('lang = "xx"', "There is no language xx. Languages: en, it, es, ru."),
    ],
)
def test_a_configuration_that_makes_no_sense(text: str, says: str, tmp_path: Path) -> None:
    config = tmp_path / "own.toml"
    config.write_bytes(text.encode("latin-1"))
    done = called("--config", str(config), "rules", "spar")
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_a_section_gives_the_defaults_of_its_command(tmp_path: Path) -> None:
    config = tmp_path / "own.toml"
    config.write_text("[rules]\nset = ['target_score=7']\n")
    done = called("--config", str(config), "rules", "spar", "--json")
    assert json.loads(done.stdout)["options"]["target_score"] == 7


@pytest.mark.skipif(os.name == "nt", reason="needs a pipe that breaks")
def test_output_that_nobody_reads_is_no_failure() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "p2pcards_cli", "rules", "spades"], stdout=writing, stderr=subprocess.PIPE, check=False
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


def test_rules_as_json_are_one_object_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "--json"]) == 0
    games = [json.loads(line)["game"] for line in capsys.readouterr().out.splitlines()]
    assert games == ["sparts", "spades", "spar", "cutthroat", "royal", "hearts", "classic"]
    assert run(["rules", "hearts", "--json", "--set", "moon=off"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["changed"], told["options"]["moon"]) == (["moon"], "off")


def test_a_key_can_be_moved_to_another_machine(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, two, file = str(tmp_path / "one"), str(tmp_path / "two"), str(tmp_path / "key.pem")

    def shown(folder: str) -> str:
        assert run(["--state-dir", folder, "id", "show"]) == 0
        return capsys.readouterr().out.splitlines()[0]

    assert run(["--state-dir", one, "id", "new"]) == 0
    capsys.readouterr()
    key = shown(one)
    assert run(["--state-dir", one, "id", "export", "--passphrase", "s3cret", file]) == 0
    assert b"ENCRYPTED PRIVATE KEY" in Path(file).read_bytes()
    assert Path(file).stat().st_mode & 0o077 == 0
    assert run(["--state-dir", two, "id", "import", "--passphrase", "wrong", file]) == 1
    assert run(["--state-dir", two, "id", "import", "--passphrase", "s3cret", file]) == 0
    capsys.readouterr()
    assert shown(two) == key
    assert run(["--state-dir", two, "id", "new", "--yes"]) == 0
    capsys.readouterr()
    assert shown(two) != key
    assert len(list((tmp_path / "two" / "keys").glob("player-1.old-*.key"))) == 1


def test_completion_knows_commands_and_games(capsys: pytest.CaptureFixture[str]) -> None:
    for shell in ("bash", "zsh", "fish"):
        assert run(["completion", shell]) == 0
        assert "_P2PCARDS_COMPLETE" in capsys.readouterr().out
    done = called(_P2PCARDS_COMPLETE="bash_complete", COMP_WORDS="p2pcards rules sp", COMP_CWORD="2")
    assert {"spades", "spar", "sparts"} <= {line.partition(",")[2] for line in done.stdout.splitlines()}


@pytest.mark.parametrize("where", ["before", "behind"])
def test_a_state_folder_that_is_named_comes_before_the_environment(where: str, tmp_path: Path) -> None:
    named, other = tmp_path / "named", tmp_path / "other"
    flag = ["--state-dir", str(named)]
    words = [*flag, "host"] if where == "before" else ["host", *flag]
    host = subprocess.Popen(
        [sys.executable, "-m", "p2pcards", *words, "--bind", "127.0.0.1", "--no-mdns", "--tables", "0"],
        env={**os.environ, "P2PCARDS_STATE_DIR": str(other)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert host.stdout is not None
    assert any("is up" in line for line in host.stdout)
    host.terminate()
    host.communicate(timeout=20)
    assert (named / "p2pcards.sqlite3").exists()
    assert not other.exists()


def every_command() -> list[tuple[tuple[str, ...], click.Command]]:
    """The whole tree: what is typed, and the command."""
    found: list[tuple[tuple[str, ...], click.Command]] = []

    def walk(words: tuple[str, ...], command: click.Command) -> None:
        found.append((words, command))
        if isinstance(command, click.Group):
            context = click.Context(command)
            for name in command.list_commands(context):
                inner = command.get_command(context, name)
                assert inner is not None
                walk((*words, name), inner)

    walk((), cli)
    return found


GLOBAL = ("--plain", "--keys", "--ascii", "--no-mouse", "--name", "--lang", "--config", "--state-dir", "--quiet", "-v")


def test_what_works_before_a_command_works_after_it() -> None:
    for words, command in every_command():
        flags = {flag for parameter in command.params for flag in parameter.opts}
        other = {"--name", "--config"} if words[:1] == ("host",) else set()  # a host has a name and a file of its own
        assert set(GLOBAL) - other <= flags, words


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("--name Anna config path", "Anna"),
        ("config --name Anna path", "Anna"),
        ("config path --name Anna", "Anna"),
        ("--name Anna config path --name Bo", "Bo"),
        ("--config {file} config path", "Carla"),
        ("--config {file} --name Anna config path", "Anna"),
        ("config path", None),
    ],
)
def test_a_name_may_be_given_in_every_place(line: str, name: str | None, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text('name = "Carla"\n')
    settings = Settings()
    cli.main(line.format(file=file).split(), prog_name="p2pcards", standalone_mode=False, obj=settings)
    assert settings.name == name


def test_the_help_of_every_command_is_in_the_reader_s_language() -> None:
    i18n.use("ru")
    for words, command in every_command():
        with click.Context(command, info_name="p2pcards") as context:
            told = " ".join(command.get_help(context).split())
        assert command.help is not None
        options = [each for each in command.params if isinstance(each, click.Option)]
        assert all(isinstance(each, clicks.Option) or each.name == "version" for each in options), words
        for english in (command.help, *(each.help or "" for each in options if each.name != "version")):
            assert " ".join(inspect.cleandoc(english).split())[:40] not in told or not english, words


def test_a_host_keeps_its_tables_as_shut_as_its_flags_say(tmp_path: Path) -> None:
    pytest.importorskip("spake2")

    def table(*flags: str) -> TableConfig:
        params = dict(host.command.make_context("host", list(flags), obj=Settings()).params)
        return host._config(params.pop("file"), params).table[0]

    assert table().access == "open"
    assert table("--invite-only").access == "invite"
    assert (table("--password", "plum").access, table("--password", "plum").password) == ("password", "plum")
    file = tmp_path / "host.toml"
    file.write_text("[[table]]\n")
    done = called("host", "--config", str(file), "--password", "plum")
    assert done.returncode == 2
    assert "--password: the tables are those of the file." in done.stderr


@pytest.mark.parametrize("command", [["verify"], ["replay"], ["compare", "{good}"], ["id", "import"]])
def test_a_file_that_is_not_there_is_named(command: list[str], tmp_path: Path) -> None:
    nowhere, empty = tmp_path / "nowhere", tmp_path / "empty"
    empty.touch()
    words = [str(empty) if word == "{good}" else word for word in command]
    done = called(*words, str(nowhere))
    assert done.returncode == 1
    assert done.stderr.strip().endswith(f"There is no file or folder {nowhere}.")


def test_a_file_without_deals_says_what_is_wrong_with_it(tmp_path: Path) -> None:
    file = tmp_path / "empty"
    file.touch()
    done = called("replay", str(file))
    assert done.returncode == 3
    assert "it is empty." in done.stderr


def test_a_question_that_nobody_answers_changes_nothing() -> None:
    assert called("id", "new").returncode == 0
    done = called("id", "new")
    assert done.returncode == 2
    assert "Nobody answered, so nothing was changed. With --yes nobody is asked." in done.stderr


@pytest.mark.parametrize(
    ("language", "typed", "default", "answer"),
    [
        ("en", "y", False, True),
        ("en", "No", True, False),
        ("it", "s", False, True),
        ("it", "perhaps\nsì", False, True),
        ("it", "yes", False, True),
        ("ru", "д", False, True),
        ("ru", "н", True, False),
        ("it", "", True, True),
        ("it", "", False, False),
    ],
)
def test_a_question_is_answered_in_the_reader_s_language(
    language: str, typed: str, default: bool, answer: bool
) -> None:
    @click.command()
    def ask() -> None:
        click.echo(clicks.confirm("Go on?", default=default))

    i18n.use(language)
    said = CliRunner().invoke(ask, input=typed + "\n").output
    assert said.endswith(f"{answer}\n")
    assert {"en": "[Y/n]", "it": "[S/n]", "ru": "[Д/н]"}[language].lower() in said.lower()
