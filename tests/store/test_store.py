"""Tables, entries and secrets: together or not at all, and there again afterwards."""

import datetime
import os
import sqlite3
import stat
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from p2pcards.store import Store, StoreError, TableNumber, list_matches, state_folder, write_match

OWNER, OTHER = b"o" * 32, b"p" * 32


@dataclass(frozen=True)
class Record:
    seq: int

    def encode(self) -> bytes:
        return b"entry %d" % self.seq


def records(start: int, stop: int) -> list[Record]:
    return [Record(seq) for seq in range(start, stop)]


@pytest.fixture
def store(tmp_path: Path):  # type: ignore[no-untyped-def]
    store = Store(tmp_path)
    yield store
    store.close()


def table(store: Store, ref: str = "t1") -> TableNumber:
    return store.create_table(OWNER, ref, "host", now=1, info=b"info")


def test_a_user_without_a_home_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """A service with a throw-away user, a container with a number for a user: no HOME, no entry in passwd."""
    if os.name == "nt":
        pytest.skip("Windows always knows a home")
    import pwd

    def nobody(uid: int) -> Any:
        raise KeyError(uid)

    monkeypatch.setattr(pwd, "getpwuid", nobody)
    for name in ("HOME", "P2PCARDS_STATE_DIR", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    assert state_folder("/var/lib/p2pcards") == Path("/var/lib/p2pcards")
    with pytest.raises(StoreError, match="no-home"):
        state_folder()


def test_what_was_kept_is_there_after_a_restart(tmp_path: Path) -> None:
    store = Store(tmp_path)
    number = table(store)
    store.append(number, records(0, 3), {"seed 1": b"s", "nonce": b"n"})
    store.append(number, records(3, 4), {"seed 1": b"t"})
    store.update_table(number, 7, state="playing", header=b"header", file=tmp_path / "x")
    store.close()
    store = Store(tmp_path)
    (saved,) = store.load_tables()
    assert (saved.number, saved.owner, saved.ref, saved.role) == (number, OWNER, "t1", "host")
    assert (saved.state, saved.info, saved.header, saved.file) == ("playing", b"info", b"header", tmp_path / "x")
    assert (saved.seq, saved.updated) == (3, 7)
    assert store.entries(number) == [record.encode() for record in records(0, 4)]
    assert store.entries(number, 2) == [record.encode() for record in records(2, 4)]
    assert store.secrets(number) == {"nonce": b"n", "seed 1": b"t"}
    assert store.get_secret(number, "seed 1") == b"t"
    assert store.get_secret(number, "seed 2") is None
    store.append(number, records(4, 5))
    store.close()


def test_tables_belong_to_a_key(store: Store) -> None:
    number = table(store)
    store.create_table(OTHER, "t1", "seat", now=2)
    assert [saved.role for saved in store.load_tables()] == ["seat", "host"]
    assert [saved.number for saved in store.load_tables(OWNER)] == [number]
    with pytest.raises(StoreError) as why:
        table(store)
    assert why.value.key == "name-taken"


@pytest.mark.parametrize("wrong", [[Record(1)], [Record(0), Record(2)], [Record(0), Record(0)], [Record(-1)]])
def test_entries_follow_each_other_or_nothing_is_kept(store: Store, wrong: list[Record]) -> None:
    number = table(store)
    with pytest.raises(StoreError) as why:
        store.append(number, wrong, {"seed": b"s"})
    assert why.value.key == "gap"
    assert store.entries(number) == []
    store.append(number, records(0, 1))
    assert store.secrets(number) == {}


def test_many_tables_are_one_transaction(store: Store) -> None:
    one, two = table(store, "1"), table(store, "2")
    with pytest.raises(StoreError), store.transaction():  # noqa: PT012 (what is kept before the error is the point)
        store.append(one, records(0, 2))
        store.append(two, records(0, 1), {"seed": b"s"})
        store.append(two, records(7, 8))
    assert store.entries(one) == store.entries(two) == []
    assert store.last_seq(one) == -1
    with store.transaction():
        store.append(one, records(0, 2))
        with pytest.raises(StoreError):
            store.append(two, [Record(0), Record(5)])
    assert store.last_seq(one) == 1
    assert store.entries(two) == []


def test_a_disk_that_is_full_when_the_store_is_made_is_said_to_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect = sqlite3.connect

    def squeezed(*arguments: Any, **options: Any) -> sqlite3.Connection:
        made: sqlite3.Connection = connect(*arguments, **options)
        made.execute("PRAGMA max_page_count=1")
        return made

    monkeypatch.setattr(sqlite3, "connect", squeezed)
    with pytest.raises(StoreError) as why:
        Store(tmp_path)
    assert why.value.key == "disk-full"


def test_a_full_disk_keeps_nothing_and_says_so(store: Store) -> None:
    number = table(store)
    store.append(number, records(0, 1))
    (pages,) = store._execute("PRAGMA page_count").fetchone()
    store._execute(f"PRAGMA max_page_count={pages}")
    with pytest.raises(StoreError) as why:
        store.append(number, records(1, 2), {"big": bytes(1 << 20)})
    assert why.value.key == "disk-full"
    assert store.entries(number) == [b"entry 0"]
    store._execute("PRAGMA max_page_count=1000000")
    store.append(number, records(1, 2), {"big": bytes(1 << 20)})


def test_a_store_that_cannot_be_written_says_so(store: Store) -> None:
    number = table(store)
    store._execute("PRAGMA query_only=ON")
    with pytest.raises(StoreError) as why:
        store.append(number, records(0, 1))
    assert why.value.key == "read-only"


def test_a_file_that_is_no_store_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "p2pcards.sqlite3"
    path.write_bytes(b"not a database" * 1000)
    with pytest.raises(StoreError) as why:
        Store(tmp_path)
    assert why.value.key == "corrupt"
    assert path.read_bytes() == b"not a database" * 1000


def test_a_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "state").write_bytes(b"")
    for folder in (tmp_path / "state", tmp_path / "state" / "below"):
        with pytest.raises(StoreError) as why:
            Store(folder)
        assert why.value.key == "not-a-folder"


