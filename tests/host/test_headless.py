"""The host without a screen: configuration, log, control socket, signals, health."""

from __future__ import annotations

import dataclasses
import io
import json
import os
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from p2pcards_cli.main import run as p2pcards

from p2pcards.host.config import HostConfig, HostConfigError, TableConfig, example, parse
from p2pcards.host.control import ControlError, ask, control_path
from p2pcards.host.logs import writer


def test_the_example_is_the_defaults_and_every_key_is_in_it() -> None:
    made = parse(example())
    assert made.table == (TableConfig(),)
    assert dataclasses.replace(made, table=()) == HostConfig()
    for kind in (HostConfig, TableConfig):
        for one in dataclasses.fields(kind):
            assert one.metadata["help"] in example()


@pytest.mark.parametrize(
    ("text", "key", "name"),
    [
        ("prot = 7787", "unknown-key-near", "prot"),
        ("xyzzy = 1", "unknown-key", "xyzzy"),
        ("[[table]]\ngmae = 'spar'", "unknown-key-near", "table.gmae"),
        ("port = 70000", "bad-value", "port"),
        ("port = '7787'", "bad-value", "port"),
        ("announce = 1", "bad-value", "announce"),
        ("create = 'everybody'", "bad-value", "create"),
        ("ban = ['abc']", "bad-value", "ban"),
        ("bind = '0.0.0.0'", "bad-value", "bind"),
        ("table = 3", "bad-value", "table"),
        ("most_tables = -1", "bad-value", "most_tables"),
    ],
)
def test_a_key_or_value_that_does_not_fit_is_named(text: str, key: str, name: str) -> None:
    with pytest.raises(HostConfigError) as refused:
        parse(text, "host.toml")
    assert (refused.value.key, refused.value.data["name"]) == (key, name)


def test_the_nearest_key_is_offered(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "host.toml"
    path.write_text("prot = 7787")
    assert p2pcards(["host", "--config", str(path)]) == 2
    assert "port" in capsys.readouterr().err


def test_a_log_line_is_one_line_without_cards_or_secrets() -> None:
    stream = io.StringIO()
    for form in ("human", "json"):
        writer(stream, form, lambda: 0.0)("saved", {"table": "t1\nforged", "cards": [1, 2], "secret": b"x", "bytes": 7})
    human, as_json, *rest = stream.getvalue().splitlines()
    assert rest == []
    assert human == "1970-01-01T00:00:00Z saved table=t1?forged bytes=7"
    assert json.loads(as_json) == {"time": "1970-01-01T00:00:00Z", "event": "saved", "table": "t1?forged", "bytes": 7}


class Running:
    """A host in a process of its own."""

    def __init__(self, folder: Path, *arguments: str, background: bool = False) -> None:
        self.folder = folder
        command = [sys.executable, "-m", "p2pcards_cli", "host", "--state-dir", str(folder), "--no-mdns", *arguments]
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=_ignore_interrupt if background else None,
        )
        assert self.process.stdout is not None
        self.first = self.process.stdout.readline()
        assert "is up" in self.first, self.process.stderr.read() if self.process.stderr else ""

    def ask(self, **asked: Any) -> dict[str, Any]:
        return ask(control_path(self.folder, 1), asked)

    def end(self, number: int) -> tuple[int, str]:
        """(exit code, what it logged). Raises when it takes 5 s or more."""
        self.process.send_signal(number)
        _, log = self.process.communicate(timeout=5)
        return self.process.returncode, log


