"""The finished (or unfinished) matches a person keeps: one `.p2pcards` file each, for `verify`, `compare`, `replay`."""

import datetime
import re
from dataclasses import dataclass
from pathlib import Path

from p2pcards.store.errors import StoreError
from p2pcards.store.files import make_folder, trouble, write_atomically

SUFFIX = ".p2pcards"
_NAME = re.compile(r"(\d{4}-\d\d-\d\d)-([a-z0-9_]+)-([0-9a-f]{8})(?:-(\d+))?\.p2pcards")
_COPIES = 1000


@dataclass(frozen=True, slots=True)
class MatchFile:
    """A file in the matches folder. `id` is the first 8 hex digits of the table id; `copy` from 1."""

    path: Path
    date: datetime.date
    game: str
    id: str
    copy: int


def write_match(folder: Path, data: bytes, *, date: datetime.date, game: str, table_id: bytes) -> Path:
    """Keep a transcript as `matches/<date>-<game>-<id>.p2pcards` and say where.

    Two peers of one match may share a folder (a host and its seat, two terminals of one person): the same bytes are
    kept once, another file gets `-2`, and so on. Raises StoreError.
    """
    where = folder / "matches"
    make_folder(where)
    word = re.sub(r"[^a-z0-9_]", "_", game.lower()) or "game"
    stem = f"{date.isoformat()}-{word}-{table_id[:4].hex()}"
    for copy in range(1, _COPIES):
        path = where / (stem + (f"-{copy}" if copy > 1 else "") + SUFFIX)
        with trouble(path):
            try:
                path.open("xb").close()  # the name is ours from here on
            except FileExistsError:
                if path.read_bytes() == data:
                    return path
                continue
        write_atomically(path, data)
        return path
    raise StoreError("name-taken", where / stem)


def list_matches(folder: Path) -> tuple[MatchFile, ...]:
    """Every match file, newest first (of one day the one written last). Other files in the folder are left out. An
    absent folder is empty."""
    where = folder / "matches"
    found: list[MatchFile] = []
    with trouble(where):
        for path in where.iterdir() if where.is_dir() else ():
            match = _NAME.fullmatch(path.name)
            if match:
                try:
                    date = datetime.date.fromisoformat(match[1])
                except ValueError:
                    continue
                found.append(MatchFile(path, date, match[2], match[3], int(match[4] or 1)))
        found.sort(key=lambda one: (one.date, one.path.stat().st_mtime_ns, one.path.name), reverse=True)
    return tuple(found)
