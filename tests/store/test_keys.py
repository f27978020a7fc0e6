"""Key files: made once, private, and one live process each."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from p2pcards.store import StoreError, claim, read_key, write_key


def count(start: int = 0):  # type: ignore[no-untyped-def]
    """A stand-in for os.urandom that never repeats."""
    state = iter(range(start, 256))
    return lambda size: bytes([next(state)]) * size


def test_a_key_is_made_once_and_is_private(tmp_path: Path) -> None:
    with claim(tmp_path, "player", rng=count()) as first:
        public = first.identity.public
        assert first.slot == 1
        assert first.path == tmp_path / "keys" / "player-1.key"
    with claim(tmp_path, "player", rng=count(9)) as again:
        assert again.identity.public == public
        if os.name != "nt":
            assert stat.S_IMODE(again.path.stat().st_mode) == 0o600
            assert stat.S_IMODE(again.path.parent.stat().st_mode) == 0o700


def test_a_second_claim_takes_the_next_slot_and_a_released_one_is_free(tmp_path: Path) -> None:
    rng = count()
    first, second = claim(tmp_path, "player", rng=rng), claim(tmp_path, "player", rng=rng)
    assert (first.slot, second.slot) == (1, 2)
    assert first.identity.public != second.identity.public
    first.release()
    first.release()
    with claim(tmp_path, "player", rng=rng) as third:
        assert (third.slot, third.identity.public) == (1, first.identity.public)
    second.release()


def test_host_and_player_are_different_people(tmp_path: Path) -> None:
    rng = count()
    with claim(tmp_path, "player", rng=rng) as player, claim(tmp_path, "host", rng=rng) as host:
        assert (player.slot, host.slot) == (1, 1)
        assert player.identity.public != host.identity.public


def test_a_slot_asked_for_is_that_one_or_none(tmp_path: Path) -> None:
    with claim(tmp_path, "player", slot=3) as third:
        assert third.slot == 3
        with pytest.raises(StoreError) as why:
            claim(tmp_path, "player", slot=3)
        assert why.value.key == "no-free-slot"


def test_another_live_process_takes_the_next_slot_and_a_killed_one_leaves_it(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from p2pcards.store import claim\n"
        "held = claim(Path(sys.argv[1]), 'player'); print(held.slot, held.identity.public.hex(), flush=True); input()"
    )
    with claim(tmp_path, "player") as mine:
        with subprocess.Popen(
            [sys.executable, "-c", program, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as other:
            assert other.stdout is not None
            slot, public = other.stdout.readline().split()
            other.kill()
        assert slot == "2"
        assert public != mine.identity.public.hex()
        with claim(tmp_path, "player") as next_one:
            assert next_one.identity.public.hex() == public


@pytest.mark.parametrize("content", [b"", b"p2pcards key 1\n", b"\xff" * 80, b"p2pcards key 2\n" + b"00" * 32])
def test_a_damaged_key_is_said_and_never_replaced(tmp_path: Path, content: bytes) -> None:
    claim(tmp_path, "player").release()
    path = tmp_path / "keys" / "player-1.key"
    path.write_bytes(content)
    with pytest.raises(StoreError) as why:
        claim(tmp_path, "player")
    assert (why.value.key, why.value.path) == ("key-unreadable", path)
    assert path.read_bytes() == content


@pytest.mark.skipif(os.name == "nt", reason="Windows has no modes")
def test_a_key_that_others_can_read_is_closed_again(tmp_path: Path) -> None:
    claim(tmp_path, "player").release()
    path = tmp_path / "keys" / "player-1.key"
    path.chmod(0o644)
    read_key(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_written_key_reads_back_and_leaves_no_other_file(tmp_path: Path) -> None:
    write_key(tmp_path / "a.key", bytes(range(32)))
    write_key(tmp_path / "a.key", bytes(range(1, 33)))
    assert read_key(tmp_path / "a.key") == bytes(range(1, 33))
    assert [one.name for one in tmp_path.iterdir()] == ["a.key"]
