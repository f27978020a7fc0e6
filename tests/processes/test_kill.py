"""kill -9 of a client's process at a message of a sealed deal: started again, it resumes the same deal."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from p2pcards_protocol.transcript import Message, read_file
from processes.programs import Programs

from p2pcards.bots.replay import replay
from p2pcards.verify import verify_bytes


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Programs]:
    monkeypatch.setenv("LEVEL", "hard")
    made = Programs(tmp_path, "spar", 3)
    yield made
    made.close()


def killed_at(programs: Programs, dies: str) -> None:
    victim = programs.seat(1, dies)
    programs.seat(0)
    programs.seat(2)
    assert victim.wait(60) == -signal.SIGKILL, f"it was to die at its message {dies}"
    victim.communicate()
    programs.seat(1)
    data = programs.finish(1)
    report = verify_bytes(data)
    assert report.ok, f"killed at {dies}: {report.fault} {report.deals} {report.counts}"
    assert {programs.finish(0), programs.finish(2)} == {data}
    kinds = [Message.decode(entry.blob).kind for entry in read_file(data)[1]]
    assert "void" not in kinds, f"killed at {dies}: it was dealt again"
    assert kinds.count("commit") == 3
    seats = replay(report)
    assert all(one.ok and not one.gaps and one.decisions == 5 for one in seats), f"killed at {dies}: {seats}"


@pytest.mark.parametrize("dies", ["1+", "2", "4+", "6"])
def test_a_killed_client_resumes_the_same_deal(programs: Programs, dies: str) -> None:
    killed_at(programs, dies)


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize("dies", [f"{number}{after}" for number in range(11) for after in ("", "+")])
def test_a_client_killed_at_any_message_resumes_the_same_deal(programs: Programs, dies: str) -> None:
    killed_at(programs, dies)
