"""Whole programs: demo with its file, play at the end of a pipe and in a terminal."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest
from p2pcards_cli.main import run

from p2pcards.store import Store, StoreError

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs a pty")


def started(folder: Path, *arguments: str, **files: int) -> subprocess.Popen[bytes]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("P2PCARDS_")}
    environment |= {"P2PCARDS_STATE_DIR": str(folder), "LANGUAGE": "en", "TERM": "xterm-256color", "PYTHONUTF8": "1"}
    return subprocess.Popen([sys.executable, "-m", "p2pcards_cli", *arguments], env=environment, **files)


def test_demo_leaves_a_file_that_verifies_and_no_byte_of_it_can_change(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    state = ["--state-dir", str(tmp_path)]
    assert run([*state, "demo", "spar", "--set", "target_score=3", "--deal", "sealed"]) == 0
    told = capsys.readouterr()
    assert "VERIFIED: every card, every move and every point holds." in told.out
    assert "verified." in told.err
    assert "\x1b" not in told.out + told.err
    (file,) = (tmp_path / "matches").iterdir()
    assert str(file) in told.out
    assert run([*state, "verify"]) == 0
    assert run(["compare", str(file), str(file)]) == 0
    assert "EQUAL" in capsys.readouterr().out
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    changed = tmp_path / "changed.p2pcards"
    changed.write_bytes(data)
    assert run(["verify", str(changed)]) == 3
    assert "Does not hold: entry" in capsys.readouterr().out
    assert run(["compare", str(file), str(changed)]) == 3
    shorter = tmp_path / "shorter.p2pcards"
    shorter.write_bytes(file.read_bytes()[: len(data) // 2])
    assert run(["verify", str(shorter)]) == 3


@pytest.mark.parametrize("quiet", [[], ["-q"]])
def test_a_demo_that_cannot_be_kept_ends_with_the_reason(
    quiet: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(store: Store, *_: object, **__: object) -> None:
        raise StoreError("disk-full", store.path)

    monkeypatch.setattr(Store, "append", full)
    assert run([*quiet, "--state-dir", str(tmp_path), "demo", "spar", "--deal", "dealer"]) == 1
    assert f"The disk is full: {tmp_path}" in capsys.readouterr().err


def test_play_through_a_pipe_says_only_printable_lines_and_ends_with_the_input(tmp_path: Path) -> None:
    program = started(
        tmp_path,
        "play",
        "spar",
        "--no-mdns",
        "--bind",
        "127.0.0.1",
        "--name",
        "Anna",
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    said, errors = program.communicate(b"who\ninvite\ne\nt\nnonsense\n? bid\n\xff\xfe\n", timeout=60)
    assert (program.returncode, errors) == (0, b"")
    text = said.decode()
    assert text.startswith("Plain mode: on (input is no terminal). Type ? for help.\n")
    assert "Seat 1: Anna, you." in text
    assert "There is no command nonsense." in text
    assert all(char.isprintable() or char == "\n" for char in text)


def read_until(terminal: int, text: bytes, seen: bytearray) -> None:
    """Read the terminal until this text has come; the end of the program or a minute of silence fails."""
    while text not in seen:
        ready, _, _ = select.select([terminal], [], [], 60)
        assert ready, bytes(seen)
        seen += os.read(terminal, 4096)


def test_ctrl_c_twice_in_a_terminal(tmp_path: Path) -> None:
    terminal, child = pty.openpty()
    program = started(
        tmp_path,
        "play",
        "spar",
        "--plain",
        "--no-mdns",
        "--bind",
        "127.0.0.1",
        stdin=child,
        stdout=child,
        stderr=child,
    )
    os.close(child)
    seen = bytearray()
    try:
        read_until(terminal, b"Seat 4: empty.", seen)
        program.send_signal(2)
        read_until(terminal, b"Press Ctrl+C once more", seen)
        program.send_signal(2)
        assert program.wait(60) == 130
    finally:
        program.kill()
        os.close(terminal)
    assert b"\x1b" not in seen
    assert b"Plain mode: on (--plain)." in seen


def test_a_second_program_joins_by_address_and_both_keep_the_match(tmp_path: Path) -> None:
    host = started(
        tmp_path / "host",
        "host",
        "--game",
        "spar",
        "--players",
        "2",
        "--set",
        "target_score=2",
        "--bots",
        "1",
        "--bot-pace",
        "0",
        "--no-mdns",
        "--bind",
        "127.0.0.1",
        "--port",
        str(free_port()),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert host.stdout is not None
    try:
        first = host.stdout.readline().decode()
        port = first.rpartition(" ")[2].strip().rstrip(".")
        guest = started(
            tmp_path / "guest",
            "join",
            f"127.0.0.1:{port}",
            "--bot",
            "normal",
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        said, errors = guest.communicate(timeout=120)
        assert guest.returncode == 0, errors
        assert b"VERIFIED" in said
        deadline = time.monotonic() + 60
        while not list((tmp_path / "host").glob("matches/*")) and time.monotonic() < deadline:
            time.sleep(0.01)
    finally:
        host.terminate()
        assert host.wait(30) == 0
    (mine,) = (tmp_path / "guest" / "matches").iterdir()
    (theirs,) = (tmp_path / "host" / "matches").iterdir()
    assert mine.read_bytes() == theirs.read_bytes()


def free_port() -> int:
    import socket

    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


class Talk:
    """A program at the other end of two pipes."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.program = started(
            folder, *arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        self.seen = bytearray()

    def type(self, line: str) -> None:
        assert self.program.stdin is not None
        self.program.stdin.write(line.encode() + b"\n")
        self.program.stdin.flush()

    def until(self, text: str) -> None:
        assert self.program.stdout is not None
        read_until(self.program.stdout.fileno(), text.encode(), self.seen)

    def end(self) -> int:
        assert self.program.stdin is not None
        self.program.stdin.close()
        return self.program.wait(60)


def test_a_match_that_was_not_finished_goes_on(tmp_path: Path) -> None:
    table = ("play", "classic", "--name", "Anna", "--deal", "dealer", "--no-mdns", "--bind", "127.0.0.1")
    first = Talk(tmp_path, *table)
    first.until("Type start to begin")
    first.type("start")
    first.until("Your bid: ")
    first.type("b 3")
    first.until("You: bid 3.")
    first.type("quit")
    first.until("y or n")
    first.type("y")
    assert first.end() == 0

    again = Talk(tmp_path, *table)
    again.until("A match was not finished: Classic Spades")
    again.type("y")
    again.until("You: bid 3, taken 0.")
    assert again.end() == 0

    no_more = Talk(tmp_path, *table)
    no_more.until("Go on with it? y or n")
    no_more.type("perhaps")
    no_more.until("Go on with it? y or n\nGo on with it? y or n")
    no_more.type("n")
    no_more.until("Type start to begin")
    no_more.type("quit")
    assert no_more.end() == 0
    assert len(list((tmp_path / "matches").iterdir())) == 1  # what was played is kept

    last = Talk(tmp_path, *table)
    last.until("Type start to begin")
    assert b"not finished" not in last.seen
    assert last.end() == 0