def test_a_newer_store_is_refused_and_left_alone(tmp_path: Path) -> None:
    Store(tmp_path).close()
    with sqlite3.connect(tmp_path / "p2pcards.sqlite3") as connection:
        connection.execute("PRAGMA user_version=99")
    connection.close()
    with pytest.raises(StoreError) as why:
        Store(tmp_path)
    assert why.value.key == "too-new"


def test_dropping_a_table_drops_its_secrets(store: Store) -> None:
    number = table(store)
    store.append(number, records(0, 2), {"seed": b"s"})
    store.drop_table(number)
    assert store.load_tables() == ()
    assert store.entries(number) == []
    assert store.secrets(number) == {}
    with pytest.raises(StoreError):
        store.update_table(number, 1, state="over")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no modes")
def test_the_store_is_private(store: Store) -> None:
    table(store)
    for path in store.folder.iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600, path


def test_settings(store: Store) -> None:
    assert store.get_setting("name") is None
    store.put_setting("name", "Ольга".encode())
    assert store.get_setting("name") == "Ольга".encode()


def test_where_the_state_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("P2PCARDS_STATE_DIR", str(tmp_path / "env"))
    assert state_folder() == tmp_path / "env"
    assert state_folder(tmp_path / "given") == tmp_path / "given"
    monkeypatch.delenv("P2PCARDS_STATE_DIR")
    assert state_folder().name == "p2pcards"


@pytest.mark.parametrize("seen", [1, 5, 23])
def test_a_killed_process_loses_nothing_that_it_was_told_is_kept(tmp_path: Path, seen: int) -> None:
    """The other process says a number when `append` has returned and is killed somewhere after number `seen`."""
    program = (
        "import sys; from tests_store_record import Record; from p2pcards.store import Store\n"
        "store = Store(sys.argv[1]); number = store.create_table(b'o' * 32, 't', 'host', 1)\n"
        "for seq in range(10**6):\n"
        "    store.append(number, [Record(seq)], {f'seed {seq}': b'%d' % seq}); print(seq, flush=True)"
    )
    (tmp_path / "tests_store_record.py").write_text(
        "class Record:\n"
        "    def __init__(self, seq): self.seq = seq\n"
        "    def encode(self): return b'entry %d' % self.seq\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    with subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path)], stdout=subprocess.PIPE, text=True, env=environment
    ) as other:
        assert other.stdout is not None
        for line in other.stdout:
            if int(line) >= seen:
                break
        other.kill()
    store = Store(tmp_path)
    (saved,) = store.load_tables()
    assert saved.seq >= seen
    assert store.entries(saved.number) == [b"entry %d" % seq for seq in range(saved.seq + 1)]
    assert store.secrets(saved.number) == {f"seed {seq}": b"%d" % seq for seq in range(saved.seq + 1)}
    store.close()


DAY = datetime.date(2026, 1, 31)


def test_match_files_have_names_of_their_own(store: Store) -> None:
    assert store.matches() == ()
    first = store.write_match(b"one", date=DAY, game="spades", table_id=bytes(range(32)))
    second = store.write_match(b"two", date=DAY, game="spades", table_id=bytes(range(32)))
    third = store.write_match(b"three", date=DAY.replace(day=30), game="No Hell!", table_id=b"\xff" * 32)
    assert store.write_match(b"two", date=DAY, game="spades", table_id=bytes(range(32))) == second, "kept once"
    (store.folder / "matches" / "notes.txt").write_text("mine")
    assert first.name == "2026-01-31-spades-00010203.p2pcards"
    assert second.name == "2026-01-31-spades-00010203-2.p2pcards"
    assert third.name == "2026-01-30-no_hell_-ffffffff.p2pcards"
    assert [path.read_bytes() for path in (first, second, third)] == [b"one", b"two", b"three"]
    os.utime(first, ns=(1, 1))
    assert [(one.path, one.copy) for one in store.matches()] == [(second, 2), (first, 1), (third, 1)]
    assert (store.matches()[0].date, store.matches()[0].game, store.matches()[0].id) == (DAY, "spades", "00010203")


def test_of_one_day_the_match_written_last_comes_first(tmp_path: Path) -> None:
    day = datetime.date(2026, 11, 30)
    first = write_match(tmp_path, b"1", date=day, game="spar", table_id=bytes([9] * 32))
    last = write_match(tmp_path, b"2", date=day, game="classic", table_id=bytes(32))
    os.utime(first, ns=(1, 1))
    os.utime(last, ns=(2, 2))
    assert [one.path for one in list_matches(tmp_path)] == [last, first]