def _ignore_interrupt() -> None:
    """As a shell starts a job with `&`."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@pytest.fixture
def hosts() -> Iterator[list[Running]]:
    made: list[Running] = []
    yield made
    for one in made:
        if one.process.poll() is None:
            one.process.kill()
            one.process.wait()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("background", [False, True])
def test_a_signal_ends_the_host_in_order(
    number: signal.Signals, background: bool, hosts: list[Running], tmp_path: Path
) -> None:
    host = Running(tmp_path, "--bots", "2", background=background)
    hosts.append(host)
    code, log = host.end(number)
    assert code == 0, log
    assert log.splitlines()[-1].split(" ")[1] == "down"
    assert not control_path(tmp_path, 1).exists()


def test_the_console_asks_a_running_host(hosts: list[Running], tmp_path: Path) -> None:
    config = tmp_path / "host.toml"
    config.write_text('name = "office"\n[[table]]\nname = "lunch"\ngame = "spar"\nbots = 1\n')
    state = tmp_path / "state"
    host = Running(state, "--config", str(config))
    hosts.append(host)
    assert host.ask(do="status")["name"] == "office"
    (table,) = host.ask(do="tables")["tables"]
    assert (table["name"], table["game"]) == ("lunch", "spar")
    assert oct(control_path(state, 1).stat().st_mode & 0o777) == "0o600"
    bots: list[int] = []
    while not bots:  # it comes a moment later
        (table,) = host.ask(do="tables")["tables"]
        bots = [seat["seat"] for seat in table["seats"] if seat["kind"] == "bot"]
    host.ask(do="kick", table="t1", seat=bots[0])
    assert [seat["kind"] for seat in host.ask(do="tables")["tables"][0]["seats"]].count("bot") == 0
    for asked, error in (
        ({"do": "close", "table": "t9"}, "no-such-table"),
        ({"do": "ban", "key": "xx"}, "bad-key"),
        ({"do": "kick", "table": "t1", "seat": 77}, "illegal"),
        ({"do": "nonsense"}, "no-such-command"),
    ):
        with pytest.raises(ControlError) as refused:
            host.ask(**asked)
        assert refused.value.key == error
    config.write_text(config.read_text() + '[[table]]\nname = "tea"\ngame = "hearts"\n')
    host.process.send_signal(signal.SIGHUP)
    host.ask(do="ban", key="ab" * 32)
    while len(host.ask(do="tables")["tables"]) < 2:  # the signal is on its way
        pass
    assert [one["name"] for one in host.ask(do="tables")["tables"]] == ["lunch", "tea"]
    backup = tmp_path / "copy"
    host.ask(do="backup", folder=str(backup))
    assert {path.name for path in backup.iterdir()} >= {"keys", "p2pcards.sqlite3"}
    host.ask(do="stop")
    assert host.process.wait(timeout=5) == 0
    with pytest.raises(ControlError, match="not-running"):
        host.ask(do="status")


@pytest.mark.parametrize(
    ("mistake", "key", "told"),
    [
        ("prot = 1", "unknown-key-near", "port"),
        ('[[table]]\nname = "b"\ngame = "bridge"', "illegal", "does not know this game"),
        ('[[table]]\nname = "b"\noptions = {bag_limt = 3}', "illegal", "bag_limt"),
        ("[[table", "not-toml", "TOML"),
    ],
)
def test_a_reload_of_a_file_with_a_mistake_changes_nothing_and_says_why(
    mistake: str, key: str, told: str, hosts: list[Running], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config, state = tmp_path / "host.toml", tmp_path / "state"
    good = 'name = "office"\nmost_tables = 7\n[[table]]\nname = "a"\n'
    config.write_text(good)
    host = Running(state, "--config", str(config))
    hosts.append(host)
    before = host.ask(do="tables")
    changed = good.replace("= 7", "= 8")
    config.write_text(changed + mistake if mistake.startswith("[") else f"{mistake}\n{changed}")
    with pytest.raises(ControlError) as refused:
        host.ask(do="reload")
    assert refused.value.key == key
    assert p2pcards(["host", "--state-dir", str(state), "reload"]) == 1
    assert told in capsys.readouterr().err
    assert host.ask(do="tables") == before
    config.write_text(changed.replace("office", "attic"))
    assert host.ask(do="reload") == {"changed": ["name", "most_tables"], "after_restart": ["name"]}
    host.process.send_signal(signal.SIGHUP)
    code, log = host.end(signal.SIGTERM)
    assert (code, log.count(" reload-refused ")) == (0, 2), log
    assert f"reload-refused error={key}" in log


def test_a_hang_up_with_a_mistake_in_the_file_is_logged(hosts: list[Running], tmp_path: Path) -> None:
    config = tmp_path / "host.toml"
    config.write_text("")
    host = Running(tmp_path / "state", "--config", str(config))
    hosts.append(host)
    config.write_text("xyzzy = 1")
    host.process.send_signal(signal.SIGHUP)
    host.ask(do="status")
    code, log = host.end(signal.SIGTERM)
    assert code == 0
    assert "reload-refused error=unknown-key" in log
    assert "name=xyzzy" in log


def test_a_reload_without_a_file_is_refused(hosts: list[Running], tmp_path: Path) -> None:
    hosts.append(Running(tmp_path))
    with pytest.raises(ControlError, match="no-config"):
        hosts[0].ask(do="reload")


def test_what_others_are_told_to_type_is_true(hosts: list[Running], tmp_path: Path) -> None:
    told = {}
    for name, more in (("here", ("--bind", "127.0.0.1")), ("quiet", ())):
        host = Running(tmp_path / name, *more)
        hosts.append(host)
        assert host.process.stdout is not None
        told[name] = [host.process.stdout.readline() for _ in range(2)]
    assert "Only this machine can join" in told["here"][0]
    assert "p2pcards join 127.0.0.1" in told["here"][1]
    assert not any("join\n" in line or "Or by name" in line for line in told["quiet"]), "it is not announced"


def test_join_asks_for_the_password_of_a_table(hosts: list[Running], tmp_path: Path) -> None:
    pytest.importorskip("spake2")
    config = tmp_path / "host.toml"
    config.write_text('bind = ["127.0.0.1"]\n[[table]]\ngame = "spar"\naccess = "password"\npassword = "open sesame"\n')
    hosts.append(Running(tmp_path / "state", "--config", str(config)))
    port = hosts[0].ask(do="status")["port"]
    command = [sys.executable, "-m", "p2pcards_cli", "join", f"127.0.0.1:{port}", "--plain", "--lang", "en"]
    told = []
    for n, typed in enumerate(("open sesame\nquit\n", "open says me\n")):
        given = {**os.environ, "P2PCARDS_STATE_DIR": str(tmp_path / f"me{n}")}
        done = subprocess.run(command, input=typed, capture_output=True, text=True, env=given, timeout=60)
        told.append((done.returncode, done.stdout + done.stderr))
    assert told[0][0] == 0
    assert "This table has a password" in told[0][1]
    assert told[1][0] == 1, told
    assert "password" in told[1][1].splitlines()[-1]


def test_a_killed_host_comes_back_with_its_tables_words_and_port(hosts: list[Running], tmp_path: Path) -> None:
    first = Running(tmp_path, "--game", "hearts", "--tables", "2")
    hosts.append(first)
    before, tables = first.ask(do="status"), first.ask(do="tables")
    first.process.kill()
    first.process.wait()
    again = Running(tmp_path, "--game", "hearts", "--tables", "2")
    hosts.append(again)
    after = again.ask(do="status")
    assert [after[name] for name in ("words", "port")] == [before[name] for name in ("words", "port")]
    assert again.ask(do="tables") == tables


def test_health_and_metrics_answer_on_loopback(hosts: list[Running], tmp_path: Path) -> None:
    port = 20000 + os.getpid() % 20000
    hosts.append(Running(tmp_path, "--metrics-port", str(port)))
    assert urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz").read() == b"ok\n"
    told = urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics").read().decode()
    assert 'p2pcards_tables{state="lobby"} 1' in told
    assert all(line.startswith(("#", "p2pcards_")) for line in told.splitlines())


def test_the_page_about_hosting_shows_every_key_with_its_meaning() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "hosting.md").read_text(encoding="utf-8")
    assert example().split("\n", 2)[2] in page
